// SPDX-License-Identifier: GPL-3.0-or-later
// ansage demo: a real game at two simulated boards, from one command.
#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/demo_games.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "hall/given.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;

namespace {

// An option's own mistake is told as the option's, before anything is written.
Result<void, Error> check_header_options(const DemoOptions& options) {
    acts::TableHeader scratch = acts::default_header();
    for (const std::string& line : options.header_lines) {
        if (auto read = acts::read_header_line(scratch, line); !read) {
            read.error().where = "--" + line.substr(1, line.find(' ') - 1);
            return read;
        }
    }
    return {};
}

std::string language_given(const terminal::Arguments& given) {
    return acts::language_or_locale(given);
}

Result<telling::Voice, Error> open_demo_voice(const DemoOptions& options) {
    // At full speed there is nobody to listen but a file.
    telling::AudioChoice choice = options.audio;
    if (!options.speed && choice.kind == telling::AudioChoice::Kind::device)
        choice.kind = telling::AudioChoice::Kind::none;
    // Whoever only reads needs as much time as a listener.
    const auto silent =
        options.is_paced ? telling::AudioChoice::Kind::silent : telling::AudioChoice::Kind::none;
    if (choice.kind == telling::AudioChoice::Kind::none) choice.kind = silent;
    auto voice = telling::Voice::open(choice);
    if (!voice || !voice->problem()) return voice;
    terminal::print_error(*voice->problem());
    return options.is_paced ? telling::Voice::open({silent, {}}) : std::move(voice);
}

// --- options
Result<std::filesystem::path, Error> shipped_game(const std::string& data) {
    auto directories = files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) return tl::unexpected(directories.error());
    for (const std::filesystem::path& directory : *directories) {
        const std::filesystem::path file = directory / "games/demo.pgn";
        if (std::filesystem::exists(file)) return file;
    }
    return tl::unexpected(Error{
        base::phrase("the demo's game is missing"),
        "games/demo.pgn",
        base::phrase("build or install Ansage again, or give --pgn FILE")});
}

Result<std::vector<DemoAssignment>, Error> read_games(const std::filesystem::path& file) {
    auto text = files::read_file(file);
    if (!text) return tl::unexpected(text.error());
    std::vector<DemoAssignment> games;
    scoresheet::PgnReader reader{*text, file.string()};
    while (auto game = reader.next())
        games.push_back({std::move(*game), static_cast<unsigned>(games.size()) + 1, true});
    if (games.empty()) {
        return tl::unexpected(Error{
            base::phrase("no game in this file"), file.string(), base::phrase("give a PGN file")});
    }
    return games;
}

Result<std::vector<DemoAssignment>, Error>
choose_games(const terminal::Arguments& given, const DemoOptions& options) {
    const auto file = given.value("pgn");
    auto path = file ? Result<std::filesystem::path, Error>{*file} : shipped_game(options.data);
    auto games = path.and_then(read_games);
    if (!games || given.has("all")) return games;
    const auto number = given.number("game", 1, static_cast<std::int64_t>(games->size()));
    if (!number) return tl::unexpected(number.error());
    const std::size_t index = static_cast<std::size_t>(number->value_or(1)) - 1;
    return std::vector{std::move((*games)[index])};
}

// What could not be read of a game is said; the game is played as far as it goes.
bool report_problems(const std::vector<DemoAssignment>& games) {
    bool sound = true;
    for (const DemoAssignment& assignment : games) {
        for (const Error& problem : assignment.game.problems) {
            terminal::print_error(problem);
            sound = false;
        }
    }
    return sound;
}

Result<DemoOptions, Error> options_of(const terminal::Arguments& given) {
    // Of all games only their ends are told, and a hall has the time of a real game.
    const bool is_told = !given.has("all") && !given.value("hall");
    auto speed = parse_speed(given.value_or("speed", given.has("all") ? "max" : "1"));
    if (!speed) return tl::unexpected(speed.error());
    DemoOptions options{
        .data = given.value_or("data", ""),
        .language = language_given(given),
        .speed = *speed,
        .is_paced = is_told && !given.value("speed"),
        .audio = telling::parse_audio(given.value_or("audio", "default")),
        .json = given.has("json"),
        .journal = given.value("journal"),
    };
    auto reports = hall::reports_given(given);
    if (!reports) return tl::unexpected(reports.error());
    if (*reports && (!options.speed || given.has("all"))) {
        return tl::unexpected(Error{
            base::phrase("a hall is reported to in real time"),
            "--hall",
            base::phrase("give --speed 1, or another number")});
    }
    options.hall = *std::move(reports);
    if (given.value_or("speech", "") == "none")
        options.audio = {telling::AudioChoice::Kind::none, {}};
    for (const std::string_view name : {"profile", "words", "mode", "time", "white", "black"})
        if (const auto value = given.value(name))
            options.header_lines.push_back(fmt::format("@{} {}", name, *value));
    return options;
}

