// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_open.hpp"

#include "app/commands/given.hpp"
#include "app/commands/play_ear.hpp"
#include "app/commands/play_settings.hpp"
#include "base/try.hpp"
#include "chess/player_words.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "session/board_port.hpp"
#include "table/asking/rights.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;
using terminal::Failure;

namespace {

// Where the journal keeps which boards were on which ports.
constexpr std::string_view ports_name = "play/boards";
// ... and what everybody accepted before the first move.
constexpr std::string_view agreed_name = "play/agreed";
// ... and whose console the terminal was.
constexpr std::string_view window_name = "play/window";
// ... and what each player hears as a tone.
constexpr std::string_view tones_name = "play/tones";
// ... and through which microphone it listens.
constexpr std::string_view hearing_name = "play/hearing";
constexpr Millis connect_limit{5000};

// Absent: it keeps nothing of that name.
std::optional<std::string> kept(const journal::Header& header, std::string_view name) {
    const auto found = std::ranges::find(header.profiles, name, &journal::Profile::name);
    return found == header.profiles.end() ? std::nullopt : std::optional{found->text};
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

Result<void, Error> check_ports(const table::TableSetup& setup, const Choices& ports) {
    for (const Color color : chess::both_colors)
        ANSAGE_TRY(check_port(setup.seats[color], color, ports[color].has_value()));
    return {};
}

std::string window_given(const terminal::Arguments& given) {
    const std::string enter = given.value_or("enter", "");
    return given.value_or("window", "") + (enter.empty() ? "" : ' ' + enter);
}

// Whoever goes on with a game sits where he sat.
std::string window_again(const terminal::Arguments& given, const journal::Header& header) {
    if (given.has("window")) return window_given(given);
    const std::string window = kept(header, window_name).value_or("");
    // What Enter did besides is among the inputs.
    return window.substr(0, window.find(' ')) + window_given(given);
}

// What Enter did last at each player's console.
Result<table::PerColor<bool>, Error> enter_again(journal::Journal& journal) {
    table::PerColor<bool> presses;
    auto reader = ANSAGE_TRY(journal.read());
    while (const auto entry = ANSAGE_TRY(reader.next())) {
        const auto* const replies = std::get_if<table::Replies>(&entry->input.body);
        const auto seat = replies == nullptr ? std::nullopt : table::seat_of(replies->console);
        if (!seat || replies->reply != table::Reply::help) continue;
        if (replies->topic == "enter_presses") presses[*seat] = true;
        if (replies->topic == "enter_waits") presses[*seat] = false;
    }
    return presses;
}

// "white peg:/dev/ttyACM0", a line each.
std::string to_text(const Choices& ports) {
    std::string text;
    for (const Color color : chess::both_colors)
        if (ports[color]) text += fmt::format("{} {}\n", chess::to_string(color), *ports[color]);
    return text;
}

// Those of last time, where none are given now.
Choices kept_choices(std::string_view name, const journal::Header& header, Choices given) {
    std::istringstream lines{kept(header, name).value_or("")};
    for (std::string line; std::getline(lines, line);) {
        for (const Color color : chess::both_colors) {
            const std::string start = fmt::format("{} ", chess::to_string(color));
            if (line.starts_with(start) && !given[color]) given[color] = line.substr(start.size());
        }
    }
    return given;
}

// --- a new table, or one gone on with
// Who consented to be listened to was asked last, and goes before what was given.
void note_consents(acts::TableKit& kit, const table::PerColor<bool>& heard) {
    const std::string_view who = heard.white && heard.black ? "both"
        : heard.white                                       ? "white"
        : heard.black                                       ? "black"
                                                            : "none";
    kit.journal_header.setup += fmt::format("@heard {}\n", who);
    for (const Color color : chess::both_colors) kit.setup.seats[color].heard = heard[color];
}

// What opponent and arbiter accept together goes into the journal; whoever does not accept opens no
// table.
Result<std::optional<table::ArbiterOverrides>, Failure> agree(
    acts::TableKit& kit,
    const acts::TableHeader& header,
    const std::optional<SetupTalk>& talk,
    bool listens
) {
    if (!talk) return std::nullopt;
    const chess::Position start;
    const auto example = kit.words.hearing().hear(start, "e2e4").move;
    const auto agreed = agree_together(
        *talk,
        {.setup = kit.setup,
         .words = kit.setup.vocabulary,
         .clock = header.clock,
         .move = example ? kit.words.announcement(start, *example) : std::string{},
         .listens = listens}
    );
    if (!agreed) {
        return tl::unexpected(Failure{
            {base::phrase("not everybody accepted"),
             "set-up",
             base::phrase("change the answers, or the options of play")},
            terminal::ExitCode::no});
    }
    kit.journal_header.profiles.push_back({std::string{agreed_name}, agreed->text});
    if (listens) note_consents(kit, agreed->heard);
    return agreed->overrides;
}

// What everybody answered at set-up; absent if nobody was asked.
std::optional<bool> agreed_to_recording(const journal::Header& header) {
    const auto agreed = kept(header, agreed_name);
    if (!agreed) return std::nullopt;
    return agreed->find("recording agreed\n") != std::string::npos;
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

Result<OpenBoards, Error> open_boards(const acts::TableKit& kit, const Choices& ports) {
    const table::TableSetup& setup = kit.setup;
    OpenBoards boards;
    for (const Color color : chess::both_colors) {
        if (!ports[color]) continue;
        auto port = ANSAGE_TRY(session::read_board_port(
            *ports[color], setup, color, kit.words.catalogue(setup.arbiter_language)
        ));
        devices::Stream stream = session::open_or_wait(port, connect_limit);
        boards[color] = session::OpenBoard{std::move(port), std::move(stream)};
    }
    return boards;
}

Result<OpenedTable, Error> begin_table(acts::TableKit kit, const std::filesystem::path& journal) {
    auto begun =
        ANSAGE_TRY(journal::Journal::create(journal, kit.journal_header, record::session_now({})));
    table::State state = table::open_table(kit.setup);
    return OpenedTable{
        .kit = std::move(kit), .journal = std::move(begun), .state = std::move(state)};
}

OpenedTable go_on(record::ResumedGame game) {
    return {
        .kit = std::move(game.kit),
        .journal = std::move(game.journal),
        .state = std::move(game.state),
        .begin = game.begin,
        .is_resumed = true,
        .gap = game.gap};
}

// Whoever was asked, and did not consent, still has his table.
Result<std::unique_ptr<listening::Ear>, Error>
open_new_ear(const std::string& microphone, const acts::TableKit& kit, bool was_asked) {
    const table::PerColor<bool> consents{
        table::may_be_heard(kit.setup, Color::white), table::may_be_heard(kit.setup, Color::black)};
    const bool is_nobody = !consents.white && !consents.black;
    if (microphone.empty() || !was_asked || !is_nobody) return open_ear(microphone, kit, consents);
    terminal::print_error(
        {base::phrase("not everybody agreed to be listened to"),
         "--hear",
         base::phrase("nobody is listened to; type the moves")}
    );
    return nullptr;
}

Result<OpenedTable, Failure>
open_new(const terminal::Arguments& given, const std::optional<SetupTalk>& talk) {
    const auto settings = ANSAGE_TRY(play_settings(given));
    auto kit = ANSAGE_TRY(acts::load_table(settings.header, data_given(given)));
    ANSAGE_TRY(acts::check_languages(kit));
    const std::string microphone = given.value_or("hear", "");
    ANSAGE_TRY(check_hearing_given(given, microphone, kit.setup.mode));
    auto agreed = ANSAGE_TRY(agree(kit, settings.header, talk, !microphone.empty()));
    ANSAGE_TRY(check_ports(kit.setup, settings.ports));
    auto boards = ANSAGE_TRY(open_boards(kit, settings.ports));
    keep_choices(kit.journal_header, settings, given);
    const auto path = ANSAGE_TRY(record::new_journal_path(given.value("journal"), "play"));
    auto ear = ANSAGE_TRY(open_new_ear(microphone, kit, talk.has_value()));
    if (ear) kit.journal_header.profiles.push_back({std::string{hearing_name}, microphone});
    const auto agreed_to = agreed_to_recording(kit.journal_header);
    auto choice = ANSAGE_TRY(record::recording_given(given, agreed_to));
    if (!choice.device.empty() && agreed_to == false) {
        terminal::print_error(
            {base::phrase("not everybody agreed to be recorded"),
             "--record",
             base::phrase("nothing is recorded")}
        );
        choice.device.clear();
    }
    auto recording =
        ANSAGE_TRY(record::open_recording(choice, path).map_error(terminal::unavailable));
    if (recording) kit.journal_header.profiles.push_back(record::profile_of(choice));
    OpenedTable opened = ANSAGE_TRY(begin_table(std::move(kit), path));
    opened.boards = std::move(boards);
    opened.recording = std::move(recording);
    opened.ear = std::move(ear);
    opened.overrides = std::move(agreed);
    opened.braille = settings.braille;
    opened.tones = settings.tones;
    opened.window = window_given(given);
    return opened;
}

// As before, unless everybody has withdrawn his consent since.
Result<std::unique_ptr<listening::Ear>, Error> open_ear_again(
    const terminal::Arguments& given, const journal::Header& header, const OpenedTable& opened
) {
    std::string microphone = kept(header, hearing_name).value_or("");
    const table::PerColor<bool>& consents = opened.state.listening.consents;
    if (!consents.white && !consents.black) microphone.clear();
    if (const auto named = given.value("hear")) microphone = *named;
    if (microphone.empty()) return nullptr;
    ANSAGE_TRY(check_hearing_given(given, microphone, opened.kit.setup.mode));
    if (!consents.white && !consents.black) {
        return tl::unexpected(Error{
            base::phrase("nobody of this game consents to be listened to"),
            "--hear",
            base::phrase("leave it out, and type the moves")});
    }
    return open_ear(microphone, opened.kit, consents);
}

Result<OpenedTable, Failure> open_again(const std::string& name, const terminal::Arguments& given) {
    auto game = ANSAGE_TRY(resume_named(name, data_given(given), extent_given(given)));
    const journal::Header header = std::move(game.header);
    OpenedTable opened = go_on(std::move(game));
    const Choices ports = kept_choices(ports_name, header, choices_given(given, "board"));
    ANSAGE_TRY(check_ports(opened.kit.setup, ports));
    opened.boards = ANSAGE_TRY(open_boards(opened.kit, ports));
    opened.braille = braille_codes_given(given);
    const record::BrailleChoice before = record::braille_chosen(header);
    for (const Color color : chess::both_colors)
        if (!opened.braille[color]) opened.braille[color] = before[color];
    const auto choice = ANSAGE_TRY(record::recording_again(given, header, opened.journal));
    opened.recovered = ANSAGE_TRY(record::recover_recordings(opened.journal));
    opened.ear = ANSAGE_TRY(open_ear_again(given, header, opened));
    opened.recording =
        record::open_recording_again(choice, opened.journal.file(), opened.recovered.problems);
    opened.tones = kept_choices(tones_name, header, choices_given(given, "tones"));
    opened.window = window_again(given, header);
    opened.enter_presses = ANSAGE_TRY(enter_again(opened.journal));
    return opened;
}

} // namespace ansage::app
