// SPDX-License-Identifier: GPL-3.0-or-later
// ansage play: a table in real time, with real boards or none.
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/play_open.hpp"
#include "app/commands/play_page.hpp"
#include "app/commands/play_settings.hpp"
#include "app/commands/play_talk.hpp"
#include "app/commands/table_output.hpp"
#include "app/manual/completion.hpp"
#include "app/setup/setup_terminal.hpp"
#include "base/try.hpp"
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

#include <algorithm>
#include <cctype>
#include <fcntl.h>
#include <memory>
#include <tuple>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

// For sh, which a path with blanks would confuse.
std::string quoted(const std::string& path) {
    const auto is_plain = [](unsigned char letter) {
        return std::isalnum(letter) != 0 ||
            std::string_view{"/._-+"}.find(static_cast<char>(letter)) != std::string_view::npos;
    };
    return std::ranges::all_of(path, is_plain) ? path : shell_quoted(path);
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
    const TableOutput& output,
    const wording::Catalogue& in
) {
    const auto name = table.console_table();
    if (!name) {
        telling::print_problem("problem.consoles", name.error(), in);
        return;
    }
    output.fact("code", code);
    if (*name != "table") output.fact("table", *name);
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
    auto reports = ANSAGE_TRY(hall::reports_given(given));
    std::vector<session::ParticipantPtr> seats;
    if (reports) seats.push_back(hall::make_hall_participant(*std::move(reports), journal));
    return seats;
}

// Whoever reads the sheet then reads the result, and later who signed it.
bool writes_sheet(const table::Event& event, const table::State& state) {
    return std::holds_alternative<table::Ended>(event.body) ||
        (std::holds_alternative<table::Signed>(event.body) && state.result);
}

// Whoever looks for the game where it began does not find it whole there.
terminal::ExitCode code_of(const journal::Journal& journal) {
    return terminal::done_or_no(!journal.was_cut());
}

// What of a table comes from before it was opened.
struct Entrance {
    std::string code = consoles::new_code(); // the arbiter's
    std::unique_ptr<TablePage> page = std::make_unique<TablePage>();
};

// Whose the terminal is by its window, or the page on which the table was set up in its stead.
std::optional<table::ConsoleRole> owner_of(const OpenedTable& opened) {
    const std::string name = opened.window.substr(0, opened.window.find_first_of(" -"));
    return name == "both" ? opened.window.starts_with("both-black")
            ? std::optional{table::ConsoleRole::black}
            : std::optional{table::ConsoleRole::white}
                          : table::parse_name<table::ConsoleRole>(name);
}

// Where the game is kept, and what was wrong with the recordings of one that goes on.
void tell_journal(OpenedTable& opened, TableOutput& output, const wording::Catalogue& in) {
    output.fact("journal", opened.journal.file());
    opened.journal.may_go_on_in(record::games_directory());
    for (const Error& problem : opened.recovered.problems)
        telling::print_problem("problem.recording", problem, in);
}

