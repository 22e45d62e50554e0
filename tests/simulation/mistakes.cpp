// SPDX-License-Identifier: GPL-3.0-or-later
#include "mistakes.hpp"

#include "table/witnesses/watcher.hpp"
#include "turns.hpp"

#include <algorithm>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Reading;
using chess::Role;
using chess::Square;
using chess::SquareSet;
using table::AlertKind;
using table::State;

namespace {

std::optional<LastMove> last_move(const People& people) {
    const State& state = people.state();
    const chess::Ply made = state.made();
    if (made == 0 || !people.keeps(people.mover()) ||
        !(people.truth(people.mover()) == state.positions.before(made).reading()))
        return std::nullopt;
    return LastMove{state.positions.before(made), *state.plies[made].move};
}

} // namespace

Turn::Turn(People& at_table, Move meant, Move reply)
    : people(at_table),
      move(meant),
      next(reply),
      seat(at_table.mover()),
      before(at_table.state().position()),
      last(last_move(at_table)) {}

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
    for (Raised& raised : people.raised)
        raised.expected = raised.expected || (raised.kind == kind && raised.about == about);
}

namespace {

Reading reading_after(const Position& before, Move move) { return before.after(move).reading(); }

} // namespace

bool was_heard(const State& state, chess::Ply ply) {
    return ply > 0 &&
        (state.plies[ply].newest(table::Witness::announcement) != nullptr ||
         state.plies[ply].newest(table::Witness::repetition) != nullptr);
}

std::vector<Move> others(const Position& before, Move move) {
    std::vector<Move> result;
    const Role role = before.at(move.from())->role;
    for (const Move other : before.legal_moves()) {
        if (!(other == move) && before.at(other.from())->role == role && !other.is_castling() &&
            !move.is_castling() && !other.promotion() && !move.promotion())
            result.push_back(other);
    }
    return result;
}

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
        if (board[square].is_empty() && !busy.contains(square)) result.push_back(square);
    }
    return result;
}

SquareSet busy_squares(const Turn& turn) {
    return table::footprint_squares(turn.move) | table::footprint_squares(turn.next);
}

bool apart(Move one, Move other) {
    return (table::footprint_squares(one) & table::footprint_squares(other)).empty();
}

void play_and_press(Turn& turn) {
    const Color seat = turn.people.mover();
    turn.people.wait(turn.people.dice().between(1000, 9000));
    turn.people.play(turn.move);
    turn.people.press(seat);
    turn.people.wait(Millis{400});
}

void board_falls_due(Turn& turn, AlertKind kind) {
    const chess::Ply due = turn.people.state().made();
    play_and_press(turn);
    turn.expect(kind, turn.seat);
    // Neither score nor word: back to the last position that both boards showed.
    if (!turn.back_to && !was_heard(turn.people.state(), due)) turn.back_to = due - 1;
    turn.people.arbiter_mends();
}

bool has_two_halves(Move castling) {
    const bool apart = castling.king_to() != castling.to() && castling.rook_to() != castling.from();
    return apart && castling.king_to() != castling.from() && castling.rook_to() != castling.to();
}

std::optional<Square> bystander(const Turn& turn, Color board) {
    std::vector<Square> list;
    for (const Square square : turn.people.state().position().occupied()) {
        const auto piece = turn.people.truth(board)[square].piece();
        if (piece && piece->role != Role::king && !busy_squares(turn).contains(square))
            list.push_back(square);
    }
    return any_of(list, turn.people.dice());
}

bool is_quiet(const Position& before, Move move) {
    return move.kind() == Move::Kind::ordinary && !before.is_capture(move);
}

std::span<const Mistake> mistakes() {
    static const std::vector<Mistake> list = [] {
        std::vector<Mistake> all{{"nothing wrong", [](Turn& turn) {
                                      turn.people.take_turn(turn.move);
                                      return true;
                                  }}};
        for (const std::span<const Mistake> some :
             {mistakes_of_listening(),
              mistakes_of_speaking(),
              mistakes_of_handling(),
              mistakes_of_devices()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return list;
}

} // namespace ansage::tests
