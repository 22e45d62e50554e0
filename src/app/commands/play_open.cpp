// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_open.hpp"

#include "app/commands/play_settings.hpp"
#include "chess/player_words.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "session/board_port.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

// Where the journal keeps which boards were on which ports.
constexpr std::string_view ports_name = "play/boards";
// ... and what everybody accepted before the first move.
constexpr std::string_view agreed_name = "play/agreed";
// ... and whose console the terminal was.
constexpr std::string_view window_name = "play/window";
// ... and what each player hears as a tone.
constexpr std::string_view tones_name = "play/tones";
constexpr Millis connect_limit{5000};

tl::unexpected<PlayFailure> bad_input(Error error) {
    return tl::unexpected(PlayFailure{.error = std::move(error)});
}

// --- boards
Result<void, Error> check_port(const table::Seat& seat, Color color, bool has_port) {
    const bool has_board = seat.board != table::BoardKind::none;
    if (has_board && !has_port) {
        return tl::unexpected(Error{
            base::phrase("{}'s board has no port", chess::player_words(color)),
            fmt::format("--{}-board", chess::to_string(color)),
            base::phrase("give a port that 'ansage board list' shows, or write none for the board "
                         "in the seat")});
    }
    if (!has_board && has_port) {
        return tl::unexpected(Error{
            base::phrase("{}'s seat has no board", chess::player_words(color)),
            fmt::format("--{}-board", chess::to_string(color)),
            base::phrase("name it in --{}, such as impaired occupancy", chess::to_string(color))});
    }
    return {};
}

Result<OpenBoards, PlayFailure> open_boards(const acts::TableKit& kit, const Ports& ports) {
    const table::TableSetup& setup = kit.setup;
    OpenBoards boards;
    for (const Color color : chess::both_colors) {
        const table::Seat& seat = setup.seats[color];
        if (auto checked = check_port(seat, color, ports[color].has_value()); !checked)
            return bad_input(checked.error());
        if (!ports[color]) continue;
        auto port = session::read_board_port(
            *ports[color], setup, color, kit.words.catalogue(setup.arbiter_language)
        );
        if (!port) return bad_input(port.error());
        devices::Stream stream = session::open_or_wait(*port, connect_limit);
        boards[color] = session::OpenBoard{*std::move(port), std::move(stream)};
    }
    return boards;
}

std::string window_given(const terminal::Arguments& given) {
    const std::string enter = given.value_or("enter", "");
    return given.value_or("window", "") + (enter.empty() ? "" : ' ' + enter);
}

// Whoever goes on with a game sits where he sat.
std::string window_again(const terminal::Arguments& given, const journal::Header& header) {
    const auto stored = std::ranges::find(header.profiles, window_name, &journal::Profile::name);
    return given.has("window") || stored == header.profiles.end() ? window_given(given)
                                                                  : stored->text;
}

// "white peg:/dev/ttyACM0", a line each.
std::string to_text(const Choices& ports) {
    std::string text;
    for (const Color color : chess::both_colors)
        if (ports[color]) text += fmt::format("{} {}\n", chess::to_string(color), *ports[color]);
    return text;
}

// "white peg:/dev/ttyACM0"
void read_stored_port(std::string_view line, Ports& ports) {
    for (const Color color : chess::both_colors) {
        const std::string start = fmt::format("{} ", chess::to_string(color));
        if (line.starts_with(start) && !ports[color]) ports[color] = line.substr(start.size());
    }
}

// The ports of last time, where none are given now.
Choices stored_under(std::string_view name, const journal::Header& header, Choices ports) {
    const auto stored = std::ranges::find(header.profiles, name, &journal::Profile::name);
    if (stored == header.profiles.end()) return ports;
    std::string_view text = stored->text;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        read_stored_port(text.substr(0, end), ports);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return ports;
}

// --- a new table, or one gone on with
// What opponent and arbiter accept together goes into the journal; whoever does not accept opens no
// table.
Result<std::optional<table::ArbiterOverrides>, PlayFailure>
agree(acts::TableKit& kit, const acts::TableHeader& header, const std::optional<SetupTalk>& talk) {
    if (!talk) return std::nullopt;
    const chess::Position start;
    const auto example = kit.words.hearing().hear(start, "e2e4").move;
    const auto agreed = agree_together(
        *talk,
        {.setup = kit.setup,
         .words = kit.setup.vocabulary,
         .clock = header.clock,
         .move = example ? kit.words.announcement(start, *example) : std::string{}}
    );
    if (!agreed) {
        return tl::unexpected(PlayFailure{
            {base::phrase("not everybody accepted"),
             "set-up",
             base::phrase("change the answers, or the options of play")},
            terminal::ExitCode::no});
    }
    kit.journal_header.profiles.push_back({std::string{agreed_name}, agreed->text});
    return agreed->overrides;
}

