// SPDX-License-Identifier: GPL-3.0-or-later
// ansage play: a table in real time, with real boards or none.
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/play_open.hpp"
#include "app/commands/play_settings.hpp"
#include "app/commands/play_talk.hpp"
#include "app/commands/table_output.hpp"
#include "app/setup/seat_files.hpp"
#include "app/setup/setup_terminal.hpp"
#include "consoles/client.hpp"
#include "consoles/code.hpp"
#include "consoles/server.hpp"
#include "files/files.hpp"
#include "hall/given.hpp"
#include "record/game_files.hpp"
#include "record/game_record.hpp"
#include "record/game_resume.hpp"
#include "record/recording_choice.hpp"
#include "session/boot_time.hpp"
#include "session/clock_face.hpp"
#include "table/model/names.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/outcome.hpp"
#include "telling/sounds.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <tuple>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;

namespace {

// --- what is printed
// Text for ears, key word first, or one JSON object a line.
class Printer {
public:
    explicit Printer(bool is_json)
        : is_json_(is_json) {}

    // What the console of whoever sits there shows is not printed as well.
    void leave_to_window() { has_window_ = true; }

    void outcome(const table::Event& event, const table::State& state) const {
        if (has_window_) return;
        const auto outcome = telling::outcome_of(event, state);
        if (outcome && (is_json_ || !telling::repeats_an_outcome(event))) {
            terminal::print_line(
                is_json_ ? telling::to_json(*outcome, 0) : telling::to_line(*outcome)
            );
        }
    }

    // "journal /home/anna/game.ansage"
    void fact(std::string_view key, const std::string& value) const {
        terminal::print_line(
            is_json_ ? fmt::format(R"({{"kind":"{}","text":{}}})", key, telling::json_text(value))
                     : fmt::format("{} {}", key, value)
        );
    }

