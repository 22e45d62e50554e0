#include "mistakes.hpp"

#include "table/watcher.hpp"

#include <algorithm>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Role;
using chess::Seen;
using chess::Square;
using chess::SquareSet;
using table::AlertKind;
using table::State;

void Turn::expect(AlertKind kind, Color about) {
    Expectation expectation{.kind = kind, .about = about};
    for (Raised& raised : people.raised) {
        if (!raised.expected && raised.kind == kind && raised.about == about) {
            raised.expected = true;
            expectation.found = true;
            expectation.in_time = true;
            break;
        }
    }
    expected.push_back(expectation);
}

void Turn::allow(AlertKind kind, Color about) {
    for (Raised& raised : people.raised) {
        raised.expected = raised.expected || (raised.kind == kind && raised.about == about);
    }
}

namespace {

// --- what the people could confuse

struct LastMove {
    Position before;
    Move move;
};

// The opponent's last move, which the mover has still to carry out.
std::optional<LastMove> last_move(const People& people) {
    const State& state = people.state();
    const unsigned made = state.made();
    if (made == 0 || !people.keeps(people.mover()) ||
        !(people.truth(people.mover()) == state.positions[made - 1].reading())) {
        return std::nullopt;
    }
    return LastMove{state.positions[made - 1], *state.plies[made - 1].move};
}

Reading reading_after(const Position& before, Move move) {
    return before.after(move).reading();
}

// Other legal moves than this one, which an ear could take for it: the same kind of piece.
std::vector<Move> others(const Position& before, Move move) {
    std::vector<Move> result;
    const Role role = before.at(move.from())->role;
    for (const Move other : before.legal_moves()) {
        if (!(other == move) && before.at(other.from())->role == role && !other.is_castling() &&
            !move.is_castling() && !other.promotion() && !move.promotion()) {
            result.push_back(other);
        }
    }
    return result;
}

template <class T>
std::optional<T> any_of(const std::vector<T>& list, Dice& dice) {
    return list.empty() ? std::nullopt : std::optional{list[dice.below(list.size())]};
}

// Another legal move that leaves that board looking otherwise.
std::optional<Move> confused(People& people, Color board, const Position& before, Move move) {
    std::vector<Move> list = others(before, move);
    std::erase_if(list, [&](Move other) {
        return !people.can_tell(board, reading_after(before, move), reading_after(before, other));
    });
    return any_of(list, people.dice());
}

std::vector<Square> empty_squares(const Reading& board, SquareSet busy) {
    std::vector<Square> result;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        if (board[square].is_empty() && !busy.contains(square)) {
            result.push_back(square);
        }
    }
    return result;
}

// Squares that the move to come, and the one after it, have to do with.
SquareSet busy_squares(const Turn& turn) {
    return table::footprint_squares(turn.move) | table::footprint_squares(turn.next);
}

bool apart(Move one, Move other) {
    return (table::footprint_squares(one) & table::footprint_squares(other)).empty();
}

// --- how a turn goes on after something went wrong while listening

// The own move, announced before the press, and the press.
void play_and_press(Turn& turn) {
    const Color seat = turn.people.mover();
    turn.people.wait(turn.people.dice().between(1000, 9000));
    turn.people.play(turn.move);
    turn.people.press(seat);
    turn.people.wait(Millis{400});
}

// At the mover's own press his board is due.
void board_falls_due(Turn& turn, AlertKind kind) {
    const Color seat = turn.people.mover();
    play_and_press(turn);
    turn.expect(kind, seat);
    turn.people.arbiter_mends();
}

// --- the opponent's last move is carried out wrongly

