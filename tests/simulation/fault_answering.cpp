// SPDX-License-Identifier: GPL-3.0-or-later
#include "fault_answering.hpp"

#include "support/catch.hpp"
#include "table/disputes/agenda.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using table::AlertKind;
using table::ArbiterAct;
using table::Matter;
using table::MatterKind;
using table::MatterNumber;
using table::MatterState;
using table::PerColor;

namespace {

class FaultAnswering {
public:
    explicit FaultAnswering(DisputedTable& table)
        : table_(table) {}

    // One cause, one alert, one matter, and what the edition has for it.
    void check_proposed() {
        const auto alert = alert_expected();
        const auto kind = kind_expected();
        table_.expect(table_.people.refused.empty(), "a fault is refused, not noticed");
        for (const Raised& raised : table_.people.raised) {
            const std::string_view name = table::to_string(raised.kind);
            table_.expect(alert && raised.kind == *alert, fmt::format("another alert: {}", name));
        }
        table_.expect(
            table_.people.raised.size() == (alert ? 1U : 0U), "not one alert for one fault"
        );
        table_.expect(
            !alert || table_.people.raised.front().about == table_.mover, "somebody else is blamed"
        );
        table_.expect(
            table_.state().agenda.size() == (kind ? 1U : 0U), "not one matter for one fault"
        );
        if (!kind) return;
        const Matter& matter = table_.state().agenda.front();
        table_.expect(
            matter.state == MatterState::open && matter.kind == *kind, "another matter is open"
        );
        const bool is_claim = matter.kind == MatterKind::claim;
        const auto told = table::consequence_of(
            table_.state(),
            table::Arbiter{
                .act = is_claim ? ArbiterAct::rules_incorrect : ArbiterAct::accepts_proposal,
                .reason = {},
                .matter = matter.number}
        );
        table_.expect(told.has_value(), "nothing is said of what follows");
        if (!is_claim && !table_.punishment.is_offence) return;
        const table::MessageArguments& arguments = told->arguments;
        table_.expect(
            arguments.time.value_or(base::Millis{0}) == table_.punishment.added,
            "another time is proposed than the edition has"
        );
        table_.expect(
            arguments.score.has_value() == table_.punishment.loses, "loses, or does not, by mistake"
        );
        const bool is_printed = !table_.punishment.article.empty();
        const std::string article = arguments.article.value_or("");
        table_.expect(
            !is_printed || article == article_expected(),
            fmt::format("{} is told, and not {}", article, article_expected())
        );
        // 9.5: the record says that the claim is wrong.
        table_.expect(
            !is_claim || (matter.proposal && matter.proposal->kind == table::ProposalKind::none),
            "a wrong claim is not called wrong"
        );
        if (table_.is_only_said) confirm_by_hand();
        // First principle 9: players without an arbiter are asked.
        table_.expect(
            table_.has_arbiter() || table_.state().agenda.front().proposal,
            "two players are not asked"
        );
    }

    void answer() {
        const Move move = table_.line.moves[std::min(table_.at, table_.line.moves.size() - 1)];
        const bool ignores = table_.plan.answering == Answering::ignores;
        switch (table_.plan.fault) {
        case Fault::none:
        case Fault::late_correction: table_.is_put_right = true; return;
        case Fault::slip: // D.2.8, 4.7: asked, he announces the move made
            if (!ignores)
                table_.people.correct(table_.mover, words_for(table_.line.before(table_.at), move));
            if (!ignores) check_settled();
            table_.is_put_right = true; // what the hand made stands, whatever he says
            ++table_.at;
            return;
        case Fault::wrong_word:
            if (ignores) return;
            table_.people.announce(table_.mover, words_for(table_.state().position(), move));
            table_.people.wait(base::Millis{400});
            check_settled();
            table_.is_put_right = true;
            ++table_.at;
            return;
        case Fault::wrong_press:
            if (!table_.punishment.is_offence) answer_harmless_press(move);
            else if (table_.is_unseen_press()) answer_unseen_press(move);
            else if (!ignores) rule(move);
            return;
        case Fault::illegal_move:
        case Fault::wrong_claim:
        case Fault::wrong_board:
            if (!ignores) rule(move);
            return;
        }
    }