// What everybody answered at set-up; absent if nobody was asked.
std::optional<bool> agreed_to_recording(const journal::Header& header) {
    const auto agreed = std::ranges::find(header.profiles, agreed_name, &journal::Profile::name);
    if (agreed == header.profiles.end()) return std::nullopt;
    return agreed->text.find("recording agreed\n") != std::string::npos;
}

// What a game that is resumed goes on with.
void keep_choices(
    journal::Header& header, const PlaySettings& settings, const terminal::Arguments& given
) {
    header.profiles.push_back({std::string{ports_name}, to_text(settings.ports)});
    if (settings.tones.white || settings.tones.black)
        header.profiles.push_back({std::string{tones_name}, to_text(settings.tones)});
    if (settings.braille.white || settings.braille.black)
        header.profiles.push_back(record::profile_of(settings.braille));
    if (const auto& pairing = settings.pairing)
        header.profiles.push_back(record::profile_of(*pairing, pairing->games.front()));
    if (given.has("window"))
        header.profiles.push_back({std::string{window_name}, window_given(given)});
}

} // namespace

Result<OpenedTable, PlayFailure>
open_new(const terminal::Arguments& given, const std::optional<SetupTalk>& talk) {
    const auto settings = play_settings(given);
    if (!settings) return bad_input(settings.error());
    auto kit = acts::load_table(settings->header, given.value_or("data", ""));
    if (!kit) return bad_input(kit.error());
    if (auto checked = acts::check_languages(*kit); !checked) return bad_input(checked.error());
    auto agreed = agree(*kit, settings->header, talk);
    if (!agreed) return tl::unexpected(agreed.error());
    auto boards = open_boards(*kit, settings->ports);
    if (!boards) return tl::unexpected(boards.error());
    keep_choices(kit->journal_header, *settings, given);
    const auto path = record::new_journal_path(given.value("journal"), "play");
    const auto agreed_to = agreed_to_recording(kit->journal_header);
    auto choice = record::recording_given(given, agreed_to);
    if (!path || !choice) return bad_input(path ? choice.error() : path.error());
    if (!choice->device.empty() && agreed_to == false) {
        terminal::print_error(
            {base::phrase("not everybody agreed to be recorded"),
             "--record",
             base::phrase("nothing is recorded")}
        );
        choice->device.clear();
    }
    auto recording = record::open_recording(*choice, *path);
    if (!recording)
        return tl::unexpected(PlayFailure{recording.error(), terminal::ExitCode::unavailable});
    if (*recording) kit->journal_header.profiles.push_back(record::profile_of(*choice));
    const journal::Session session = record::session_now({});
    auto journal = journal::Journal::create(*path, kit->journal_header, session);
    if (!journal) return bad_input(journal.error());
    table::State state = table::open_table(kit->setup);
    return OpenedTable{
        .kit = std::move(*kit),
        .journal = std::move(*journal),
        .state = std::move(state),
        .boards = std::move(*boards),
        .recording = std::move(*recording),
        .recovered = {},
        .overrides = *std::move(agreed),
        .begin = {},
        .is_resumed = false,
        .gap = {},
        .braille = settings->braille,
        .tones = settings->tones,
        .window = window_given(given),
    };
}

Result<OpenedTable, PlayFailure>
open_again(const std::string& name, const terminal::Arguments& given) {
    auto game = record::find_journal(name).and_then([&](const std::filesystem::path& path) {
        const auto extent =
            given.has("damaged") ? journal::Extent::before_fault : journal::Extent::whole;
        return record::resume_game(path, given.value_or("data", ""), extent);
    });
    if (!game) return bad_input(game.error());
    terminal::print_warning(game->missing);
    auto boards = open_boards(
        game->kit, stored_under(ports_name, game->header, choices_given(given, "board"))
    );
    if (!boards) return tl::unexpected(boards.error());
    record::BrailleChoice braille = record::braille_chosen(game->header);
    const record::BrailleChoice now = braille_codes_given(given);
    for (const Color color : chess::both_colors)
        braille[color] = now[color] ? now[color] : braille[color];
    const auto sessions = game->journal.sessions();
    const auto choice = record::recording_again(given, game->header, game->journal);
    if (!sessions || !choice) return bad_input(sessions ? choice.error() : sessions.error());
    auto recovered = record::recover_recordings(game->journal);
    if (!recovered) return bad_input(recovered.error());
    auto recording =
        record::open_recording_again(*choice, game->journal.file(), recovered->problems);
    return OpenedTable{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .boards = std::move(*boards),
        .recording = std::move(recording),
        .recovered = *std::move(recovered),
        .overrides = {},
        .begin = game->begin,
        .is_resumed = true,
        .gap = game->gap,
        .braille = std::move(braille),
        .tones = stored_under(tones_name, game->header, choices_given(given, "tones")),
        .window = window_again(given, game->header),
    };
}

} // namespace ansage::app