terminal::Answer run_table(
    OpenedTable opened,
    const terminal::Arguments& given,
    telling::Voice voice,
    std::unique_ptr<session::BrailleConsole> braille,
    Entrance entrance
) {
    const std::string& code = entrance.code;
    const table::Pages pages = ANSAGE_TRY(pages_wanted(opened, given));
    std::optional<table::ConsoleRole> on_page;
    if (entrance.page->is_players(pages)) {
        on_page = owner_of(opened);
        opened.window.clear(); // his console is the page
    }
    auto window = ANSAGE_TRY(window_of(opened, given, code));
    auto others = ANSAGE_TRY(seats_beside(given, opened.journal));
    session::FaceWriter face{opened.begin, session::boot_time()};
    const telling::TableWords words = opened.kit.words;
    const wording::Catalogue& in = words.catalogue(opened.state.setup->arbiter_language);
    TableOutput output{terminal::Output::When::loses_lines, in, given.has("json")};
    std::optional<std::string> sheet_written;
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        // What the console of whoever sits there shows is not printed as well.
        if (!window) output.outcome(event, state);
        const bool is_ended = std::holds_alternative<table::Ended>(event.body);
        if (!writes_sheet(event, state)) return;
        const auto sheet = write_sheet(opened.journal, data_given(given), in);
        if (sheet && is_ended && window) sheet_written = sheet; // a prompt stands there
        else if (sheet && is_ended) output.fact("scoresheet", *sheet);
    };
    tell_journal(opened, output, in);
    const bool goes_on = opened.is_resumed && opened.state.phase != table::Phase::ended;
    auto place = entrance.page->end_setup(pages, on_page);
    auto table = std::make_unique<session::LiveTable>(session::LiveTable::Parts{
        .shell =
            session::Shell{
                std::move(opened.state), opened.kit.words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(voice),
        .boards = std::move(opened.boards),
        .braille = std::move(braille),
        .console_code = code,
        .pages = pages,
        .place = std::move(place.held),
        .seated = std::move(place.seated),
        .on_role_code =
            [&](table::ConsoleRole role, const std::string& role_code) {
                // Else a prompt stands there, and the arbiter's console tells it.
                if (!window) tell_role_code(role, role_code, output, in);
            },
        .enter_presses = opened.enter_presses,
        .recording = std::move(opened.recording),
        .ear = std::move(opened.ear),
        .recovered = std::move(opened.recovered.reports),
        .overrides = std::move(opened.overrides),
        .resumed = goes_on ? std::optional{session::Session::Resumed{opened.gap}} : std::nullopt,
        .help = {.topics = help_at_table, .listeners = {table::ConsoleRole::arbiter}},
        .window = window,
        .others = std::move(others),
        .told = tell,
    });
    tell_consoles(*table, code, output, in);
    entrance.page->serve(*table, pages, given, output, in);
    const auto done = table->play();
    entrance.page->close(); // it speaks to the table
    if (!done) return output.end(tl::unexpected(done.error()));
    if (sheet_written) output.fact("scoresheet", *sheet_written);
    if (table->state().phase != table::Phase::ended)
        output.fact("resume", "ansage play --resume " + quoted(opened.journal.file()));
    output.summary(table->state(), table->now());
    const std::optional<Error> sound = table->sound_fault();
    table.reset(); // from here on a signal ends the program
    return output.end(code_of(opened.journal), sound);
}

void tell_given_in_vain(const terminal::Arguments& given) {
    for (const Error& each : given_in_vain(given)) terminal::print_error(each);
}

// A game that was cut off and is not gone on with now: as the arbiter's word would adjourn it.
terminal::Answer adjourn_game(const terminal::Arguments& given) {
    const std::string data = data_given(given);
    auto game = ANSAGE_TRY(resume_named(given.value_or("resume", "last"), data));
    tell_given_in_vain(given);
    const auto recovered = ANSAGE_TRY(record::recover_recordings(game.journal));
    const bool is_json = given.has("json");
    const telling::TableWords words = game.kit.words;
    TableOutput output{
        terminal::Output::When::holds_back,
        words.catalogue(game.state.setup->arbiter_language),
        is_json};
    session::Shell shell{std::move(game.state), game.kit.words, &game.journal, game.begin};
    std::vector<table::InputBody> inputs{table::Resumed{game.gap}};
    inputs.insert(inputs.end(), recovered.reports.begin(), recovered.reports.end());
    inputs.emplace_back(table::Arbiter{.act = table::ArbiterAct::adjourns});
    bool is_adjourned = false;
    for (table::InputBody& input : inputs) {
        const auto events = shell.submit(game.begin, std::move(input));
        if (!events) return output.end(tl::unexpected(events.error()));
        for (const table::Event& event : *events) {
            output.outcome(event, shell.state());
            is_adjourned = is_adjourned || std::holds_alternative<table::Adjourned>(event.body);
        }
    }
    if (!is_adjourned) // it has ended, or was adjourned before
        return output.end(terminal::ExitCode::no);
    const std::string& language = shell.state().setup->arbiter_language;
    const auto sheet = write_sheet(game.journal, data, shell.words().catalogue(language));
    if (sheet) output.fact("scoresheet", *sheet);
    output.fact("resume", "ansage play --resume " + quoted(game.journal.file()));
    output.summary(shell.state(), shell.now());
    return output.end(code_of(game.journal));
}

terminal::Answer play_opened(
    OpenedTable opened,
    const terminal::Arguments& given,
    telling::Voice voice,
    Entrance entrance = {}
) {
    auto braille = ANSAGE_TRY(session::braille_given(given, opened.braille));
    for (const chess::Color color : chess::both_colors) {
        auto tones = ANSAGE_TRY(telling::parse_tones(opened.tones[color].value_or("none")));
        voice.prefer_tones(
            color == chess::Color::white ? table::Audience::ear_white : table::Audience::ear_black,
            std::move(tones)
        );
    }
    return run_table(
        std::move(opened), given, std::move(voice), std::move(braille), std::move(entrance)
    );
}

