// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays whom in a round.
#include "hall/tournament.hpp"

#include "base/try.hpp"
#include "hall/trf.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::hall {

using base::Error;
using base::Result;
using record::Pairing;
using record::Pairings;

unsigned Tournament::rounds() const {
    std::size_t most = 0;
    for (const Entrant& entrant : entrants_) most = std::max(most, entrant.rounds.size());
    return static_cast<unsigned>(most);
}

std::optional<unsigned> Tournament::open_round() const {
    const auto is_open = [](const Entrant& entrant, unsigned round) {
        return entrant.rounds.size() >= round && entrant.rounds[round - 1].opponent != 0 &&
            entrant.rounds[round - 1].result == ' ';
    };
    for (unsigned round = rounds(); round > 0; --round) {
        if (std::ranges::any_of(entrants_, [&](const Entrant& one) { return is_open(one, round); }))
            return round;
    }
    return std::nullopt;
}

const Tournament::Entrant* Tournament::find(unsigned number) const {
    const auto found = std::ranges::lower_bound(entrants_, number, {}, [](const Entrant& entrant) {
        return entrant.player.number;
    });
    return found == entrants_.end() || found->player.number != number ? nullptr : &*found;
}

unsigned Tournament::tenths_before(const Entrant& entrant, unsigned round) const {
    unsigned tenths = 0;
    for (std::size_t i = 0; i < entrant.rounds.size() && i + 1 < round; ++i)
        tenths += trf::tenths_for(entrant.rounds[i].result);
    return tenths;
}

// Both lines name the same game.
Result<void, Error> Tournament::check_opponent(const Entrant& entrant, unsigned round) const {
    const Paired& own = entrant.rounds[round - 1];
    const Entrant* const other = find(own.opponent);
    const bool agrees = other != nullptr && other != &entrant && other->rounds.size() >= round &&
        other->rounds[round - 1].opponent == entrant.player.number &&
        other->rounds[round - 1].result == ' ' && (own.color == 'w' || own.color == 'b') &&
        other->rounds[round - 1].color == (own.color == 'w' ? 'b' : 'w');
    if (agrees) return {};
    return tl::unexpected(Error{
        base::phrase(
            "{} and {} do not agree on their game of round {}",
            entrant.player.number,
            own.opponent,
            round
        ),
        fmt::format("{}:{}", file_, entrant.line + 1),
        base::phrase("write it again with the pairing program")});
}

Result<Pairings, Error> Tournament::pairings(unsigned round) const {
    struct Game {
        std::array<unsigned, 3> order{}; // C.04.2, order of publication: the higher comes first
        Pairing pairing;
    };

    std::vector<Game> games;
    for (const Entrant& entrant : entrants_) {
        const bool is_paired = entrant.rounds.size() >= round &&
            entrant.rounds[round - 1].opponent != 0 && entrant.rounds[round - 1].result == ' ';
        if (!is_paired) continue;
        ANSAGE_TRY(check_opponent(entrant, round));
        if (entrant.rounds[round - 1].color != 'w') continue;
        const Entrant& black = *find(entrant.rounds[round - 1].opponent);
        const unsigned own = tenths_before(entrant, round);
        const unsigned other = tenths_before(black, round);
        const Entrant& higher =
            own > other || (own == other && entrant.player.number < black.player.number) ? entrant
                                                                                         : black;
        games.push_back(
            {{std::max(own, other), own + other, trf::highest_number - higher.player.number},
             {.board = 0, .players = {entrant.player, black.player}}}
        );
    }
    std::ranges::stable_sort(games, std::ranges::greater{}, &Game::order);
    Pairings pairings{.event = name_, .site = site_, .round = round, .games = {}};
    for (Game& game : games) {
        game.pairing.board = static_cast<unsigned>(pairings.games.size() + 1);
        pairings.games.push_back(std::move(game.pairing));
    }
    return pairings;
}

} // namespace ansage::hall
