// SPDX-License-Identifier: GPL-3.0-or-later
#include "fault_making.hpp"

#include "table/witnesses/testimony.hpp"
#include "table/witnesses/watcher.hpp"

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Square;

namespace {

class FaultMaking {
public:
    explicit FaultMaking(DisputedTable& table)
        : table_(table) {}

    void commit() {
        const Move move = table_.line.moves[table_.at];
        const Position before = table_.state().position();
        switch (table_.plan.fault) {
        case Fault::none: return;
        case Fault::slip:
        case Fault::wrong_word: commit_in_words(before, move); return;
        case Fault::late_correction:
            table_.people.listen(table_.mover);
            table_.people.announce(table_.mover, words_for(before, *table_.wrong.move));
            table_.people.wait(table_.dice.between(3100, 9000)); // D.2.8: not immediately
            table_.people.correct(table_.mover, words_for(before, move));
            table_.people.carry_out(table_.mover, before, move);
            table_.people.press(table_.mover);
            table_.people.wait(base::Millis{400});
            ++table_.at;
            return;
        case Fault::wrong_board: commit_on_board(move); return;
        case Fault::wrong_press:
            table_.people.listen(table_.mover);
            table_.people.wait(table_.dice.between(1000, 5000));
            table_.people.press(table_.mover);
            table_.people.wait(table::press_patience + base::Millis{100});
            return;
        case Fault::illegal_move: commit_illegal(before); return;
        case Fault::wrong_claim:
            table_.people.listen(table_.mover);
            table_.people.wait(table_.dice.between(1000, 5000));
            claim(before, move);
            return;
        }
    }

    // D.2.9: the opponent carries out what he has heard, and replies.
    void commit_before_reply() {
        const Position before = table_.state().position();
        table_.people.listen(table_.mover);
        table_.people.wait(table_.dice.between(1000, 5000));
        table_.people.announce(table_.mover, words_for(before, *table_.wrong.move));
        table_.people.carry_out(
            table_.mover, before, table_.line.moves[table_.at], table_.wrong.move->king_to()
        );
        table_.people.press(table_.mover);
        table_.people.repeat(!table_.mover, words_for(before, *table_.wrong.move));
        table_.people.carry_out(!table_.mover, before, *table_.wrong.move);
        table_.people.mark_executed(!table_.mover);
        table_.people.wait(base::Millis{400});
        table_.people.play(table_.line.moves[table_.at + 1]);
        table_.people.press(!table_.mover);
        table_.people.wait(base::Millis{3500});
        table_.at += 2;
    }

private:
    // The hand makes the line's move, after other words.
    void commit_in_words(const Position& before, Move move) {
        table_.people.listen(table_.mover);
        tell_castling_of_opponent();
        table_.people.wait(table_.dice.between(1000, 5000));
        table_.people.announce(table_.mover, words_for(before, *table_.wrong.move));
        table_.people.carry_out(table_.mover, before, move, table_.wrong.move->king_to());
        if (!table_.sees(table_.mover))
            table_.people.tell_executed(table_.mover, words_for(before, move));
        table_.people.press(table_.mover);
        table_.people.wait(base::Millis{3500}); // a sighted player's words fall due after the press
    }

    // Where it was not told of, his own castling would be taken for it.
    void tell_castling_of_opponent() {
        if (table_.at == 0 || table_.sees(table_.mover) ||
            !table_.line.moves[table_.at - 1].is_castling())
            return;
        table_.people.tell_executed(
            table_.mover,
            words_for(table_.line.before(table_.at - 1), table_.line.moves[table_.at - 1])
        );
    }

    // Where no sensor looks, he says what his hand did, or says no more than the words before it.
    void commit_illegal(const Position& before) {
        const table::HeardMove words = words_for(before, *table_.wrong.move);
        table_.people.listen(table_.mover);
        table_.people.announce(table_.mover, words);
        do_illegal(before, *table_.wrong.move);
        table_.is_only_said = !table_.sees(table_.mover) && table_.dice.one_in(2);
        if (!table_.sees(table_.mover) && !table_.is_only_said)
            table_.people.tell_executed(table_.mover, words);
        table_.people.press(table_.mover);
        table_.people.wait(base::Millis{400});
    }

    void do_illegal(const Position& before, Move move) {
        const auto role = table_.wrong.leaves_pawn ? std::nullopt : move.promotion();
        if (role) {
            table_.people.lift(table_.mover, move.from(), table_.dice.between(300, 900));
            table_.people.place(
                table_.mover, move.to(), {before.turn(), *role}, table_.dice.between(300, 900)
            );
            return;
        }
        table_.people.shift(table_.mover, move.from(), move.king_to());
        if (move.is_castling()) table_.people.shift(table_.mover, move.to(), move.rook_to());
    }

    // The opponent puts the piece on a wrong square, replies, and presses: his board is due.
    void commit_on_board(Move move) {
        table_.people.listen(table_.mover);
        table_.play_and_press(move);
        ++table_.at;
        table_.people.repeat_last(!table_.mover);
        // Of a castling he forgets the rook.
        table_.people.shift(
            !table_.mover, move.from(), move.is_castling() ? move.king_to() : table_.wrong.square
        );
        if (!table_.sees(!table_.mover)) {
            const Position& before = table_.state().positions.before(table_.state().made());
            const Square to = move.is_castling() ? move.king_to() : *table_.wrong.square;
            const Move done = Move::ordinary(move.from(), to);
            table_.people.tell_executed(!table_.mover, words_for(before, done));
        }
        table_.people.mark_executed(!table_.mover);
        const Color seat = table_.mover;
        table_.mover = !table_.mover; // it is his fault
        table_.play_and_press(table_.line.moves[table_.at]);
        ++table_.at;
        table_.expect(table_.state().to_move() == seat, "the reply was not made");
    }

    // 9.2, 9.3: now and then with the move that he intends, which binds him (9.5.3).
    void claim(const Position& before, Move move) {
        table::Claims claims{.seat = table_.mover, .kind = table::ClaimKind::fifty, .with = {}};
        if (table_.dice.one_in(2)) claims.kind = table::ClaimKind::threefold;
        if (table_.dice.one_in(2)) claims.with = words_for(before, move);
        table_.people.submit(claims);
        table_.people.wait(base::Millis{400});
    }

    DisputedTable& table_;
};

} // namespace

void make_fault(DisputedTable& table) { FaultMaking{table}.commit(); }

bool can_be_replied_to(const DisputedTable& table) {
    const Position before = table.line.before(table.line.at);
    const Move made = table.line.moves[table.line.at];
    const Move reply = table.line.moves[table.line.at + 1];
    const Move said = *table.wrong.move;
    const bool is_ordinary = made.kind() == Move::Kind::ordinary &&
        said.kind() == Move::Kind::ordinary && reply.kind() == Move::Kind::ordinary;
    const chess::SquareSet both = table::footprint_squares(made) | table::footprint_squares(said);
    return is_ordinary && (both & table::footprint_squares(reply)).empty() &&
        before.after(said).is_legal(reply) && table.sees(Color::white) && table.sees(Color::black);
}

void make_slip_and_reply(DisputedTable& table) { FaultMaking{table}.commit_before_reply(); }

} // namespace ansage::tests
