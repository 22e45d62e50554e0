// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/helpmate.hpp"

#include "chess/ways.hpp"
#include "laws/bucket_queue.hpp"
#include "laws/mobility.hpp"
#include "laws/one_shade.hpp"
#include "laws/position_set.hpp"
#include "laws/squares.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;

SquareSet pieces(const Position& position, Color color, Role role) {
    return position.of(Piece{color, role});
}

int file_of(Square square) { return static_cast<int>(square.file()); }

int rank_of(Square square) { return static_cast<int>(square.rank()); }

// 0 on the edge, 3 in the middle.
int from_edge(int coordinate) { return std::min(coordinate, 7 - coordinate); }

// What the winner attacks, seen through the loser's king.
SquareSet attacks(const Position& position, Color by) {
    const SquareSet open = ~position.occupied() | pieces(position, !by, Role::king);
    const SquareSet queens = pieces(position, by, Role::queen);
    return pawn_attacks(pieces(position, by, Role::pawn), by) |
        knight_steps(pieces(position, by, Role::knight)) |
        king_steps(pieces(position, by, Role::king)) |
        rook_lines(pieces(position, by, Role::rook) | queens, open) |
        bishop_lines(pieces(position, by, Role::bishop) | queens, open);
}

// Without a pawn there is no way.
constexpr int no_way = 64;

// Plies, about, until a pawn of that colour has become something.
int promotion_way(const Position& position, Color color) {
    int best = no_way;
    for (const Square pawn : pieces(position, color, Role::pawn)) {
        SquareSet path{pawn};
        int way = 0;
        for (SquareSet next = pawn_steps(path, color); !next.empty();
             next = pawn_steps(next, color))
            way += (next & position.occupied()).empty() ? 1 : 4;
        best = std::min(best, way);
    }
    return best;
}

// What a search hopes for. The weights were found by trying: they make it short on positions of
// many kinds.
struct Hope {
    int edge; // the loser's king there,
    int corner; // or there,
    int kings; // and the other king near him
    int no_queen;
    int helpers; // the loser's own pieces around his king
    int bishops_corner;
    int depth; // deeper first: it costs less to go on than to turn back
    bool breaks_through; // pawns that are all stopped need a victim
};

constexpr std::array hopes{
    Hope{46, 28, 10, 92, 9, 12, 9, false}, // a mate on the edge, with what is there
    Hope{10, 8, 40, 400, 24, 40, 60, false}, // between pieces that stand in the way
    Hope{46, 28, 10, 92, 9, 12, 11, true}};

// How far a position seems from mate. Only the order of the search depends on it. What stands on
// the board is measured once; each hope weighs it.
class Estimate {
public:
    Estimate(const Position& position, Color winner)
        : position_(position),
          winner_(winner),
          king_(position.king(!winner)),
          open_(~position.occupied()),
          queens_(pieces(position, winner, Role::queen)),
          heavy_(queens_ | pieces(position, winner, Role::rook)),
          attacked_(attacks(position, winner)),
          way_(heavy_.empty() ? promotion_way(position, winner) : no_way),
          flights_(flights()),
          clutter_(clutter()),
          check_(check()) {}

    int value(const Hope& hope) const {
        return hope.breaks_through && is_stopped()
            ? breakthrough()
            : king_place(hope) + force(hope) + flights_ + clutter_ + check_;
    }

private:
    // The loser's king belongs on the edge, best in a corner, near the other king,
    int king_place(const Hope& hope) const {
        const int file = from_edge(file_of(king_));
        const int rank = from_edge(rank_of(king_));
        return hope.edge * std::min(file, rank) + hope.corner * (file + rank) +
            hope.kings * distance(king_, position_.king(winner_));
    }

    // without flights.
    int flights() const {
        const SquareSet around = king_steps(SquareSet{king_});
        const SquareSet free = around & ~position_.of(!winner_) & ~attacked_;
        return 2 * free.size() - 5 * (around & attacked_).size();
    }

    // What the winner still needs before he can mate.
    int force(const Hope& hope) const {
        if (!heavy_.empty())
            return 8 * nearest_to_king(heavy_) + (queens_.empty() ? hope.no_queen : 0);
        return 176 + (way_ < no_way ? 30 * way_ : helpers(hope));
    }

    int nearest_to_king(SquareSet squares) const {
        int nearest = 8;
        for (const Square square : squares) nearest = std::min(nearest, distance(square, king_));
        return nearest;
    }

    // Only pawns could become something, and before each of them stands one of the loser's.
    bool is_stopped() const {
        const SquareSet own = pieces(position_, winner_, Role::pawn);
        const SquareSet other = pieces(position_, !winner_, Role::pawn);
        return !own.empty() && heavy_.empty() &&
            std::all_of(own.begin(), own.end(), [&](Square pawn) {
                SquareSet way{pawn};
                while (!way.empty() && (way & other).empty()) way = pawn_steps(way, winner_);
                return !way.empty();
            });
    }

