// ansage demo: a real game at two simulated boards, from one command.
#include "app/cli/options.hpp"
#include "app/cli/profile_path.hpp"
#include "app/commands/commands.hpp"
#include "app/demo/narrator.hpp"
#include "app/demo/table.hpp"
#include "app/shell/game_files.hpp"
#include "app/shell/game_resume.hpp"
#include "app/shell/outcome.hpp"
#include "app/shell/table_setup.hpp"
#include "chess/fen.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fmt/format.h>
#include <future>
#include <thread>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

constexpr std::string_view record_name = "demo/record.pgn";

struct DemoOptions {
    std::string data;
    std::string language = "en";
    std::optional<double> speed; // absent: max
    AudioChoice audio;
    bool json = false;
    std::optional<std::string> journal;
    std::vector<std::string> header_lines;
};

// One game to be played: its record, and whether something goes wrong on the way.
struct Assignment {
    scoresheet::PgnGame game;
    unsigned number = 1;
    bool with_plot = true;
};

struct Sitting {
    TableKit kit;
    journal::Journal journal;
    table::State state;
    DemoPlot plot;
    Instant begin;
    std::optional<Millis> gap; // after a crash
};

std::string header_text(const Assignment& assignment, const DemoOptions& options) {
    const auto tag = [&](std::string_view name) {
        return std::string{assignment.game.tag(name).value_or("?")};
    };
    std::string text = "@time 90m+30s\n@white impaired occupancy\n@black sighted identity\n";
    text += fmt::format("@white-name {}\n@black-name {}\n", tag("White"), tag("Black"));
    text += fmt::format("@language white={0} black={0} arbiter={0}\n", options.language);
    if (!(assignment.game.start == chess::Position{})) {
        text += fmt::format("@start {}\n", chess::to_fen(assignment.game.start));
    }
    for (const std::string& line : options.header_lines) {
        text += line + '\n';
    }
    return text;
}

// An option's own mistake is told as the option's, before anything is written.
Result<void, Error> check_header_options(const DemoOptions& options) {
    TableHeader scratch = default_header();
    for (const std::string& line : options.header_lines) {
        if (auto read = read_header_line(scratch, line); !read) {
            read.error().where = "--" + line.substr(1, line.find(' ') - 1);
            return read;
        }
    }
    return {};
}

Result<journal::Journal, Error>
create_journal(const std::optional<std::filesystem::path>& path, const journal::Header& header) {
    const journal::Session session = session_now({});
    return path ? journal::Journal::create(*path, header, session)
                : journal::Journal::create_in_memory(header, session);
}

Result<Sitting, Error> sit_down(
    const Assignment& assignment,
    const DemoOptions& options,
    const std::optional<std::filesystem::path>& journal_path
) {
    auto header = read_header(header_text(assignment, options), "demo");
    if (!header) {
        return tl::unexpected(header.error());
    }
    auto kit = load_table(*header, options.data);
    if (!kit) {
        return tl::unexpected(kit.error());
    }
    if (auto checked = check_languages(*kit); !checked) {
        return tl::unexpected(checked.error());
    }
    kit->journal_header.profiles.push_back(
        {std::string{record_name}, scoresheet::to_pgn(assignment.game)}
    );
    auto journal = create_journal(journal_path, kit->journal_header);
    if (!journal) {
        return tl::unexpected(journal.error());
    }
    DemoPlot plot = assignment.with_plot ? plot_for(assignment.game, kit->setup) : DemoPlot{};
    table::State state = table::open_table(kit->setup);
    return Sitting{std::move(*kit), std::move(*journal), std::move(state), plot, {}, {}};
}

table::PerColor<chess::Reading> pieces_of(const Assignment& assignment, const Sitting& sitting) {
    table::PerColor<chess::Reading> pieces;
    for (const Color color : chess::both_colors) {
        pieces[color] = board_from_ledger(assignment.game, sitting.plot, sitting.state, color);
    }
    return pieces;
}

