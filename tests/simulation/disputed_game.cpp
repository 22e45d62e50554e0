// SPDX-License-Identifier: GPL-3.0-or-later
#include "disputed_game.hpp"

#include "chess/fen.hpp"
#include "faulty_line.hpp"
#include "invariants.hpp"
#include "support/catch.hpp"
#include "table/disputes/agenda.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Square;
using table::AlertKind;
using table::ArbiterAct;
using table::Matter;
using table::MatterKind;
using table::MatterNumber;
using table::MatterState;
using table::Mode;
using table::PerColor;
using table::Phase;
using table::State;

namespace {

// A table at which the fault can be seen, once it has come out.
table::TableSetup setup_for(Dice& dice, const Plan& plan, const Line& line, const Wrong& wrong) {
    table::TableSetup setup = any_setup(dice, plan, line.start, line.mover());
    table::BoardKind& board = setup.seats[line.mover()].board;
    const bool tells_two = plan.fault == Fault::slip || plan.fault == Fault::wrong_word;
    // Which piece a pawn became an occupancy board does not know, and the words name another move.
    if (tells_two && line.moves[line.at].promotion() && board == table::BoardKind::occupancy)
        board = table::BoardKind::identity;
    if (wrong.leaves_pawn) board = table::BoardKind::identity;
    return setup;
}

// Whose clock ran for how long, counted beside the table's own.
class Stopwatch {
public:
    // Of people who have just begun, and who outlive it.
    explicit Stopwatch(const People& people)
        : people_(people),
          running_(people.state().clocks.running()) {
        pass(people.now());
    }

    void look(const std::vector<table::Event>& events) {
        for (const table::Event& event : events) {
            pass(event.at);
            if (const auto* pressed = std::get_if<table::ClockPressed>(&event.body)) {
                if (pressed->switched) {
                    running_ = !pressed->seat;
                    at_press_.push_back(ran_);
                }
            } else if (const auto* started = std::get_if<table::ClockStarted>(&event.body)) {
                running_ = started->color;
            }
            if (std::holds_alternative<table::ClockHalted>(event.body)) running_.reset();
            if (std::holds_alternative<table::Ended>(event.body)) running_.reset();
        }
        pass(people_.now());
    }

    [[nodiscard]] bool agrees() const { return running_ == people_.state().clocks.running(); }

    [[nodiscard]] PerColor<base::Millis> ran() const { return ran_; }

    // That time was given back.
    void rewind(const PerColor<base::Millis>& ran) { ran_ = ran; }

    // ... back to the press after so many moves, each of which was pressed once.
    void rewind_to(std::size_t moves) { ran_ = at_press_.at(moves - 1); }

    // What the clock would show had it not run: its time, increments, and what was given.
    [[nodiscard]] base::Millis had(Color color) const {
        return people_.state().clocks.remaining(color, people_.now()) + ran_[color];
    }

private:
    void pass(Instant until) {
        if (running_) ran_[*running_] += until - since_;
        since_ = until;
    }

    const People& people_;
    Instant since_{};
    std::optional<Color> running_;
    PerColor<base::Millis> ran_;
    std::vector<PerColor<base::Millis>> at_press_;
};

class Game {
public:
    Game(const Plan& plan, const Line& line, const Wrong& wrong, Dice& dice)
        : plan_(plan),
          line_(line),
          wrong_(wrong),
          dice_(dice),
          people_(setup_for(dice, plan, line, wrong), dice),
          punishment_(punishment_of(*people_.state().setup, plan.fault)),
          invariants_(plan, people_.state()),
          stopwatch_(people_),
          mover_(line.mover()) {
        people_.watch = [this](const table::Input& input, const std::vector<table::Event>& events) {
            invariants_.look(input, events);
            stopwatch_.look(events);
            expect(stopwatch_.agrees(), "a clock runs that nobody has started");
        };
        people_.tell_now_and_then();
        if (!sees(Color::white) && !sees(Color::black)) traits_.insert("no sensors at all");
        const Color maker = plan.fault == Fault::wrong_board ? !mover_ : mover_;
        if (!sees(maker)) traits_.insert("no sensors where it is made");
        note_moves();
        is_replied_ = plan.fault == Fault::slip && has_reply() && dice.one_in(3);
        if (is_replied_) traits_.insert("noticed after the reply");
    }

