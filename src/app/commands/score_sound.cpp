// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/score_sound.hpp"

#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "record/sound.hpp"
#include "session/shell.hpp"
#include "speech/portaudio/resampler.hpp"
#include "speech/portaudio/sinks.hpp"
#include "speech/recorder/speed.hpp"
#include "speech/synthesiser.hpp"
#include "table/model/event_words.hpp"
#include "telling/voice.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <thread>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Color;
using speech::recorder::Sound;
using terminal::Failure;
namespace fs = std::filesystem;

namespace {

// --- where it is heard
class Loudspeaker {
public:
    static Result<Loudspeaker, Failure> open(const telling::AudioChoice& choice) {
        Loudspeaker speaker;
        if (choice.kind == telling::AudioChoice::Kind::file) {
            std::error_code ignored;
            fs::remove(choice.name, ignored);
            auto file = ANSAGE_TRY(
                speech::recorder::SoundWriter::create(choice.name, speech::recorder::Codec::wav)
            );
            speaker.file_.emplace(std::move(file));
        }
        if (choice.kind == telling::AudioChoice::Kind::device) {
            speech::portaudio::Routes routes;
            routes[speech::Audience::room] = {.device = choice.name};
            speaker.sinks_ = std::make_unique<speech::portaudio::Sinks>(routes);
            if (!speaker.sinks_->available(speech::Audience::room)) {
                return tl::unexpected(terminal::unavailable(
                    {base::phrase("there is no audio device"),
                     "--audio",
                     base::phrase("connect one, or write --audio x.wav")}
                ));
            }
        }
        return speaker;
    }

    [[nodiscard]] Result<void, Failure> play(const Sound& sound) {
        if (file_) ANSAGE_TRY(file_->write(sound));
        return sinks_ ? play_aloud(sound) : Result<void, Failure>{};
    }

private:
    [[nodiscard]] Result<void, Failure> play_aloud(const Sound& sound) {
        using namespace std::chrono_literals;
        speech::Samples samples;
        speech::portaudio::Resampler resampler{speech::recording_rate, speech::sample_rate};
        resampler.process(sound, samples);
        const auto length = std::chrono::milliseconds{samples.size() * 1000 / speech::sample_rate};
        const auto end = std::chrono::steady_clock::now() + length + 10s;
        std::size_t played = 0;
        while (played < samples.size() || !sinks_->drained(speech::Audience::room)) {
            played += sinks_->write(speech::Audience::room, std::span{samples}.subspan(played));
            if (std::chrono::steady_clock::now() > end) {
                return tl::unexpected(terminal::unavailable(
                    {base::phrase("the loudspeaker plays nothing"),
                     "--audio",
                     base::phrase("look at it with \"ansage doctor\"")}
                ));
            }
            std::this_thread::sleep_for(10ms);
        }
        return {};
    }

