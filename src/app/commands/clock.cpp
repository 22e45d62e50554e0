// SPDX-License-Identifier: GPL-3.0-or-later
// ansage clock: the talking chess clock alone.
#include "acts/keys.hpp"
#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/spoken_commands.hpp"
#include "acts/table_setup.hpp"
#include "app/clock/display.hpp"
#include "app/clock/key_input.hpp"
#include "app/clock/presets.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/failure.hpp"
#include "app/commands/play_talk.hpp"
#include "app/commands/table_output.hpp"
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
#include "terminal/text.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using chess::Color;
using profiles::TimePreset;

namespace {

constexpr Millis connect_limit{5000};
constexpr std::string_view usual_time = "90m+30s";

struct Failure {
    Error error;
    terminal::ExitCode code = terminal::ExitCode::bad_input;
};

int fail(const Failure& failure) {
    terminal::print_error(failure.error);
    return terminal::to_int(failure.code);
}

// --- choosing the time control
int list_presets(
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
    return terminal::to_int(terminal::ExitCode::done);
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
        while (const auto line = asker_.hear()) {
            const std::string_view word = terminal::trim(*line);
            if (word.empty()) return presets_[at_].spec;
            take(word);
        }
        return std::nullopt;
    }

private:
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
    if (const auto spec = given.value("time")) return *spec;
    if (!given.words().empty()) {
        const std::optional<unsigned> number = terminal::parse_number(given.words().front());
        const TimePreset* const preset = number ? find_preset(presets, *number) : nullptr;
        if (preset == nullptr || given.words().size() > 1) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" is no preset", terminal::printable(given.words().back())),
                {},
                base::phrase("choose a number that ansage clock --list shows")});
        }
        return preset->spec;
    }
    if (::isatty(STDIN_FILENO) == 0 || presets.empty()) return std::string{usual_time};
    const auto chosen = Chooser{presets, catalogue, voice}.choose();
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
    Result<void, Error> read = acts::set(header, "clock", "ansage");
    const auto add = [&](std::string_view name, const std::string& value) {
        read = read.and_then([&] { return acts::set(header, name, value); });
    };
    add("boards", "0");
    add("time", time);
    for (const Color color : chess::both_colors)
        add(chess::to_string(color), seat_of(given, color));
    for (const std::string_view name : {"profile", "mode", "white-name", "black-name"})
        if (const auto value = given.value(name)) add(name, *value);
    add("language", acts::listeners_languages(acts::language_or_locale(given)));
    return read ? Result<acts::TableHeader, Error>{header} : tl::unexpected(read.error());
}

using OpenBoards = table::PerColor<std::optional<session::OpenBoard>>;

// Only their levers and buttons count.
Result<OpenBoards, Failure>
open_boards(const terminal::Arguments& given, const acts::TableKit& kit) {
    OpenBoards boards;
    for (const Color color : chess::both_colors) {
        const auto text = given.value(fmt::format("{}-board", chess::to_string(color)));
        if (!text) continue;
        auto port = session::read_board_port(
            *text, kit.setup, color, kit.words.catalogue(kit.setup.arbiter_language)
        );
        if (!port) return tl::unexpected(Failure{port.error(), terminal::ExitCode::bad_input});
        devices::Stream stream = session::open_or_wait(*port, connect_limit);
        boards[color] = session::OpenBoard{*std::move(port), std::move(stream)};
    }
    return boards;
}

// Without a word about ears, the left side of the default device is White's and the right Black's.
Result<telling::Voice, Error> open_voice(const terminal::Arguments& given) {
    auto ears = telling::ears_given(given);
    if (!ears) return tl::unexpected(ears.error());
    if (ears->empty()) {
        (*ears)[speech::Audience::ear_white].side = speech::Side::left;
        (*ears)[speech::Audience::ear_black].side = speech::Side::right;
    }
    return telling::Voice::open(audio_given(given), *ears);
}

struct Opened {
    acts::TableKit kit;
    journal::Journal journal;
    table::State state;
    Instant begin;
    std::optional<Millis> gap; // of a clock gone on with
    bool is_resumed = false;
};

Result<Opened, Error> open_new(const terminal::Arguments& given, acts::TableKit kit) {
    return record::new_journal_path(given.value("journal"), "clock")
        .and_then([&](const std::filesystem::path& path) {
            return journal::Journal::create(path, kit.journal_header, record::session_now({}));
        })
        .map([&](journal::Journal journal) {
            table::State state = table::open_table(kit.setup);
            return Opened{
                .kit = std::move(kit), .journal = std::move(journal), .state = std::move(state)};
        });
}

Result<Opened, Error> open_again(const std::string& name, const std::string& data) {
    auto game = record::find_journal(name).and_then([&](const std::filesystem::path& path) {
        return record::resume_game(path, data);
    });
    if (!game) return tl::unexpected(game.error());
    terminal::print_warning(game->missing);
    return Opened{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .begin = game->begin,
        .gap = game->gap,
        .is_resumed = true};
}

// What is printed while the clock runs.
class Printer {
public:
    explicit Printer(bool is_json)
        : is_json_(is_json) {}

    void outcome(const table::Event& event, const table::State& state) {
        const auto outcome = telling::outcome_of(event, state);
        if (!outcome || (!is_json_ && (telling::repeats_an_outcome(event) || repeats_help(event))))
            return;
        terminal::print_line(is_json_ ? telling::to_json(*outcome, 0) : telling::to_line(*outcome));
    }

private:
    // Both players hear what a key is for; it is read once.
    bool repeats_help(const table::Event& event) {
        const auto* said = std::get_if<table::Said>(&event.body);
        const bool helps = said != nullptr && said->message.id.starts_with("console.help.");
        if (!helps) {
            help_.clear();
            return false;
        }
        return said->message.id == std::exchange(help_, said->message.id);
    }

