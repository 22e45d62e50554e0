// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/recording.hpp"

#include "base/overloaded.hpp"
#include "base/text.hpp"
#include "base/try.hpp"
#include "record/recording_index.hpp"
#include "speech/portaudio/microphone.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::record {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;
using speech::recorder::Recorder;
using table::RecordingNews;
using table::RecordingReported;
namespace fs = std::filesystem;

namespace {

// Of a recording that runs all the time, this much before a press is the move's: people announce
// when they have made up their minds.
constexpr Millis before_press{15'000};
// ... and this much after it the repetition's.
constexpr Millis after_press{8'000};

// game.ansage, game-1.flac, game-2.flac: one for each start of the program.
fs::path free_file(const fs::path& journal, speech::recorder::Codec codec) {
    fs::path path;
    for (unsigned number = 1; path.empty() || fs::exists(path); ++number) {
        path = journal.parent_path() /
            fmt::format(
                   "{}-{}{}", journal.stem().string(), number, speech::recorder::extension_of(codec)
            );
    }
    return path;
}

// The table has the same names, and more.
RecordingNews to_table(speech::recorder::News::Kind kind) {
    return base::parse_name<RecordingNews>(base::to_string(kind)).value();
}

MicrophoneReturn::Attempt find(const std::string& device, const std::vector<std::string>& before) {
    MicrophoneReturn::Attempt found;
    if (auto opened = speech::portaudio::Microphone::open_again(device, before)) {
        found.name = (*opened)->name();
        found.input = *std::move(opened);
    } else {
        found.others = speech::portaudio::microphone_names();
    }
    return found;
}

TableRecording::Finder find_from_now_on() {
    return [before = speech::portaudio::microphone_names()](const std::string& device) {
        return [device, before] { return find(device, before); };
    };
}

// What is recorded until there is a microphone.
class NoInput : public speech::Input {
public:
    [[nodiscard]] std::size_t read(std::span<std::int16_t> /*samples*/) override { return 0; }

    [[nodiscard]] std::uint64_t losses() override { return 0; }

    [[nodiscard]] bool alive() override { return false; }
};

// The own move; after it was made and before the press, still that one.
chess::Ply own_ply(Color speaker, const table::State& state) {
    return state.made() + (state.to_move() == speaker ? 1U : 0U);
}

} // namespace

std::string RecordingChoice::to_text() const {
    return fmt::format(
        "device {}\ncodec {}\npre-roll-ms {}\n{}",
        device,
        codec == speech::recorder::Codec::opus ? "opus" : "flac",
        pre_roll.count(),
        is_continuous ? "continuous\nconsent white black arbiter\n" : "push\n"
    );
}

RecordingChoice RecordingChoice::from_text(std::string_view text) {
    RecordingChoice choice;
    while (!text.empty()) {
        const std::string_view line = base::take_until(text, '\n');
        const std::string_view value = line.substr(std::min(line.find(' ') + 1, line.size()));
        if (line.starts_with("device ")) {
            choice.device = value;
        } else if (line.starts_with("codec ")) {
            choice.codec =
                value == "opus" ? speech::recorder::Codec::opus : speech::recorder::Codec::flac;
        } else if (line.starts_with("pre-roll-ms ")) {
            choice.pre_roll = Millis{terminal::parse_number(value).value_or(1500)};
        }
        choice.is_continuous = choice.is_continuous || line == "continuous";
    }
    return choice;
}

Result<void, Error> check_consent(std::string_view given) {
    for (const std::string_view who : {"white", "black", "arbiter"}) {
        std::string_view rest = given;
        bool is_there = false;
        while (!is_there && !rest.empty()) is_there = base::take_until(rest, ',') == who;
        if (!is_there) {
            return tl::unexpected(Error{
                base::phrase("{} has not consented to a recording that runs all the time", who),
                "--consent",
                base::phrase("ask, then write --consent white,black,arbiter, or record by key")});
        }
    }
    return {};
}

TableRecording::TableRecording(File file, Finder finder, RecordingChoice choice, fs::path journal)
    : file_(std::move(file)),
      finder_(std::move(finder)),
      choice_(std::move(choice)),
      journal_(std::move(journal)) {
    report(choice_.is_continuous ? RecordingNews::began_continuous : RecordingNews::began);
}

Result<TableRecording, Error>
TableRecording::open(const RecordingChoice& choice, const fs::path& journal) {
    auto microphone = ANSAGE_TRY(speech::portaudio::Microphone::open(choice.device));
    return open(std::move(microphone), find_from_now_on(), choice, journal);
}

Result<TableRecording, Error>
TableRecording::open_without_microphone(const RecordingChoice& choice, const fs::path& journal) {
    return open(std::make_unique<NoInput>(), find_from_now_on(), choice, journal);
}

Result<TableRecording, Error> TableRecording::open(
    std::unique_ptr<speech::Input> input,
    Finder finder,
    const RecordingChoice& choice,
    const fs::path& journal
) {
    return record_to_new_file(std::move(input), choice, journal).map([&](File file) {
        return TableRecording{std::move(file), std::move(finder), choice, journal};
    });
}

Result<TableRecording::File, Error> TableRecording::record_to_new_file(
    std::unique_ptr<speech::Input> input, const RecordingChoice& choice, const fs::path& journal
) {
    const fs::path path = free_file(journal, choice.codec);
    speech::recorder::RecorderSettings settings;
    settings.file = path;
    settings.codec = choice.codec;
    settings.is_continuous = choice.is_continuous;
    settings.pre_roll = choice.pre_roll;
    return Recorder::open(std::move(input), std::move(settings))
        .map([&](std::unique_ptr<Recorder> recorder) {
            return File{.recorder = std::move(recorder), .name = path.filename().string()};
        });
}

void TableRecording::on_key(const table::RecordingKeyed& keyed, const table::State& state) {
    if (keyed.key == table::RecordingKey::off) {
        end();
        return;
    }
    const auto repeated = repeated_ply(state, keyed.seat);
    const bool repeats = keyed.key == table::RecordingKey::repetition && repeated;
    begin(keyed.seat, repeats ? *repeated : own_ply(keyed.seat, state));
}

void TableRecording::begin(Color speaker, chess::Ply ply) {
    end();
    if (choice_.is_continuous || !file_.recorder->is_recording()) return;
    open_ = Open{.speaker = speaker, .ply = ply, .from = file_.recorder->begin()};
    // So that the index knows of it if the program is killed now.
    report_spoken(*open_, open_->from);
}

void TableRecording::end() {
    if (open_ && !choice_.is_continuous) {
        const Millis to = file_.recorder->end();
        report_spoken(*open_, to);
    }
    open_.reset();
}

void TableRecording::report_spoken(const Open& open, Millis to) {
    reports_.push_back(
        {.news = RecordingNews::spoken,
         .file = file_.name,
         .speaker = open.speaker,
         .ply = open.ply,
         .from = open.from,
         .to = to}
    );
}

void TableRecording::on_event(const table::Event& event, const table::State& state) {
    std::visit(
        base::Overloaded{
            [&](const table::Testified& given) {
                const auto witness = given.testimony.witness;
                const bool is_spoken = witness == table::Witness::announcement ||
                    witness == table::Witness::repetition;
                const Color mover =
                    state.plies.has(given.ply) ? state.plies[given.ply].mover : Color{};
                const Color speaker = witness == table::Witness::announcement ? mover : !mover;
                if (is_spoken && open_ && open_->speaker == speaker) note_words(given.ply);
                was_heard_ = was_heard_ ||
                    (witness == table::Witness::announcement && file_.recorder->is_recording());
            },
            [&](const table::ClockPressed& given) {
                end_turn(given.seat, std::max<chess::Ply>(1, state.made()));
            },
            [&](const table::RecordingKeyed& keyed) { on_key(keyed, state); },
            [&](const table::MicrophoneChosen& chosen) { choose_microphone(chosen.device); },
            [&](const table::Ended&) { end(); },
            [&](const table::Adjourned&) { end(); },
            [](const auto&) {},
        },
        event.body
    );
}

// Who repeats and announces in one breath speaks of two plies: what was told first ends there.
void TableRecording::note_words(chess::Ply ply) {
    if (open_->told_at && open_->ply != ply) {
        report_spoken(*open_, *open_->told_at);
        open_ = Open{.speaker = open_->speaker, .ply = ply, .from = *open_->told_at};
        report_spoken(*open_, open_->from);
    }
    open_->ply = ply;
    open_->told_at = file_.recorder->length();
}

void TableRecording::end_turn(Color mover, chess::Ply ply) {
    if (!choice_.is_continuous) {
        if (open_ && open_->speaker == mover) end();
        return;
    }
    const Millis now = file_.recorder->end();
    end_repetition(now);
    // Without a microphone the file's end is not now: its last seconds are the move's only if they
    // have its words.
    const bool is_recording = file_.recorder->is_recording();
    const Millis from = std::max(turn_from_, now - before_press);
    if (is_recording || (was_heard_ && from < now))
        report_spoken({.speaker = mover, .ply = ply, .from = from}, now);
    if (is_recording) repetition_ = Open{.speaker = !mover, .ply = ply, .from = now};
    turn_from_ = now;
    was_heard_ = false;
}

void TableRecording::end_repetition(Millis now) {
    if (repetition_ && now > repetition_->from)
        report_spoken(*repetition_, std::min(now, repetition_->from + after_press));
    repetition_.reset();
}

void TableRecording::report(RecordingNews news, Millis to) {
    reports_.push_back({.news = news, .file = file_.name, .from = Millis{0}, .to = to});
}

void TableRecording::take_news() {
    for (const speech::recorder::News& news : file_.recorder->take_news()) {
        if (news.why) stopped(news);
        report(to_table(news.kind), news.to);
        reports_.back().from = news.from;
    }
    take_microphone();
}

void TableRecording::stopped(const speech::recorder::News& news) {
    open_.reset();
    problem_ = news.why;
    end_repetition(news.to);
    if (news.kind == speech::recorder::News::Kind::microphone_gone) {
        is_chosen_ = false;
        look_for_microphone();
    }
}

void TableRecording::look_for_microphone() {
    if (!finder_) return;
    if (!returning_) returning_ = std::make_unique<MicrophoneReturn>();
    returning_->look_for(finder_(choice_.device));
}

// The old one records on until the other is there.
void TableRecording::choose_microphone(const std::string& device) {
    choice_.device = device;
    is_chosen_ = true;
    look_for_microphone();
}

// A file that is closed takes no more: what comes now is in a new one.
void TableRecording::take_microphone() {
    const auto others = returning_ ? returning_->take_others() : std::nullopt;
    if (others && is_chosen_) tell_others(*others);
    // What is being said ends where it began.
    const bool is_said = !choice_.is_continuous && file_.recorder->is_writing();
    auto microphone = returning_ && !is_said ? returning_->take() : std::nullopt;
    if (!microphone) return;
    end_file();
    auto file = record_to_new_file(std::move(microphone->input), choice_, journal_);
    if (!file) {
        problem_ = file.error();
        return;
    }
    ended_.push_back(std::exchange(file_, *std::move(file)).recorder);
    turn_from_ = Millis{0};
    was_heard_ = false;
    report(choice_.is_continuous ? RecordingNews::began_continuous : RecordingNews::began);
    report(RecordingNews::microphone_back);
    if (is_chosen_) reports_.back().device = microphone->name;
}

void TableRecording::end_file() {
    if (file_.recorder->is_recording()) {
        const Millis length = file_.recorder->finish();
        end_repetition(length);
        report(RecordingNews::length, length);
    }
}

void TableRecording::tell_others(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) {
        list += list.empty() ? "" : "; ";
        list += name;
    }
    report(RecordingNews::microphone_missing);
    reports_.back().device = list;
}

std::optional<Error> TableRecording::take_problem() {
    return std::exchange(problem_, std::nullopt);
}

std::vector<RecordingReported> TableRecording::take() {
    take_news();
    return std::exchange(reports_, {});
}

std::vector<RecordingReported> TableRecording::close() {
    end();
    finder_ = nullptr;
    returning_.reset();
    end_file();
    take_news();
    return std::exchange(reports_, {});
}

Recovery recover_recordings(std::span<const table::Recorded> index, const fs::path& folder) {
    Recovery recovery;
    for (const std::string& file : unclosed_files(index)) {
        const auto frames = speech::recorder::rehead(folder / file);
        if (!frames) {
            recovery.problems.push_back(frames.error());
            continue;
        }
        recovery.reports.push_back(
            {.news = RecordingNews::length,
             .file = file,
             .from = Millis{0},
             .to = speech::recorder::time_of(*frames)}
        );
    }
    return recovery;
}

} // namespace ansage::record