    Traits play() {
        while (at_ < line_.at) play_next();
        if (is_replied_) {
            commit_before_reply();
            settle_by_scores();
        } else {
            commit();
            check_proposed();
            answer();
        }
        if (is_put_right_ && !is_over()) {
            while (at_ < line_.moves.size()) play_next();
            compare_with_faultless();
        } else if (!is_over()) {
            play_on();
        }
        if (plan_.fault == Fault::none) check_faultless();
        bring_to_end();
        return traits_;
    }

private:
    [[nodiscard]] const State& state() const { return people_.state(); }

    [[nodiscard]] bool is_over() const { return state().phase == Phase::ended; }

    // Nobody moves such a board away in a disputed game.
    [[nodiscard]] bool sees(Color board) const { return people_.has_sensors(board); }

    [[nodiscard]] bool has_arbiter() const { return plan_.mode == Mode::tournament; }

    void note_moves() {
        const Move move = line_.moves[line_.at];
        const bool is_mistaken = wrong_.move && wrong_.move->is_castling();
        if (move.is_castling() && !is_mistaken) traits_.insert("castling is meant");
        if (move.promotion()) traits_.insert("promotion is meant");
        if (!wrong_.move) return;
        if (wrong_.leaves_pawn) traits_.insert("pawn is left");
        else if (is_mistaken) traits_.insert("castling by mistake");
        else if (wrong_.move->promotion()) traits_.insert("promotion by mistake");
    }

    // 7.5.2; 3.4e and 7.4 of 2001 have the pawn go back.
    [[nodiscard]] bool becomes_queen() const {
        return wrong_.leaves_pawn && plan_.edition->name != "nl-2001";
    }

    // --- what has to hold of this game
    void expect(bool holds, std::string_view what) const { invariants_.expect(holds, what); }

    void check_faultless() {
        expect(state().agenda.empty(), "a matter is raised although nothing was wrong");
        expect(people_.raised.empty(), "an alert is raised although nothing was wrong");
        expect(people_.refused.empty(), "somebody is refused although nothing was wrong");
    }

    // 4.3, 7.5.5, 9.5: apart from what the edition says follows, the game is as if nothing had
    // been.
    void compare_with_faultless() {
        Dice dice{plan_.seed + 1};
        People faultless{*state().setup, dice};
        Stopwatch others{faultless};
        faultless.watch = [&](const table::Input&, const std::vector<table::Event>& events) {
            others.look(events);
        };
        for (const Move move : line_.moves) faultless.take_turn(move);
        const State& other = faultless.state();
        expect(state().made() == other.made(), "another number of moves than without the fault");
        expect(state().position() == other.position(), "another position than without the fault");
        expect(
            chess::to_fen(state().position()) == chess::to_fen(other.position()),
            "other rights or move numbers than without the fault"
        );
        expect(state().keys == other.keys, "other repetitions than without the fault");
        for (table::Ply ply = 1; ply <= other.made(); ++ply) {
            expect(
                state().plies[ply].move == other.plies[ply].move &&
                    state().plies[ply].state == other.plies[ply].state,
                "another record than without the fault"
            );
        }
        for (const Color color : chess::both_colors) {
            const bool offends = punishment_.is_offence && is_offence_ruled_ && color == mover_;
            expect(
                state().clocks.completed(color) == other.clocks.completed(color),
                "the clock counts other moves than without the fault"
            );
            expect(state().illegal_moves[color] == (offends ? 1 : 0), "the offences are not one");
            expect(state().touches[color].empty(), "an obligation outlives its move");
            const bool is_given = is_ruled_ && color != mover_;
            const base::Millis given = is_given ? punishment_.added : base::Millis{0};
            const base::Millis more = stopwatch_.had(color) - others.had(color);
            expect(
                more == given,
                fmt::format("{} ms are given, and not {}", more.count(), given.count())
            );
        }
    }