    bool is_json_;
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

// What the people at the clock have, besides the clock.
struct Surroundings {
    OpenBoards boards;
    telling::Voice voice;
    std::unique_ptr<session::BrailleConsole> braille;
};

int run_clock_table(Opened opened, Surroundings around, bool json) {
    const session::FaceWriter face{opened.begin, session::boot_time()};
    std::vector<table::ConsoleRole> listeners = who_is_taught(*opened.state.setup);
    const telling::TableWords words = opened.kit.words;
    const wording::Catalogue& in = words.catalogue(opened.state.setup->arbiter_language);
    TableOutput output{terminal::Output::When::loses_lines, in, json};
    Printer printer{json};
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        printer.outcome(event, state);
    };
    auto keys = KeyInput::open([&in](const std::string& line) {
        return acts::in_script_words(line, in, acts::NamesActor::yes);
    });
    if (!keys) return output.end(fail({keys.error()}));
    opened.journal.may_go_on_in(record::games_directory());
    auto table = std::make_unique<session::LiveTable>(session::LiveTable::Parts{
        .shell = session::Shell{std::move(opened.state), words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(around.voice),
        .boards = std::move(around.boards),
        .braille = std::move(around.braille),
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
    if (!done) return output.end(fail({done.error()}));
    if (json) terminal::print_line(acts::summary_json(table->state(), table->now()));
    const std::optional<Error> sound = table->sound_fault();
    table.reset(); // from here on a signal ends the program
    const auto code = opened.journal.was_cut() ? terminal::ExitCode::no : terminal::ExitCode::done;
    return output.end(terminal::to_int(code), sound);
}

Result<Opened, Failure> open_clock(
    const terminal::Arguments& given, const std::vector<TimePreset>& presets, telling::Voice& voice
) {
    const auto bad = [](Error error) { return Failure{.error = std::move(error)}; };
    const std::string data = given.value_or("data", "");
    if (const auto resumed = given.value("resume"))
        return open_again(*resumed, data).map_error(bad);
    auto words = acts::load_table(acts::default_header(), data);
    if (!words) return tl::unexpected(bad(words.error()));
    const auto language = acts::arbiters_language_given(given, words->words.wording());
    if (!language) return tl::unexpected(bad(language.error()));
    const wording::Catalogue& catalogue = words->words.catalogue(*language);
    const auto time = time_given(given, presets, catalogue, voice);
    if (!time) return tl::unexpected(bad(time.error()));
    return make_header(given, *time)
        .and_then([&](const acts::TableHeader& header) { return acts::load_table(header, data); })
        .and_then([](acts::TableKit kit) {
            return acts::check_languages(kit).map([&] { return std::move(kit); });
        })
        .and_then([&](acts::TableKit kit) { return open_new(given, std::move(kit)); })
        .map_error(bad);
}

int run_table(const terminal::Arguments& given, const std::vector<TimePreset>& presets) {
    auto voice = open_voice(given);
    if (!voice) return fail({voice.error()});
    auto opened = open_clock(given, presets, *voice);
    if (!opened) return fail(opened.error());
    const wording::Catalogue& catalogue =
        opened->kit.words.catalogue(opened->kit.setup.arbiter_language);
    if (audio_given(given).kind == telling::AudioChoice::Kind::device)
        say_failures_aloud(this_program, catalogue.language());
    if (voice->problem()) telling::print_problem("problem.sound", *voice->problem(), catalogue);
    auto boards = open_boards(given, opened->kit);
    if (!boards) return fail(boards.error());
    auto braille = session::braille_given(given);
    if (!braille) return fail({braille.error()});
    const bool json = given.has("json");
    const std::string file = opened->journal.file();
    terminal::print_line(
        json ? fmt::format(R"({{"kind":"journal","text":{}}})", telling::json_text(file))
             : fmt::format("journal {}", file)
    );
    const clock::TimeControl& control = opened->kit.setup.time;
    if (!json) {
        const std::string text = words_of(control, catalogue);
        terminal::print_line(catalogue.sentence("clock.chosen", {{"text", text}}));
    }
    return run_clock_table(
        std::move(*opened),
        {.boards = std::move(*boards), .voice = std::move(*voice), .braille = std::move(*braille)},
        json
    );
}

int display(const terminal::Arguments& given, const std::string& data) {
    const auto wording = acts::load_wording(data);
    const auto language = wording ? acts::arbiters_language_given(given, **wording)
                                  : Result<std::string, Error>{tl::unexpected(wording.error())};
    if (!language) return fail({language.error()});
    const auto shown = show_clock(given.has("once"), (*wording)->in(*language));
    return shown ? terminal::to_int(terminal::ExitCode::done)
                 : fail({shown.error(), terminal::ExitCode::no});
}

int clock_command(const terminal::Arguments& given) {
    const std::string data = given.value_or("data", "");
    if (given.has("display")) return display(given, data);
    const auto presets = load_presets(data);
    if (!presets) return fail({presets.error()});
    if (!given.has("list")) return run_table(given, *presets);
    const auto kit = acts::load_table(acts::default_header(), data);
    if (!kit) return fail({kit.error()});
    const auto language = acts::arbiters_language_given(given, kit->words.wording());
    return language ? list_presets(*presets, kit->words.catalogue(*language), given.has("json"))
                    : fail({language.error()});
}

} // namespace

terminal::Options clock_options() {
    terminal::Options options{
        "clock",
        "[NUMBER]",
        "the talking chess clock. NUMBER is a preset of --list. Keys: space presses, f and j press "
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
    return options.refuse_empty_values();
}

int run_clock(std::span<const std::string> arguments) {
    return terminal::run_with(clock_options(), arguments, clock_command);
}

} // namespace ansage::app