void print(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

DemoTable::Told told_as_lines(const Narrator& narrator) {
    return {
        .input =
            [&narrator](const table::InputBody& input) {
                if (const auto line = narrator.line_of(input)) {
                    print(*line);
                }
            },
        .event =
            [&narrator](const table::Event& event, const table::State& state) {
                if (const auto line = narrator.line_of(event, state)) {
                    print(*line);
                }
            },
    };
}

DemoTable::Told told_as_json() {
    return {
        .input = [](const table::InputBody&) {},
        .event =
            [](const table::Event& event, const table::State& state) {
                if (const auto outcome = outcome_of(event, state)) {
                    print(to_json(*outcome, 0));
                }
            },
    };
}

DemoTable::Told told_nobody() {
    return {
        .input = [](const table::InputBody&) {},
        .event = [](const table::Event&, const table::State&) {}};
}

struct Outcomes {
    DemoEnd end = DemoEnd::over;
    table::State state;
    Instant now;
};

Result<Outcomes, Error> play(
    const Assignment& assignment,
    Sitting& sitting,
    const DemoOptions& options,
    Voice* voice,
    DemoTable::Told told
) {
    const DemoTime time = options.speed ? DemoTime::real : DemoTime::max;
    auto boards =
        DemoBoards::open(sitting.kit.setup, pieces_of(assignment, sitting), time, sitting.begin);
    if (!boards) {
        return tl::unexpected(boards.error());
    }
    const int watched = voice == nullptr ? -1 : voice->report_fd();
    DemoTable table{
        assignment.game,
        sitting.plot,
        {
            .shell =
                Shell{std::move(sitting.state), sitting.kit.words, &sitting.journal, sitting.begin},
            .boards = std::move(*boards),
            .pacer = options.speed ? make_real_pacer(sitting.begin, *options.speed, watched)
                                   : make_virtual_pacer(sitting.begin),
            .voice = voice,
            .told = std::move(told),
            .note_every = options.speed ? std::optional{Millis{1000}} : std::nullopt,
        },
    };
    if (sitting.gap) {
        if (auto resumed = table.resume(sitting.gap); !resumed) {
            return tl::unexpected(resumed.error());
        }
    }
    auto end = table.play();
    if (!end) {
        return tl::unexpected(end.error());
    }
    if (auto flushed = sitting.journal.close(); !flushed) {
        return tl::unexpected(flushed.error());
    }
    return Outcomes{*end, table.state(), table.now()};
}

// The record's result, where the table's is another.
std::optional<std::string> contradicted(const Assignment& assignment, const table::State& state) {
    const std::string& recorded = assignment.game.result;
    const bool differs =
        state.result && recorded != "*" && laws::to_string(state.result->score) != recorded;
    return differs ? std::optional{recorded} : std::nullopt;
}

std::string game_summary(const Assignment& assignment, const Outcomes& outcomes) {
    std::string text = summary_json(outcomes.state, outcomes.now);
    std::string more = fmt::format(",\"game\":{}", assignment.number);
    if (const auto recorded = contradicted(assignment, outcomes.state)) {
        more += fmt::format(",\"recorded_result\":{}", json_text(*recorded));
    }
    text.insert(text.size() - 1, more);
    return text;
}

std::string language_given(const Arguments& given) {
    return given.value_or("language", "en");
}

// --- one game, told as it happens
Result<Voice, Error> open_voice(const DemoOptions& options) {
    // At full speed there is nobody to listen but a file.
    AudioChoice choice = options.audio;
    if (!options.speed && choice.kind == AudioChoice::Kind::device) {
        choice.kind = AudioChoice::Kind::none;
    }
    auto voice = Voice::open(choice);
    if (voice && voice->problem()) {
        print_error(*voice->problem());
    }
    return voice;
}

Result<int, Error> finish(
    const Assignment& assignment,
    const Outcomes& outcomes,
    const Narrator& narrator,
    const std::filesystem::path& journal,
    bool json
) {
    if (outcomes.end == DemoEnd::stopped) {
        const std::string path = journal.string();
        print(narrator.stopped(path));
        return to_int(ExitCode::done);
    }
    std::filesystem::path sheet = journal;
    sheet.replace_extension(".pgn");
    scoresheet::PgnGame game = scoresheet_of(outcomes.state);
    for (const std::string_view name : {"Event", "Site", "Date", "Round"}) {
        const auto tag =
            std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
        tag->second = assignment.game.tag(name).value_or(tag->second);
    }
    if (auto written = write_file(sheet, scoresheet::to_pgn(game)); !written) {
        return tl::unexpected(written.error());
    }
    if (json) {
        print(game_summary(assignment, outcomes));
        return to_int(ExitCode::done);
    }
    print(narrator.ending(outcomes.state));
    if (const auto recorded = contradicted(assignment, outcomes.state)) {
        print(narrator.contradiction(*recorded));
    }
    print(narrator.files(sheet.string(), journal.string()));
    return to_int(ExitCode::done);
}

void greet(
    const Narrator& narrator, const Sitting& sitting, Voice& voice, const std::string& language
) {
    if (sitting.gap) {
        print(narrator.resumed(sitting.journal.file()));
        return;
    }
    const std::string welcome = narrator.welcome(sitting.kit.setup);
    print(welcome);
    voice.speak_in_room({{.language = language, .text = welcome}});
}

Result<int, Error>
tell_game(const Assignment& assignment, Sitting sitting, const DemoOptions& options, Voice& voice) {
    const Narrator narrator{sitting.kit.words, options.language};
    const std::filesystem::path journal = sitting.journal.file();
    if (!options.json) {
        greet(narrator, sitting, voice, options.language);
    }
    auto outcomes = play(
        assignment,
        sitting,
        options,
        &voice,
        options.json ? told_as_json() : told_as_lines(narrator)
    );
    if (!outcomes) {
        return tl::unexpected(outcomes.error());
    }
    return finish(assignment, *outcomes, narrator, journal, options.json);
}

// --- all games of a file
Result<std::string, Error> play_quietly(const Assignment& assignment, const DemoOptions& options) {
    std::optional<std::filesystem::path> path;
    if (options.journal) {
        path = std::filesystem::path{*options.journal} /
            fmt::format("game-{}.ansage", assignment.number);
    }
    auto sitting = sit_down(assignment, options, path);
    if (!sitting) {
        return tl::unexpected(sitting.error());
    }
    auto outcomes = play(assignment, *sitting, options, nullptr, told_nobody());
    if (!outcomes) {
        return tl::unexpected(outcomes.error());
    }
    if (options.json) {
        return game_summary(assignment, *outcomes);
    }
    const Narrator narrator{sitting->kit.words, options.language};
    return fmt::format("{}. {}", assignment.number, narrator.ending(outcomes->state));
}

// The table is alone on its thread. Both arguments must live until the answer is there.
std::future<Result<std::string, Error>>
play_aside(const Assignment& assignment, const DemoOptions& options) {
    return std::async(std::launch::async, [&assignment, &options] {
        return play_quietly(assignment, options);
    });
}

// The lines come out in the order of the file.
Result<int, Error>
play_all(const std::vector<Assignment>& assignments, const DemoOptions& options) {
    const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
    std::deque<std::future<Result<std::string, Error>>> running;
    std::size_t next = 0;
    while (next < assignments.size() || !running.empty()) {
        while (next < assignments.size() && running.size() < workers * 2) {
            running.push_back(play_aside(assignments[next++], options));
        }
        const auto line = running.front().get();
        running.pop_front();
        if (!line) {
            return tl::unexpected(line.error());
        }
        print(*line);
    }
    return to_int(ExitCode::done);
}

// --- options
Result<std::filesystem::path, Error> shipped_game(const std::string& data) {
    auto directories = data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) {
        return tl::unexpected(directories.error());
    }
    for (const std::filesystem::path& directory : *directories) {
        const std::filesystem::path file = directory / "games/demo.pgn";
        if (std::filesystem::exists(file)) {
            return file;
        }
    }
    return tl::unexpected(Error{
        "the demo's game is missing",
        "games/demo.pgn",
        "build or install Ansage again, or give --pgn FILE"});
}