    std::optional<speech::recorder::SoundWriter> file_;
    std::unique_ptr<speech::portaudio::Sinks> sinks_;
};

// What is heard: a game, or one player's own score of it, of a journal in `folder`.
struct Heard {
    const record::GameRecord& record;
    fs::path folder;
    std::optional<Color> of;
};

// --- which moves
constexpr terminal::Options::Range any_move{1, 9999};
constexpr std::int64_t longest_protest_minutes = 10'000;

struct Range {
    chess::Ply first;
    chess::Ply last;
};

Result<Range, Error>
read_range(const terminal::Arguments& arguments, const record::GameRecord& record) {
    const auto play = arguments.number("play");
    const auto from = arguments.number("from");
    const auto to = arguments.number("to");
    const auto ply_at = [&](std::int64_t number, Color mover) {
        const chess::MoveNumber asked{static_cast<std::size_t>(number)};
        return chess::ply_at(record.state.positions.front(), {.number = asked, .mover = mover});
    };
    const chess::Ply made = record.state.made();
    // Of what was taken back there may be moves beyond those of the game.
    const chess::Ply last =
        arguments.has("taken-back") ? std::max(made, record::last_taken_back(record)) : made;
    Range range{1, last};
    if (play) {
        const Color color = arguments.has("black") ? Color::black : Color::white;
        range.first = ply_at(*play, color);
        range.last = range.first;
    } else {
        range.first = from ? std::max<chess::Ply>(1, ply_at(*from, Color::white)) : 1;
        range.last = to ? std::min(last, ply_at(*to, Color::black)) : last;
    }
    if (range.first == 0 || range.first > range.last || range.last > last) {
        const chess::Position& start = record.state.positions.front();
        const auto number = [&](chess::Ply ply) {
            return chess::place_of(start, ply).number.value();
        };
        return tl::unexpected(Error{
            last == 0
                ? base::phrase("the game has no such move, it has none")
                : base::phrase("the game has no such move, only {} to {}", number(1), number(last)),
            play ? "--play" : "--from",
            base::phrase("choose another")});
    }
    return range;
}

// "1.5"
Result<double, Error> read_speed(const terminal::Arguments& arguments) {
    const std::string text = arguments.value_or("speed", "1");
    std::size_t used = 0;
    double speed = 0;
    try {
        speed = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    const bool is_good = used == text.size() && used > 0 && speed >= speech::recorder::slowest &&
        speed <= speech::recorder::fastest;
    if (!is_good) {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no speed", terminal::printable(text)),
            "--speed",
            base::phrase("write 0.5 to 6")});
    }
    return speed;
}

// What is asked for, else that of whose score it is, or of the arbiter.
std::string language_of_listener(const terminal::Arguments& arguments, const Heard& heard) {
    table::Audience audience = table::Audience::arbiter;
    if (heard.of) {
        audience =
            *heard.of == Color::white ? table::Audience::ear_white : table::Audience::ear_black;
    }
    return arguments.value_or(
        "language", telling::language_of(*heard.record.state.setup, audience)
    );
}

// --- playing
class Player {
public:
    Player(
        const Heard& heard,
        record::GameSound& sound,
        Loudspeaker& speaker,
        double speed,
        const terminal::Arguments& arguments
    )
        : record_(heard.record),
          sound_(sound),
          speaker_(speaker),
          catalogue_(record_.kit.words.catalogue(language_of_listener(arguments, heard))),
          speed_(speed),
          is_taken_back_(arguments.has("taken-back")),
          is_asked_alone_(arguments.value("play") || arguments.has("step")) {}

    [[nodiscard]] Result<void, Failure> play(chess::Ply ply) {
        ply_ = ply;
        const auto earlier = ANSAGE_TRY(sound_.taken_back(ply));
        if (is_taken_back_) return play_taken_back(earlier);
        ANSAGE_TRY(play_game());
        if (!earlier.empty()) terminal::print_line(about("recording.taken_back_too").text);
        return {};
    }

    bool was_anything() const { return was_anything_; }

    const wording::Catalogue& catalogue() const { return catalogue_; }

private:
    // What stands.
    [[nodiscard]] Result<void, Failure> play_game() {
        const auto heard = ANSAGE_TRY(sound_.of_ply(ply_));
        was_anything_ = was_anything_ || !heard.empty();
        if (heard.empty()) return say("recording.nothing");
        const std::string& san = record_.state.plies[ply_].san;
        terminal::print_line("play " + table::numbered(record_.state, ply_, san));
        if (sound_.has_gap(ply_)) ANSAGE_TRY(say(gap));
        return speaker_.play(speech::recorder::at_speed(heard, speed_));
    }

    // Nobody may take them for moves of the game: each is said to be none first.
    [[nodiscard]] Result<void, Failure>
    play_taken_back(const std::vector<record::GameSound::TakenBack>& earlier) {
        was_anything_ = was_anything_ || !earlier.empty();
        if (earlier.empty() && is_asked_alone_) ANSAGE_TRY(say("recording.nothing_taken_back"));
        for (const record::GameSound::TakenBack& each : earlier) {
            terminal::print_line("taken back " + each.title);
            ANSAGE_TRY(speak(about("recording.taken_back")));
            if (each.has_gap) ANSAGE_TRY(say(gap));
            ANSAGE_TRY(speaker_.play(speech::recorder::at_speed(each.sound, speed_)));
        }
        return {};
    }

