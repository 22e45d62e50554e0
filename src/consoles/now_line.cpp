// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/now_line.hpp"

#include "base/names.hpp"
#include "chess/fen.hpp"
#include "consoles/standing.hpp"
#include "consoles/table_json.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace ansage::consoles {

using base::Instant;
using base::Millis;
using chess::Color;
using table::ConsoleRole;
using table::Mode;
using table::State;
using Json = nlohmann::ordered_json;

namespace {

Json names(std::initializer_list<chess::Square> squares) {
    Json list = Json::array();
    for (const chess::Square square : squares) list.push_back(chess::to_string(square));
    return list;
}

bool may_know_clocks(ConsoleRole role, const State& state) {
    const auto seat = table::seat_of(role);
    if (seat || role == ConsoleRole::arbiter) return true;
    // Whom an assistant tells the times.
    return role == ConsoleRole::assistant &&
        (state.seat(Color::white).assistant_duties.contains(4) ||
         state.seat(Color::black).assistant_duties.contains(4));
}

// Where a clock that runs will be at zero, instead of what it shows.
Json clocks_as_they_look(ClocksPicture clocks, Instant now) {
    const Millis passed = now.since_open;
    if (clocks.runs) {
        clocks.remaining[*clocks.runs] += std::exchange(clocks.delay_left, Millis{0}) + passed;
        if (clocks.is_hourglass) clocks.remaining[!*clocks.runs] -= passed;
    }
    return clocks_json(clocks);
}

// Up to that ply all were pressed, or followed by the next (6.2.1): what stands behind it may be
// illegal, and before the press nobody is told.
chess::Ply last_pressed(const State& state) {
    chess::Ply last = state.made();
    while (last > 0 && !state.plies[last].pressed_at &&
           state.plies[last].state != table::PlyState::completed)
        last = last - 1;
    return last;
}

// The ply after which this role is shown the position.
chess::Ply shown_ply(ConsoleRole role, const State& state) {
    if (role == ConsoleRole::arbiter) return state.made();
    return role == ConsoleRole::spectator ? last_public_ply(state) : last_pressed(state);
}

bool may_see_board(ConsoleRole role, const State& state) {
    if (role == ConsoleRole::arbiter || role == ConsoleRole::spectator) return true;
    const auto seat = table::seat_of(role);
    // A second board on a screen would be one on which moves can be tried (11.3.1).
    if (!seat || state.setup->mode == Mode::tournament) return false;
    return state.setup->mode == Mode::training ||
        state.seat(*seat).vision == table::Vision::sighted;
}

// Where sensors know the pieces, what stands on the own board.
chess::Reading board_of(ConsoleRole role, const State& state) {
    const auto seat = table::seat_of(role);
    if (seat && state.has_sensors(*seat) && state.seat(*seat).board == table::BoardKind::identity)
        return state.boards[*seat].reading;
    return state.positions.after(shown_ply(role, state)).reading();
}

// He moves there where nothing else sees his move.
bool is_movable(ConsoleRole role, const State& state) {
    const auto seat = table::seat_of(role);
    if (!seat || !state.in_play() || state.has_sensors(*seat)) return false;
    return state.positions.after(shown_ply(role, state)).turn() == *seat;
}

// From where to where.
Json squares_of(const State& state, chess::Ply ply) {
    if (ply == 0 || !state.plies[ply].move) return Json::array();
    const chess::Move move = *state.plies[ply].move;
    return names({move.from(), move.king_to()});
}

Json board_json(ConsoleRole role, const State& state) {
    if (!may_see_board(role, state)) return nullptr;
    const chess::Ply ply = shown_ply(role, state);
    return {
        {"squares", chess::to_placement(board_of(role, state))},
        {"turn", color_json(state.positions.after(ply).turn())},
        {"last", squares_of(state, ply)},
        {"movable", is_movable(role, state)}};
}

// The squares that the words name themselves: which others are meant depends on what is legal.
Json squares_said(const ConsoleView::Announcement& said) {
    if (!said.said.from || !said.said.to) return Json::array();
    return names({*said.said.from, *said.said.to});
}

Json said_json(ConsoleRole role, const State& state, const ConsoleView& view) {
    const auto said = view.newest_announcement(state);
    if (!said || role == ConsoleRole::spectator) return nullptr;
    return {
        {"mover", color_json(said->mover)},
        {"words", said->words},
        {"squares", state.setup->mode == Mode::tournament ? Json::array() : squares_said(*said)}};
}

Json answer_json(const Answer& answer) {
    return {
        {"id", answer.id}, {"text", answer.text}, {"about", answer.about}, {"typed", answer.typed}};
}

Json answers_json(const std::vector<Answer>& answers) {
    Json list = Json::array();
    for (const Answer& answer : answers) list.push_back(answer_json(answer));
    return list;
}

// What a repetition is chosen of. `letter` stands before a square where the line is typed: the
// piece's word, which no vocabulary takes for anything else.
Json words_json(const phonetics::Vocabulary& vocabulary) {
    Json pieces = Json::array();
    for (const chess::Role role : base::all_enumerators<chess::Role>) {
        const std::string& word = vocabulary.of(role).form.shown;
        const bool is_pawn = role == chess::Role::pawn;
        pieces.push_back({{"letter", is_pawn ? std::string{} : word + ' '}, {"text", word}});
    }
    Json files = Json::array();
    for (const phonetics::Word& file : vocabulary.files) files.push_back(file.form.shown);
    Json ranks = Json::array();
    for (const phonetics::Word& rank : vocabulary.ranks) ranks.push_back(rank.form.shown);
    return {
        {"pieces", std::move(pieces)},
        {"files", std::move(files)},
        {"ranks", std::move(ranks)},
        {"short_castling", vocabulary.short_castling.form.shown},
        {"long_castling", vocabulary.long_castling.form.shown}};
}

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

NowLine now_line(
    ConsoleRole role,
    const State& state,
    const ConsoleView& view,
    const Asked& asked,
    const Moment& moment
) {
    const auto press = press_of(role, state, view);
    const bool chooses = is_repetition_chosen(role, state);
    Json json{
        {"kind", "now"},
        {"v", page_version},
        {"n", 0},
        {"phase", phase_name(state)},
        {"clocks", nullptr},
        {"board", board_json(role, state)},
        {"said", said_json(role, state, view)},
        {"press", press ? answer_json(*press) : Json(nullptr)},
        {"due", answers_json(answers_due(role, state, view, asked))},
        {"choose", chooses ? Json("repeat") : Json(nullptr)},
        {"words", words_json(view.vocabulary())},
        {"menu", answers_json(menu_of(role, state, view))}};
    const bool has_clocks = may_know_clocks(role, state);
    const ClocksPicture clocks = clocks_of(state, moment.now);
    if (has_clocks) json["clocks"] = clocks_as_they_look(clocks, moment.now);
    NowLine line{.text = {}, .looks = to_text(json)};
    if (has_clocks) json["clocks"] = clocks_json(clocks);
    json["at_ms"] = moment.now.since_open.count();
    json["unix_ms"] = moment.wall_clock.count();
    line.text = to_text(json);
    return line;
}

} // namespace ansage::consoles
