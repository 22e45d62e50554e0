// SPDX-License-Identifier: GPL-3.0-or-later
#include "disputed_game.hpp"

#include "chess/fen.hpp"
#include "disputed_table.hpp"
#include "fault_answering.hpp"
#include "fault_making.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using table::Matter;
using table::MatterNumber;
using table::MatterState;
using table::State;

namespace {

class Game {
public:
    Game(const Plan& plan, const Line& line, const Wrong& wrong, Dice& dice)
        : table_(plan, line, wrong, dice) {
        note_table();
        note_moves();
        is_replied_ = plan.fault == Fault::slip && can_be_replied_to(table_) && dice.one_in(3);
        if (is_replied_) traits_.insert("noticed after the reply");
    }

    Traits play() {
        while (table_.at < table_.line.at) play_next();
        if (is_replied_) {
            make_slip_and_reply(table_);
            settle_by_scores(table_);
        } else {
            make_fault(table_);
            check_proposed(table_);
            answer(table_);
        }
        if (table_.is_put_right && !table_.is_over()) {
            while (table_.at < table_.line.moves.size()) play_next();
            compare_with_faultless();
        } else if (!table_.is_over()) {
            play_on();
        }
        if (table_.plan.fault == Fault::none) check_faultless();
        bring_to_end();
        return traits_;
    }

private:
    void note_table() {
        if (!table_.sees(Color::white) && !table_.sees(Color::black))
            traits_.insert("no sensors at all");
        const bool is_opponents = table_.plan.fault == Fault::wrong_board;
        if (!table_.sees(is_opponents ? !table_.mover : table_.mover))
            traits_.insert("no sensors where it is made");
    }

    void note_moves() {
        const Move move = table_.line.moves[table_.line.at];
        const bool is_mistaken = table_.wrong.move && table_.wrong.move->is_castling();
        if (move.is_castling() && !is_mistaken) traits_.insert("castling is meant");
        if (move.promotion()) traits_.insert("promotion is meant");
        if (!table_.wrong.move) return;
        if (table_.wrong.leaves_pawn) traits_.insert("pawn is left");
        else if (is_mistaken) traits_.insert("castling by mistake");
        else if (table_.wrong.move->promotion()) traits_.insert("promotion by mistake");
    }

    void check_faultless() {
        table_.expect(
            table_.state().agenda.empty(), "a matter is raised although nothing was wrong"
        );
        table_.expect(
            table_.people.raised.empty(), "an alert is raised although nothing was wrong"
        );
        table_.expect(
            table_.people.refused.empty(), "somebody is refused although nothing was wrong"
        );
    }

    // 4.3, 7.5.5, 9.5: apart from what the edition says follows, the game is as if nothing had
    // been.
    void compare_with_faultless() {
        Dice dice{table_.plan.seed + 1};
        People faultless{*table_.state().setup, dice};
        Stopwatch others{faultless};
        faultless.watch = [&](const table::Input&, const std::vector<table::Event>& events) {
            others.look(events);
        };
        for (const Move move : table_.line.moves) faultless.take_turn(move);
        const State& other = faultless.state();
        table_.expect(
            table_.state().made() == other.made(), "another number of moves than without the fault"
        );
        table_.expect(
            table_.state().position() == other.position(), "another position than without the fault"
        );
        table_.expect(
            chess::to_fen(table_.state().position()) == chess::to_fen(other.position()),
            "other rights or move numbers than without the fault"
        );
        table_.expect(
            table_.state().keys == other.keys, "other repetitions than without the fault"
        );
        for (table::Ply ply = 1; ply <= other.made(); ++ply) {
            table_.expect(
                table_.state().plies[ply].move == other.plies[ply].move &&
                    table_.state().plies[ply].state == other.plies[ply].state,
                "another record than without the fault"
            );
        }
        for (const Color color : chess::both_colors) {
            const bool offends =
                table_.punishment.is_offence && table_.is_offence_ruled && color == table_.mover;
            table_.expect(
                table_.state().clocks.completed(color) == other.clocks.completed(color),
                "the clock counts other moves than without the fault"
            );
            table_.expect(
                table_.state().illegal_moves[color] == (offends ? 1 : 0), "the offences are not one"
            );
            table_.expect(table_.state().touches[color].empty(), "an obligation outlives its move");
            const bool is_given = table_.is_ruled && color != table_.mover;
            const base::Millis given = is_given ? table_.punishment.added : base::Millis{0};
            const base::Millis more = table_.stopwatch.had(color) - others.had(color);
            table_.expect(
                more == given,
                fmt::format("{} ms are given, and not {}", more.count(), given.count())
            );
        }
    }

