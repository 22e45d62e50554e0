// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/demo_games.hpp"

#include "app/commands/table_output.hpp"
#include "app/demo/narrator.hpp"
#include "app/demo/table.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "files/files.hpp"
#include "gateway/keeper.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "telling/outcome.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <future>
#include <thread>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Result;
using chess::Color;

namespace {

std::string header_text(const DemoAssignment& assignment, const DemoOptions& options) {
    const auto tag = [&](std::string_view name) {
        return std::string{assignment.game.tag(name).value_or("?")};
    };
    std::string text = "@time 90m+30s\n@white impaired occupancy\n@black sighted identity\n";
    text += fmt::format("@white-name {}\n@black-name {}\n", tag("White"), tag("Black"));
    text += fmt::format("@language white={0} black={0} arbiter={0}\n", options.language);
    if (!(assignment.game.start == chess::Position{}))
        text += fmt::format("@start {}\n", chess::to_fen(assignment.game.start));
    for (const auto& [name, value] : options.settings) text += fmt::format("@{} {}\n", name, value);
    return text;
}

Result<journal::Journal, Error>
create_journal(const std::optional<std::filesystem::path>& path, const journal::Header& header) {
    const journal::Session session = record::session_now({});
    return path ? journal::Journal::create(*path, header, session)
                : journal::Journal::create_in_memory(header, session);
}

} // namespace

Result<DemoSitting, Error> sit_down(
    const DemoAssignment& assignment,
    const DemoOptions& options,
    const std::optional<std::filesystem::path>& journal_path
) {
    auto header = ANSAGE_TRY(acts::read_header(header_text(assignment, options), "demo"));
    auto kit = ANSAGE_TRY(acts::load_table(header, options.data));
    ANSAGE_TRY(acts::check_languages(kit));
    for (const Color color : chess::both_colors) {
        // The people of the demo see what they do at a board of their own.
        if (kit.setup.seats[color].board == table::BoardKind::none) {
            return tl::unexpected(Error{
                base::phrase("the demo's players need a board each"),
                color == Color::white ? "--white" : "--black",
                base::phrase("write occupancy or identity instead of none")});
        }
    }
    kit.journal_header.profiles.push_back(
        {std::string{demo_record_name}, scoresheet::to_pgn(assignment.game)}
    );
    auto journal = ANSAGE_TRY(create_journal(journal_path, kit.journal_header));
    DemoPlot plot = assignment.with_plot ? plot_for(assignment.game, kit.setup) : DemoPlot{};
    table::State state = table::open_table(kit.setup);
    return DemoSitting{std::move(kit), std::move(journal), std::move(state), plot, {}, {}};
}