    // The scores agree on what the hand made, or on the words, or they differ: the board that
    // departs is corrected, or the record, or play goes back to where they agreed.
    void settle_by_scores() {
        const std::size_t slip = table_.at - 2;
        const Position before = table_.line.before(slip);
        const bool has_opponent_words = !table_.dice.one_in(3);
        const bool has_mover_words = has_opponent_words && table_.dice.one_in(2);
        const Move made = table_.line.moves[slip];
        write(table_.mover, slip, words_for(before, has_mover_words ? *table_.wrong.move : made));
        write(
            !table_.mover, slip, words_for(before, has_opponent_words ? *table_.wrong.move : made)
        );
        const Position after = table_.state().positions.before(table_.state().made());
        for (const Color seat : chess::both_colors)
            write(seat, slip + 1, words_for(after, table_.line.moves[slip + 1]));
        const Matter* const open = table::newest_open(table_.state(), {MatterKind::boards});
        table_.expect(
            open != nullptr && open->proposal, "two boards differ, and nothing is proposed"
        );
        const bool do_differ = has_mover_words != has_opponent_words;
        table_.expect(
            (open->proposal->kind == table::ProposalKind::restore) == do_differ &&
                open->proposal->corrected.has_value() == has_mover_words,
            "the scores lead to something else than D.2.9 has"
        );
        table_.halt();
        table_.accept(open->number);
        if (do_differ) table_.stopwatch.rewind_to(slip);
        if (do_differ) table_.at = slip;
        if (has_mover_words) {
            const auto next = table_.line.moves.begin() + static_cast<std::ptrdiff_t>(table_.at);
            table_.line.moves.erase(next, table_.line.moves.end());
            table_.line.moves[slip] = *table_.wrong.move;
        }
        table_.is_put_right = true;
        table_.mend_and_resume();
    }

private:
    void write(Color seat, std::size_t move, const table::HeardMove& words) {
        table_.people.submit(table::Writes{
            .seat = seat,
            .ply = table::Ply{static_cast<unsigned>(move) + 1},
            .move = words,
            .kind = {}});
    }