Result<std::vector<Assignment>, Error> read_games(const std::filesystem::path& file) {
    auto text = read_file(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    std::vector<Assignment> games;
    scoresheet::PgnReader reader{*text, file.string()};
    while (auto game = reader.next()) {
        games.push_back({std::move(*game), static_cast<unsigned>(games.size()) + 1, true});
    }
    if (games.empty()) {
        return tl::unexpected(Error{"no game in this file", file.string(), "give a PGN file"});
    }
    return games;
}

Result<std::vector<Assignment>, Error>
choose_games(const Arguments& given, const DemoOptions& options) {
    const auto file = given.value("pgn");
    auto path = file ? Result<std::filesystem::path, Error>{*file} : shipped_game(options.data);
    auto games = path.and_then(read_games);
    if (!games || given.has("all")) {
        return games;
    }
    const auto number = given.number("game", 1, static_cast<std::int64_t>(games->size()));
    if (!number) {
        return tl::unexpected(number.error());
    }
    const std::size_t index = static_cast<std::size_t>(number->value_or(1)) - 1;
    return std::vector{std::move((*games)[index])};
}

// What could not be read of a game is said; the game is played as far as it goes.
bool report_problems(const std::vector<Assignment>& games) {
    bool sound = true;
    for (const Assignment& assignment : games) {
        for (const Error& problem : assignment.game.problems) {
            print_error(problem);
            sound = false;
        }
    }
    return sound;
}

Result<std::optional<double>, Error> parse_speed(const std::string& text) {
    if (text == "max") {
        return std::optional<double>{};
    }
    char* end = nullptr;
    const double speed = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(speed >= 0.1 && speed <= 1000.0)) {
        return tl::unexpected(Error{
            fmt::format("\"{}\" is no speed", printable(text)),
            "--speed",
            "write a number from 0.1 to 1000, or max"});
    }
    return std::optional{speed};
}