    // --- the game

    void play_next() {
        people_.take_turn(line_.moves[at_]);
        ++at_;
    }

    // From whatever position there is, in a game that nobody has put right.
    void play_on() {
        for (unsigned turn = 0; turn < 3 && !is_over(); ++turn) {
            const auto move = any_move(dice_, state().position(), *plan_.edition);
            if (move) people_.take_turn(*move);
        }
    }

    void play_and_press(Move move) {
        people_.wait(dice_.between(1000, 4000));
        people_.play(move);
        people_.press(mover_);
        people_.wait(base::Millis{400});
    }

    void commit() {
        const Move move = line_.moves[at_];
        const Position before = state().position();
        switch (plan_.fault) {
        case Fault::none: return;
        case Fault::slip:
        case Fault::wrong_word: commit_in_words(before, move); return;
        case Fault::late_correction:
            people_.listen(mover_);
            people_.announce(mover_, words_for(before, *wrong_.move));
            people_.wait(dice_.between(3100, 9000)); // D.2.8: not immediately
            people_.correct(mover_, words_for(before, move));
            people_.carry_out(mover_, before, move);
            people_.press(mover_);
            people_.wait(base::Millis{400});
            ++at_;
            return;
        case Fault::wrong_board: commit_on_board(move); return;
        case Fault::wrong_press:
            people_.listen(mover_);
            people_.wait(dice_.between(1000, 5000));
            people_.press(mover_);
            people_.wait(table::press_patience + base::Millis{100});
            return;
        case Fault::illegal_move: commit_illegal(before); return;
        case Fault::wrong_claim:
            people_.listen(mover_);
            people_.wait(dice_.between(1000, 5000));
            claim(before, move);
            return;
        }
    }

    // The hand makes the line's move, after other words.
    void commit_in_words(const Position& before, Move move) {
        people_.listen(mover_);
        tell_castling_of_opponent();
        people_.wait(dice_.between(1000, 5000));
        people_.announce(mover_, words_for(before, *wrong_.move));
        people_.carry_out(mover_, before, move, wrong_.move->king_to());
        if (!sees(mover_)) people_.tell_executed(mover_, words_for(before, move));
        people_.press(mover_);
        people_.wait(base::Millis{3500}); // a sighted player's words fall due after the press
    }

    // The reply is one after the words, too, and both boards see their players' hands.
    [[nodiscard]] bool has_reply() const {
        const Position before = line_.before(line_.at);
        const Move made = line_.moves[line_.at];
        const Move reply = line_.moves[line_.at + 1];
        const Move said = *wrong_.move;
        const bool is_ordinary = made.kind() == Move::Kind::ordinary &&
            said.kind() == Move::Kind::ordinary && reply.kind() == Move::Kind::ordinary;
        const chess::SquareSet both =
            table::footprint_squares(made) | table::footprint_squares(said);
        return is_ordinary && (both & table::footprint_squares(reply)).empty() &&
            before.after(said).is_legal(reply) && sees(Color::white) && sees(Color::black);
    }

    // D.2.9: the opponent carries out what he has heard, and replies.
    void commit_before_reply() {
        const Position before = state().position();
        people_.listen(mover_);
        people_.wait(dice_.between(1000, 5000));
        people_.announce(mover_, words_for(before, *wrong_.move));
        people_.carry_out(mover_, before, line_.moves[at_], wrong_.move->king_to());
        people_.press(mover_);
        people_.repeat(!mover_, words_for(before, *wrong_.move));
        people_.carry_out(!mover_, before, *wrong_.move);
        people_.mark_executed(!mover_);
        people_.wait(base::Millis{400});
        people_.play(line_.moves[at_ + 1]);
        people_.press(!mover_);
        people_.wait(base::Millis{3500});
        at_ += 2;
    }

