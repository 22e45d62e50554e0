// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hear FILE...: which move is announced in a sound.
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/hear_truths.hpp"
#include "base/try.hpp"
#include "chess/uci.hpp"
#include "listening/listener.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/hearing/sound.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Position;
using listening::HeardSound;
using listening::Listener;
using nlohmann::ordered_json;
using speech::hearing::Fault;
using terminal::ExitCode;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view standard_input = "-";

// Costs are told to a thousandth of a nat: what is below it says nothing.
double rounded(double cost) {
    return std::round(cost * 1000) / 1000; // NOLINT(readability-magic-numbers)
}

struct Heard {
    std::optional<Fault> fault; // in which case nothing was listened for
    HeardSound sound;
    std::chrono::milliseconds took{0};
};

Error narrow_band() {
    return {
        base::phrase("nothing in this sound is higher than 5 kHz, and words cannot be told apart so"
        ),
        {},
        base::phrase("take another microphone: not a telephone, no headset in its telephone mode")};
}

class Hearer {
public:
    Hearer(Listener listener, const wording::Catalogue& in, bool as_json)
        : listener_(std::move(listener)),
          in_(in),
          as_json_(as_json) {}

    // Prints what is heard; nothing where no move is understood.
    Result<std::optional<chess::Move>, Error>
    print(const std::string& name, const fs::path& path, const Position& position) {
        auto heard = hear(path, position);
        if (!heard) {
            report(name, heard.error());
            return tl::unexpected(std::move(heard).error());
        }
        if (as_json_) {
            print_json(to_json(name, *heard, position));
        } else if (heard->sound.move) {
            terminal::print_fields(
                {name, uci(position, *heard->sound.move), heard->sound.candidates.front().words}
            );
        } else {
            terminal::print_fields({name, "not_understood", why(*heard)});
        }
        return heard->sound.move;
    }

    void print(const Counts& counts) const {
        const Share right = share(counts.right, counts.announcements);
        const std::size_t understood = counts.right + counts.wrong;
        const Share wrong = share(counts.wrong, understood);
        if (as_json_) {
            print_json(
                {{"announcements", counts.announcements},
                 {"right", counts.right},
                 {"wrong", counts.wrong},
                 {"not_understood", counts.missed()},
                 {"right_percent", to_json(right)},
                 {"wrong_percent", to_json(wrong)},
                 {"others", counts.others},
                 {"others_taken", counts.others_taken}}
            );
            return;
        }
        const auto text = [](const auto& number) { return fmt::format("{}", number); };
        const auto whole = [](double percent) { return fmt::format("{:.0f}", percent); };
        terminal::print_data(in_.sentence(
            "hear.counted_right",
            {{"right", text(counts.right)},
             {"total", text(counts.announcements)},
             {"percent", whole(right.percent)},
             {"least", whole(right.least)},
             {"most", whole(right.most)}}
        ));
        terminal::print_data(in_.sentence(
            "hear.counted_wrong", {{"wrong", text(counts.wrong)}, {"total", text(understood)}}
        ));
        if (counts.others == 0) return;
        terminal::print_data(in_.sentence(
            "hear.counted_others",
            {{"wrong", text(counts.others_taken)}, {"total", text(counts.others)}}
        ));
    }

private:
    Result<Heard, Error> hear(const fs::path& path, const Position& position) {
        const auto sound = ANSAGE_TRY(
            path == standard_input
                ? speech::hearing::read_sound(std::cin, terminal::standard_input())
                : speech::hearing::read_sound(path)
        );
        Heard heard{.fault = speech::hearing::fault_of(sound)};
        if (heard.fault == Fault::narrow_band) return tl::unexpected(narrow_band());
        if (heard.fault) return heard;
        const auto begin = std::chrono::steady_clock::now();
        heard.sound = ANSAGE_TRY(listener_.hear(sound, position));
        heard.took = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin
        );
        return heard;
    }

    void report(const std::string& name, Error error) const {
        if (error.where.empty()) error.where = base::as_it_is(name);
        if (as_json_) {
            print_json({{"file", name}, {"error", terminal::line_in_words(error)}});
        } else {
            terminal::print_error(error);
        }
    }

    static std::string uci(const Position& position, chess::Move move) {
        return chess::to_uci(position, move, acts::castling_style(position));
    }

    ordered_json
    to_json(const std::string& name, const Heard& heard, const Position& position) const {
        const auto& [move, candidates, verdict, spoken_for] = heard.sound;
        ordered_json readings = ordered_json::array();
        for (const listening::Candidate& each : candidates) {
            readings.push_back(
                {{"uci", uci(position, each.move)},
                 {"words", each.words},
                 {"cost", rounded(each.cost)}}
            );
        }
        ordered_json line{
            {"file", name},
            {"verdict", move ? "heard" : "not_understood"},
            {"move", move ? ordered_json(uci(position, *move)) : ordered_json()},
            {"words", move ? ordered_json(candidates.front().words) : ordered_json()},
            {"readings", std::move(readings)},
            {"m", verdict.m ? ordered_json(rounded(*verdict.m)) : ordered_json()},
            {"x", rounded(verdict.x)},
            {"l", rounded(verdict.l)},
            {"r", rounded(verdict.r)},
            {"o", verdict.o ? ordered_json(rounded(*verdict.o)) : ordered_json()},
            {"b", rounded(verdict.b)},
            {"d", rounded(verdict.d)},
            {"worst_word", rounded(verdict.worst_word)},
            {"shortest_word", verdict.shortest_word},
            {"speech_ms", spoken_for.count()},
            {"took_ms", heard.took.count()},
            {"library", speech::hearing::Recogniser::library()},
        };
        line["why"] = move ? ordered_json() : ordered_json(why(heard));
        return line;
    }

    // Why it is not understood.
    std::string why(const Heard& heard) const {
        if (heard.fault)
            return in_.sentence(fmt::format("hear.{}", speech::hearing::to_string(*heard.fault)));
        std::string list;
        for (std::size_t i = 0; i < heard.sound.candidates.size() && i < 2; ++i)
            list += (list.empty() ? "" : "; ") + heard.sound.candidates[i].words;
        const std::string_view doubt = speech::hearing::to_string(*heard.sound.verdict.doubt);
        return in_.sentence(fmt::format("hear.{}", doubt), {{"list", list}});
    }

    static ordered_json to_json(const Share& share) {
        return {rounded(share.percent), rounded(share.least), rounded(share.most)};
    }

    static void print_json(const ordered_json& line) {
        terminal::print_json(line.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    }

    Listener listener_;
    const wording::Catalogue& in_;
    bool as_json_;
};

