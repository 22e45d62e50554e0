// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/now_line.hpp"

#include "base/names.hpp"
#include "chess/fen.hpp"
#include "consoles/picture/picture_json.hpp"
#include "consoles/picture/table_json.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"

#include <algorithm>
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

bool may_know_clocks(ConsoleRole role, const State& state) {
    const auto seat = table::seat_of(role);
    if (seat || role == ConsoleRole::arbiter) return true;
    // Whom an assistant tells the times.
    return role == ConsoleRole::assistant &&
        (state.seat(Color::white).assistant_duties.contains(4) ||
         state.seat(Color::black).assistant_duties.contains(4));
}

// Where a clock that runs will be at zero, instead of what it shows.
ClocksPicture as_they_look(ClocksPicture clocks, Instant now) {
    const Millis passed = now.since_open;
    if (clocks.runs) {
        clocks.remaining[*clocks.runs] += std::exchange(clocks.delay_left, Millis{0}) + passed;
        if (clocks.is_hourglass) clocks.remaining[!*clocks.runs] -= passed;
    }
    return clocks;
}

// What stands still whatever time it is, and what passes as the clocks before it do.
ClocksThen as_they_look(ClocksThen then, Instant now) {
    const ClocksPicture before = as_they_look(then.before, now);
    for (const Color color : chess::both_colors) {
        if (then.is_passing[color])
            then.after.remaining[color] += before.remaining[color] - then.before.remaining[color];
    }
    then.before = before;
    return then;
}

Json times_json(const ClocksPicture& clocks) {
    return {
        {"white_ms", clocks.remaining.white.count()},
        {"black_ms", clocks.remaining.black.count()},
        {"runs", color_json(clocks.runs)}};
}

Json then_json(const std::optional<Outlook>& outlook) {
    if (!outlook || !outlook->clocks) return nullptr;
    Json passing = Json::array();
    for (const Color color : chess::both_colors)
        if (outlook->clocks->is_passing[color]) passing.push_back(color_json(color));
    return {
        {"before", times_json(outlook->clocks->before)},
        {"after", times_json(outlook->clocks->after)},
        {"passing", std::move(passing)}};
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
    return squares_json({move.from(), move.king_to()});
}

// Which castling that position still has in it, as the moves made before have left it: whether it
// is legal now is not said. In Chess960 a king's step and a castling may end on one square.
Json castling_json(const chess::Position& position) {
    const Color turn = position.turn();
    Json list = Json::array();
    for (const chess::Square rook : position.castling_rooks() & position.of(turn)) {
        const chess::Move move = chess::Move::castling(position.king(turn), rook);
        list.push_back(
            {{"king", chess::to_string(move.from())},
             {"rook", chess::to_string(rook)},
             {"to", chess::to_string(move.king_to())},
             {"typed", move.is_short_castling() ? "O-O" : "O-O-O"}}
        );
    }
    return list;
}

Json board_json(ConsoleRole role, const State& state) {
    if (!may_see_board(role, state)) return nullptr;
    const chess::Ply ply = shown_ply(role, state);
    const chess::Position& position = state.positions.after(ply);
    const bool movable = is_movable(role, state);
    return {
        {"squares", chess::to_placement(board_of(role, state))},
        {"turn", color_json(position.turn())},
        {"last", squares_of(state, ply)},
        {"movable", movable},
        {"castling", movable ? castling_json(position) : Json::array()}};
}

// The squares that the words name themselves: which others are meant depends on what is legal.
Json squares_said(const ConsoleView::Announcement& said) {
    if (!said.said.from || !said.said.to) return Json::array();
    return squares_json({*said.said.from, *said.said.to});
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
    Json json{
        {"id", answer.id}, {"text", answer.text}, {"about", answer.about}, {"typed", answer.typed}};
    if (answer.matter) {
        json["matter"] = answer.matter->value();
        json["note"] = answer.note;
        json["clocks"] = then_json(answer.outlook);
    }
    return json;
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

// Both boards, what each witness said, and what is open, with what follows if he accepts it.
void add_evidence(
    Json& json, const State& state, const TablePicture& picture, const std::vector<Answer>& answers
) {
    json["boards"] = boards_json(picture);
    json["moves"] = moves_json(picture);
    json["matters"] = Json::array();
    for (Json& matter : matters_json(picture)) {
        const table::MatterNumber number{matter["number"].get<unsigned>()};
        if (state.find_matter(number)->state != table::MatterState::open) continue;
        const auto accepted = std::ranges::find_if(answers, [&](const Answer& answer) {
            return answer.matter == number && is_acceptance(answer);
        });
        const bool can_be = accepted != answers.end();
        matter["clocks"] = can_be ? then_json(accepted->outlook) : Json(nullptr);
        matter["final"] = can_be && accepted->outlook->is_final;
        json["matters"].push_back(std::move(matter));
    }
}

std::vector<Answer> as_they_look(std::vector<Answer> answers, Instant now) {
    for (Answer& answer : answers) {
        if (answer.outlook && answer.outlook->clocks)
            answer.outlook->clocks = as_they_look(*answer.outlook->clocks, now);
    }
    return answers;
}

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

NowLine now_line(
    ConsoleRole role,
    const State& state,
    const ConsoleView& view,
    const Beside& beside,
    const Moment& moment
) {
    const auto press = press_of(role, state, view);
    const std::vector<Answer> due = answers_due(role, state, view, beside.asked, moment.now);
    const bool has_clocks = may_know_clocks(role, state);
    const bool has_evidence = role == ConsoleRole::arbiter;
    const ClocksPicture clocks = clocks_of(state, moment.now);
    Json json{
        {"kind", "now"},
        {"v", page_version},
        {"n", 0},
        {"phase", phase_name(state)},
        {"clocks", nullptr},
        {"board", board_json(role, state)},
        {"said", said_json(role, state, view)},
        {"press", press ? answer_json(*press) : Json(nullptr)},
        {"due", nullptr},
        {"choose", is_repetition_chosen(role, state) ? Json("repeat") : Json(nullptr)},
        {"words", words_json(view.vocabulary())},
        {"menu", answers_json(menu_of(role, state, view))}};
    std::optional<TablePicture> picture;
    if (has_evidence) {
        picture =
            picture_of(state, view.words(), moment.now, {.matters = {}, .wrong = beside.wrong});
    }
    const auto fill = [&](const ClocksPicture& shown, const std::vector<Answer>& answers) {
        if (has_clocks) json["clocks"] = clocks_json(shown);
        json["due"] = answers_json(answers);
        if (picture) add_evidence(json, state, *picture, answers);
    };
    fill(as_they_look(clocks, moment.now), as_they_look(due, moment.now));
    NowLine line{.text = {}, .looks = to_text(json)};
    fill(clocks, due);
    json["at_ms"] = moment.now.since_open.count();
    json["unix_ms"] = moment.wall_clock.count();
    line.text = to_text(json);
    return line;
}

} // namespace ansage::consoles