    // The loser promotes, and lets a pawn take what he has got; until then the winner must not run
    // out of moves.
    int breakthrough() const {
        const SquareSet pawns = pieces(position_, winner_, Role::pawn);
        const SquareSet victims =
            position_.of(!winner_) & ~position_.of(Role::pawn) & ~position_.of(Role::king);
        int nearest = 8;
        for (const Square victim : victims) {
            for (const Square square : pawn_attacks(pawns, winner_))
                nearest = std::min(nearest, distance(victim, square));
        }
        int left = 0;
        for (const Square pawn : pawns) {
            for (SquareSet way = pawn_steps(SquareSet{pawn}, winner_); !(way & open_).empty();
                 way = pawn_steps(way, winner_))
                ++left;
        }
        return 273 + 37 * std::min(promotion_way(position_, !winner_), 20) + 17 * nearest -
            41 * victims.size() - 3 * left;
    }

    // A weak winner needs the loser's own pieces around his king, and bishops a corner of their
    // colour.
    int helpers(const Hope& hope) const {
        const int nearest = nearest_to_king(position_.of(!winner_) & ~SquareSet{king_});
        const SquareSet helping =
            position_.of(Role::knight) | position_.of(Role::bishop) | position_.of(Role::rook);
        const bool can_block = !(helping & position_.of(!winner_)).empty();
        const int way = can_block ? 0 : std::min(promotion_way(position_, !winner_), 40);
        return hope.helpers * nearest + 34 * way + hope.bishops_corner * from_bishops_corner();
    }

    int from_bishops_corner() const {
        const SquareSet bishops = pieces(position_, winner_, Role::bishop);
        if (bishops.empty() || bishops.size() + 1 != position_.of(winner_).size()) return 0;
        const bool dark = !(bishops & dark_squares).empty();
        const std::array corners = dark ? std::array{Square{}, Square::from_index(63)}
                                        : std::array{Square::from_index(7), Square::from_index(56)};
        return std::min(distance(king_, corners[0]), distance(king_, corners[1]));
    }

    // What the loser has may take or stand between; what the winner has may give mate.
    int clutter() const {
        const SquareSet heavy = position_.of(Role::queen) | position_.of(Role::rook);
        return 5 * position_.of(!winner_).size() + 13 * (heavy & position_.of(!winner_)).size() -
            13 * position_.of(winner_).size();
    }

    // A check, or one that could be given, best where nobody takes the piece that gives it.
    int check() const {
        const SquareSet here{king_};
        const SquareSet straight = rook_lines(here, open_);
        const SquareSet diagonal = bishop_lines(here, open_);
        const SquareSet queen_moves = rook_lines(queens_, open_) | bishop_lines(queens_, open_);
        const SquareSet bishops = pieces(position_, winner_, Role::bishop);
        const SquareSet knights = pieces(position_, winner_, Role::knight);
        const SquareSet checks = ((straight | diagonal) & queen_moves) |
            (straight & rook_lines(pieces(position_, winner_, Role::rook), open_)) |
            (diagonal & bishop_lines(bishops, open_)) |
            (knight_steps(here) & knight_steps(knights));
        const SquareSet possible = checks & ~position_.of(winner_);
        const SquareSet safe = possible & ~attacks(position_, !winner_);
        return (attacked_.contains(king_) ? -45 : 0) + (possible.empty() ? 11 : 0) +
            (safe.empty() ? 15 : 0);
    }

    const Position& position_;
    Color winner_;
    Square king_;
    SquareSet open_;
    SquareSet queens_;
    SquareSet heavy_;
    SquareSet attacked_;
    int way_; // of a pawn of the winner's; not looked for where he has a queen or a rook
    int flights_;
    int clutter_;
    int check_;
};

// Where a mate was not found among so many positions, harder proofs that there is none pay.
constexpr std::size_t hard_from = 1'000;
constexpr std::size_t despair_from = 3'000;
constexpr int most_hard_proofs = 100;
// After so many proofs that a wall excludes a mate, in vain, one of four new walls is tried.
constexpr std::size_t proofs_in_vain = 500;

class Search {
public:
    Search(Color winner, std::size_t budget)
        : winner_(winner),
          budget_(budget) {}

    Answer run(const Position& from) {
        look_at(
            from, PositionSet::hash(from), 0
        ); // a mate that is on the board needs no proof that it could be
        if (!mate_ && excluded(from)) return Answer::no;
        bool was_easy = true;
        while (expanded_ < seen_.size() && !mate_) {
            if (seen_.size() > budget_) return Answer::unknown;
            const bool is_easy = seen_.size() <= hard_from;
            if (std::exchange(was_easy, is_easy) && !is_easy &&
                (excluded(from) || is_held_by_kings_and_pawns(from, winner_)))
                return Answer::no;
            if (seen_.size() > despair_from) despair();
            expand(next());
        }
        return mate_ ? Answer::yes : Answer::no;
    }

private:
    // One of so many turns is for the position that seems nearest, however deep it is.
    static constexpr unsigned deep_turns = 4;

    // What is promised several times is looked at once.
    struct Try {
        BucketQueue deep;
        BucketQueue near;
    };