// --- going on after a crash
Result<DemoAssignment, Error> stored_game(const journal::Header& header, const std::string& file) {
    const auto record =
        std::ranges::find(header.profiles, demo_record_name, &journal::Profile::name);
    if (record == header.profiles.end()) {
        return tl::unexpected(Error{
            base::phrase("this journal is not a demo's"),
            file,
            base::phrase("go on with: ansage play --resume FILE")});
    }
    scoresheet::PgnReader reader{record->text, file};
    auto game = reader.next();
    if (!game) {
        return tl::unexpected(Error{
            base::phrase("the record in this journal is empty"),
            file,
            base::phrase("start a new demo")});
    }
    return DemoAssignment{.game = std::move(*game), .number = 1, .with_plot = true};
}

Result<int, Error> resume(const std::string& name, const DemoOptions& options) {
    auto game = record::find_journal(name).and_then([&](const std::filesystem::path& path) {
        return record::resume_game(path, options.data);
    });
    if (!game) return tl::unexpected(game.error());
    terminal::print_warning(game->missing);
    auto assignment = stored_game(game->header, game->journal.file());
    if (!assignment) return tl::unexpected(assignment.error());
    const DemoPlot plot = plot_for(assignment->game, game->kit.setup);
    DemoSitting sitting{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .plot = plot,
        .begin = game->begin,
        .gap = Millis{0}, // the scripted people were not kept waiting
    };
    auto voice = open_demo_voice(options);
    if (!voice) return tl::unexpected(voice.error());
    return tell_game(*assignment, std::move(sitting), options, *voice);
}

Result<int, Error> run_games(const terminal::Arguments& given, const DemoOptions& options) {
    auto games = choose_games(given, options);
    if (!games) return tl::unexpected(games.error());
    const bool sound = report_problems(*games);
    const int code = sound ? terminal::to_int(terminal::ExitCode::done)
                           : terminal::to_int(terminal::ExitCode::bad_input);
    if (given.has("all")) {
        for (DemoAssignment& game : *games) game.with_plot = false;
        return tell_all_games(*games, options).map([&](int played) {
            return std::max(played, code);
        });
    }
    auto voice =
        open_demo_voice(options); // first, so that a mistake leaves no empty journal behind
    if (!voice) return tl::unexpected(voice.error());
    const auto path = record::new_journal_path(options.journal, "demo");
    if (!path) return tl::unexpected(path.error());
    auto sitting = sit_down(games->front(), options, *path);
    if (!sitting) return tl::unexpected(sitting.error());
    return tell_game(games->front(), std::move(*sitting), options, *voice).map([&](int played) {
        return std::max(played, code);
    });
}

int run_with_options(const terminal::Arguments& given) {
    const auto code =
        options_of(given).and_then([&](const DemoOptions& options) -> Result<int, Error> {
            if (auto checked = check_header_options(options); !checked)
                return tl::unexpected(checked.error());
            const auto resumed = given.value("resume");
            return resumed ? resume(*resumed, options) : run_games(given, options);
        });
    if (!code) {
        terminal::print_error(code.error());
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    return *code;
}

} // namespace

Result<std::optional<double>, Error> parse_speed(const std::string& text) {
    if (text == "max") return std::optional<double>{};
    char* end = nullptr;
    const double speed = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(speed >= 0.1 && speed <= 1000.0)) {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no speed", terminal::printable(text)),
            "--speed",
            base::phrase("write a number from 0.1 to 1000, or max")});
    }
    return std::optional{speed};
}

terminal::Options demo_options() {
    terminal::Options options{"demo", "", "play a real game at two simulated boards"};
    options.value("pgn", "FILE", "games to choose from, instead of the shipped one")
        .value("game", "N", "the Nth game of the file; the first if not given")
        .flag("all", "every game of the file, one line each")
        .value(
            "speed",
            "X|max",
            "times as fast as a real game: 1 is the whole game in real time; "
            "max: as fast as it goes; if not given, most moves are played fast"
        )
        .value("white", "SEAT", "White's seat: impaired occupancy, sighted identity, ...")
        .value("black", "SEAT", "Black's seat");
    acts::add_settings(options, {"resume", "journal", "audio", "speech"})
        .value("language", "L", "the listeners' language, such as de");
    acts::add_settings(options, {"profile", "words", "mode"})
        .value("time", "SPEC", "the time control");
    return acts::add_settings(options, {"data", "json", "hall", "hall-account"})
        .refuse_empty_values();
}

int run_demo(std::span<const std::string> arguments) {
    return terminal::run_with(demo_options(), arguments, run_with_options);
}

} // namespace ansage::app