    [[nodiscard]] std::optional<MatterKind> kind_expected() const {
        switch (table_.plan.fault) {
        case Fault::none:
        case Fault::slip: // the words are corrected, and no ruling is needed (4.7)
        case Fault::wrong_word:
        case Fault::late_correction: return std::nullopt;
        case Fault::wrong_board: return MatterKind::boards;
        case Fault::wrong_press:
            return table_.is_unseen_press() ? std::nullopt
                                            : std::optional{MatterKind::press_without_move};
        case Fault::illegal_move: return MatterKind::illegal_move;
        case Fault::wrong_claim: return MatterKind::claim;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<AlertKind> alert_expected() const {
        switch (table_.plan.fault) {
        case Fault::none:
        case Fault::wrong_claim: return std::nullopt;
        case Fault::slip:
        case Fault::wrong_word: return AlertKind::announcement_differs_from_board;
        case Fault::late_correction: return AlertKind::correction_not_immediate;
        case Fault::wrong_board: return AlertKind::opponent_board_differs;
        case Fault::wrong_press:
            return table_.is_unseen_press() ? std::nullopt
                                            : std::optional{AlertKind::pressed_before_made};
        case Fault::illegal_move: return AlertKind::illegal_move_completed;
        }
        return std::nullopt;
    }

    // A pawn that was left has a rule of its own.
    [[nodiscard]] std::string_view article_expected() const {
        if (!table_.wrong.leaves_pawn) return table_.punishment.article;
        if (table_.plan.edition->name == "nl-2001") return "3.4e, 7.4";
        return table_.plan.edition->name.ends_with("-2014") ? "7.5a" : "7.5.2";
    }

    // It may have been heard wrongly, and where nobody else is there, nobody is accused by words
    // alone.
    void confirm_by_hand() {
        table_.expect(
            table_.has_arbiter() || !table_.state().agenda.front().proposal,
            "words alone accuse somebody"
        );
        table_.people.tell_executed(
            table_.mover, words_for(table_.line.before(table_.at), *table_.wrong.move)
        );
        table_.expect(
            table_.state().agenda.size() == 1, "what was said already is a matter of its own"
        );
    }

    // What was asked is answered, and nothing is left of it.
    void check_settled() {
        table_.expect(table_.people.refused.empty(), "the right words are refused");
        table_.expect(
            table_.state().find_open(AlertKind::announcement_differs_from_board, table_.mover) ==
                nullptr,
            "the words were put right, and the alert stays open"
        );
    }

    // 6.2c of 2014, 7.3 of 2001: no illegal move; it is made on the opponent's time.
    void answer_harmless_press(Move move) {
        if (table_.has_arbiter() && table_.plan.answering != Answering::ignores &&
            !table_.state().agenda.empty()) {
            table_.invariants.let_rule(true);
            table_.people.submit(table::Arbiter{
                .act = ArbiterAct::rules_stands,
                .reason = {},
                .matter = table_.state().agenda.front().number});
            table_.invariants.let_rule(false);
        }
        table_.people.play(move);
        table_.people.wait(base::Millis{400});
        table_.is_put_right = true;
        ++table_.at;
    }

    // 7.5.3: the arbiter has seen it, or both players agree that it was so; otherwise the move may
    // still be told.
    void answer_unseen_press(Move move) {
        if (table_.plan.answering == Answering::ignores) {
            table_.is_offence_ruled = false;
            answer_harmless_press(move);
            return;
        }
        table_.halt();
        rule_unseen_press();
        const MatterNumber number = table_.state().rulings.back().matter;
        if (table_.plan.answering == Answering::undoes) undo_and_rule_again(number, move);
        table_.is_put_right = true;
        table_.mend_and_resume();
        table_.play_and_press(move);
        ++table_.at;
    }

    void rule_unseen_press() {
        const PerColor<base::Millis> before = table_.remaining();
        const table::ArbiterRulesIllegal act{.color = table_.mover, .two_hands = {}, .reason = {}};
        table_.invariants.let_rule(true);
        if (table_.has_arbiter()) table_.people.submit(act);
        else table_.suggest_and_agree(act);
        table_.invariants.let_rule(false);
        table_.expect(table_.people.refused.empty(), "what the arbiter saw cannot be ruled on");
        check_given(before);
        table_.is_ruled = true;
    }

    void rule(Move move) {
        const MatterNumber number = table_.state().agenda.front().number;
        table_.people.wait(table_.dice.between(500, 3000));
        table_.halt();
        rule_once(number);
        if (table_.plan.answering == Answering::undoes) undo_and_rule_again(number, move);
        table_.expect(
            table_.is_over() == table_.punishment.loses, "the game ends, or does not, by mistake"
        );
        table_.is_put_right = true;
        if (table_.is_over()) return;
        table_.mend_and_resume();
        if (table_.plan.fault == Fault::wrong_board) return;
        if (!table_.becomes_queen()) table_.play_and_press(move);
        ++table_.at;
    }

    void rule_once(MatterNumber number) {
        const PerColor<base::Millis> before = table_.remaining();
        table_.accept(number);
        check_given(before);
        table_.is_ruled = true;
    }

    // Nobody keeps anything of a ruling that was taken back, nor of what was played after it.
    void undo_and_rule_again(MatterNumber number, Move move) {
        const Position ruled = table_.state().position();
        const bool plays_on =
            table_.plan.fault == Fault::illegal_move && !table_.is_over() && table_.dice.one_in(2);
        const PerColor<base::Millis> ran = table_.stopwatch.ran();
        if (plays_on) {
            table_.mend_and_resume();
            if (!table_.becomes_queen()) table_.play_and_press(move);
            if (table_.becomes_queen() || table_.dice.one_in(2))
                table_.people.take_turn(table_.line.moves[table_.at + 1]);
            table_.halt();
        }
        const PerColor<base::Millis> given = table_.remaining();
        table_.take_back(number);
        if (plays_on) table_.stopwatch.rewind(ran); // what was played since took nobody's time
        if (!plays_on) {
            table_.expect(
                table_.remaining()[!table_.mover] ==
                        given[!table_.mover] - table_.punishment.added &&
                    table_.remaining()[table_.mover] == given[table_.mover] + taken_off(),
                "a ruling taken back leaves a clock changed"
            );
        }
        table_.expect(
            table_.state().illegal_moves[table_.mover] == 0,
            "a ruling taken back leaves an offence counted"
        );
        // What the arbiter alone saw nobody asks again.
        table_.expect(
            table_.state().find_matter(number)->state ==
                (table_.is_unseen_press() ? MatterState::moot : MatterState::open),
            "a ruling taken back leaves its matter closed"
        );
        if (table_.is_unseen_press()) rule_unseen_press();
        else rule_once(number);
        table_.expect(table_.state().position() == ruled, "the same ruling leads elsewhere");
    }

    // No penalty beyond the edition's; what the illegal press brought is taken off again.
    void check_given(const PerColor<base::Millis>& before) {
        const base::Millis opponent = table_.remaining()[!table_.mover] - before[!table_.mover];
        const base::Millis own = table_.remaining()[table_.mover] - before[table_.mover];
        table_.expect(
            opponent == table_.punishment.added, "another time is given than the edition has"
        );
        table_.expect(
            own == -taken_off(), "the increment of an illegal press is kept, or more is taken"
        );
    }

    // A move that stands keeps what it brought.
    [[nodiscard]] base::Millis taken_off() const {
        const bool goes_back =
            table_.punishment.is_offence && !table_.punishment.loses && !table_.becomes_queen();
        return goes_back ? table_.state().setup->time.periods.front().increment : base::Millis{0};
    }

    DisputedTable& table_;
};

} // namespace

void check_proposed(DisputedTable& table) { FaultAnswering{table}.check_proposed(); }

void answer(DisputedTable& table) { FaultAnswering{table}.answer(); }

void settle_by_scores(DisputedTable& table) { FaultAnswering{table}.settle_by_scores(); }

} // namespace ansage::tests