terminal::Answer count(Hearer& hearer, const fs::path& folder, const fs::path& truths_file) {
    const auto truths = ANSAGE_TRY(read_truths(truths_file));
    Counts counts;
    bool are_sounds = true;
    for (const Truth& truth : truths) {
        const auto move = hearer.print(truth.file.string(), folder / truth.file, truth.position);
        are_sounds = are_sounds && move.has_value();
        // What cannot be read is not left out.
        counts.count(truth, move.value_or(std::nullopt));
    }
    hearer.print(counts);
    return are_sounds ? terminal::done_or_no(counts.all_right()) : ExitCode::bad_input;
}

terminal::Answer hear_files(Hearer& hearer, const terminal::Arguments& given) {
    const Position position =
        ANSAGE_TRY(acts::read_position(given.value("position"), "--position"));
    ExitCode code = ExitCode::done;
    for (const std::string& name : given.words()) {
        const auto move = hearer.print(name, name, position);
        if (!move) {
            code = ExitCode::bad_input;
        } else if (!*move && code == ExitCode::done) {
            code = ExitCode::no;
        }
    }
    return code;
}

terminal::Answer hear(const terminal::Arguments& given) {
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto truths = given.value("truths");
    if (truths && given.words().size() != 1) {
        return tl::unexpected(Error{
            base::phrase("truths are of one folder"),
            base::as_it_is(std::string{"ansage hear --truths"}),
            base::phrase("name that folder, and nothing else")});
    }
    if (given.words().empty()) {
        return tl::unexpected(Error{
            base::phrase("no sound is named"),
            base::as_it_is(std::string{"ansage hear"}),
            base::phrase("name a WAV or FLAC file, or - for standard input")});
    }
    auto words = ANSAGE_TRY(acts::find_vocabulary(given.value("words"), given.value("data")));
    auto recogniser =
        ANSAGE_TRY(speech::hearing::Recogniser::open().map_error(terminal::unavailable));
    const auto engine = ANSAGE_TRY(speech::espeak::Engine::open().map_error(terminal::unavailable));
    const auto ask = [&](const std::string& language, const std::string& text) {
        return engine->phonemes(language, text);
    };
    auto listener = ANSAGE_TRY(Listener::open(std::move(words), std::move(recogniser), ask));
    Hearer hearer{std::move(listener), reader.in(), given.has("json")};
    return truths ? count(hearer, given.words().front(), *truths) : hear_files(hearer, given);
}

terminal::Options hear_options() {
    terminal::Options options{
        "hear",
        "FILE...",
        "Prints which legal move is announced in a sound: file, UCI and announcement, separated by "
        "tabs; or the word not_understood, and why. Sounds are WAV or FLAC files, - is a WAV on "
        "standard input."};
    options.fen(
        "position", "the position in which it is said; the start position if it is not given"
    );
    options.value("words", "NAME", "the vocabulary, fide if it is not given; a name or a file");
    options.value("language", "L", "of the sentences; else the terminal's");
    options.value(
        "truths",
        "FILE.tsv",
        "instead of files a folder is named, and what is understood of it is counted; each line "
        "has a file of the folder, a FEN and the move that was said"
    );
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    options.flag("json", "one JSON object a line");
    return options;
}

} // namespace

const terminal::Command hear_command{"hear", "moves from sound", {{hear_options, hear}}};

} // namespace ansage::app