namespace {

table::PerColor<chess::Reading>
pieces_of(const DemoAssignment& assignment, const DemoSitting& sitting) {
    table::PerColor<chess::Reading> pieces;
    for (const Color color : chess::both_colors)
        pieces[color] = board_from_ledger(assignment.game, sitting.plot, sitting.state, color);
    return pieces;
}

DemoListener told_as_lines(const Narrator& narrator) {
    return {
        .input =
            [&narrator](const table::InputBody& input) {
                if (const auto line = narrator.line_of(input)) terminal::print_line(*line);
            },
        .event =
            [&narrator](const table::Event& event, const table::State& state) {
                if (const auto line = narrator.line_of(event, state)) terminal::print_line(*line);
            },
    };
}

// A line for eyes, and where a game is paced the same for ears: nobody else tells of it in the
// room.
DemoListener
told_aloud(const Narrator& narrator, telling::Voice& voice, const std::string& language) {
    const auto tell = [&voice, language](const std::string& line) {
        terminal::print_line(line);
        voice.speak_in_room({{.language = language, .text = line}});
    };
    DemoListener told = told_as_lines(narrator);
    told.input = [&narrator, tell, as_line = told.input](const table::InputBody& input) {
        const bool is_move = std::holds_alternative<table::Announces>(input) ||
            std::holds_alternative<table::Repeats>(input);
        const auto line = narrator.line_of(input);
        if (is_move || !line) as_line(input); // whoever moves says so himself
        else tell(*line);
    };
    told.event = [&narrator,
                  &voice,
                  as_line = told.event](const table::Event& event, const table::State& state) {
        as_line(event, state);
        if (auto spoken = narrator.spoken(event, state); !spoken.empty()) {
            voice.speak_in_room(std::move(spoken));
        }
    };
    told.quiet = [&narrator, tell](const Pacing::Stretch& stretch, const table::State& state) {
        tell(narrator.fast_moves(stretch, state.positions.front()));
    };
    return told;
}

DemoListener told_as_json() {
    DemoListener told;
    told.event = [](const table::Event& event, const table::State& state) {
        if (const auto outcome = telling::outcome_of(event, state))
            terminal::print_line(telling::to_json(*outcome, 0));
    };
    return told;
}

// The page of a game that is told: null where it has none, or where none can be served, which is
// told in a line; the game is played all the same.
std::unique_ptr<gateway::Keeper> serve_page(DemoSession& game, const DemoOptions& options) {
    const auto socket = game.watch_socket();
    if (!socket) {
        terminal::print_error(socket.error());
        return nullptr;
    }
    std::vector<std::string> words{
        "--table", socket->stem().string(), "--language", options.language};
    if (!options.data.empty()) words.insert(words.end(), {"--data=" + options.data});
    auto keeper = gateway::Keeper::start(std::move(words));
    if (!keeper) {
        terminal::print_notice(keeper.error());
        return nullptr;
    }
    game.expect_watcher();
    return *std::move(keeper);
}

void tell_page(const gateway::Keeper& keeper, const Narrator& narrator, bool is_json) {
    const std::string& url = keeper.url();
    terminal::print_line(
        is_json ? fmt::format(R"({{"kind":"page","url":{}}})", telling::json_text(url))
                : narrator.sentence("demo.page", {{"text", url}})
    );
}

struct Outcomes {
    session::End end = session::End::over;
    table::State state;
    Instant now;
};

Result<Outcomes, Error> play(
    const DemoAssignment& assignment,
    DemoSitting& sitting,
    const DemoOptions& options,
    telling::Voice* voice,
    DemoListener told
) {
    const bool is_real = options.speed && !options.is_paced;
    const DemoTime time = is_real ? DemoTime::real : DemoTime::max;
    auto boards = ANSAGE_TRY(
        DemoBoards::open(sitting.kit.setup, pieces_of(assignment, sitting), time, sitting.begin)
    );
    const auto pacing = options.is_paced
        ? std::optional{Pacing{
              chess::Ply{assignment.game.moves.size()}, sitting.plot, sitting.state.made()}}
        : std::nullopt;
    DemoSession game{
        assignment.game,
        sitting.plot,
        {
            .shell =
                session::Shell{
                    std::move(sitting.state), sitting.kit.words, &sitting.journal, sitting.begin},
            .journal = &sitting.journal,
            .boards = std::move(boards),
            .voice = voice,
            .told = std::move(told),
            .speed = options.speed,
            .pacing = pacing,
            .resumed =
                sitting.gap ? std::optional{session::Session::Resumed{sitting.gap}} : std::nullopt,
            .other = options.hall ? hall::make_hall_participant(*options.hall, sitting.journal)
                                  : nullptr,
            .is_watched = options.has_page,
        },
    };
    const auto page = options.has_page ? serve_page(game, options) : nullptr;
    if (page) tell_page(*page, Narrator{sitting.kit.words, options.language}, options.json);
    auto end = ANSAGE_TRY(game.play());
    return Outcomes{end, game.state(), game.now()};
}

// The record's result, where the table's is another.
std::optional<std::string>
contradicted(const DemoAssignment& assignment, const table::State& state) {
    const std::string& recorded = assignment.game.result;
    const bool differs =
        state.result && recorded != "*" && laws::to_string(state.result->score) != recorded;
    return differs ? std::optional{recorded} : std::nullopt;
}

std::string game_summary(const DemoAssignment& assignment, const Outcomes& outcomes) {
    std::string text = acts::summary_json(outcomes.state, outcomes.now);
    std::string more = fmt::format(",\"game\":{}", assignment.number);
    if (const auto recorded = contradicted(assignment, outcomes.state))
        more += fmt::format(",\"recorded_result\":{}", telling::json_text(*recorded));
    text.insert(text.size() - 1, more);
    return text;
}

// --- one game, told as it happens
Result<void, Error> finish(
    const DemoAssignment& assignment,
    const Outcomes& outcomes,
    const Narrator& narrator,
    const std::filesystem::path& journal,
    bool json
) {
    if (outcomes.end == session::End::stopped) {
        const std::string path = journal.string();
        terminal::print_line(narrator.sentence("demo.stopped", {{"journal", path}}));
        return {};
    }
    std::filesystem::path sheet = journal;
    sheet.replace_extension(".pgn");
    scoresheet::PgnGame game =
        record::scoresheet_of(outcomes.state, narrator.sentence("score.illegal_stands"));
    for (const std::string_view name : {"Event", "Site", "Date", "Round"}) {
        const auto tag =
            std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
        tag->second = assignment.game.tag(name).value_or(tag->second);
    }
    ANSAGE_TRY(files::write_file(sheet, scoresheet::to_pgn(game)));
    if (json) {
        terminal::print_line(game_summary(assignment, outcomes));
        return {};
    }
    terminal::print_line(narrator.ending(outcomes.state));
    if (const auto recorded = contradicted(assignment, outcomes.state))
        terminal::print_line(narrator.sentence("demo.contradiction", {{"text", *recorded}}));
    const std::string path = journal.string();
    const std::string scoresheet = sheet.string();
    terminal::print_line(
        narrator.sentence("demo.files", {{"scoresheet", scoresheet}, {"journal", path}})
    );
    return {};
}

void greet(
    const Narrator& narrator,
    const DemoSitting& sitting,
    telling::Voice& voice,
    const DemoOptions& options
) {
    if (sitting.gap) {
        const std::string path = sitting.journal.file();
        terminal::print_line(narrator.sentence("demo.resumed", {{"journal", path}}));
        return;
    }
    const wording::Sentence welcome = narrator.welcome(sitting.kit.setup, options.is_paced);
    terminal::print_line(welcome.text);
    voice.speak_in_room({{.language = welcome.language, .text = welcome.text}});
}

} // namespace

