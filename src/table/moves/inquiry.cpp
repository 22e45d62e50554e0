// SPDX-License-Identifier: GPL-3.0-or-later
// D.2.9 where no sensor sees a board: what stands there is asked for, square by square, and only
// where it tells one account of the game from another. In a tournament the arbiter is asked, at his
// console alone, and no hand is guided before he has accepted what follows from it (D.2.9, 6.11.3);
// where no arbiter is present, the player whose board it is.
#include "table/disputes/dispute.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/said_board.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::table {

using chess::Color;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

// How the board would stand had one of the last moves been heard or executed otherwise, or not at
// all.
void add_accounts(const State& state, Ply number, std::vector<Reading>& accounts) {
    const chess::Position& before = state.positions.before(number);
    const Reading was = before.reading();
    const Reading is = state.positions.after(number).reading();
    const auto told = [&](const HeardMove* heard) {
        Reading reading = state.position().reading();
        for (unsigned i = 0; i < 64; ++i)
            if (!(was.squares[i] == is.squares[i])) reading.squares[i] = was.squares[i];
        if (heard != nullptr) put_down_as_heard(reading, before, *heard);
        accounts.push_back(reading);
    };
    told(nullptr);
    for (const Testimony& testimony : state.plies[number].testimonies) {
        const bool is_move = testimony.move.error != chess::MoveError::not_a_move;
        if (is_move && testimony.move.move != state.plies[number].move) told(&testimony.move);
    }
}

constexpr unsigned plies_looked_at = 4;

std::vector<Reading> accounts_of(const State& state, Color board) {
    std::vector<Reading> accounts{state.position().reading()};
    if (state.boards[board].is_said) accounts.push_back(state.boards[board].reading);
    for (Ply ply = state.made(); ply > 0 && ply + plies_looked_at > state.made(); --ply)
        add_accounts(state, ply, accounts);
    return accounts;
}

SquareReading seen(std::optional<chess::Piece> piece) {
    return piece ? SquareReading::of(*piece) : SquareReading::empty();
}

std::vector<SquareAnswered> answers_about(const State& state, Color board) {
    std::vector<SquareAnswered> answers;
    if (state.inquiry) {
        std::ranges::copy_if(
            state.inquiry->answers,
            std::back_inserter(answers),
            [&](const SquareAnswered& answer) { return answer.board == board; }
        );
    }
    return answers;
}

bool fits_answers(const Reading& account, const std::vector<SquareAnswered>& answers) {
    return std::ranges::all_of(answers, [&](const SquareAnswered& answer) {
        return account[answer.square] == seen(answer.piece);
    });
}

// Accounts that all answers leave possible, the likeliest first. None where the board stands as
// nobody told.
std::vector<Reading> possible_accounts(const State& state, Color board) {
    std::vector<Reading> accounts = accounts_of(state, board);
    const std::vector<SquareAnswered> answers = answers_about(state, board);
    std::erase_if(accounts, [&](const Reading& account) {
        return !fits_answers(account, answers);
    });
    return accounts;
}

// The next square on which what is still possible differs from the record; without anything
// possible, one of those that the last moves touched.
std::optional<Square> square_to_ask(const State& state, Color board) {
    const std::vector<Reading> possible = possible_accounts(state, board);
    const std::vector<Reading> all = accounts_of(state, board);
    const std::vector<SquareAnswered> answers = answers_about(state, board);
    const auto is_answered = [&](Square square) {
        return std::ranges::count(answers, square, &SquareAnswered::square) != 0;
    };
    for (const Reading& account : possible.empty() ? all : possible) {
        const Reading& first = possible.empty() ? all.front() : possible.front();
        for (unsigned i = 0; i < 64; ++i) {
            const Square square = Square::from_index(i);
            if (!(account.squares[i] == first.squares[i]) && !is_answered(square)) return square;
        }
    }
    return std::nullopt;
}

void ask(Decision& decision, Color board, Square square) {
    decision.emit(SquareAsked{.board = board, .square = square});
    Message message{"inquiry.square", {.player = board, .square = square}};
    if (decision.setup().mode == Mode::tournament) {
        decision.say(Audience::arbiter, Priority::message, Cause::table, std::move(message));
        return;
    }
    for (const Color color : chess::both_colors) // both are told alike
        decision.say(ear_of(color), Priority::message, Cause::table, message);
}

// As it follows from the answers: the only account that is left, or the record but for what was
// answered.
void settle_answers(Decision& decision, Color board) {
    const State& state = decision.state();
    const std::vector<Reading> possible = possible_accounts(state, board);
    Reading reading = possible.empty() ? state.position().reading() : possible.front();
    for (const SquareAnswered& answer : answers_about(state, board))
        reading.squares[answer.square.index()] = seen(answer.piece);
    if (reading != state.boards[board].reading)
        decision.emit(BoardSaid{.board = board, .reading = reading});
}

void tell_that_they_agree(Decision& decision) {
    Proposal proposal;
    proposal.kind = ProposalKind::none;
    proposal.ply = decision.state().made();
    propose_on_boards(decision, std::move(proposal), {}, decision.state().made());
}

void conclude(Decision& decision) {
    decision.emit(Compared{});
    bool departs = false;
    for (const Color color : chess::both_colors) {
        if (decision.state().boards[color].is_said) {
            departs = true;
            tell_departure(decision, color);
        }
    }
    if (!departs) tell_that_they_agree(decision);
}

void ask_next(Decision& decision) {
    const PerColor<bool> unseen{
        decision.state().seat(Color::white).board == BoardKind::none,
        decision.state().seat(Color::black).board == BoardKind::none};
    for (const Color color : chess::both_colors) {
        if (!unseen[color]) continue;
        if (const auto square = square_to_ask(decision.state(), color)) {
            ask(decision, color, *square);
            return;
        }
    }
    for (const Color color : chess::both_colors)
        if (unseen[color]) settle_answers(decision, color);
    conclude(decision);
}

// In a tournament the arbiter alone; elsewhere the players.
bool is_refused(Decision& decision, std::optional<Color> seat) {
    const bool has_arbiter = decision.setup().mode == Mode::tournament;
    if (seat && has_arbiter) {
        decision.refuse(Refusal::not_allowed, seat, "refused.arbiter_answers");
        return true;
    }
    return false;
}

} // namespace

void on(Decision& decision, const Compares& input) {
    if (is_refused(decision, input.seat)) return;
    const State& state = decision.state();
    const bool is_unseen = state.seat(Color::white).board == BoardKind::none ||
        state.seat(Color::black).board == BoardKind::none;
    if (!is_unseen || state.made() == 0 || state.inquiry || state.phase != Phase::playing) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.nothing_to_compare");
        return;
    }
    ask_next(decision);
}

void on(Decision& decision, const AnswersSquare& input) {
    if (is_refused(decision, input.seat)) return;
    const auto& inquiry = decision.state().inquiry;
    const bool is_asked =
        inquiry && inquiry->asked && (!input.seat || *input.seat == inquiry->asked->board);
    if (!is_asked) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.nothing_asked");
        return;
    }
    const SquareAsked asked = *inquiry->asked;
    decision.emit(SquareAnswered{.board = asked.board, .square = asked.square, .piece = input.piece}
    );
    ask_next(decision);
}

} // namespace ansage::table
