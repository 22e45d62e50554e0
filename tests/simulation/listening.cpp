// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong while a player listens: his opponent's move repeated or carried out wrongly.
#include "table/witnesses/watcher.hpp"
#include "turns.hpp"

namespace ansage::tests {

using chess::Color;
using chess::Position;
using chess::Role;
using chess::Square;
using chess::SquareSet;
using table::AlertKind;

namespace {

// The opponent's last move leaves that board looking otherwise: a Chess960 castling may not.
bool can_see(const Turn& turn, Color board) {
    const Position& before = turn.last->before;
    return turn.people.can_tell(board, before.reading(), before.after(turn.last->move).reading());
}

// --- the opponent's last move is carried out wrongly

bool wrong_aperture(Turn& turn) {
    People& people = turn.people;
    if (!turn.last || turn.last->move.is_castling() || turn.last->move.promotion() ||
        !people.has_sensors(turn.seat) || !apart(turn.last->move, turn.move))
        return false;
    const SquareSet busy = busy_squares(turn) | table::footprint_squares(turn.last->move);
    const auto wrong = any_of(empty_squares(people.truth(turn.seat), busy), people.dice());
    if (!wrong) return false;
    people.repeat_last(turn.seat);
    if (const auto victim = turn.last->before.capture_square(turn.last->move))
        people.shift(turn.seat, *victim, std::nullopt);
    people.shift(turn.seat, turn.last->move.from(), *wrong);
    people.mark_executed(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

// Another piece of the opponent's goes to the right square.
bool wrong_piece(Turn& turn) {
    People& people = turn.people;
    if (!turn.last || turn.last->move.is_castling() || turn.last->move.promotion() ||
        !people.has_sensors(turn.seat) || turn.last->before.is_capture(turn.last->move) ||
        !apart(turn.last->move, turn.move))
        return false;
    std::vector<Square> pieces;
    for (const Square square : turn.last->before.of(!turn.seat)) {
        const bool is_free =
            square != turn.last->move.from() && !busy_squares(turn).contains(square);
        if (is_free && turn.last->before.at(square)->role != Role::king) pieces.push_back(square);
    }
    const auto wrong = any_of(pieces, people.dice());
    if (!wrong) return false;
    people.shift(turn.seat, *wrong, turn.last->move.to());
    people.mark_executed(turn.seat);
    people.repeat_last(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool victim_left_standing(Turn& turn) {
    People& people = turn.people;
    const auto victim =
        turn.last ? turn.last->before.capture_square(turn.last->move) : std::nullopt;
    if (!victim || turn.last->move.promotion() || !people.has_sensors(turn.seat) ||
        !apart(turn.last->move, turn.move))
        return false;
    if (!turn.last->move.is_en_passant()) {
        const SquareSet busy = busy_squares(turn) | table::footprint_squares(turn.last->move);
        const auto beside = any_of(empty_squares(people.truth(turn.seat), busy), people.dice());
        if (!beside) return false;
        people.shift(turn.seat, *victim, *beside);
    }
    people.shift(turn.seat, turn.last->move.from(), turn.last->move.to());
    people.mark_executed(turn.seat);
    people.repeat_last(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool castling_half_done(Turn& turn) {
    People& people = turn.people;
    if (!turn.last || !turn.last->move.is_castling() || !has_two_halves(turn.last->move) ||
        !people.has_sensors(turn.seat) || !apart(turn.last->move, turn.move))
        return false;
    people.repeat_last(turn.seat);
    if (people.dice().one_in(2)) {
        people.shift(turn.seat, turn.last->move.from(), turn.last->move.king_to());
    } else people.shift(turn.seat, turn.last->move.to(), turn.last->move.rook_to());
    people.mark_executed(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool wrong_promotion_piece(Turn& turn) {
    People& people = turn.people;
    if (!turn.last || !turn.last->move.promotion() || !people.knows_pieces(turn.seat) ||
        !apart(turn.last->move, turn.move))
        return false;
    if (const auto victim = turn.last->before.capture_square(turn.last->move))
        people.shift(turn.seat, *victim, std::nullopt);
    const Role role = *turn.last->move.promotion() == Role::queen ? Role::rook : Role::queen;
    people.shift(turn.seat, turn.last->move.from(), std::nullopt);
    people.place(turn.seat, turn.last->move.to(), {!turn.seat, role}, Millis{600});
    people.mark_executed(turn.seat);
    people.repeat_last(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool last_move_not_executed(Turn& turn) {
    People& people = turn.people;
    if (!turn.last || !can_see(turn, turn.seat) || !apart(turn.last->move, turn.move)) return false;
    people.repeat_last(turn.seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool executed_wrongly_and_mended(Turn& turn) {
    People& people = turn.people;
    const auto wrong =
        turn.last ? confused(people, turn.seat, turn.last->before, turn.last->move) : std::nullopt;
    if (!wrong) return false;
    people.repeat_last(turn.seat);
    people.carry_out(turn.seat, turn.last->before, *wrong);
    people.wait(people.dice().between(100, 3000));
    people.put_right(turn.seat);
    play_and_press(turn);
    return true;
}

// Both boards are wrong before anybody has mended one.
bool both_boards_wrong(Turn& turn) {
    People& people = turn.people;
    const bool possible = turn.last && can_see(turn, turn.seat) && people.has_sensors(turn.seat) &&
        people.has_sensors(!turn.seat) && !turn.move.is_castling() &&
        !turn.last->move.is_castling() && apart(turn.last->move, turn.move) &&
        apart(turn.move, turn.next) && apart(turn.last->move, turn.next);
    if (!possible) return false;
    const chess::Ply due = people.state().made();
    // A man that was not taken off looks like a lift that was lost, where men have no names.
    const bool may_be_sensors = turn.before.is_capture(turn.move) &&
        people.state().seat(!turn.seat).board == table::BoardKind::occupancy;
    people.repeat_last(turn.seat);
    play_and_press(turn);
    turn.expect(AlertKind::opponent_board_differs, turn.seat);
    if (!was_heard(people.state(), due)) turn.back_to = due - 1;
    turn.move = turn.next;
    people.repeat_last(!turn.seat);
    play_and_press(turn);
    turn.expect(may_be_sensors ? AlertKind::sensor_unclear : AlertKind::boards_differ, !turn.seat);
    people.arbiter_mends();
    return true;
}

// --- the repetition

// Another move is repeated, if there is one that an ear could take for it.
bool repeat_wrongly(Turn& turn) {
    const auto wrong = turn.last
        ? any_of(others(turn.last->before, turn.last->move), turn.people.dice())
        : std::nullopt;
    if (wrong) turn.people.repeat(turn.seat, words_for(turn.last->before, *wrong));
    return wrong.has_value();
}

bool misheard_and_mended(Turn& turn) {
    People& people = turn.people;
    if (!repeat_wrongly(turn)) return false;
    people.repeat(turn.seat, words_for(turn.last->before, turn.last->move));
    people.execute_last(turn.seat);
    play_and_press(turn);
    return true;
}

bool misheard(Turn& turn) {
    People& people = turn.people;
    if (!repeat_wrongly(turn)) return false;
    people.execute_last(turn.seat);
    play_and_press(turn);
    turn.expect(AlertKind::repetition_differs, turn.seat);
    return true;
}

// One cause, one alert: the board is as he heard it.
bool misheard_and_executed_so(Turn& turn) {
    People& people = turn.people;
    const auto wrong =
        turn.last ? confused(people, turn.seat, turn.last->before, turn.last->move) : std::nullopt;
    if (!wrong || !apart(turn.last->move, turn.move) || !apart(*wrong, turn.move)) return false;
    people.repeat(turn.seat, words_for(turn.last->before, *wrong));
    people.carry_out(turn.seat, turn.last->before, *wrong, turn.last->move.king_to());
    people.mark_executed(turn.seat);
    // Announcement and repetition stand for the scores, and they differ.
    turn.back_to = people.state().made() - 1;
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

} // namespace

std::span<const Mistake> mistakes_of_listening() {
    static const std::vector<Mistake> list{
        {"wrong aperture", wrong_aperture},
        {"wrong piece", wrong_piece},
        {"captured piece left standing", victim_left_standing},
        {"castling half done on the other board", castling_half_done},
        {"wrong promotion piece on the other board", wrong_promotion_piece},
        {"moves without having executed the last move", last_move_not_executed},
        {"executed wrongly and mended in time", executed_wrongly_and_mended},
        {"both boards wrong", both_boards_wrong, two_turns},
        {"misheard and mended in time", misheard_and_mended},
        {"misheard, executed rightly", misheard},
        {"misheard and executed so", misheard_and_executed_so},
    };
    return list;
}

} // namespace ansage::tests