bool wrong_aperture(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    if (!last || last->move.is_castling() || last->move.promotion() || !people.has_sensors(seat) ||
        !apart(last->move, turn.move)) {
        return false;
    }
    const SquareSet busy = busy_squares(turn) | table::footprint_squares(last->move);
    const auto wrong = any_of(empty_squares(people.truth(seat), busy), people.dice());
    if (!wrong) {
        return false;
    }
    people.repeat_last(seat);
    if (const auto victim = last->before.capture_square(last->move)) {
        people.shift(seat, *victim, std::nullopt);
    }
    people.shift(seat, last->move.from(), *wrong);
    people.mark_executed(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

// Another piece of the opponent's goes to the right square.
bool wrong_piece(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    if (!last || last->move.is_castling() || last->move.promotion() || !people.has_sensors(seat) ||
        last->before.is_capture(last->move) || !apart(last->move, turn.move)) {
        return false;
    }
    std::vector<Square> pieces;
    for (const Square square : last->before.of(!seat)) {
        const bool is_free = square != last->move.from() && !busy_squares(turn).contains(square);
        if (is_free && last->before.at(square)->role != Role::king) {
            pieces.push_back(square);
        }
    }
    const auto wrong = any_of(pieces, people.dice());
    if (!wrong) {
        return false;
    }
    people.shift(seat, *wrong, last->move.to());
    people.mark_executed(seat);
    people.repeat_last(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool victim_left_standing(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const auto victim = last ? last->before.capture_square(last->move) : std::nullopt;
    if (!victim || last->move.promotion() || !people.has_sensors(seat) ||
        !apart(last->move, turn.move)) {
        return false;
    }
    if (!last->move.is_en_passant()) {
        const SquareSet busy = busy_squares(turn) | table::footprint_squares(last->move);
        const auto beside = any_of(empty_squares(people.truth(seat), busy), people.dice());
        if (!beside) {
            return false;
        }
        people.shift(seat, *victim, *beside);
    }
    people.shift(seat, last->move.from(), last->move.to());
    people.mark_executed(seat);
    people.repeat_last(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool castling_half_done(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    if (!last || !last->move.is_castling() || !people.has_sensors(seat) ||
        !apart(last->move, turn.move)) {
        return false;
    }
    people.repeat_last(seat);
    if (people.dice().one_in(2)) {
        people.shift(seat, last->move.from(), last->move.king_to());
    } else {
        people.shift(seat, last->move.to(), last->move.rook_to());
    }
    people.mark_executed(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool wrong_promotion_piece(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    if (!last || !last->move.promotion() || !people.knows_pieces(seat) ||
        !apart(last->move, turn.move)) {
        return false;
    }
    if (const auto victim = last->before.capture_square(last->move)) {
        people.shift(seat, *victim, std::nullopt);
    }
    const Role role = *last->move.promotion() == Role::queen ? Role::rook : Role::queen;
    people.shift(seat, last->move.from(), std::nullopt);
    people.place(seat, last->move.to(), {!seat, role}, Millis{600});
    people.mark_executed(seat);
    people.repeat_last(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool last_move_not_executed(Turn& turn) {
    People& people = turn.people;
    const auto last = last_move(people);
    const Color seat = people.mover();
    if (!last || !people.has_sensors(seat) || !apart(last->move, turn.move)) {
        return false;
    }
    people.repeat_last(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

bool executed_wrongly_and_mended(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const auto wrong = last ? confused(people, seat, last->before, last->move) : std::nullopt;
    if (!wrong) {
        return false;
    }
    people.repeat_last(seat);
    people.carry_out(seat, last->before, *wrong);
    people.wait(people.dice().between(100, 3000));
    people.put_right(seat);
    play_and_press(turn);
    return true;
}

// Both boards are wrong before anybody has mended one.
bool both_boards_wrong(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const bool possible = last && people.has_sensors(seat) && people.has_sensors(!seat) &&
        !last->move.is_castling() && apart(last->move, turn.move) && apart(turn.move, turn.next) &&
        apart(last->move, turn.next);
    if (!possible) {
        return false;
    }
    people.repeat_last(seat);
    play_and_press(turn);
    turn.expect(AlertKind::opponent_board_differs, seat);
    turn.move = turn.next;
    people.repeat_last(!seat);
    play_and_press(turn);
    turn.expect(AlertKind::boards_differ, !seat);
    people.arbiter_mends();
    return true;
}

// --- the repetition

bool misheard_and_mended(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const auto wrong =
        last ? any_of(others(last->before, last->move), people.dice()) : std::nullopt;
    if (!wrong) {
        return false;
    }
    people.repeat(seat, words_for(last->before, *wrong));
    people.repeat(seat, words_for(last->before, last->move));
    people.execute_last(seat);
    play_and_press(turn);
    return true;
}

bool misheard(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const auto wrong =
        last ? any_of(others(last->before, last->move), people.dice()) : std::nullopt;
    if (!wrong) {
        return false;
    }
    people.repeat(seat, words_for(last->before, *wrong));
    people.execute_last(seat);
    play_and_press(turn);
    turn.expect(AlertKind::repetition_differs, seat);
    return true;
}

// One cause, one alert: the board is as he heard it.
bool misheard_and_executed_so(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto last = last_move(people);
    const auto wrong = last ? confused(people, seat, last->before, last->move) : std::nullopt;
    if (!wrong || !apart(last->move, turn.move) || !apart(*wrong, turn.move)) {
        return false;
    }
    people.repeat(seat, words_for(last->before, *wrong));
    people.carry_out(seat, last->before, *wrong);
    people.mark_executed(seat);
    board_falls_due(turn, AlertKind::opponent_board_differs);
    return true;
}

// --- the announcement

bool slip_corrected(Turn& turn, Millis delay) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    const auto wrong = any_of(others(before, turn.move), people.dice());
    // Without sensors the words alone make the move, right or wrong.
    if (!wrong || !people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(seat, words_for(before, *wrong));
    people.wait(delay);
    people.correct(seat, words_for(before, turn.move));
    people.carry_out(seat, before, turn.move);
    people.press(seat);
    people.wait(Millis{400});
    return true;
}

bool slip_corrected_at_once(Turn& turn) {
    return slip_corrected(turn, turn.people.dice().between(300, 2900));
}

bool slip_corrected_late(Turn& turn) {
    const Color seat = turn.people.mover();
    if (!slip_corrected(turn, turn.people.dice().between(3100, 9000))) {
        return false;
    }
    turn.expect(AlertKind::correction_not_immediate, seat);
    return true;
}

// The board shows one move, the words were another one.
void announce_and_show(Turn& turn, Move said, Move shown) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    people.listen(seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(seat, words_for(before, said));
    people.carry_out(seat, before, shown);
    people.press(seat);
    people.wait(Millis{400});
}

// Asked by the arbiter, the player says the move again.
bool slip_not_corrected(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    const auto wrong = confused(people, seat, before, turn.move);
    if (!wrong) {
        return false;
    }
    announce_and_show(turn, *wrong, turn.move);
    turn.expect(AlertKind::announcement_differs_from_board, seat);
    people.announce(seat, words_for(before, turn.move));
    people.wait(Millis{400});
    return true;
}

bool own_move_into_wrong_aperture(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto wrong = confused(people, seat, people.state().position(), turn.move);
    if (!wrong) {
        return false;
    }
    const Position before = people.state().position();
    announce_and_show(turn, turn.move, *wrong);
    turn.expect(AlertKind::announcement_differs_from_board, seat);
    people.put_right(seat);
    people.carry_out(seat, before, turn.move);
    people.wait(Millis{400});
    return true;
}

bool own_move_mended_before_the_press(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    const bool plain =
        !turn.move.is_castling() && !turn.move.promotion() && !before.is_capture(turn.move);
    if (!plain || !people.has_sensors(seat) || people.is_sighted(seat)) {
        return false;
    }
    const auto wrong = any_of(empty_squares(before.reading(), busy_squares(turn)), people.dice());
    if (!wrong) {
        return false;
    }
    people.listen(seat);
    people.announce(seat, words_for(before, turn.move));
    people.shift(seat, turn.move.from(), *wrong);
    people.shift(seat, *wrong, turn.move.to());
    people.press(seat);
    people.wait(Millis{400});
    return true;
}

bool own_promotion_to_another_piece(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    if (!turn.move.promotion() || !people.knows_pieces(seat)) {
        return false;
    }
    const Role role = *turn.move.promotion() == Role::queen ? Role::knight : Role::queen;
    const Move wrong = Move::promoting(turn.move.from(), turn.move.to(), role);
    announce_and_show(turn, turn.move, wrong);
    turn.expect(AlertKind::announcement_differs_from_board, seat);
    people.shift(seat, turn.move.to(), std::nullopt);
    people.place(seat, turn.move.to(), {seat, *turn.move.promotion()}, Millis{500});
    people.wait(Millis{400});
    return true;
}

bool promotion_piece_not_said(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    if (!turn.move.promotion() || !people.has_sensors(seat) || people.knows_pieces(seat)) {
        return false;
    }
    const Position before = people.state().position();
    people.listen(seat);
    people.carry_out(seat, before, turn.move);
    people.press(seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::promotion_not_announced, seat);
    people.announce(seat, words_for(before, turn.move));
    people.wait(Millis{400});
    return true;
}

// Castling or en passant, begun and pressed.
bool own_move_half_done(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const bool two_acts = turn.move.is_castling() || turn.move.is_en_passant();
    if (!two_acts || !people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.announce(seat, words_for(people.state().position(), turn.move));
    people.shift(seat, turn.move.from(), turn.move.king_to());
    people.press(seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::pressed_before_made, seat);
    if (turn.move.is_castling()) {
        people.shift(seat, turn.move.to(), turn.move.rook_to());
    } else {
        people.shift(seat, turn.move.en_passant_victim(), std::nullopt);
    }
    people.wait(Millis{400});
    return true;
}

bool is_quiet(const Position& before, Move move) {
    return move.kind() == Move::Kind::ordinary && !before.is_capture(move);
}

// The program has no ear: nothing was wrong at all.
bool not_heard(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    const bool rook = before.at(turn.move.from())->role == Role::rook;
    if (!people.has_sensors(seat) || !is_quiet(before, turn.move) || rook) {
        return false;
    }
    people.listen(seat);
    people.carry_out(seat, before, turn.move);
    people.press(seat);
    people.wait(Millis{400});
    return true;
}

bool not_understood(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    people.listen(seat);
    table::HeardMove mumbled{.text = "hm", .move = {}, .error = {}, .said = {}};
    mumbled.error = chess::MoveError::not_a_move;
    people.announce(seat, mumbled);
    const bool told =
        !people.refused.empty() && people.refused.back() == table::Refusal::not_a_move;
    if (told) {
        people.refused.pop_back();
    }
    play_and_press(turn);
    return true;
}

bool sighted_player_announces_late(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    const bool rook = before.at(turn.move.from())->role == Role::rook;
    if (!people.is_sighted(seat) || !people.has_sensors(seat) || !is_quiet(before, turn.move) ||
        rook) {
        return false;
    }
    people.listen(seat);
    people.carry_out(seat, before, turn.move);
    people.press(seat);
    people.wait(people.dice().between(3100, 9000));
    people.announce(seat, words_for(before, turn.move));
    turn.expect(AlertKind::pressed_before_announced, seat);
    return true;
}

// --- the press

bool pressed_late(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    people.listen(seat);
    people.play(turn.move);
    people.wait(Millis{400});
    people.listen(!seat);
    people.wait(people.dice().between(500, 4000));
    people.play(turn.next);
    people.press(seat);
    people.press(!seat);
    people.wait(Millis{400});
    return true;
}

bool pressed_early(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    if (!people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.press(seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::pressed_before_made, seat);
    people.play(turn.move);
    people.wait(Millis{400});
    return true;
}

bool pressed_twice(Turn& turn) {
    const Color seat = turn.people.mover();
    turn.people.listen(seat);
    play_and_press(turn);
    turn.people.press(seat);
    turn.people.wait(Millis{400});
    return true;
}

bool opponent_presses_too(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    people.listen(seat);
    people.press(!seat);
    play_and_press(turn);
    return true;
}

// --- pieces that nobody moved

std::optional<Square> bystander(const Turn& turn, Color board) {
    std::vector<Square> list;
    for (const Square square : turn.people.state().position().occupied()) {
        const auto piece = turn.people.truth(board)[square].piece();
        if (piece && piece->role != Role::king && !busy_squares(turn).contains(square)) {
            list.push_back(square);
        }
    }
    return any_of(list, turn.people.dice());
}

// While the opponent thinks, a sleeve takes a man along, or off the board. It falls due at that
// player's own press.
bool elbow(Turn& turn) {
    People& people = turn.people;
    const Color victim = !people.mover();
    const auto from = bystander(turn, victim);
    if (!from || !people.has_sensors(victim) || !people.keeps(victim)) {
        return false;
    }
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

bool elbow_mended(Turn& turn) {
    People& people = turn.people;
    const Color victim = !people.mover();
    const auto from = bystander(turn, victim);
    const auto to = any_of(empty_squares(people.truth(victim), busy_squares(turn)), people.dice());
    if (!from || !to || !people.has_sensors(victim) || !people.keeps(victim)) {
        return false;
    }
    people.listen(people.mover());
    people.shift(victim, *from, *to);
    people.wait(people.dice().between(100, 2000));
    people.shift(victim, *to, *from);
    play_and_press(turn);
    return true;
}

bool touched_another_piece(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const Position before = people.state().position();
    std::vector<Square> list;
    for (const Move move : before.legal_moves()) {
        if (move.from() != turn.move.from() && !move.is_castling()) {
            list.push_back(move.from());
        }
    }
    const auto touched = any_of(list, people.dice());
    if (!touched || turn.move.is_castling() || !people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.wait(people.dice().between(400, 2000));
    people.lift(seat, *touched, Millis{300});
    people.place(seat, *touched, *before.at(*touched), people.dice().between(300, 2000));
    play_and_press(turn);
    turn.expect(AlertKind::touched_piece_not_moved, seat);
    return true;
}

bool phantom_lift(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto square = bystander(turn, seat);
    if (!square || !people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.wait(Millis{500});
    const Piece piece = *people.truth(seat)[*square].piece();
    people.lift(seat, *square, Millis{300});
    people.place(seat, *square, piece, people.dice().between(20, 140));
    play_and_press(turn);
    return true;
}

// --- illegal moves

// A move that no rule allows, and that the board cannot take for a legal one.
std::optional<Move> illegal_move(People& people, Color seat) {
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
            if (!is_legal && !is_king && !(is_pawn && last_rank)) {
                list.push_back(Move::ordinary(from, to));
            }
        }
    }
    return any_of(list, people.dice());
}

bool illegal_move_played(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto illegal = illegal_move(people, seat);
    if (!illegal || people.state().illegal_moves[seat] > 0) {
        return false;
    }
    people.listen(seat);
    people.wait(people.dice().between(1000, 5000));
    people.announce(seat, words_for(people.state().position(), *illegal));
    people.shift(seat, illegal->from(), illegal->to());
    people.press(seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::illegal_move_completed, seat);
    people.submit(table::Arbiter{table::ArbiterAct::pauses});
    people.submit(table::ArbiterRulesIllegal{seat});
    people.arbiter_mends();
    play_and_press(turn);
    return true;
}

bool illegal_move_shown_for_a_legal_word(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto illegal = illegal_move(people, seat);
    const bool plain = is_quiet(people.state().position(), turn.move);
    if (!illegal || !plain || !people.has_sensors(seat) || illegal->to() == turn.move.to()) {
        return false;
    }
    const Position before = people.state().position();
    people.listen(seat);
    people.announce(seat, words_for(before, turn.move));
    people.shift(seat, illegal->from(), illegal->to());
    people.press(seat);
    people.wait(Millis{400});
    turn.expect(AlertKind::announcement_differs_from_board, seat);
    people.put_right(seat);
    people.carry_out(seat, before, turn.move);
    people.wait(Millis{400});
    return true;
}

// --- boards and cables

bool board_lost(Turn& turn) {
    People& people = turn.people;
    const Color board = people.dice().one_in(2) ? Color::white : Color::black;
    if (!people.has_sensors(board)) {
        return false;
    }
    people.lose_board(board);
    turn.expect(AlertKind::board_lost, board);
    people.take_turn(turn.move);
    people.find_board(board);
    turn.expect(AlertKind::board_back, board);
    return true;
}

bool board_turned(Turn& turn) {
    People& people = turn.people;
    people.submit(table::BoardReports{.board = people.mover(), .report = table::BoardReport::turned}
    );
    people.take_turn(turn.move);
    return true;
}

bool sensor_unsure(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    const auto square = bystander(turn, seat);
    if (!square || !people.has_sensors(seat)) {
        return false;
    }
    people.listen(seat);
    people.submit(table::Unsure{.board = seat, .square = *square});
    play_and_press(turn);
    people.place(seat, *square, *people.truth(seat)[*square].piece(), Millis{100});
    return true;
}

// Time trouble: from now on he plays by voice alone.
bool board_no_longer_kept(Turn& turn) {
    People& people = turn.people;
    const Color seat = people.mover();
    if (!last_move(people) || !people.has_sensors(seat) || !people.keeps(!seat)) {
        return false;
    }
    people.stop_keeping(seat);
    people.repeat_last(seat);
    play_and_press(turn);
    turn.expect(AlertKind::opponent_board_differs, seat);
    return true;
}

bool nothing_wrong(Turn& turn) {
    turn.people.take_turn(turn.move);
    return true;
}

constexpr bool two_turns = true;

const std::vector<Mistake>& all_mistakes() {
    static const std::vector<Mistake> list{
        {"nothing wrong", nothing_wrong},
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
        {"pressed late, after the reply", pressed_late, two_turns},
        {"pressed before moving", pressed_early},
        {"pressed twice", pressed_twice},
        {"the opponent presses too", opponent_presses_too},
        {"elbow", elbow, two_turns},
        {"elbow, mended", elbow_mended},
        {"touched another piece", touched_another_piece},
        {"phantom lift", phantom_lift},
        {"illegal move", illegal_move_played},
        {"illegal move shown for a legal word", illegal_move_shown_for_a_legal_word},
        {"board lost and back", board_lost},
        {"board turned round", board_turned},
        {"sensor unsure", sensor_unsure},
        {"board no longer kept", board_no_longer_kept},
    };
    return list;
}

} // namespace

std::span<const Mistake> mistakes() {
    return all_mistakes();
}

} // namespace ansage::tests
