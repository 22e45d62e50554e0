// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/one_shade.hpp"

#include "laws/squares.hpp"

#include <array>
#include <unordered_set>
#include <vector>

namespace ansage::laws {
namespace {

using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;

constexpr std::size_t of(Color color) { return static_cast<std::size_t>(color); }

// Kings and pawns stand where they stand; of the bishops only their number is known. They are taken
// for being wherever they might be of use: they pass, check, cover and block, and are taken, on any
// square of their shade. So no move of a real game is missing, and no mate.
struct Wall {
    std::array<SquareSet, 2> pawns{};
    std::array<Square, 2> kings{};
    std::array<unsigned, 2> bishops{};
    Color turn{};
    bool operator==(const Wall&) const = default;

    SquareSet occupied() const {
        return pawns[0] | pawns[1] | SquareSet{kings[0]} | SquareSet{kings[1]};
    }

    SquareSet attacks(Color by) const {
        return pawn_attacks(pawns[of(by)], by) | king_steps(SquareSet{kings[of(by)]});
    }

    bool is_in_check(Color color) const { return attacks(!color).contains(kings[of(color)]); }
};

struct HashOfWall {
    std::size_t operator()(const Wall& wall) const {
        std::uint64_t sum = wall.turn == Color::white ? 1 : 2;
        const auto mix = [&](std::uint64_t value) {
            sum = (sum ^ value) * 0x9E3779B97F4A7C15ULL;
            sum ^= sum >> 29U;
        };
        mix(wall.pawns[0].bits());
        mix(wall.pawns[1].bits());
        mix(wall.kings[0].index() * 64U + wall.kings[1].index());
        mix(wall.bishops[0] * 16U + wall.bishops[1]);
        return sum;
    }
};

constexpr std::size_t most_walls = 20'000;

class Siege {
public:
    Siege(const Wall& wall, Color winner, SquareSet shade)
        : winner_(winner),
          shade_(shade) {
        keep(wall);
    }

    // Whether every way has been gone, without a mate and without a promotion.
    bool holds() {
        while (!open_.empty() && !is_broken_) {
            const Wall wall = open_.back();
            open_.pop_back();
            move_king(wall);
            move_pawns(wall);
            move_bishops(wall);
            is_broken_ = is_broken_ || seen_.size() > most_walls;
        }
        return !is_broken_;
    }

private:
    void keep(const Wall& wall) {
        if (seen_.insert(wall).second) open_.push_back(wall);
    }

    // `left`: what might have stood between a bishop and the king until now.
    void reach(Wall wall, SquareSet left) {
        const Color mover = wall.turn;
        if (wall.is_in_check(mover)) return;
        wall.turn = !mover;
        is_broken_ = is_broken_ || (mover == winner_ && could_be_mate(wall, left));
        keep(wall);
    }

    bool could_be_mate(const Wall& wall, SquareSet left) const {
        const Color loser = !winner_;
        const SquareSet king{wall.kings[of(loser)]};
        const SquareSet lines = bishop_lines(king, ~wall.occupied());
        const bool by_bishop =
            wall.bishops[of(winner_)] > 0 && !(king & shade_).empty() && !(lines & left).empty();
        const bool by_pawn = !(king & pawn_attacks(wall.pawns[of(winner_)], winner_)).empty();
        if (!by_bishop && !by_pawn) return false;
        const bool has_bishops = wall.bishops[0] + wall.bishops[1] > 0;
        const SquareSet flights = king_steps(king) & ~wall.pawns[of(loser)] &
            ~wall.attacks(winner_) & ~(has_bishops ? shade_ : SquareSet{});
        return flights.empty();
    }

    // With what stands on that square, if it is the other side's: a pawn, or perhaps a bishop.
    void take(Wall wall, Square square, SquareSet left) {
        const std::size_t other = of(!wall.turn);
        const bool has_pawn = wall.pawns[other].contains(square);
        const bool perhaps_bishop = !has_pawn && wall.bishops[other] > 0 && shade_.contains(square);
        wall.pawns[other].erase(square);
        reach(wall, left);
        if (perhaps_bishop) {
            --wall.bishops[other];
            reach(wall, left);
        }
    }

