// SPDX-License-Identifier: GPL-3.0-or-later
// ansage clock: the talking chess clock alone.
#include "acts/keys.hpp"
#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/clock/display.hpp"
#include "app/clock/key_input.hpp"
#include "app/clock/presets.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/failure.hpp"
#include "app/commands/given.hpp"
#include "app/commands/play_open.hpp"
#include "app/commands/play_talk.hpp"
#include "app/commands/table_output.hpp"
#include "base/try.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "session/board_port.hpp"
#include "session/boot_time.hpp"
#include "session/clock_face.hpp"
#include "session/live_table.hpp"
#include "telling/asker.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/outcome.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;
using profiles::TimePreset;

namespace {

constexpr Millis connect_limit{5000};
constexpr std::string_view usual_time = "90m+30s";

// The arbiter is at the terminal.
Result<Reader, Error> arbiters_words(const terminal::Arguments& given) {
    auto wording = ANSAGE_TRY(acts::load_wording(data_given(given)));
    auto language = ANSAGE_TRY(acts::arbiters_language_given(given, *wording));
    return Reader{std::move(wording), std::move(language)};
}

// --- choosing the time control
terminal::ExitCode list_presets(
    const std::vector<TimePreset>& presets, const wording::Catalogue& catalogue, bool json
) {
    for (const TimePreset& preset : presets) {
        const std::string words = words_of(preset, catalogue);
        terminal::print_line(
            json ? fmt::format(
                       R"({{"number":{},"time":{},"words":{}}})",
                       preset.number,
                       telling::json_text(preset.spec),
                       telling::json_text(words)
                   )
                 : words
        );
    }
    return terminal::ExitCode::done;
}

// What is shown is spoken too, into both ears: nothing of it is a secret.
class Chooser {
public:
    Chooser(
        const std::vector<TimePreset>& presets,
        const wording::Catalogue& catalogue,
        telling::Voice& voice
    )
        : presets_(presets),
          catalogue_(catalogue),
          asker_(voice, {table::Audience::ear_white, table::Audience::ear_black}) {}

    // Absent: the input ended before one was chosen.
    std::optional<std::string> choose() {
        asker_.tell(catalogue_.worded("clock.choose"));
        tell_preset();
        return hear_choice({});
    }

    // Its number was given, and may have been meant as minutes. Where nobody can be asked, it is
    // said what the number is.
    std::optional<std::string> choose(const TimePreset& preset, bool is_asked) {
        at_ = static_cast<std::size_t>(&preset - presets_.data());
        tell_preset();
        if (!is_asked) return preset.spec;
        const Millis minutes = std::chrono::minutes{preset.number};
        asker_.tell(catalogue_.worded("clock.minutes_instead", {{"time", minutes}}));
        return hear_choice(fmt::format("{}m", preset.number));
    }

private:
    std::optional<std::string> hear_choice(const std::string& minutes) {
        while (const auto line = asker_.hear()) {
            const std::string_view word = terminal::trim(*line);
            if (word.empty()) return presets_[at_].spec;
            if (!minutes.empty() && catalogue_.means("key.minutes", word)) return minutes;
            take(word);
        }
        return std::nullopt;
    }

    void take(std::string_view word) {
        const bool is_next = catalogue_.means("key.next", word);
        if (is_next || catalogue_.means("key.back", word)) {
            const std::size_t step = is_next ? 1 : presets_.size() - 1;
            at_ = (at_ + step) % presets_.size();
            tell_preset();
            return;
        }
        const std::optional<unsigned> number = terminal::parse_number(word);
        const TimePreset* const found = number ? find_preset(presets_, *number) : nullptr;
        if (found == nullptr) {
            asker_.tell(catalogue_.worded("clock.no_preset"));
            return;
        }
        at_ = static_cast<std::size_t>(found - presets_.data());
        tell_preset();
    }

    void tell_preset() {
        asker_.tell(catalogue_.compose([this](const wording::Catalogue& in) {
            return words_of(presets_[at_], in);
        }));
    }

    const std::vector<TimePreset>& presets_;
    const wording::Catalogue& catalogue_;
    telling::Asker asker_;
    std::size_t at_ = 0;
};

Result<std::string, Error> time_given(
    const terminal::Arguments& given,
    const std::vector<TimePreset>& presets,
    const wording::Catalogue& catalogue,
    telling::Voice& voice
) {
    // A number that is typed goes before a habit.
    const bool counts = given.is_typed("time") || given.words().empty();
    if (const auto spec = given.value("time"); spec && counts) return *spec;
    const bool is_asked = ::isatty(STDIN_FILENO) != 0 && !given.has("json");
    std::optional<std::string> chosen;
    if (!given.words().empty()) {
        const std::optional<unsigned> number = terminal::parse_number(given.words().front());
        const TimePreset* const preset = number ? find_preset(presets, *number) : nullptr;
        if (preset == nullptr || given.words().size() > 1) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" is no preset", terminal::printable(given.words().back())),
                {},
                base::phrase("choose a number that ansage clock --list shows")});
        }
        if (given.has("json")) return preset->spec;
        chosen = Chooser{presets, catalogue, voice}.choose(*preset, is_asked);
    } else {
        if (::isatty(STDIN_FILENO) == 0 || presets.empty()) return std::string{usual_time};
        chosen = Chooser{presets, catalogue, voice}.choose();
    }
    if (!chosen) {
        return tl::unexpected(Error{
            base::phrase("no time control was chosen"), {}, base::phrase("give one with --time")});
    }
    return *chosen;
}