    // The scores agree on what the hand made, or on the words, or they differ: the board that
    // departs is corrected, or the record, or play goes back to where they agreed.
    void settle_by_scores() {
        const std::size_t slip = at_ - 2;
        const Position before = line_.before(slip);
        const bool has_opponent_words = !dice_.one_in(3);
        const bool has_mover_words = has_opponent_words && dice_.one_in(2);
        const Move made = line_.moves[slip];
        write(mover_, slip, words_for(before, has_mover_words ? *wrong_.move : made));
        write(!mover_, slip, words_for(before, has_opponent_words ? *wrong_.move : made));
        const Position after = state().positions.before(state().made());
        for (const Color seat : chess::both_colors)
            write(seat, slip + 1, words_for(after, line_.moves[slip + 1]));
        const Matter* const open = table::newest_open(state(), {MatterKind::boards});
        expect(open != nullptr && open->proposal, "two boards differ, and nothing is proposed");
        const bool do_differ = has_mover_words != has_opponent_words;
        expect(
            (open->proposal->kind == table::ProposalKind::restore) == do_differ &&
                open->proposal->corrected.has_value() == has_mover_words,
            "the scores lead to something else than D.2.9 has"
        );
        halt();
        accept(open->number);
        if (do_differ) stopwatch_.rewind_to(slip);
        if (do_differ) at_ = slip;
        if (has_mover_words) {
            const auto next = line_.moves.begin() + static_cast<std::ptrdiff_t>(at_);
            line_.moves.erase(next, line_.moves.end());
            line_.moves[slip] = *wrong_.move;
        }
        is_put_right_ = true;
        mend_and_resume();
    }

    void write(Color seat, std::size_t move, const table::HeardMove& words) {
        people_.submit(table::Writes{
            .seat = seat,
            .ply = table::Ply{static_cast<unsigned>(move) + 1},
            .move = words,
            .kind = {}});
    }

    // Where it was not told of, his own castling would be taken for it.
    void tell_castling_of_opponent() {
        if (at_ == 0 || sees(mover_) || !line_.moves[at_ - 1].is_castling()) return;
        people_.tell_executed(mover_, words_for(line_.before(at_ - 1), line_.moves[at_ - 1]));
    }

    // Where no sensor looks, he says what his hand did, or says no more than the words before it.
    void commit_illegal(const Position& before) {
        const table::HeardMove words = words_for(before, *wrong_.move);
        people_.listen(mover_);
        people_.announce(mover_, words);
        do_illegal(before, *wrong_.move);
        is_only_said_ = !sees(mover_) && dice_.one_in(2);
        if (!sees(mover_) && !is_only_said_) people_.tell_executed(mover_, words);
        people_.press(mover_);
        people_.wait(base::Millis{400});
    }

    void do_illegal(const Position& before, Move move) {
        const auto role = wrong_.leaves_pawn ? std::nullopt : move.promotion();
        if (role) {
            people_.lift(mover_, move.from(), dice_.between(300, 900));
            people_.place(mover_, move.to(), {before.turn(), *role}, dice_.between(300, 900));
            return;
        }
        people_.shift(mover_, move.from(), move.king_to());
        if (move.is_castling()) people_.shift(mover_, move.to(), move.rook_to());
    }

