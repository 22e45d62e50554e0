// SPDX-License-Identifier: GPL-3.0-or-later
// What hands do beside the move: presses, touches, sleeves, and moves that no rule allows.
#include "table/witnesses/testimony.hpp"
#include "turns.hpp"

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;
using table::AlertKind;

namespace {

// --- the press

bool pressed_late(Turn& turn) {
    People& people = turn.people;
    people.listen(turn.seat);
    people.play(turn.move);
    people.wait(Millis{400});
    people.listen(!turn.seat);
    people.wait(people.dice().between(500, 4000));
    people.play(turn.next);
    people.press(turn.seat);
    people.press(!turn.seat);
    people.wait(Millis{400});
    return true;
}

bool pressed_early(Turn& turn) {
    People& people = turn.people;
    if (!people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.press(turn.seat);
    people.wait(table::press_patience + Millis{100}); // what is put down last may be told late
    turn.expect(AlertKind::pressed_before_made, turn.seat);
    people.play(turn.move);
    people.wait(Millis{400});
    return true;
}

bool pressed_twice(Turn& turn) {
    turn.people.listen(turn.seat);
    play_and_press(turn);
    turn.people.press(turn.seat);
    turn.people.wait(Millis{400});
    return true;
}

bool opponent_presses_too(Turn& turn) {
    People& people = turn.people;
    people.listen(turn.seat);
    people.press(!turn.seat);
    play_and_press(turn);
    return true;
}

// --- pieces that nobody moved

// While the opponent thinks, a sleeve takes a man along, or off the board. It falls due at that
// player's own press.
bool elbow(Turn& turn) {
    People& people = turn.people;
    const Color victim = !people.mover();
    const auto from = bystander(turn, victim);
    if (!from || !people.has_sensors(victim) || !people.keeps(victim)) return false;
    people.listen(people.mover());
    const bool falls_off = people.dice().one_in(4);
    const auto to = falls_off
        ? std::nullopt
        : any_of(empty_squares(people.truth(victim), busy_squares(turn)), people.dice());
    people.shift(victim, *from, to);
    play_and_press(turn);
    people.listen(victim);
    turn.move = turn.next;
    play_and_press(turn);
    turn.expect(AlertKind::piece_displaced, victim);
    people.arbiter_mends();
    return true;
}

// The own sleeve, before or after the own move: it falls due at the press that ends the turn.
bool elbow_in_the_own_turn(Turn& turn) {
    People& people = turn.people;
    const auto from = bystander(turn, turn.seat);
    const auto to =
        any_of(empty_squares(people.truth(turn.seat), busy_squares(turn)), people.dice());
    if (!from || !to || !people.has_sensors(turn.seat) || !people.keeps(turn.seat)) return false;
    people.listen(turn.seat);
    const bool first = people.dice().one_in(2);
    if (first) people.shift(turn.seat, *from, *to);
    people.play(turn.move);
    if (!first) people.shift(turn.seat, *from, *to);
    people.press(turn.seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::piece_displaced, turn.seat);
    people.arbiter_mends();
    return true;
}

bool elbow_mended(Turn& turn) {
    People& people = turn.people;
    const Color victim = !people.mover();
    const auto from = bystander(turn, victim);
    const auto to = any_of(empty_squares(people.truth(victim), busy_squares(turn)), people.dice());
    if (!from || !to || !people.has_sensors(victim) || !people.keeps(victim)) return false;
    people.listen(people.mover());
    people.shift(victim, *from, *to);
    people.wait(people.dice().between(100, 2000));
    people.shift(victim, *to, *from);
    play_and_press(turn);
    return true;
}

bool touched_another_piece(Turn& turn) {
    People& people = turn.people;
    std::vector<Square> list;
    for (const Move move : turn.before.legal_moves())
        if (move.from() != turn.move.from() && !move.is_castling()) list.push_back(move.from());
    const auto touched = any_of(list, people.dice());
    if (!touched || turn.move.is_castling() || !people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.wait(people.dice().between(400, 2000));
    people.lift(turn.seat, *touched, Millis{300});
    people.place(turn.seat, *touched, *turn.before.at(*touched), people.dice().between(300, 2000));
    play_and_press(turn);
    turn.expect(AlertKind::touched_piece_not_moved, turn.seat);
    return true;
}

bool phantom_lift(Turn& turn) {
    People& people = turn.people;
    const auto square = bystander(turn, turn.seat);
    if (!square || !people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.wait(Millis{500});
    const Piece piece = *people.truth(turn.seat)[*square].piece();
    people.lift(turn.seat, *square, Millis{300});
    people.place(turn.seat, *square, piece, people.dice().between(20, 140));
    play_and_press(turn);
    return true;
}

// --- illegal moves

// A move that no rule allows, and that the board cannot take for a legal one. By the piece that is
// moved afterwards, if one is named, for 4.3 binds the move that replaces it (7.5.1).
std::optional<Move>
illegal_move(People& people, Color seat, std::optional<Square> of = std::nullopt) {
    const Position& before = people.state().position();
    const auto legal = before.legal_moves();
    std::vector<Move> list;
    for (const Square from : before.of(seat)) {
        for (const Square to : empty_squares(before.reading(), {})) {
            const bool last_rank =
                to.rank() == chess::Rank::first || to.rank() == chess::Rank::eighth;
            const bool is_pawn = before.at(from)->role == Role::pawn;
            const bool is_king = before.at(from)->role == Role::king;
            const bool is_legal = std::ranges::any_of(legal, [&](Move move) {
                return move.from() == from && (move.to() == to || move.king_to() == to);
            });
            const bool is_wanted = !of || *of == from;
            if (is_wanted && !is_legal && !is_king && !(is_pawn && last_rank))
                list.push_back(Move::ordinary(from, to));
        }
    }
    return any_of(list, people.dice());
}

void rule_illegal(Turn& turn) {
    People& people = turn.people;
    turn.expect(AlertKind::illegal_move_completed, turn.seat);
    people.submit(table::Arbiter{table::ArbiterAct::pauses});
    people.submit(table::ArbiterRulesIllegal{turn.seat});
    people.arbiter_mends();
    play_and_press(turn);
}

bool illegal_move_played(Turn& turn) {
    People& people = turn.people;
    const auto illegal = illegal_move(people, turn.seat, turn.move.from());
    if (!illegal || people.state().illegal_moves[turn.seat] > 0) return false;
    people.listen(turn.seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(turn.seat, words_for(people.state().position(), *illegal));
    people.shift(turn.seat, illegal->from(), illegal->to());
    people.press(turn.seat);
    people.wait(Millis{400});
    rule_illegal(turn);
    return true;
}

bool illegal_move_shown_for_a_legal_word(Turn& turn) {
    People& people = turn.people;
    const bool is_sighted = people.is_sighted(turn.seat);
    if (is_sighted && people.state().illegal_moves[turn.seat] > 0) return false;
    const auto illegal = illegal_move(
        people, turn.seat, is_sighted ? std::optional{turn.move.from()} : std::nullopt
    );
    const bool plain = is_quiet(people.state().position(), turn.move);
    if (!illegal || !plain || !people.has_sensors(turn.seat) || illegal->to() == turn.move.to())
        return false;
    people.listen(turn.seat);
    people.announce(turn.seat, words_for(turn.before, turn.move));
    people.shift(turn.seat, illegal->from(), illegal->to());
    people.press(turn.seat);
    people.wait(Millis{400});
    if (is_sighted) { // 4.7, D.2.5: the hand has made it, and legal words excuse nothing
        rule_illegal(turn);
        return true;
    }
    turn.expect(AlertKind::announcement_differs_from_board, turn.seat);
    people.put_right(turn.seat);
    people.carry_out(turn.seat, turn.before, turn.move);
    people.wait(Millis{400});
    return true;
}

} // namespace

std::span<const Mistake> mistakes_of_handling() {
    static const std::vector<Mistake> list{
        {"pressed late, after the reply", pressed_late, two_turns},
        {"pressed before moving", pressed_early},
        {"pressed twice", pressed_twice},
        {"the opponent presses too", opponent_presses_too},
        {"elbow", elbow, two_turns},
        {"elbow in the own turn", elbow_in_the_own_turn},
        {"elbow, mended", elbow_mended},
        {"touched another piece", touched_another_piece},
        {"phantom lift", phantom_lift},
        {"illegal move", illegal_move_played},
        {"illegal move shown for a legal word", illegal_move_shown_for_a_legal_word},
    };
    return list;
}

} // namespace ansage::tests