    void play_next() {
        table_.people.take_turn(table_.line.moves[table_.at]);
        ++table_.at;
    }

    // From whatever position there is, in a game that nobody has put right.
    void play_on() {
        for (unsigned turn = 0; turn < 3 && !table_.is_over(); ++turn) {
            const auto move =
                any_move(table_.dice, table_.state().position(), *table_.plan.edition);
            if (move) table_.people.take_turn(*move);
        }
    }

    void end() {
        if (table_.has_arbiter() && table_.dice.one_in(2)) {
            table_.people.submit(table::ArbiterEnds{
                .score = laws::Score::draw, .reason = "arbiter", .because = {}});
        } else {
            table_.people.submit(table::Resigns{
                .seat = table_.dice.one_in(2) ? Color::white : Color::black});
        }
        if (!table_.is_over()) choose_end();
    }

    // Something is open by which it may have ended before: the arbiter says which it is (first
    // principle 10).
    void choose_end() {
        std::vector<MatterNumber> ends;
        for (const Matter& matter : table_.state().agenda) {
            if (matter.state == MatterState::open && matter.proposal && matter.proposal->score)
                ends.push_back(matter.number);
        }
        table_.expect(
            table_.has_arbiter() && ends.size() > 1,
            "a word does not end the game, and nobody is asked"
        );
        table_.accept(ends[table_.dice.below(ends.size())]);
    }

    // Every game can be; and again, when that end was taken back (8.7, 11.10).
    void bring_to_end() {
        table_.invariants.let_rule(true);
        table_.people.refused.clear();
        if (!table_.is_over()) end();
        check_over();
        if (!table_.dice.one_in(3) || table_.state().rulings.empty()) return;
        table_.take_back(table_.state().rulings.back().matter);
        table_.expect(!table_.is_over(), "the end cannot be taken back");
        end();
        check_over();
    }

    void check_over() {
        table_.expect(
            table_.is_over() && table_.state().result.has_value(),
            "the game cannot be brought to an end"
        );
        for (const Matter& matter : table_.state().agenda)
            table_.expect(matter.state != MatterState::open, "a matter is open after the end");
    }

    DisputedTable table_;
    bool is_replied_ = false; // before anybody notices it
    Traits traits_;
};

} // namespace

Traits play_disputed_game(const Plan& plan) {
    INFO(to_string(plan)); // where the check of the state ends the program
    Dice dice{plan.seed * 7919 + 17};
    // Not every line has room for every fault.
    const auto wished = static_cast<Wish>(dice.below(4));
    const bool has_words = plan.fault == Fault::slip || plan.fault == Fault::wrong_word ||
        plan.fault == Fault::late_correction || plan.fault == Fault::illegal_move;
    const bool is_fit = wished != Wish::castling_by_mistake || has_words;
    for (unsigned attempt = 0; attempt < 400; ++attempt) {
        const Wish wish = is_fit && attempt < 200 ? wished : Wish::any;
        const Line line = any_line(dice, *plan.edition, wish);
        if (line.moves.size() < line.at + 3 ||
            !fulfils(line.before(line.at), line.moves[line.at], wish))
            continue;
        if (const auto wrong = wrong_in(dice, line, plan.fault, wish)) {
            return Game{plan, line, *wrong, dice}.play();
        }
    }
    FAIL("no line has room for it: " << to_string(plan));
    return {};
}

} // namespace ansage::tests
