// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/ending.hpp"

#include "laws/mating.hpp"

#include <algorithm>

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;

// A position can come again only after both have moved there and back.
constexpr std::size_t plies_between_repetitions = 4;

bool counts_enough_moves(const Position& position, unsigned moves_of_each) {
    return position.halfmove_clock() >= 2 * moves_of_each;
}

unsigned consecutive_repetitions(std::span<const chess::PositionKey> game) {
    unsigned count = 1;
    std::size_t index = game.size() - 1;
    while (index >= plies_between_repetitions &&
           game[index - plies_between_repetitions] == game.back()) {
        index -= plies_between_repetitions;
        ++count;
    }
    return count;
}

std::optional<Ending>
draw_by_counting(const Position& after, unsigned repeated, const Edition& edition) {
    if (edition.fivefold && repeated >= edition.fivefold->times)
        return Ending{Score::draw, Termination::fivefold};
    if (edition.seventyfive_moves && counts_enough_moves(after, *edition.seventyfive_moves))
        return Ending{Score::draw, Termination::seventyfive_moves};
    return std::nullopt;
}

// A draw against the player who erred needs proof.
bool cannot_mate(const Position& position, Color winner) {
    return can_mate(position, winner) == Answer::no;
}

} // namespace

unsigned repetitions(std::span<const chess::PositionKey> game) {
    return static_cast<unsigned>(std::ranges::count(game, game.back()));
}

unsigned automatic_repetitions(std::span<const chess::PositionKey> game, const Edition& edition) {
    const bool consecutive =
        edition.fivefold && edition.fivefold->count == RepetitionCount::consecutive;
    return consecutive ? consecutive_repetitions(game) : repetitions(game);
}

std::optional<Ending> ending(const Position& after, unsigned repeated, const Edition& edition) {
    if (!after.has_legal_move()) {
        return after.is_check() ? Ending{win_for(!after.turn()), Termination::checkmate} // 5.1.1
                                : Ending{Score::draw, Termination::stalemate}; // 5.2.1
    }
    if (is_dead(after)) return Ending{Score::draw, Termination::dead_position}; // 5.2.2
    return draw_by_counting(after, repeated, edition); // 9.6
}

Ending flag_ending(const Position& position, Color fallen, const Edition& edition) {
    if (edition.flag_draws_if_opponent_cannot_mate && cannot_mate(position, !fallen))
        return {Score::draw, Termination::flag_cannot_mate};
    return {win_for(!fallen), Termination::flag};
}

Ending resignation_ending(const Position& position, Color resigning, const Edition& edition) {
    const bool draw =
        edition.resigning_draws_if_opponent_cannot_mate && cannot_mate(position, !resigning);
    return {draw ? Score::draw : win_for(!resigning), Termination::resignation};
}

std::optional<Ending> illegal_move_ending(
    const Position& position, Color offender, unsigned offence, const IllegalMoveRule& rule
) {
    if (!rule.loses_at || offence < *rule.loses_at) return std::nullopt;
    const bool draw = rule.draw_if_opponent_cannot_mate && cannot_mate(position, !offender);
    return Ending{draw ? Score::draw : win_for(!offender), Termination::illegal_moves};
}

Millis illegal_move_penalty(unsigned offence, const IllegalMoveRule& rule) {
    const bool loses = rule.loses_at && offence >= *rule.loses_at;
    return loses ? Millis{0} : rule.added.value_or(Millis{0});
}

bool threefold_claim_is_right(unsigned repeated, const Edition& edition) {
    return repeated >= edition.threefold_claim;
}

bool fifty_moves_claim_is_right(const Position& position, const Edition& edition) {
    return counts_enough_moves(position, edition.fifty_moves_claim);
}

} // namespace ansage::laws
