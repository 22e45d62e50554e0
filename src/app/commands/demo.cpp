// SPDX-License-Identifier: GPL-3.0-or-later
// ansage demo: a real game at two simulated boards, from one command.
#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/demo_games.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "hall/given.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
namespace fs = std::filesystem;

namespace {

// An option's own mistake is told as the option's, before anything is written.
Result<void, Error> check_settings(const DemoOptions& options) {
    acts::TableHeader scratch = acts::default_header();
    for (const auto& [name, value] : options.settings) ANSAGE_TRY(acts::set(scratch, name, value));
    return {};
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
Result<fs::path, Error> shipped_game(const std::string& data) {
    auto directories =
        ANSAGE_TRY(files::data_directories(data.empty() ? std::nullopt : std::optional{data}));
    for (const fs::path& directory : directories) {
        const fs::path file = directory / "games/demo.pgn";
        if (fs::exists(file)) return file;
    }
    return tl::unexpected(Error{
        base::phrase("the demo's game is missing"),
        "games/demo.pgn",
        base::phrase("build or install Ansage again, or give --pgn FILE")});
}

Result<std::vector<DemoAssignment>, Error> read_games(const fs::path& file) {
    const auto read = ANSAGE_TRY(files::read_text(file));
    terminal::print_warning(read.remark);
    std::vector<DemoAssignment> games;
    scoresheet::PgnReader reader{read.text, file.string()};
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
    fs::path path = file.value_or("");
    if (!file) path = ANSAGE_TRY(shipped_game(options.data));
    auto games = ANSAGE_TRY(read_games(path));
    if (given.has("all")) return games;
    const auto most = static_cast<std::int64_t>(games.size());
    const auto number = ANSAGE_TRY(given.number("game", 1, most)).value_or(1);
    return std::vector{std::move(games[static_cast<std::size_t>(number) - 1])};
}

// Where somebody reads who may open it, or where it was asked for.
bool has_page(const terminal::Arguments& given, const DemoOptions& options) {
    if (const auto page = given.value("page")) return *page == "on";
    return ::isatty(STDOUT_FILENO) != 0 && options.speed && !options.json && !given.has("all");
}

Result<DemoOptions, Error> options_of(const terminal::Arguments& given) {
    // Of all games only their ends are told, and a hall has the time of a real game.
    const bool is_told = !given.has("all") && !given.value("hall");
    const auto speed =
        ANSAGE_TRY(parse_speed(given.value_or("speed", given.has("all") ? "max" : "1")));
    DemoOptions options{
        .data = data_given(given),
        .language = acts::language_or_locale(given),
        .speed = speed,
        .is_paced = is_told && !given.value("speed"),
        .audio = telling::parse_audio(given.value_or("audio", "default")),
        .json = given.has("json"),
        .journal = given.value("journal"),
    };
    auto reports = ANSAGE_TRY(hall::reports_given(given));
    if (reports && (!options.speed || given.has("all"))) {
        return tl::unexpected(Error{
            base::phrase("a hall is reported to in real time"),
            "--hall",
            base::phrase("give --speed 1, or another number")});
    }
    options.hall = std::move(reports);
    if (given.value_or("speech", "") == "none")
        options.audio = {telling::AudioChoice::Kind::none, {}};
    options.has_page = has_page(given, options);
    for (const std::string_view name : {"profile", "words", "mode", "time", "white", "black"})
        if (const auto value = given.value(name)) options.settings.emplace_back(name, *value);
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

terminal::Answer resume(const std::string& name, const DemoOptions& options) {
    auto game = ANSAGE_TRY(resume_named(name, options.data));
    auto assignment = ANSAGE_TRY(stored_game(game.header, game.journal.file()));
    const DemoPlot plot = plot_for(assignment.game, game.kit.setup);
    DemoSitting sitting{
        .kit = std::move(game.kit),
        .journal = std::move(game.journal),
        .state = std::move(game.state),
        .plot = plot,
        .begin = game.begin,
        .gap = Millis{0}, // the scripted people were not kept waiting
    };
    auto voice = ANSAGE_TRY(open_demo_voice(options));
    return tell_game(assignment, std::move(sitting), options, voice);
}

// The worse of both answers.
terminal::Answer run_games(const terminal::Arguments& given, const DemoOptions& options) {
    auto games = ANSAGE_TRY(choose_games(given, options));
    const auto code =
        tell_problems(games) ? terminal::ExitCode::done : terminal::ExitCode::bad_input;
    if (given.has("all")) {
        for (DemoAssignment& game : games) game.with_plot = false;
        const auto told = ANSAGE_TRY(tell_all_games(games, options));
        return std::max(told, code);
    }
    // First, so that a mistake leaves no empty journal behind.
    auto voice = ANSAGE_TRY(open_demo_voice(options));
    const auto path = ANSAGE_TRY(record::new_journal_path(options.journal, "demo"));
    auto sitting = ANSAGE_TRY(sit_down(games.front(), options, path));
    const auto told = ANSAGE_TRY(tell_game(games.front(), std::move(sitting), options, voice));
    return std::max(told, code);
}

terminal::Answer demo(const terminal::Arguments& given) {
    const auto options = ANSAGE_TRY(options_of(given));
    ANSAGE_TRY(check_settings(options));
    const auto resumed = given.value("resume");
    return resumed ? resume(*resumed, options) : run_games(given, options);
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
    acts::add_settings(options, {"data", "json"})
        .value(
            "page",
            "on|none",
            "both boards as a page for browsers on this machine; if not given, on at a terminal"
        );
    return acts::add_settings(options, {"hall", "hall-account"}).refuse_empty_values();
}

} // namespace

const terminal::Command demo_command{
    "demo", "a real game at two simulated boards", {{demo_options, demo}}};

} // namespace ansage::app
