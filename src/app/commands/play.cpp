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
#include "consoles/server.hpp"
#include "files/files.hpp"
#include "record/game_files.hpp"
#include "record/game_record.hpp"
#include "record/game_resume.hpp"
#include "session/boot_time.hpp"
#include "session/clock_face.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/outcome.hpp"
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

    void outcome(const table::Event& event, const table::State& state) const {
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
        if (is_json_) {
            terminal::print_line(acts::summary_json(state, now));
        }
    }

private:
    bool is_json_;
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
    if (std::ranges::all_of(path, is_plain)) {
        return path;
    }
    std::string text = "'";
    for (const char letter : path) {
        text += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    }
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
    if (*name != "table") {
        printer.fact("table", *name);
    }
}

int run_table(
    OpenedTable opened,
    const terminal::Arguments& given,
    telling::Voice voice,
    std::unique_ptr<session::BrailleConsole> braille
) {
    const std::string journal = opened.journal.file();
    const session::FaceWriter face{opened.begin, session::boot_time()};
    const telling::TableWords words = opened.kit.words;
    const wording::Catalogue& in = words.catalogue(opened.state.setup->arbiter_language);
    TableOutput output{terminal::Output::When::loses_lines, in, given.has("json")};
    const Printer printer{given.has("json")};
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        printer.outcome(event, state);
        const bool is_ended = std::holds_alternative<table::Ended>(event.body);
        const bool is_signed = std::holds_alternative<table::Signed>(event.body) && state.result;
        if (!is_ended && !is_signed) {
            return;
        }
        const auto sheet = write_sheet(opened.journal, given.value_or("data", ""), in);
        if (sheet && is_ended) {
            printer.fact("scoresheet", *sheet);
        }
    };
    printer.fact("journal", journal);
    const std::string code = consoles::new_code();
    for (const Error& problem : opened.recovered.problems) {
        telling::print_problem("problem.recording", problem, in);
    }
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
        .help =
            {.topics = [](const table::State& state
                       ) { return acts::help_topics(table::ConsoleRole::arbiter, state); },
             .listeners = {table::ConsoleRole::arbiter}},
        .told = tell,
    });
    tell_consoles(*table, code, printer, in);
    const auto done = table->play();
    if (!done) {
        return output.end(fail({done.error()}));
    }
    if (table->state().phase != table::Phase::ended) {
        printer.fact("resume", "ansage play --resume " + quoted(journal));
    }
    printer.summary(table->state(), table->now());
    table.reset(); // from here on a signal ends the program
    return output.end(terminal::to_int(terminal::ExitCode::done));
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
    if (!recovered) {
        return fail({recovered.error()});
    }
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
        if (!events) {
            return output.end(fail({events.error()}));
        }
        for (const table::Event& event : *events) {
            printer.outcome(event, shell.state());
            is_adjourned = is_adjourned || std::holds_alternative<table::Adjourned>(event.body);
        }
    }
    if (!is_adjourned) { // it has ended, or was adjourned before
        return output.end(terminal::to_int(terminal::ExitCode::no));
    }
    const std::string& language = shell.state().setup->arbiter_language;
    const auto sheet = write_sheet(game->journal, data, shell.words().catalogue(language));
    if (sheet) {
        printer.fact("scoresheet", *sheet);
    }
    printer.fact("resume", "ansage play --resume " + quoted(game->journal.file()));
    printer.summary(shell.state(), shell.now());
    return output.end(terminal::to_int(terminal::ExitCode::done));
}

int play_opened(OpenedTable opened, const terminal::Arguments& given, telling::Voice voice) {
    auto braille = session::braille_given(given);
    if (!braille) {
        return fail({braille.error()});
    }
    return run_table(std::move(opened), given, std::move(voice), std::move(*braille));
}

// Set up with options, and accepted by opponent and arbiter.
int play_together(const terminal::Arguments& given) {
    auto opened_talk = open_talk(given);
    if (!opened_talk) {
        return fail({opened_talk.error()});
    }
    auto& [words, voice] = *opened_talk;
    auto opened = open_new(given, talk_at_terminal(voice, words));
    return opened ? play_opened(*std::move(opened), given, std::move(voice)) : fail(opened.error());
}

// What was reported is English; what it means for whoever sits there is said before.
void tell_failure(const SetupTalk& talk, const Error& error, const std::string& language) {
    if (language != "en") {
        talk.tell(talk.catalogue(language).sentence("setup.cannot_open"), language);
    }
    talk.tell(base::to_line(error), "en");
}

// A table set up by ear: the answers are options, and what does not work is asked again.
int play_by_ear(const terminal::Arguments& given) {
    auto sound = sound_of_machine(given);
    auto opened_talk = open_talk(given);
    if (!sound || !opened_talk) {
        return fail({sound ? opened_talk.error() : sound.error()});
    }
    auto& [words, voice] = *opened_talk;
    const SetupTalk talk = talk_at_terminal(voice, words);
    const std::string data = given.value_or("data", "");
    auto first = first_answers(given, words);
    if (!first) {
        return fail({first.error()});
    }
    SetupAnswers answers = *std::move(first);
    while (true) {
        SetupOffers offers = offers_of_machine(words, data);
        offers.sound = *sound;
        const auto asked = ask_for_table(talk, offers, answers);
        if (!asked) {
            return terminal::to_int(terminal::ExitCode::done);
        }
        answers = *asked;
        const auto arguments = with_answers(given, to_options(answers));
        auto opened = arguments
            ? open_new(*arguments, talk)
            : Result<OpenedTable, PlayFailure>{tl::unexpected(PlayFailure{arguments.error()})};
        if (opened) {
            remember(answers, talk);
            begin_to_speak(voice, *arguments, answers, talk);
            return play_opened(*std::move(opened), *arguments, std::move(voice));
        }
        // What must be mended is heard too, before everything is asked again.
        if (opened.error().code != terminal::ExitCode::no) {
            tell_failure(talk, opened.error().error, answers.language);
        }
    }
}

int play(const terminal::Arguments& given) {
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0) {
        // Closed, its number would go to the next file: a board's line must not be read as acts.
        std::ignore = ::open("/dev/null", O_RDONLY);
    }
    if (given.has("adjourn")) {
        return adjourn_game(given);
    }
    if (is_set_up_by_ear(given)) {
        return play_by_ear(given);
    }
    if (given.has("together")) {
        return play_together(given);
    }
    const auto resumed = given.value("resume");
    auto opened = resumed ? open_again(*resumed, given) : open_new(given, {});
    if (!opened) {
        return fail(opened.error());
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