// --- the table
std::string seat_of(const terminal::Arguments& given, Color color) {
    const std::string seat = given.value_or(chess::to_string(color), "impaired");
    const std::string alarms = given.value_or("alarms", "none");
    const bool has_alarms =
        seat.starts_with("impaired") && seat.find("alarms=") == std::string::npos;
    const std::size_t space = std::min(seat.find(' '), seat.size());
    return fmt::format(
        "{} none{}{}",
        seat.substr(0, space),
        seat.substr(space),
        has_alarms ? " alarms=" + alarms : ""
    );
}

Result<acts::TableHeader, Error>
make_header(const terminal::Arguments& given, const std::string& time) {
    acts::TableHeader header = acts::default_header();
    std::vector<std::pair<std::string_view, std::string>> values{
        {"clock", "ansage"},
        {"boards", "0"},
        {"time", time},
        {"white", seat_of(given, Color::white)},
        {"black", seat_of(given, Color::black)}};
    for (const std::string_view name : {"profile", "mode", "white-name", "black-name"})
        if (auto value = given.value(name)) values.emplace_back(name, *std::move(value));
    values.emplace_back("language", acts::listeners_languages(acts::language_or_locale(given)));
    for (const auto& [name, value] : values) ANSAGE_TRY(acts::set(header, name, value));
    return header;
}

// Without a word about ears, the left side of the default device is White's and the right Black's.
Result<telling::Voice, Error> open_voice(const terminal::Arguments& given) {
    auto ears = ANSAGE_TRY(telling::ears_given(given));
    const telling::AudioChoice audio = audio_given(given, ears);
    if (ears.empty()) {
        ears[speech::Audience::ear_white].side = speech::Side::left;
        ears[speech::Audience::ear_black].side = speech::Side::right;
    }
    return telling::Voice::open(audio, ears);
}

// Both players hear what a key is for; it is read once.
class HelpReader {
public:
    bool repeats(const table::Event& event) {
        const auto* said = std::get_if<table::Said>(&event.body);
        const bool helps = said != nullptr && said->message.id.starts_with("console.help.");
        const std::string before = std::exchange(help_, helps ? said->message.id : "");
        return helps && before == help_;
    }

private:
    std::string help_; // the message before, if it was help
};

// Whoever listens; where everybody looks, it is only read.
std::vector<table::ConsoleRole> who_is_taught(const table::TableSetup& setup) {
    std::vector<table::ConsoleRole> listeners;
    if (setup.seats.white.vision == table::Vision::impaired)
        listeners.push_back(table::ConsoleRole::white);
    if (setup.seats.black.vision == table::Vision::impaired)
        listeners.push_back(table::ConsoleRole::black);
    if (listeners.empty()) listeners.push_back(table::ConsoleRole::arbiter);
    return listeners;
}

terminal::Answer run_clock_table(
    OpenedTable opened,
    telling::Voice voice,
    std::unique_ptr<session::BrailleConsole> braille,
    bool json
) {
    session::FaceWriter face{opened.begin, session::boot_time()};
    std::vector<table::ConsoleRole> listeners = who_is_taught(*opened.state.setup);
    const telling::TableWords words = opened.kit.words;
    const wording::Catalogue& in = words.catalogue(opened.state.setup->arbiter_language);
    TableOutput output{terminal::Output::When::loses_lines, in, json};
    output.fact("journal", opened.journal.file());
    if (!json) {
        const std::string text = words_of(opened.kit.setup.time, in);
        terminal::print_line(in.sentence("clock.chosen", {{"text", text}}));
    }
    HelpReader help;
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        if (json || !help.repeats(event)) output.outcome(event, state);
    };
    const auto keys = read_keys([&](const std::string& line) {
        return acts::acts_of_line(line, {&in, &words});
    });
    if (!keys) return output.end(tl::unexpected(keys.error()));
    opened.journal.may_go_on_in(record::games_directory());
    auto table = std::make_unique<session::LiveTable>(session::LiveTable::Parts{
        .shell = session::Shell{std::move(opened.state), words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(voice),
        .boards = std::move(opened.boards),
        .braille = std::move(braille),
        .resumed =
            opened.is_resumed ? std::optional{session::Session::Resumed{opened.gap}} : std::nullopt,
        .help =
            {.topics = [](const table::State& /*state*/) { return acts::help_topics_of_clock(); },
             .listeners = std::move(listeners)},
        // A line after a colon is no slip of a key, and what it did is said.
        .confirms = session::Confirms::no,
        .told = tell,
    });
    const auto done = table->play();
    if (!done) return output.end(tl::unexpected(done.error()));
    output.summary(table->state(), table->now());
    const std::optional<Error> sound = table->sound_fault();
    table.reset(); // from here on a signal ends the program
    return output.end(terminal::done_or_no(!opened.journal.was_cut()), sound);
}