// Set up with options, and accepted by opponent and arbiter.
terminal::Answer play_together(const terminal::Arguments& given) {
    auto [words, voice] = ANSAGE_TRY(open_talk(given));
    auto opened = ANSAGE_TRY(open_new(given, talk_at_terminal(voice, words)));
    return play_opened(std::move(opened), given, std::move(voice));
}

// What it means for whoever sits there is said before.
void tell_failure(const SetupTalk& talk, const Error& error, const std::string& language) {
    const wording::Catalogue& listeners = talk.catalogue(language);
    talk.tell(listeners.worded("setup.cannot_open"));
    talk.tell(listeners.compose([&](const wording::Catalogue& in) { return in.line(error); }));
}

// A table set up by ear: the answers are options, and what does not work is asked again.
terminal::Answer play_by_ear(const terminal::Arguments& given) {
    auto sound = ANSAGE_TRY(sound_of_machine(given));
    auto [words, voice] = ANSAGE_TRY(open_talk(given));
    const std::string data = data_given(given);
    SetupAnswers answers = ANSAGE_TRY(first_answers(given, words));
    Entrance entrance;
    entrance.page->open_for_setup(
        answers.table.setup.pages, words.catalogue(answers.own.seat.language), given
    );
    const SetupTalk talk = talk_at_terminal(voice, words, entrance.page->setup());
    const auto again = goes_on(talk, data, answers.own.seat.language);
    if (!again) return terminal::ExitCode::done;
    if (*again) {
        auto opened = ANSAGE_TRY(open_again("last", given));
        return play_opened(std::move(opened), given, std::move(voice), std::move(entrance));
    }
    answers.table.setup.hall_rulings = given.has("hall-rulings");
    const table::Pages pages_asked_for = answers.table.setup.pages;
    while (true) {
        SetupOffers offers = offers_of_machine(words, data);
        offers.sound = sound;
        offers.reports_to_hall = given.has("hall");
        offers.pages = pages_asked_for;
        answers.table.setup.pages = pages_asked_for; // anew, where all is asked again
        const auto asked = ask_for_table(talk, offers, answers);
        if (!asked) return terminal::ExitCode::done;
        answers = *asked;
        const auto arguments = with_answers(given, answers);
        auto opened =
            arguments.map_error([](const Error& error) { return terminal::Failure{error}; }
            ).and_then([&](const auto& all) { return open_new(all, talk); });
        if (opened) {
            remember(answers, talk);
            const bool on_page = entrance.page->is_players(answers.table.setup.pages);
            begin_to_speak(voice, *arguments, answers, talk, {entrance.code, on_page});
            return play_opened(
                *std::move(opened), *arguments, std::move(voice), std::move(entrance)
            );
        }
        // What must be mended is heard too, before everything is asked again.
        if (opened.error().code != terminal::ExitCode::no) {
            tell_failure(
                talk, given.at_its_source(opened.error().error), answers.own.seat.language
            );
        }
    }
}

terminal::Answer play(const terminal::Arguments& given) {
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0) {
        // Closed, its number would go to the next file: a board's line must not be read as acts.
        std::ignore = ::open("/dev/null", O_RDONLY);
    }
    // Before there is a journal.
    const auto reports = ANSAGE_TRY(hall::reports_given(given));
    if (given.has("hall-rulings") && !reports) {
        return tl::unexpected(Error{
            base::phrase("no hall is named for the rulings"),
            "--hall-rulings",
            base::phrase("give --hall, too")});
    }
    if (given.has("adjourn")) return adjourn_game(given);
    ANSAGE_TRY(record::check_microphone_named(given));
    if (is_set_up_by_ear(given)) return play_by_ear(given);
    const auto resumed = given.value("resume");
    if (given.has("together") && !resumed) return play_together(given);
    auto opened = ANSAGE_TRY(resumed ? open_again(*resumed, given) : open_new(given, {}));
    if (resumed) tell_given_in_vain(given);
    // Both players were told of it when the game began, or it is not so.
    if (given.has("hall-rulings") && !opened.state.setup->hall_rulings) {
        return tl::unexpected(Error{
            base::phrase("this game was begun without rulings from the hall"),
            "--hall-rulings",
            base::phrase("leave it out")});
    }
    const std::string& language = opened.state.setup->arbiter_language;
    auto voice = ANSAGE_TRY(open_voice(given, opened.kit.words.catalogue(language)));
    return play_opened(std::move(opened), given, std::move(voice));
}

} // namespace

const terminal::Command play_command{
    "play", "run a table, with real boards or none", {{play_options, play}}};

} // namespace ansage::app