terminal::Answer tell_game(
    const DemoAssignment& assignment,
    DemoSitting sitting,
    const DemoOptions& options,
    telling::Voice& voice
) {
    const telling::TableWords words = sitting.kit.words;
    const Narrator narrator{words, options.language};
    const std::filesystem::path journal = sitting.journal.file();
    TableOutput output{
        options.speed ? terminal::Output::When::loses_lines : terminal::Output::When::holds_back,
        words.catalogue(options.language),
        options.json};
    if (!options.json) greet(narrator, sitting, voice, options);
    const auto told = [&] {
        if (options.json) return told_as_json();
        return options.is_paced ? told_aloud(narrator, voice, options.language)
                                : told_as_lines(narrator);
    };
    const auto answer =
        play(assignment, sitting, options, &voice, told())
            .and_then([&](const Outcomes& outcomes) {
                return finish(assignment, outcomes, narrator, journal, options.json);
            })
            .map([] { return terminal::ExitCode::done; });
    return output.end(answer, voice.fault());
}

namespace {

// --- all games of a file
Result<std::string, Error>
play_quietly(const DemoAssignment& assignment, const DemoOptions& options) {
    std::optional<std::filesystem::path> path;
    if (options.journal) {
        path = std::filesystem::path{*options.journal} /
            fmt::format("game-{}.ansage", assignment.number);
    }
    auto sitting = ANSAGE_TRY(sit_down(assignment, options, path));
    auto outcomes = ANSAGE_TRY(play(assignment, sitting, options, nullptr, {}));
    if (options.json) return game_summary(assignment, outcomes);
    const Narrator narrator{sitting.kit.words, options.language};
    return fmt::format("{}. {}", assignment.number, narrator.ending(outcomes.state));
}

// The table is alone on its thread. Both arguments must live until the answer is there.
std::future<Result<std::string, Error>>
play_aside(const DemoAssignment& assignment, const DemoOptions& options) {
    return std::async(std::launch::async, [&assignment, &options] {
        return play_quietly(assignment, options);
    });
}

// Whoever watches watches one at a time.
terminal::Answer
tell_one_by_one(const std::vector<DemoAssignment>& assignments, const DemoOptions& options) {
    for (const DemoAssignment& assignment : assignments) {
        const auto line = ANSAGE_TRY(play_quietly(assignment, options));
        terminal::print_line(line);
    }
    return terminal::ExitCode::done;
}

} // namespace

// The lines come out in the order of the file.
terminal::Answer
tell_all_games(const std::vector<DemoAssignment>& assignments, const DemoOptions& options) {
    if (options.has_page) return tell_one_by_one(assignments, options);
    const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
    std::deque<std::future<Result<std::string, Error>>> running;
    std::size_t next = 0;
    while (next < assignments.size() || !running.empty()) {
        while (next < assignments.size() && running.size() < workers * 2)
            running.push_back(play_aside(assignments[next++], options));
        const auto line = ANSAGE_TRY(running.front().get());
        running.pop_front();
        terminal::print_line(line);
    }
    return terminal::ExitCode::done;
}

} // namespace ansage::app