Result<OpenedTable, Error> open_clock(
    const terminal::Arguments& given, const std::vector<TimePreset>& presets, telling::Voice& voice
) {
    const std::string data = data_given(given);
    if (const auto resumed = given.value("resume")) return resume_named(*resumed, data).map(go_on);
    const Reader reader = ANSAGE_TRY(arbiters_words(given));
    const auto time = ANSAGE_TRY(time_given(given, presets, reader.in(), voice));
    const auto header = ANSAGE_TRY(make_header(given, time));
    auto kit = ANSAGE_TRY(acts::load_table(header, data));
    ANSAGE_TRY(acts::check_languages(kit));
    const auto journal = ANSAGE_TRY(record::new_journal_path(given.value("journal"), "clock"));
    return begin_table(std::move(kit), journal);
}

terminal::Answer
run_table(const terminal::Arguments& given, const std::vector<TimePreset>& presets) {
    auto voice = ANSAGE_TRY(open_voice(given));
    auto opened = ANSAGE_TRY(open_clock(given, presets, voice));
    const wording::Catalogue& catalogue =
        opened.kit.words.catalogue(opened.kit.setup.arbiter_language);
    if (audio_given(given).kind == telling::AudioChoice::Kind::device)
        say_failures_aloud(this_program, catalogue.language());
    if (voice.problem()) telling::print_problem("problem.sound", *voice.problem(), catalogue);
    opened.boards = ANSAGE_TRY(open_boards(opened.kit, choices_given(given, "board")));
    auto braille = ANSAGE_TRY(session::braille_given(given));
    return run_clock_table(
        std::move(opened), std::move(voice), std::move(braille), given.has("json")
    );
}

terminal::Answer display(const terminal::Arguments& given) {
    const Reader reader = ANSAGE_TRY(arbiters_words(given));
    const auto shown = show_clock(given.has("once"), reader.in());
    if (!shown) return tl::unexpected(terminal::Failure{shown.error(), terminal::ExitCode::no});
    return terminal::ExitCode::done;
}

terminal::Answer clock(const terminal::Arguments& given) {
    if (given.has("display")) return display(given);
    const auto presets = ANSAGE_TRY(load_presets(data_given(given)));
    if (!given.has("list")) return run_table(given, presets);
    const Reader reader = ANSAGE_TRY(arbiters_words(given));
    return list_presets(presets, reader.in(), given.has("json"));
}

terminal::Options clock_options() {
    terminal::Options options{
        "clock",
        "[NUMBER]",
        "the talking chess clock. NUMBER is a preset of --list, never minutes. Keys: space "
        "presses, f and j press "
        "for White and Black, Enter starts, . pauses, ? teaches the others"};
    options.flag("list", "the time controls that have a number")
        .value("time", "SPEC", "the time control, such as 90m+30s")
        .value("white", "impaired|sighted", "impaired (asks and is told), or sighted (looks)")
        .value("black", "impaired|sighted", "likewise")
        .value("alarms", "words|tones|none", "when time runs low, accepted by the arbiter")
        .value("white-board", "PORT", "a board or DGT clock whose lever presses")
        .value("black-board", "PORT", "likewise")
        .value("white-name", "NAME", "for the display")
        .value("black-name", "NAME", "for the display")
        .value("profile", "NAME", "the edition of the Laws")
        .value("mode", "tournament|club|training", "how the Laws are kept")
        .value("language", "L", "the listeners' language, such as de, or white=de,black=en");
    acts::add_settings(options, {"journal", "resume", "audio", "speech"})
        .flag("display", "show a running table's clocks, large, on this terminal")
        .flag("once", "with --display: one picture, as plain lines")
        .value("braille", "white|black|arbiter", "whose the braille display is")
        .value("data", "FOLDER", "where profiles are looked for first")
        .flag("json", "one JSON object a line");
    telling::add_ear_options(options);
    return options.refuse_empty_values()
        .take_settings(options_with_settings)
        .only_typed({"list", "display", "once", "resume", "data"});
}

} // namespace

const terminal::Command clock_command{
    "clock", "the talking chess clock alone", {{clock_options, clock}}};

} // namespace ansage::app
