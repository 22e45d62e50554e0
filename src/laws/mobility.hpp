// SPDX-License-Identifier: GPL-3.0-or-later
// Which squares each side's pieces could ever stand on, whatever is played: never too few,
// sometimes too many. Enough to prove that a wall of pawns holds for ever. Of use inside laws/
// only.
#pragma once

#include "chess/position.hpp"
#include "laws/squares.hpp"

#include <array>
#include <vector>

namespace ansage::laws {

class Mobility {
public:
    explicit Mobility(const chess::Position& position);

    // Pieces that stand where they stand to the end of the game.
    SquareSet lasting() const { return lasting_[0] | lasting_[1]; }

    // Whether a mate of `loser` is not excluded: some square his king might reach could be
    // attacked, and every flight from it be covered or blocked.
    bool could_be_mated(Color loser) const;

    // The same, harder to believe and to find out: each piece stands in one place only, and a pawn
    // on its own files. True for every mate that is possible.
    bool has_mating_picture(Color loser) const;

private:
    struct Army {
        std::array<SquareSet, 6> reach{}; // by role; the king's is where he might go
        SquareSet promoted; // where a promoted piece, of any kind, might go
    };

    [[nodiscard]] Army& army(Color color) { return armies_[static_cast<std::size_t>(color)]; }

    const Army& army(Color color) const { return armies_[static_cast<std::size_t>(color)]; }

    SquareSet lasting(Color color) const { return lasting_[static_cast<std::size_t>(color)]; }

    SquareSet bound(Color color) const { return bound_[static_cast<std::size_t>(color)]; }

    SquareSet open() const { return ~lasting(); }

    SquareSet takeable(Color color) const;
    SquareSet attacks(Color color) const;
    SquareSet lasting_attacks(Color color) const;
    SquareSet enterable(Color color) const;
    SquareSet king_may_enter(Color color) const;
    SquareSet targets(chess::Role role, SquareSet from, Color color) const;
    void add_special_moves(const chess::Position& position);
    SquareSet attacked_by_king(Color by) const;
    void grow(Color color);
    void release(Color color, SquareSet attacked);
    void release_from_files(Color color, SquareSet attacked);
    int blockers(Color color, SquareSet squares) const;
    bool no_flight(chess::Square king, Color loser, SquareSet attacked) const;

    class Net;

    // A piece that is no king, and the squares it might ever stand on; promoted, as anything.
    struct Man {
        chess::Role role;
        SquareSet reach;
        SquareSet promoted;
    };

    static std::vector<unsigned>
    attacks_on(const Net& net, const Man& man, Color color, SquareSet open);
    std::vector<Man> men_of(Color color, SquareSet which) const;
    bool can_close_net(
        chess::Square king,
        Color loser,
        const std::vector<Man>& attackers,
        const std::vector<Man>& blockers
    ) const;
    SquareSet reach_of(chess::Square square) const;
    SquareSet promoted_reach(SquareSet pawn, Color color) const;

    const chess::Position& position_;
    std::array<Army, 2> armies_{};
    std::array<SquareSet, 2> lasting_{};
    // Pawns, where they stand now, that can neither take nor be taken: a pawn that comes towards
    // one never passes it, wherever on the file they meet.
    std::array<SquareSet, 2> bound_{};
    SquareSet en_passant_; // may be taken on now
};

} // namespace ansage::laws
