// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/said_board.hpp"

#include "table/witnesses/testimony.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;
using chess::Reading;
using chess::SquareReading;

namespace {

// What those words mean in another position than they were read in.
HeardMove heard_in(const chess::Position& before, const HeardMove& words) {
    HeardMove heard{.text = words.text, .error = MoveError::illegal, .said = words.said};
    if (words.move && before.is_legal(*words.move)) {
        heard.move = words.move;
        heard.error.reset();
        return heard;
    }
    for (const Move move : before.legal_moves()) {
        if (!fits(words.said, move, before.at(move.from())->role)) continue;
        if (heard.move || (move.promotion() && !words.said.promotion)) {
            heard.move.reset();
            heard.error = MoveError::ambiguous;
            return heard;
        }
        heard.move = move;
        heard.error.reset();
    }
    // What is open by its shape stays so, legal or not (first principle 12).
    if (!heard.move) heard.error = words.error.value_or(MoveError::illegal);
    return heard;
}

Execution candidate(const State& state, Ply ply, Color seat, const HeardMove& words) {
    const chess::Position& before = state.positions.before(ply);
    return {.ply = ply, .is_own = before.turn() == seat, .heard = heard_in(before, words)};
}

bool is_executed(const State& state, Ply ply) {
    const Testimony* said = state.plies[ply].newest(Witness::opponent_board);
    return said != nullptr && said->move.move == state.plies[ply].move;
}

// Of which moves it can be said: what falls due first comes first.
std::vector<Execution> candidates_for(const State& state, const Executes& input) {
    const Ply made = state.made();
    std::vector<Ply> plies;
    const bool own_turn = state.to_move() == input.seat;
    if (own_turn && made > 0 && !is_executed(state, made)) plies.push_back(made);
    if (!own_turn && made > 0) plies.push_back(made);
    plies.push_back(made + 1);
    // A board that was executed wrongly and is put right after the own move.
    if (!own_turn && made > 1 && !is_executed(state, made - 1)) plies.push_back(made - 1);
    std::vector<Execution> result;
    std::ranges::transform(plies, std::back_inserter(result), [&](Ply ply) {
        return candidate(state, ply, input.seat, input.move);
    });
    return result;
}

// The record or somebody's words have that move.
bool is_told_so(const State& state, const Execution& done) {
    if (!state.plies.has(done.ply)) return false;
    const PlyRecord& ply = state.plies[done.ply];
    const Testimony* announced = ply.newest(Witness::announcement);
    const bool is_made = ply.move && ply.move == done.heard.move;
    // What is illegal is no move in any position: only the words tell which is meant.
    const bool are_words_all = done.ply > state.made() || !ply.legal;
    return is_made ||
        (are_words_all && announced != nullptr && !contradict(announced->move, done.heard));
}

bool starts_from_movers_piece(const State& state, const Execution& done) {
    const chess::Position& before = state.positions.before(done.ply);
    const auto piece =
        done.heard.said.from ? before.at(*done.heard.said.from) : std::optional<chess::Piece>{};
    return piece && piece->color == before.turn();
}

// The opponent's move once more, after it was said to be executed.
bool says_again(const State& state, const Executes& input) {
    const Ply made = state.made();
    const bool is_done = made > 0 && state.to_move() == input.seat && is_executed(state, made);
    return is_done &&
        candidate(state, made, input.seat, input.move).heard.move == state.plies[made].move;
}

} // namespace

// Which ply it is: the one that has just that move; else one in whose position the words make a
// move; else the opponent's once more; else the one whose mover has a piece where it came from;
// else the own move.
Execution execution_of(const State& state, const Executes& input) {
    const std::vector<Execution> candidates = candidates_for(state, input);
    const auto first = [&](auto is_it) { return std::ranges::find_if(candidates, is_it); };
    auto found = first([&](const Execution& done) { return is_told_so(state, done); });
    if (found == candidates.end())
        found = first([](const Execution& done) { return done.heard.move.has_value(); });
    if (found == candidates.end() && says_again(state, input))
        return candidate(state, state.made(), input.seat, input.move);
    if (found == candidates.end())
        found = first([&](const Execution& done) { return starts_from_movers_piece(state, done); });
    if (found == candidates.end()) found = first([](const Execution& done) { return done.is_own; });
    return found == candidates.end() ? candidates.front() : *found;
}

void put_down_as_heard(Reading& reading, const chess::Position& before, const HeardMove& heard) {
    const SpokenMove& said = heard.said;
    if (heard.move) {
        for (const FootprintSquare& square : footprint(before, *heard.move)) {
            reading.squares[square.square.index()] =
                square.after ? SquareReading::of(*square.after) : SquareReading::empty();
        }
    } else if (said.from && said.to) {
        reading.squares[said.to->index()] = before.reading()[*said.from];
        reading.squares[said.from->index()] = SquareReading::empty();
    }
}

Reading said_reading(const State& state, Color board, const Execution& done) {
    const chess::Position& before = state.positions.before(done.ply);
    const chess::Position& after = state.positions.after(done.ply);
    Reading reading = state.boards[board].reading;
    const Reading was = before.reading();
    const Reading is = after.reading();
    const auto shaped = done.heard.move ? done.heard.move : shaped_move(before, done.heard);
    if (shaped == state.plies[done.ply].move)
        return state.position().reading(); // and what was said before is put right with it
    for (unsigned i = 0; i < 64; ++i)
        if (!(was.squares[i] == is.squares[i])) reading.squares[i] = was.squares[i];
    put_down_as_heard(reading, before, done.heard);
    return reading;
}

} // namespace ansage::table