    void move_king(const Wall& wall) {
        const SquareSet from{wall.kings[of(wall.turn)]};
        for (const Square to : king_steps(from) & ~wall.pawns[of(wall.turn)]) {
            Wall after = wall;
            after.kings[of(wall.turn)] = to;
            take(after, to, from);
        }
    }

    void move_pawns(const Wall& wall) {
        const Color mover = wall.turn;
        for (const Square from : wall.pawns[of(mover)]) {
            const SquareSet here{from};
            const SquareSet free = ~wall.occupied();
            const SquareSet step = pawn_steps(here, mover) & free;
            const SquareSet far = pawn_steps(step & third_rank(mover), mover) & free;
            for (const Square to : step | far) put_pawn(wall, from, to);
            for (const Square to : pawn_attacks(here, mover) & takeable(wall))
                put_pawn(wall, from, to);
            take_in_passing(wall, from);
        }
    }

    // Its pawns, and wherever one of its bishops might stand.
    SquareSet takeable(const Wall& wall) const {
        const std::size_t other = of(!wall.turn);
        const SquareSet bishops = wall.bishops[other] > 0 ? shade_ & ~wall.occupied() : SquareSet{};
        return wall.pawns[other] | bishops;
    }

    void put_pawn(Wall wall, Square from, Square to) {
        const Color mover = wall.turn;
        is_broken_ = is_broken_ || last_rank(mover).contains(to);
        const bool takes = from.file() != to.file();
        wall.pawns[of(mover)].erase(from).insert(to);
        if (takes) take(wall, to, SquareSet{from});
        else reach(wall, SquareSet{from});
    }

    // Also where the last move was none of two squares.
    void take_in_passing(const Wall& wall, Square from) {
        const Color mover = wall.turn;
        const SquareSet free = ~wall.occupied();
        for (const Square to : pawn_attacks(SquareSet{from}, mover) & free) {
            const SquareSet passed = pawn_steps(SquareSet{to}, !mover);
            const SquareSet begun = pawn_steps(SquareSet{to}, mover);
            const bool may = !(passed & wall.pawns[of(!mover)]).empty() &&
                !(begun & free & second_rank(!mover)).empty();
            if (may) {
                Wall after = wall;
                after.pawns[of(!mover)] = after.pawns[of(!mover)] & ~passed;
                after.pawns[of(mover)].erase(from).insert(to);
                reach(after, SquareSet{from} | passed);
            }
        }
    }

    void move_bishops(const Wall& wall) {
        const std::size_t other = of(!wall.turn);
        if (wall.bishops[of(wall.turn)] == 0) return;
        reach(wall, all_squares);
        for (const Square square : wall.pawns[other] & shade_) {
            Wall after = wall;
            after.pawns[other].erase(square);
            reach(after, all_squares);
        }
        if (wall.bishops[other] > 0) {
            Wall after = wall;
            --after.bishops[other];
            reach(after, all_squares);
        }
    }

    static constexpr SquareSet second_rank(Color color) {
        return pawn_steps(last_rank(!color), color);
    }

    static constexpr SquareSet third_rank(Color color) {
        return pawn_steps(second_rank(color), color);
    }

    Color winner_;
    SquareSet shade_;
    std::unordered_set<Wall, HashOfWall> seen_;
    std::vector<Wall> open_;
    bool is_broken_ = false;
};

} // namespace

bool is_held_by_kings_and_pawns(const Position& position, Color winner) {
    const SquareSet bishops = position.of(Role::bishop);
    const SquareSet known = bishops | position.of(Role::pawn) | position.of(Role::king);
    const SquareSet dark = bishops & dark_squares;
    if (known != position.occupied() || (!dark.empty() && dark != bishops)) return false;
    Wall wall;
    for (const Color color : chess::both_colors) {
        wall.pawns[of(color)] = position.of(Piece{color, Role::pawn});
        wall.kings[of(color)] = position.king(color);
        wall.bishops[of(color)] =
            static_cast<unsigned>(position.of(Piece{color, Role::bishop}).size());
    }
    wall.turn = position.turn();
    return Siege{wall, winner, dark.empty() ? ~dark_squares : dark_squares}.holds();
}

} // namespace ansage::laws