Result<DemoOptions, Error> options_of(const Arguments& given) {
    auto speed = parse_speed(given.value_or("speed", "1"));
    if (!speed) {
        return tl::unexpected(speed.error());
    }
    DemoOptions options{
        .data = given.value_or("data", ""),
        .language = language_given(given),
        .speed = *speed,
        .audio = parse_audio(given.value_or("audio", "default")),
        .json = given.has("json"),
        .journal = given.value("journal"),
    };
    if (given.value_or("speech", "") == "none") {
        options.audio = {AudioChoice::Kind::none, {}};
    }
    for (const std::string_view name : {"profile", "words", "mode", "time", "white", "black"}) {
        if (const auto value = given.value(name)) {
            options.header_lines.push_back(fmt::format("@{} {}", name, *value));
        }
    }
    return options;
}

// --- going on after a crash
Result<Assignment, Error> stored_game(const journal::Header& header, const std::string& file) {
    const auto record = std::ranges::find(header.profiles, record_name, &journal::Profile::name);
    if (record == header.profiles.end()) {
        return tl::unexpected(Error{
            "this journal is not a demo's", file, "go on with: ansage play --resume FILE"});
    }
    scoresheet::PgnReader reader{record->text, file};
    auto game = reader.next();
    if (!game) {
        return tl::unexpected(Error{"the record in this journal is empty", file, "start a new demo"}
        );
    }
    return Assignment{.game = std::move(*game), .number = 1, .with_plot = true};
}

Result<int, Error> resume(const std::string& name, const DemoOptions& options) {
    auto game = find_journal(name).and_then([&](const std::filesystem::path& path) {
        return resume_game(path, options.data);
    });
    if (!game) {
        return tl::unexpected(game.error());
    }
    auto assignment = stored_game(game->header, game->journal.file());
    if (!assignment) {
        return tl::unexpected(assignment.error());
    }
    const DemoPlot plot = plot_for(assignment->game, game->kit.setup);
    Sitting sitting{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .plot = plot,
        .begin = game->begin,
        .gap = Millis{0}, // the scripted people were not kept waiting
    };
    auto voice = open_voice(options);
    if (!voice) {
        return tl::unexpected(voice.error());
    }
    return tell_game(*assignment, std::move(sitting), options, *voice);
}

Result<int, Error> run_games(const Arguments& given, const DemoOptions& options) {
    auto games = choose_games(given, options);
    if (!games) {
        return tl::unexpected(games.error());
    }
    const bool sound = report_problems(*games);
    const int code = sound ? to_int(ExitCode::done) : to_int(ExitCode::bad_input);
    if (given.has("all")) {
        for (Assignment& game : *games) {
            game.with_plot = false;
        }
        return play_all(*games, options).map([&](int played) { return std::max(played, code); });
    }
    auto voice = open_voice(options); // first, so that a mistake leaves no empty journal behind
    if (!voice) {
        return tl::unexpected(voice.error());
    }
    const auto path = new_journal_path(options.journal, "demo");
    if (!path) {
        return tl::unexpected(path.error());
    }
    auto sitting = sit_down(games->front(), options, *path);
    if (!sitting) {
        return tl::unexpected(sitting.error());
    }
    return tell_game(games->front(), std::move(*sitting), options, *voice).map([&](int played) {
        return std::max(played, code);
    });
}

int run_with_options(const Arguments& given) {
    const auto code =
        options_of(given).and_then([&](const DemoOptions& options) -> Result<int, Error> {
            if (auto checked = check_header_options(options); !checked) {
                return tl::unexpected(checked.error());
            }
            const auto resumed = given.value("resume");
            return resumed ? resume(*resumed, options) : run_games(given, options);
        });
    if (!code) {
        print_error(code.error());
        return to_int(ExitCode::bad_input);
    }
    return *code;
}

} // namespace

int run_demo(std::span<const std::string> arguments) {
    Options options{"demo", "", "play a real game at two simulated boards"};
    options.value("pgn", "FILE", "games to choose from, instead of the shipped one")
        .value("game", "N", "the Nth game of the file; the first if not given")
        .flag("all", "every game of the file, one line each")
        .value("speed", "X|max", "times as fast as a real game; max: as fast as it goes")
        .value("white", "SEAT", "White's seat: impaired occupancy, sighted identity, ...")
        .value("black", "SEAT", "Black's seat")
        .value("resume", "FILE", "go on with a journal; last: the newest")
        .value("journal", "FILE|DIR", "where the journal goes")
        .value("audio", "default|none|DEVICE|FILE.wav", "where the room is heard")
        .value("speech", "none", "no speech, for users of a screen reader")
        .value("language", "L", "the listeners' language, such as de")
        .value("profile", "NAME", "the edition of the Laws")
        .value("words", "NAME", "the vocabulary of the announcements")
        .value("mode", "MODE", "tournament, club or training")
        .value("time", "SPEC", "the time control")
        .value("data", "FOLDER", "where profiles are looked for first")
        .flag("json", "one JSON object a line");
    return run_with(options, arguments, run_with_options);
}

} // namespace ansage::app