    void summary(const table::State& state, Instant now) const {
        if (is_json_) terminal::print_line(acts::summary_json(state, now));
    }

private:
    bool is_json_;
    bool has_window_ = false;
};

int fail(const PlayFailure& failure) {
    terminal::print_error(failure.error);
    return terminal::to_int(failure.code);
}

// For sh, which a path with blanks would confuse.
std::string quoted(const std::string& path) {
    const auto is_plain = [](unsigned char letter) {
        return std::isalnum(letter) != 0 ||
            std::string_view{"/._-+"}.find(static_cast<char>(letter)) != std::string_view::npos;
    };
    if (std::ranges::all_of(path, is_plain)) return path;
    std::string text = "'";
    for (const char letter : path)
        text += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    return text + "'";
}

// Beside the journal, as `ansage score` writes it. A disk that is full does not stop the table.
std::optional<std::string>
write_sheet(journal::Journal& journal, const std::string& data, const wording::Catalogue& in) {
    std::filesystem::path sheet = journal.file();
    sheet.replace_extension(".pgn");
    const auto written =
        record::read_game_record(journal, data).and_then([&](const record::GameRecord& record) {
            return files::write_file(sheet, scoresheet::to_pgn(record::game_of(record, in)));
        });
    if (!written) {
        telling::print_problem("problem.sheet", written.error(), in);
        return std::nullopt;
    }
    return sheet.string();
}

// What a console needs to join: the arbiter's code, and the table's name where there are several.
void tell_consoles(
    const session::LiveTable& table,
    const std::string& code,
    const Printer& printer,
    const wording::Catalogue& in
) {
    const auto name = table.console_table();
    if (!name) {
        telling::print_problem("problem.consoles", name.error(), in);
        return;
    }
    printer.fact("code", code);
    if (*name != "table") printer.fact("table", *name);
}

// Whose console the terminal is. Two sit at one keyboard, but not before an arbiter.
Result<std::optional<consoles::ConsoleChoice>, Error>
window_of(const OpenedTable& opened, const terminal::Arguments& given, const std::string& code) {
    using table::ConsoleRole;
    const table::State& state = opened.state;
    const std::string name = opened.window.substr(0, opened.window.find(' '));
    if (name.empty() || name == "table") return std::optional<consoles::ConsoleChoice>{};
    const bool is_two = name == "both" || name == "both-black";
    const auto role = name == "both" ? std::optional{ConsoleRole::white}
        : name == "both-black"       ? std::optional{ConsoleRole::black}
                                     : table::parse_name<ConsoleRole>(name);
    if (!role || role == ConsoleRole::spectator) {
        return tl::unexpected(Error{
            base::phrase("nobody sits there as \"{}\"", terminal::printable(name)),
            "--window",
            base::phrase("write white, black, both, both-black, assistant, arbiter or table")});
    }
    if (is_two && state.setup->mode == table::Mode::tournament) {
        return tl::unexpected(Error{
            base::phrase("in a tournament each player has a console of his own"),
            "--window",
            base::phrase("write white or black, and join the other one in a second window")});
    }
    const auto other = role == ConsoleRole::white ? ConsoleRole::black : ConsoleRole::white;
    return std::optional{consoles::ConsoleChoice{
        .socket = {},
        .role = *role,
        .code = role == ConsoleRole::arbiter ? code : std::string{},
        .other = is_two ? std::optional{other} : std::nullopt,
        .is_window = true,
        .enter_presses = opened.window.ends_with(" press"),
        .json = given.has("json")}};
}

// Who leaves the terminal of the table closes it.
std::vector<std::string> help_at_table(const table::State& state) {
    std::vector<std::string> topics = acts::help_topics(table::ConsoleRole::arbiter, state);
    topics.back() = "closes";
    return topics;
}

// Those who are no console of this machine.
Result<std::vector<session::ParticipantPtr>, Error>
seats_beside(const terminal::Arguments& given, journal::Journal& journal) {
    auto reports = hall::reports_given(given);
    if (!reports) return tl::unexpected(reports.error());
    std::vector<session::ParticipantPtr> seats;
    if (*reports) seats.push_back(hall::make_hall_participant(*std::move(*reports), journal));
    return seats;
}

// Whoever reads the sheet then reads the result, and later who signed it.
bool writes_sheet(const table::Event& event, const table::State& state) {
    return std::holds_alternative<table::Ended>(event.body) ||
        (std::holds_alternative<table::Signed>(event.body) && state.result);
}

void tell_lost_recordings(const OpenedTable& opened, const wording::Catalogue& in) {
    for (const Error& problem : opened.recovered.problems)
        telling::print_problem("problem.recording", problem, in);
}

// Whoever looks for the game where it began does not find it whole there.
terminal::ExitCode code_of(const journal::Journal& journal) {
    return journal.was_cut() ? terminal::ExitCode::no : terminal::ExitCode::done;
}

int run_table(
    OpenedTable opened,
    const terminal::Arguments& given,
    telling::Voice voice,
    std::unique_ptr<session::BrailleConsole> braille,
    const std::string& code
) {
    auto window = window_of(opened, given, code);
    if (!window) return fail({window.error()});
    auto others = seats_beside(given, opened.journal);
    if (!others) return fail({others.error()});
    const session::FaceWriter face{opened.begin, session::boot_time()};
    const telling::TableWords words = opened.kit.words;
    const wording::Catalogue& in = words.catalogue(opened.state.setup->arbiter_language);
    TableOutput output{terminal::Output::When::loses_lines, in, given.has("json")};
    Printer printer{given.has("json")};
    if (*window) printer.leave_to_window();
    std::optional<std::string> sheet_written;
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        printer.outcome(event, state);
        const bool is_ended = std::holds_alternative<table::Ended>(event.body);
        if (!writes_sheet(event, state)) return;
        const auto sheet = write_sheet(opened.journal, given.value_or("data", ""), in);
        if (sheet && is_ended && *window) sheet_written = sheet; // a prompt stands there
        else if (sheet && is_ended) printer.fact("scoresheet", *sheet);
    };
    printer.fact("journal", opened.journal.file());
    opened.journal.may_go_on_in(record::games_directory());
    tell_lost_recordings(opened, in);
    const bool goes_on = opened.is_resumed && opened.state.phase != table::Phase::ended;
    auto table = std::make_unique<session::LiveTable>(session::LiveTable::Parts{
        .shell =
            session::Shell{
                std::move(opened.state), opened.kit.words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(voice),
        .boards = std::move(opened.boards),
        .braille = std::move(braille),
        .console_code = code,
        .recording = std::move(opened.recording),
        .recovered = std::move(opened.recovered.reports),
        .overrides = std::move(opened.overrides),
        .resumed = goes_on ? std::optional{session::Session::Resumed{opened.gap}} : std::nullopt,
        .help = {.topics = help_at_table, .listeners = {table::ConsoleRole::arbiter}},
        .window = *window,
        .others = *std::move(others),
        .told = tell,
    });
    tell_consoles(*table, code, printer, in);
    const auto done = table->play();
    if (!done) return output.end(fail({done.error()}));
    if (sheet_written) printer.fact("scoresheet", *sheet_written);
    if (table->state().phase != table::Phase::ended)
        printer.fact("resume", "ansage play --resume " + quoted(opened.journal.file()));
    printer.summary(table->state(), table->now());
    const std::optional<Error> sound = table->sound_fault();
    table.reset(); // from here on a signal ends the program
    return output.end(terminal::to_int(code_of(opened.journal)), sound);
}

// A game that was cut off and is not gone on with now: as the arbiter's word would adjourn it.
int adjourn_game(const terminal::Arguments& given) {
    const std::string data = given.value_or("data", "");
    auto game =
        record::find_journal(given.value_or("resume", "last")).and_then([&](const auto& path) {
            return record::resume_game(path, data);
        });
    auto recovered = game.and_then([](record::ResumedGame& open) {
        return record::recover_recordings(open.journal);
    });
    if (!recovered) return fail({recovered.error()});
    terminal::print_warning(game->missing);
    const bool is_json = given.has("json");
    const telling::TableWords words = game->kit.words;
    TableOutput output{
        terminal::Output::When::holds_back,
        words.catalogue(game->state.setup->arbiter_language),
        is_json};
    const Printer printer{is_json};
    session::Shell shell{std::move(game->state), game->kit.words, &game->journal, game->begin};
    std::vector<table::InputBody> inputs{table::Resumed{game->gap}};
    inputs.insert(inputs.end(), recovered->reports.begin(), recovered->reports.end());
    inputs.emplace_back(table::Arbiter{.act = table::ArbiterAct::adjourns});
    bool is_adjourned = false;
    for (table::InputBody& input : inputs) {
        const auto events = shell.submit(game->begin, std::move(input));
        if (!events) return output.end(fail({events.error()}));
        for (const table::Event& event : *events) {
            printer.outcome(event, shell.state());
            is_adjourned = is_adjourned || std::holds_alternative<table::Adjourned>(event.body);
        }
    }
    if (!is_adjourned) // it has ended, or was adjourned before
        return output.end(terminal::to_int(terminal::ExitCode::no));
    const std::string& language = shell.state().setup->arbiter_language;
    const auto sheet = write_sheet(game->journal, data, shell.words().catalogue(language));
    if (sheet) printer.fact("scoresheet", *sheet);
    printer.fact("resume", "ansage play --resume " + quoted(game->journal.file()));
    printer.summary(shell.state(), shell.now());
    return output.end(terminal::to_int(code_of(game->journal)));
}

int play_opened(
    OpenedTable opened,
    const terminal::Arguments& given,
    telling::Voice voice,
    const std::string& code = consoles::new_code()
) {
    auto braille = session::braille_given(given, opened.braille);
    if (!braille) return fail({braille.error()});
    for (const chess::Color color : chess::both_colors) {
        auto tones = telling::parse_tones(opened.tones[color].value_or("none"));
        if (!tones) return fail({tones.error()});
        voice.prefer_tones(
            color == chess::Color::white ? table::Audience::ear_white : table::Audience::ear_black,
            *std::move(tones)
        );
    }
    return run_table(std::move(opened), given, std::move(voice), std::move(*braille), code);
}

// Set up with options, and accepted by opponent and arbiter.
int play_together(const terminal::Arguments& given) {
    auto opened_talk = open_talk(given);
    if (!opened_talk) return fail({opened_talk.error()});
    auto& [words, voice] = *opened_talk;
    auto opened = open_new(given, talk_at_terminal(voice, words));
    return opened ? play_opened(*std::move(opened), given, std::move(voice)) : fail(opened.error());
}

// What it means for whoever sits there is said before.
void tell_failure(const SetupTalk& talk, const Error& error, const std::string& language) {
    const wording::Catalogue& listeners = talk.catalogue(language);
    talk.tell(listeners.worded("setup.cannot_open"));
    talk.tell(listeners.compose([&](const wording::Catalogue& in) { return in.line(error); }));
}

// A table set up by ear: the answers are options, and what does not work is asked again.
int play_by_ear(const terminal::Arguments& given) {
    auto sound = sound_of_machine(given);
    auto opened_talk = open_talk(given);
    if (!sound || !opened_talk) return fail({sound ? opened_talk.error() : sound.error()});
    auto& [words, voice] = *opened_talk;
    const SetupTalk talk = talk_at_terminal(voice, words);
    const std::string data = given.value_or("data", "");
    auto first = first_answers(given, words);
    if (!first) return fail({first.error()});
    SetupAnswers answers = *std::move(first);
    answers.table.setup.hall_rulings = given.has("hall-rulings");
    while (true) {
        SetupOffers offers = offers_of_machine(words, data);
        offers.sound = *sound;
        offers.reports_to_hall = given.has("hall");
        const auto asked = ask_for_table(talk, offers, answers);
        if (!asked) return terminal::to_int(terminal::ExitCode::done);
        answers = *asked;
        const auto arguments = with_answers(given, to_options(answers));
        auto opened = arguments
            ? open_new(*arguments, talk)
            : Result<OpenedTable, PlayFailure>{tl::unexpected(PlayFailure{arguments.error()})};
        if (opened) {
            remember(answers, talk);
            const std::string code = consoles::new_code();
            begin_to_speak(voice, *arguments, answers, talk, code);
            return play_opened(*std::move(opened), *arguments, std::move(voice), code);
        }
        // What must be mended is heard too, before everything is asked again.
        if (opened.error().code != terminal::ExitCode::no)
            tell_failure(talk, opened.error().error, answers.own.seat.language);
    }
}

int play(const terminal::Arguments& given) {
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0) {
        // Closed, its number would go to the next file: a board's line must not be read as acts.
        std::ignore = ::open("/dev/null", O_RDONLY);
    }
    // Before there is a journal.
    const auto reports = hall::reports_given(given);
    if (!reports) return fail({reports.error()});
    if (given.has("hall-rulings") && !*reports) {
        return fail(
            {{base::phrase("no hall is named for the rulings"),
              "--hall-rulings",
              base::phrase("give --hall, too")}}
        );
    }
    if (given.has("adjourn")) return adjourn_game(given);
    if (auto named = record::check_microphone_named(given); !named) return fail({named.error()});
    if (is_set_up_by_ear(given)) return play_by_ear(given);
    if (given.has("together")) return play_together(given);
    const auto resumed = given.value("resume");
    auto opened = resumed ? open_again(*resumed, given) : open_new(given, {});
    if (!opened) return fail(opened.error());
    // Both players were told of it when the game began, or it is not so.
    if (given.has("hall-rulings") && !opened->state.setup->hall_rulings) {
        return fail(
            {{base::phrase("this game was begun without rulings from the hall"),
              "--hall-rulings",
              base::phrase("leave it out")}}
        );
    }
    const std::string& language = opened->state.setup->arbiter_language;
    auto voice = open_voice(given, opened->kit.words.catalogue(language));
    return voice ? play_opened(std::move(*opened), given, std::move(*voice))
                 : fail({voice.error()});
}

} // namespace

int run_play(std::span<const std::string> arguments) {
    return terminal::run_with(play_options(), arguments, play);
}

} // namespace ansage::app