    // The opponent puts the piece on a wrong square, replies, and presses: his board is due.
    void commit_on_board(Move move) {
        people_.listen(mover_);
        play_and_press(move);
        ++at_;
        people_.repeat_last(!mover_);
        // Of a castling he forgets the rook.
        people_.shift(!mover_, move.from(), move.is_castling() ? move.king_to() : wrong_.square);
        if (!sees(!mover_)) {
            const Position& before = state().positions.before(state().made());
            const Square to = move.is_castling() ? move.king_to() : *wrong_.square;
            const Move done = Move::ordinary(move.from(), to);
            people_.tell_executed(!mover_, words_for(before, done));
        }
        people_.mark_executed(!mover_);
        const Color seat = mover_;
        mover_ = !mover_; // it is his fault
        play_and_press(line_.moves[at_]);
        ++at_;
        expect(state().to_move() == seat, "the reply was not made");
    }

    // 9.2, 9.3: now and then with the move that he intends, which binds him (9.5.3).
    void claim(const Position& before, Move move) {
        table::Claims claims{.seat = mover_, .kind = table::ClaimKind::fifty, .with = {}};
        if (dice_.one_in(2)) claims.kind = table::ClaimKind::threefold;
        if (dice_.one_in(2)) claims.with = words_for(before, move);
        people_.submit(claims);
        people_.wait(base::Millis{400});
    }

    // --- the answer

    // First principle 1: the program has no ear, and what it did not hear is not "not done".
    [[nodiscard]] bool is_unseen_press() const {
        return plan_.fault == Fault::wrong_press && !sees(mover_);
    }