    // Whatever one hope has looked at, the others go on from. The first has all positions.
    PositionSet::Index next() {
        const unsigned turn = turn_++;
        Try& one = tries_[turn % hopes_];
        Try& some = one.deep.empty() ? tries_.front() : one;
        const bool is_deep = some.near.empty() || turn / hopes_ % deep_turns != 0;
        return (is_deep ? some.deep : some.near).take();
    }

    // The usual hope was in vain: the others, too, for all that waits.
    void despair() {
        if (std::exchange(hopes_, hopes.size()) == hopes.size()) return;
        for (PositionSet::Index index = 0; index < seen_.size(); ++index)
            if (!is_expanded_[index]) promise(index, 1);
    }

    // To all that hope now, from the first of them on. Of several only the last, which needs the
    // longest lines, also goes on from short ones: each promise more costs as much as a move.
    void promise(PositionSet::Index index, std::size_t first) {
        const Estimate estimate{seen_[index], winner_};
        const int depth = static_cast<int>(depths_[index]);
        for (std::size_t which = first; which < hopes_; ++which) {
            const int cost = estimate.value(hopes[which]);
            tries_[which].deep.add(cost - hopes[which].depth * depth, index);
            if (hopes_ == 1 || which + 1 == hopes_) tries_[which].near.add(cost, index);
        }
    }

    void expand(PositionSet::Index index) {
        if (is_expanded_[index]) return;
        is_expanded_[index] = true;
        ++expanded_;
        const Position position = seen_[index];
        if (position.halfmove_clock() == 0 && is_behind_excluded_wall(position)) return;
        afters_.clear();
        for (const Move move : position.legal_moves()) {
            const Position after = position.after(move);
            afters_.emplace_back(after, PositionSet::hash(after));
            seen_.fetch_place(afters_.back().second);
        }
        for (const auto& [after, hash] : afters_) seen_.fetch_position(hash);
        for (const auto& [after, hash] : afters_) {
            look_at(after, hash, depths_[index] + 1);
            if (mate_) return;
        }
    }

    void look_at(const Position& position, std::uint64_t hash, std::uint32_t depth) {
        const auto index = seen_.add(position, hash);
        if (!index) return;
        if (position.turn() != winner_ && position.is_check() && !position.has_legal_move()) {
            mate_ = true;
            return;
        }
        is_expanded_.push_back(false);
        depths_.push_back(depth);
        promise(*index, 0);
    }

    // Whatever is the last pawn's move or capture that led there. A proof in vain is not tried
    // again wherever only the kings stand elsewhere: it depends little on them, and costs as much
    // as looking at many positions.
    [[nodiscard]] bool is_behind_excluded_wall(const Position& position) {
        std::uint64_t wall = (position.of(Color::white) & ~position.of(Role::king)).bits();
        for (const Role role : {Role::pawn, Role::knight, Role::bishop, Role::rook, Role::queen})
            wall = mixed(wall + position.of(role).bits());
        const bool is_skipped = proven_in_vain_.size() > proofs_in_vain && wall % 4 != 0;
        if (is_skipped || proven_in_vain_.contains(wall)) return false;
        if (excluded(position)) return true;
        proven_in_vain_.insert(wall);
        return false;
    }

    // Not for ever: the proof costs as much as looking at many positions.
    [[nodiscard]] bool is_hard() {
        return seen_.size() > hard_from && hard_proofs_++ < most_hard_proofs;
    }

    [[nodiscard]] bool excluded(const Position& position) {
        if (material_cannot_mate(position, winner_)) return true;
        const Mobility mobility{position};
        return !mobility.could_be_mated(!winner_) ||
            (is_hard() && !mobility.has_mating_picture(!winner_));
    }

    Color winner_;
    std::size_t budget_;
    PositionSet seen_;
    std::array<Try, hopes.size()> tries_;
    std::vector<std::pair<Position, std::uint64_t>> afters_; // of one position, and their hashes
    std::size_t hopes_ = 1; // so many of them are tried
    std::vector<std::uint32_t> depths_; // by the index of what was seen
    std::vector<bool> is_expanded_;
    std::size_t expanded_ = 0; // so many of what was seen
    unsigned turn_ = 1;
    std::unordered_set<std::uint64_t> proven_in_vain_; // hashes: two that agree cost a proof only
    int hard_proofs_ = 0;
    bool mate_ = false;
};

} // namespace

Answer search_helpmate(const Position& from, Color winner, std::size_t budget) {
    return Search{winner, budget}.run(from);
}

bool material_cannot_mate(const Position& position, Color winner) {
    const SquareSet own = position.of(winner) & ~position.of(Role::king);
    const SquareSet other = position.of(!winner) & ~position.of(Role::king);
    if (own.empty()) return true;
    if (own == pieces(position, winner, Role::knight) && own.size() == 1)
        return (other & ~position.of(Role::queen)).empty();
    if (own != pieces(position, winner, Role::bishop)) return false;
    const SquareSet bishops = position.of(Role::bishop);
    const bool one_colour = (bishops & dark_squares).empty() || (bishops & ~dark_squares).empty();
    return one_colour && (other & (position.of(Role::pawn) | position.of(Role::knight))).empty();
}

} // namespace ansage::laws