    [[nodiscard]] Result<void, Failure> say(std::string_view id) {
        const wording::Sentence sentence = about(id);
        terminal::print_line(sentence.text);
        return speak(sentence);
    }

    [[nodiscard]] Result<void, Failure> speak(const wording::Sentence& sentence) {
        const auto spoken = sound_.spoken(sentence);
        return spoken ? speaker_.play(speech::recorder::at_speed(*spoken, speed_))
                      : Result<void, Failure>{};
    }

    wording::Sentence about(std::string_view id) const {
        const chess::MovePlace place = chess::place_of(record_.state.positions.front(), ply_);
        return catalogue_.worded(
            id,
            {{"count", std::int64_t{place.number.value()}},
             {"player", wording::Term{telling::player_id(place.mover)}}}
        );
    }

    // What is missing nobody may take for what was not said.
    static constexpr std::string_view gap = "recording.gap";

    const record::GameRecord& record_;
    record::GameSound& sound_;
    Loudspeaker& speaker_;
    const wording::Catalogue& catalogue_;
    double speed_;
    bool is_taken_back_; // instead of what stands
    bool is_asked_alone_; // one move, or a step to it
    bool was_anything_ = false;
    chess::Ply ply_;
};

// The next ply after a key: Enter is the next. Nothing: the input has ended, or who listens leaves.
std::optional<chess::Ply>
next_by_key(chess::Ply ply, const Range& range, const wording::Catalogue& catalogue) {
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string_view key = terminal::trim(line);
        if (key.empty() || catalogue.means("key.next", key)) return std::min(ply + 1, range.last);
        if (catalogue.means("key.previous", key)) return std::max(range.first, ply - 1);
        if (catalogue.means("key.repeat", key)) return ply;
        if (catalogue.means("key.leave", key)) break;
        terminal::print_line(catalogue.sentence("recording.step_keys"));
    }
    return std::nullopt;
}

terminal::Answer listen(const terminal::Arguments& arguments, const Heard& heard) {
    const auto range = ANSAGE_TRY(read_range(arguments, heard.record));
    const auto speed = ANSAGE_TRY(read_speed(arguments));
    auto speaker =
        ANSAGE_TRY(Loudspeaker::open(telling::parse_audio(arguments.value_or("audio", "default"))));
    record::GameSound sound{heard.record, heard.folder, heard.of};
    Player player{heard, sound, speaker, speed, arguments};
    const bool steps = arguments.has("step");
    std::optional<chess::Ply> ply = range.first;
    while (ply && *ply <= range.last) {
        ANSAGE_TRY(player.play(*ply));
        ply = steps ? next_by_key(*ply, range, player.catalogue()) : std::optional{*ply + 1};
    }
    return terminal::done_or_no(player.was_anything());
}

// --- exporting
terminal::Answer save(const terminal::Arguments& arguments, const Heard& heard) {
    const auto out = arguments.value("out");
    if (!out) {
        return tl::unexpected(Error{
            base::phrase("sound needs a folder"),
            "--format audio",
            base::phrase("add --out FOLDER")});
    }
    record::GameSound sound{heard.record, heard.folder, heard.of};
    const auto is_there = ANSAGE_TRY(record::has_sound(sound, heard.record));
    if (!is_there) { // no empty files, and none in place of earlier ones
        const std::string language = language_of_listener(arguments, heard);
        terminal::print_notice(
            heard.record.kit.words.catalogue(language).sentence("recording.nothing_of_game")
        );
        return terminal::ExitCode::no;
    }
    const auto files = ANSAGE_TRY(record::export_sound(sound, heard.record, *out));
    for (const std::string& file : files) terminal::print_data(file);
    return terminal::ExitCode::done;
}