    [[nodiscard]] std::optional<MatterKind> kind_expected() const {
        switch (plan_.fault) {
        case Fault::none:
        case Fault::slip: // the words are corrected, and no ruling is needed (4.7)
        case Fault::wrong_word:
        case Fault::late_correction: return std::nullopt;
        case Fault::wrong_board: return MatterKind::boards;
        case Fault::wrong_press:
            return is_unseen_press() ? std::nullopt : std::optional{MatterKind::press_without_move};
        case Fault::illegal_move: return MatterKind::illegal_move;
        case Fault::wrong_claim: return MatterKind::claim;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<AlertKind> alert_expected() const {
        switch (plan_.fault) {
        case Fault::none:
        case Fault::wrong_claim: return std::nullopt;
        case Fault::slip:
        case Fault::wrong_word: return AlertKind::announcement_differs_from_board;
        case Fault::late_correction: return AlertKind::correction_not_immediate;
        case Fault::wrong_board: return AlertKind::opponent_board_differs;
        case Fault::wrong_press:
            return is_unseen_press() ? std::nullopt : std::optional{AlertKind::pressed_before_made};
        case Fault::illegal_move: return AlertKind::illegal_move_completed;
        }
        return std::nullopt;
    }

    // One cause, one alert, one matter, and what the edition has for it.
    void check_proposed() {
        const auto alert = alert_expected();
        const auto kind = kind_expected();
        expect(people_.refused.empty(), "a fault is refused, not noticed");
        for (const Raised& raised : people_.raised) {
            const std::string_view name = table::to_string(raised.kind);
            expect(alert && raised.kind == *alert, fmt::format("another alert: {}", name));
        }
        expect(people_.raised.size() == (alert ? 1U : 0U), "not one alert for one fault");
        expect(!alert || people_.raised.front().about == mover_, "somebody else is blamed");
        expect(state().agenda.size() == (kind ? 1U : 0U), "not one matter for one fault");
        if (!kind) return;
        const Matter& matter = state().agenda.front();
        expect(matter.state == MatterState::open && matter.kind == *kind, "another matter is open");
        const bool is_claim = matter.kind == MatterKind::claim;
        const auto told = table::consequence_of(
            state(),
            table::Arbiter{
                .act = is_claim ? ArbiterAct::rules_incorrect : ArbiterAct::accepts_proposal,
                .reason = {},
                .matter = matter.number}
        );
        expect(told.has_value(), "nothing is said of what follows");
        if (!is_claim && !punishment_.is_offence) return;
        const table::MessageArguments& arguments = told->arguments;
        expect(
            arguments.time.value_or(base::Millis{0}) == punishment_.added,
            "another time is proposed than the edition has"
        );
        expect(arguments.score.has_value() == punishment_.loses, "loses, or does not, by mistake");
        const bool is_printed = !punishment_.article.empty();
        const std::string article = arguments.article.value_or("");
        expect(
            !is_printed || article == article_expected(),
            fmt::format("{} is told, and not {}", article, article_expected())
        );
        // 9.5: the record says that the claim is wrong.
        expect(
            !is_claim || (matter.proposal && matter.proposal->kind == table::ProposalKind::none),
            "a wrong claim is not called wrong"
        );
        if (is_only_said_) confirm_by_hand();
        // First principle 9: players without an arbiter are asked.
        expect(has_arbiter() || state().agenda.front().proposal, "two players are not asked");
    }

    // A pawn that was left has a rule of its own.
    [[nodiscard]] std::string_view article_expected() const {
        if (!wrong_.leaves_pawn) return punishment_.article;
        if (plan_.edition->name == "nl-2001") return "3.4e, 7.4";
        return plan_.edition->name.ends_with("-2014") ? "7.5a" : "7.5.2";
    }

    // It may have been heard wrongly, and where nobody else is there, nobody is accused by words
    // alone.
    void confirm_by_hand() {
        expect(has_arbiter() || !state().agenda.front().proposal, "words alone accuse somebody");
        people_.tell_executed(mover_, words_for(line_.before(at_), *wrong_.move));
        expect(state().agenda.size() == 1, "what was said already is a matter of its own");
    }

    void answer() {
        const Move move = line_.moves[std::min(at_, line_.moves.size() - 1)];
        const bool ignores = plan_.answering == Answering::ignores;
        switch (plan_.fault) {
        case Fault::none:
        case Fault::late_correction: is_put_right_ = true; return;
        case Fault::slip: // D.2.8, 4.7: asked, he announces the move made
            if (!ignores) people_.correct(mover_, words_for(line_.before(at_), move));
            if (!ignores) check_settled();
            is_put_right_ = true; // what the hand made stands, whatever he says
            ++at_;
            return;
        case Fault::wrong_word:
            if (ignores) return;
            people_.announce(mover_, words_for(state().position(), move));
            people_.wait(base::Millis{400});
            check_settled();
            is_put_right_ = true;
            ++at_;
            return;
        case Fault::wrong_press:
            if (!punishment_.is_offence) answer_harmless_press(move);
            else if (is_unseen_press()) answer_unseen_press(move);
            else if (!ignores) rule(move);
            return;
        case Fault::illegal_move:
        case Fault::wrong_claim:
        case Fault::wrong_board:
            if (!ignores) rule(move);
            return;
        }
    }

    // What was asked is answered, and nothing is left of it.
    void check_settled() {
        expect(people_.refused.empty(), "the right words are refused");
        expect(
            state().find_open(AlertKind::announcement_differs_from_board, mover_) == nullptr,
            "the words were put right, and the alert stays open"
        );
    }

    // 6.2c of 2014, 7.3 of 2001: no illegal move; it is made on the opponent's time.
    void answer_harmless_press(Move move) {
        if (has_arbiter() && plan_.answering != Answering::ignores && !state().agenda.empty()) {
            invariants_.let_rule(true);
            people_.submit(table::Arbiter{
                .act = ArbiterAct::rules_stands,
                .reason = {},
                .matter = state().agenda.front().number});
            invariants_.let_rule(false);
        }
        people_.play(move);
        people_.wait(base::Millis{400});
        is_put_right_ = true;
        ++at_;
    }

    // 7.5.3: the arbiter has seen it, or both players agree that it was so; otherwise the move may
    // still be told.
    void answer_unseen_press(Move move) {
        if (plan_.answering == Answering::ignores) {
            is_offence_ruled_ = false;
            answer_harmless_press(move);
            return;
        }
        halt();
        rule_unseen_press();
        const MatterNumber number = state().rulings.back().matter;
        if (plan_.answering == Answering::undoes) undo_and_rule_again(number, move);
        is_put_right_ = true;
        mend_and_resume();
        play_and_press(move);
        ++at_;
    }

    void rule_unseen_press() {
        const PerColor<base::Millis> before = remaining();
        const table::ArbiterRulesIllegal act{.color = mover_, .two_hands = {}, .reason = {}};
        invariants_.let_rule(true);
        if (has_arbiter()) people_.submit(act);
        else suggest_and_agree(act);
        invariants_.let_rule(false);
        expect(people_.refused.empty(), "what the arbiter saw cannot be ruled on");
        check_given(before);
        is_ruled_ = true;
    }

    void suggest_and_agree(table::AgreedAct act) {
        const Color first = dice_.one_in(2) ? Color::white : Color::black;
        people_.submit(table::Suggests{.seat = first, .act = std::move(act)});
        people_.submit(table::AnswersProposal{
            .seat = !first, .accepts = true, .matter = std::nullopt});
    }

    void rule(Move move) {
        const MatterNumber number = state().agenda.front().number;
        people_.wait(dice_.between(500, 3000));
        halt();
        rule_once(number);
        if (plan_.answering == Answering::undoes) undo_and_rule_again(number, move);
        expect(is_over() == punishment_.loses, "the game ends, or does not, by mistake");
        is_put_right_ = true;
        if (is_over()) return;
        mend_and_resume();
        if (plan_.fault == Fault::wrong_board) return;
        if (!becomes_queen()) play_and_press(move);
        ++at_;
    }

    void rule_once(MatterNumber number) {
        const PerColor<base::Millis> before = remaining();
        accept(number);
        check_given(before);
        is_ruled_ = true;
    }

    // Nobody keeps anything of a ruling that was taken back, nor of what was played after it.
    void undo_and_rule_again(MatterNumber number, Move move) {
        const Position ruled = state().position();
        const bool plays_on = plan_.fault == Fault::illegal_move && !is_over() && dice_.one_in(2);
        const PerColor<base::Millis> ran = stopwatch_.ran();
        if (plays_on) {
            mend_and_resume();
            if (!becomes_queen()) play_and_press(move);
            if (becomes_queen() || dice_.one_in(2)) people_.take_turn(line_.moves[at_ + 1]);
            halt();
        }
        const PerColor<base::Millis> given = remaining();
        take_back(number);
        if (plays_on) stopwatch_.rewind(ran); // what was played since took nobody's time
        if (!plays_on) {
            expect(
                remaining()[!mover_] == given[!mover_] - punishment_.added &&
                    remaining()[mover_] == given[mover_] + taken_off(),
                "a ruling taken back leaves a clock changed"
            );
        }
        expect(state().illegal_moves[mover_] == 0, "a ruling taken back leaves an offence counted");
        // What the arbiter alone saw nobody asks again.
        expect(
            state().find_matter(number)->state ==
                (is_unseen_press() ? MatterState::moot : MatterState::open),
            "a ruling taken back leaves its matter closed"
        );
        if (is_unseen_press()) rule_unseen_press();
        else rule_once(number);
        expect(state().position() == ruled, "the same ruling leads elsewhere");
    }

    [[nodiscard]] PerColor<base::Millis> remaining() const {
        const base::Instant now = people_.now();
        return {
            state().clocks.remaining(Color::white, now),
            state().clocks.remaining(Color::black, now)};
    }

    // No penalty beyond the edition's; what the illegal press brought is taken off again.
    void check_given(const PerColor<base::Millis>& before) {
        const base::Millis opponent = remaining()[!mover_] - before[!mover_];
        const base::Millis own = remaining()[mover_] - before[mover_];
        expect(opponent == punishment_.added, "another time is given than the edition has");
        expect(own == -taken_off(), "the increment of an illegal press is kept, or more is taken");
    }

    // A move that stands keeps what it brought.
    [[nodiscard]] base::Millis taken_off() const {
        const bool goes_back = punishment_.is_offence && !punishment_.loses && !becomes_queen();
        return goes_back ? state().setup->time.periods.front().increment : base::Millis{0};
    }

    void accept(MatterNumber number) {
        invariants_.let_rule(true);
        if (has_arbiter()) {
            people_.submit(table::Arbiter{
                .act = ArbiterAct::accepts_proposal, .reason = {}, .matter = number});
        } else {
            const Color first = dice_.one_in(2) ? Color::white : Color::black;
            for (const Color seat : {first, !first}) {
                people_.submit(table::AnswersProposal{
                    .seat = seat, .accepts = true, .matter = number});
            }
        }
        invariants_.let_rule(false);
        expect(people_.refused.empty(), "what is proposed cannot be accepted");
        expect(
            state().find_matter(number)->state != MatterState::open, "what was accepted stays open"
        );
    }

    void take_back(MatterNumber number) {
        invariants_.let_rule(true);
        const table::Arbiter act{.act = ArbiterAct::takes_back, .reason = {}, .matter = number};
        if (has_arbiter()) {
            people_.submit(act);
        } else {
            suggest_and_agree(act);
        }
        invariants_.let_rule(false);
        expect(people_.refused.empty(), "a ruling cannot be taken back");
    }

    void halt() {
        if (!state().clocks.running()) return;
        if (has_arbiter()) people_.submit(table::Arbiter{ArbiterAct::pauses});
        else people_.submit(table::Pauses{.seat = *state().clocks.running()});
    }

    void mend_and_resume() {
        for (const Color color : chess::both_colors) {
            people_.put_right(color);
            if (state().boards[color].repairing) people_.submit(table::Confirms{color});
        }
        people_.wait(dice_.between(500, 3000));
        people_.submit(table::Arbiter{ArbiterAct::resumes});
        people_.wait(base::Millis{400});
    }

    // --- the end

    void end() {
        if (has_arbiter() && dice_.one_in(2)) {
            people_.submit(table::ArbiterEnds{
                .score = laws::Score::draw, .reason = "arbiter", .because = {}});
        } else {
            people_.submit(table::Resigns{.seat = dice_.one_in(2) ? Color::white : Color::black});
        }
        if (!is_over()) choose_end();
    }

    // Something is open by which it may have ended before: the arbiter says which it is (first
    // principle 10).
    void choose_end() {
        std::vector<MatterNumber> ends;
        for (const Matter& matter : state().agenda) {
            if (matter.state == MatterState::open && matter.proposal && matter.proposal->score)
                ends.push_back(matter.number);
        }
        expect(
            has_arbiter() && ends.size() > 1, "a word does not end the game, and nobody is asked"
        );
        accept(ends[dice_.below(ends.size())]);
    }

    // Every game can be; and again, when that end was taken back (8.7, 11.10).
    void bring_to_end() {
        invariants_.let_rule(true);
        people_.refused.clear();
        if (!is_over()) end();
        check_over();
        if (!dice_.one_in(3) || state().rulings.empty()) return;
        take_back(state().rulings.back().matter);
        expect(!is_over(), "the end cannot be taken back");
        end();
        check_over();
    }

    void check_over() {
        expect(is_over() && state().result.has_value(), "the game cannot be brought to an end");
        for (const Matter& matter : state().agenda)
            expect(matter.state != MatterState::open, "a matter is open after the end");
    }

    const Plan& plan_;
    Line line_; // as both players have it in the end
    const Wrong& wrong_;
    Dice& dice_;
    People people_;
    Punishment punishment_;
    Invariants invariants_;
    Stopwatch stopwatch_;
    Color mover_; // who makes the fault
    std::size_t at_ = 0; // of the line, what comes next
    bool is_put_right_ = false;
    bool is_replied_ = false; // before anybody notices it
    bool is_only_said_ = false; // an illegal move of which there are words alone
    bool is_ruled_ = false;
    bool is_offence_ruled_ = true; // if there is one
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
