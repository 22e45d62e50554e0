// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong with a player's own move: the words, and the hand that does not do what they say.
#include "turns.hpp"

namespace ansage::tests {

using chess::Move;
using chess::Role;
using table::AlertKind;

namespace {

// --- the announcement

bool slip_corrected(Turn& turn, Millis delay) {
    People& people = turn.people;
    const auto wrong = any_of(others(turn.before, turn.move), people.dice());
    // Without sensors the words alone make the move, right or wrong.
    if (!wrong || !people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(turn.seat, words_for(turn.before, *wrong));
    people.wait(delay);
    people.correct(turn.seat, words_for(turn.before, turn.move));
    people.carry_out(turn.seat, turn.before, turn.move);
    people.press(turn.seat);
    people.wait(Millis{400});
    return true;
}

bool slip_corrected_at_once(Turn& turn) {
    return slip_corrected(turn, turn.people.dice().between(300, 2900));
}

bool slip_corrected_late(Turn& turn) {
    if (!slip_corrected(turn, turn.people.dice().between(3100, 9000))) return false;
    turn.expect(AlertKind::correction_not_immediate, turn.seat);
    return true;
}

// The board shows one move, the words were another one.
void announce_and_show(Turn& turn, Move said, Move shown) {
    People& people = turn.people;
    people.listen(turn.seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(turn.seat, words_for(turn.before, said));
    people.carry_out(turn.seat, turn.before, shown, said.king_to());
    people.press(turn.seat);
    people.wait(Millis{400});
}

// A sighted player has made what his hand made (4.7, D.2.5), and his words fall due some seconds
// after the press. The arbiter goes back to where he meant something else.
void go_back_from(Turn& turn, Move made) {
    People& people = turn.people;
    people.wait(Millis{3100});
    turn.expect(AlertKind::announcement_differs_from_board, turn.seat);
    const chess::Ply ply = people.state().made();
    if (people.state().plies[ply].move != made) return; // the record tells
    people.submit(table::Arbiter{table::ArbiterAct::pauses});
    people.submit(table::ArbiterRestores{.ply = ply - 1});
    people.arbiter_mends();
    turn.back_to = ply - 1;
}

// Asked by the arbiter, the player says the move again.
bool slip_not_corrected(Turn& turn) {
    People& people = turn.people;
    const auto wrong = confused(people, turn.seat, turn.before, turn.move);
    if (!wrong) return false;
    announce_and_show(turn, *wrong, turn.move);
    const bool may_be_late = people.is_sighted(turn.seat); // until his words fall due
    if (may_be_late) people.wait(Millis{3100});
    turn.expect(AlertKind::announcement_differs_from_board, turn.seat);
    people.announce(turn.seat, words_for(turn.before, turn.move));
    if (may_be_late) turn.expect(AlertKind::correction_not_immediate, turn.seat); // D.2.8
    people.wait(Millis{400});
    return true;
}

bool own_move_into_wrong_aperture(Turn& turn) {
    People& people = turn.people;
    const auto wrong = confused(people, turn.seat, people.state().position(), turn.move);
    if (!wrong) return false;
    announce_and_show(turn, turn.move, *wrong);
    if (people.is_sighted(turn.seat)) {
        go_back_from(turn, *wrong);
        return true;
    }
    turn.expect(AlertKind::announcement_differs_from_board, turn.seat);
    people.put_right(turn.seat);
    people.carry_out(turn.seat, turn.before, turn.move);
    people.wait(Millis{400});
    return true;
}

bool own_move_mended_before_the_press(Turn& turn) {
    People& people = turn.people;
    const bool plain =
        !turn.move.is_castling() && !turn.move.promotion() && !turn.before.is_capture(turn.move);
    if (!plain || !people.has_sensors(turn.seat) || people.is_sighted(turn.seat)) return false;
    const auto wrong =
        any_of(empty_squares(turn.before.reading(), busy_squares(turn)), people.dice());
    if (!wrong) return false;
    people.listen(turn.seat);
    people.announce(turn.seat, words_for(turn.before, turn.move));
    people.shift(turn.seat, turn.move.from(), *wrong);
    people.shift(turn.seat, *wrong, turn.move.to());
    people.press(turn.seat);
    people.wait(Millis{400});
    return true;
}

bool own_promotion_to_another_piece(Turn& turn) {
    People& people = turn.people;
    if (!turn.move.promotion() || !people.knows_pieces(turn.seat)) return false;
    const Role role = *turn.move.promotion() == Role::queen ? Role::knight : Role::queen;
    const Move wrong = Move::promoting(turn.move.from(), turn.move.to(), role);
    announce_and_show(turn, turn.move, wrong);
    if (people.is_sighted(turn.seat)) {
        go_back_from(turn, wrong);
        return true;
    }
    turn.expect(AlertKind::announcement_differs_from_board, turn.seat);
    people.shift(turn.seat, turn.move.to(), std::nullopt);
    people.place(turn.seat, turn.move.to(), {turn.seat, *turn.move.promotion()}, Millis{500});
    people.wait(Millis{400});
    return true;
}

bool promotion_piece_not_said(Turn& turn) {
    People& people = turn.people;
    if (!turn.move.promotion() || !people.has_sensors(turn.seat) || people.knows_pieces(turn.seat))
        return false;
    people.listen(turn.seat);
    people.carry_out(turn.seat, turn.before, turn.move);
    people.press(turn.seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::promotion_not_announced, turn.seat);
    people.announce(turn.seat, words_for(turn.before, turn.move));
    people.wait(Millis{400});
    return true;
}

// Castling or en passant, begun and pressed.
bool own_move_half_done(Turn& turn) {
    People& people = turn.people;
    const bool castles = turn.move.is_castling() && has_two_halves(turn.move);
    const bool two_acts = castles || turn.move.is_en_passant();
    if (!two_acts || !people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.announce(turn.seat, words_for(people.state().position(), turn.move));
    people.shift(turn.seat, turn.move.from(), turn.move.king_to());
    people.press(turn.seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::pressed_before_made, turn.seat);
    if (turn.move.is_castling()) people.shift(turn.seat, turn.move.to(), turn.move.rook_to());
    else people.shift(turn.seat, turn.move.en_passant_victim(), std::nullopt);
    people.wait(Millis{400});
    return true;
}

// The program has no ear: nothing was wrong at all.
bool not_heard(Turn& turn) {
    People& people = turn.people;
    const bool rook = turn.before.at(turn.move.from())->role == Role::rook;
    if (!people.has_sensors(turn.seat) || !is_quiet(turn.before, turn.move) || rook) return false;
    people.listen(turn.seat);
    people.carry_out(turn.seat, turn.before, turn.move);
    people.press(turn.seat);
    people.wait(Millis{400});
    return true;
}

bool not_understood(Turn& turn) {
    People& people = turn.people;
    people.listen(turn.seat);
    table::HeardMove mumbled{.text = "hm", .move = {}, .error = {}, .said = {}};
    mumbled.error = chess::MoveError::not_a_move;
    people.announce(turn.seat, mumbled);
    const bool told =
        !people.refused.empty() && people.refused.back() == table::Refusal::not_a_move;
    if (told) people.refused.pop_back();
    play_and_press(turn);
    return true;
}

bool sighted_player_announces_late(Turn& turn) {
    People& people = turn.people;
    const bool rook = turn.before.at(turn.move.from())->role == Role::rook;
    if (!people.is_sighted(turn.seat) || !people.has_sensors(turn.seat) ||
        !is_quiet(turn.before, turn.move) || rook)
        return false;
    people.listen(turn.seat);
    people.carry_out(turn.seat, turn.before, turn.move);
    people.press(turn.seat);
    people.wait(people.dice().between(3100, 9000));
    people.announce(turn.seat, words_for(turn.before, turn.move));
    turn.expect(AlertKind::pressed_before_announced, turn.seat);
    return true;
}

} // namespace

std::span<const Mistake> mistakes_of_speaking() {
    static const std::vector<Mistake> list{
        {"slip of the tongue, corrected at once", slip_corrected_at_once},
        {"slip of the tongue, corrected late", slip_corrected_late},
        {"slip of the tongue, not corrected", slip_not_corrected},
        {"own move into a wrong aperture", own_move_into_wrong_aperture},
        {"own move mended before the press", own_move_mended_before_the_press},
        {"own promotion to another piece", own_promotion_to_another_piece},
        {"promotion piece not said", promotion_piece_not_said},
        {"own castling or en passant half done", own_move_half_done},
        {"announcement not heard", not_heard},
        {"announcement not understood", not_understood},
        {"sighted player announces late", sighted_player_announces_late},
    };
    return list;
}

} // namespace ansage::tests