// --- erasing
// The arbiter may need the recording as long as somebody can protest.
Result<void, Error>
check_time(const terminal::Arguments& arguments, const record::GameRecord& record) {
    const auto minutes = arguments.number("protest-minutes");
    if (!record.state.result) {
        return tl::unexpected(Error{
            base::phrase("the game has not ended"),
            "--erase-unspoken",
            base::phrase("erase when its result stands")});
    }
    const std::int64_t wait = minutes.value_or(60);
    const auto passed = record::stamp_now().wall_clock - record.ended_at;
    if (passed < std::chrono::minutes{wait}) {
        return tl::unexpected(Error{
            base::phrase("the game ended less than {} minutes ago", wait),
            "--erase-unspoken",
            base::phrase("wait until nobody can protest, or give the event's --protest-minutes")});
    }
    return {};
}

Result<void, Error>
note_erased(const fs::path& path, const std::string& data, const std::vector<std::string>& files) {
    auto game = ANSAGE_TRY(record::resume_game(path, data));
    terminal::print_warning(game.missing);
    session::Shell shell{std::move(game.state), game.kit.words, &game.journal, game.begin};
    for (const std::string& file : files) {
        ANSAGE_TRY(shell.submit(
            game.begin,
            table::RecordingReported{
                .news = table::RecordingNews::erased, .file = file, .speaker = {}, .ply = {}}
        ));
    }
    return game.journal.close();
}

terminal::Answer erase(
    const terminal::Arguments& arguments, const record::GameRecord& record, const fs::path& path
) {
    ANSAGE_TRY(check_time(arguments, record));
    const auto files = ANSAGE_TRY(record::erase_unspoken(record, path.parent_path()));
    ANSAGE_TRY(note_erased(path, data_given(arguments), files));
    for (const std::string& file : files) terminal::print_data("erased " + file);
    return terminal::ExitCode::done;
}

} // namespace

void add_sound_options(terminal::Options& options) {
    options.number("play", "N", "play what was recorded of White's move N, or announced", any_move)
        .flag("black", "with --play: of Black's move N")
        .flag("taken-back", "instead of what stands, what was taken back by a restoration")
        .number("from", "N", "play from move N on", any_move)
        .number("to", "N", "play up to move N", any_move)
        .value("speed", "X", "0.5 to 6 times as fast, as high as it was")
        .flag("step", "a key and Enter after each move: n next, p previous, r again, q quit")
        .value("audio", "default|none|DEVICE|FILE.wav", "where it is heard")
        .flag("erase-unspoken", "silence all that was recorded and belongs to no move")
        .number(
            "protest-minutes",
            "N",
            "not before this time after the end; 60 if not given",
            {0, longest_protest_minutes}
        );
}

bool wants_sound(const terminal::Arguments& arguments) {
    constexpr std::array<std::string_view, 6> options{
        "play", "from", "to", "step", "taken-back", "erase-unspoken"};
    return arguments.value("format") == "audio" ||
        std::ranges::any_of(options, [&](std::string_view option) {
               return arguments.has(option);
           });
}

std::optional<Error> lone_sound_option(const terminal::Arguments& arguments) {
    constexpr std::array<std::string_view, 4> options{"black", "speed", "audio", "protest-minutes"};
    const auto* const lone = std::ranges::find_if(options, [&](std::string_view option) {
        return arguments.has(option);
    });
    if (lone == options.end() || wants_sound(arguments)) return std::nullopt;
    return Error{
        base::phrase("nothing is to be heard or erased"),
        fmt::format("--{}", *lone),
        base::phrase("add --play N, --from N, --to N, --step or --erase-unspoken")};
}

terminal::Answer run_sound(const terminal::Arguments& given, std::optional<Color> of) {
    const auto path = ANSAGE_TRY(record::find_journal(given.words().front()));
    const auto record = ANSAGE_TRY(record::read_game_record(path, data_given(given)));
    if (given.has("erase-unspoken")) return erase(given, record, path);
    const Heard heard{record, path.parent_path(), of};
    return given.value("format") == "audio" ? save(given, heard) : listen(given, heard);
}

} // namespace ansage::app
