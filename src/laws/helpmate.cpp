// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/helpmate.hpp"

#include "laws/mobility.hpp"
#include "laws/one_shade.hpp"
#include "laws/squares.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
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

int file_of(Square square) {
    return static_cast<int>(square.file());
}

int rank_of(Square square) {
    return static_cast<int>(square.rank());
}

int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// 0 on the edge, 3 in the middle.
int from_edge(int coordinate) {
    return std::min(coordinate, 7 - coordinate);
}

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
             next = pawn_steps(next, color)) {
            way += (next & position.occupied()).empty() ? 1 : 4;
        }
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

// How far a position seems from mate. Only the order of the search depends on it.
class Estimate {
public:
    Estimate(const Position& position, Color winner, const Hope& hope)
        : position_(position),
          hope_(hope),
          winner_(winner),
          king_(position.king(!winner)),
          open_(~position.occupied()),
          queens_(pieces(position, winner, Role::queen)),
          rooks_(pieces(position, winner, Role::rook)),
          attacked_(attacks(position, winner)) {}

    [[nodiscard]] int value() const {
        return hope_.breaks_through && is_stopped() ? breakthrough()
                                                    : king_place() + force() + clutter() + check();
    }

private:
    // The loser's king belongs on the edge, best in a corner, without flights, near the other king.
    [[nodiscard]] int king_place() const {
        const int file = from_edge(file_of(king_));
        const int rank = from_edge(rank_of(king_));
        const SquareSet around = king_steps(SquareSet{king_});
        const SquareSet free = around & ~position_.of(!winner_) & ~attacked_;
        return hope_.edge * std::min(file, rank) + hope_.corner * (file + rank) +
            hope_.kings * distance(king_, position_.king(winner_)) + 2 * free.size() -
            5 * (around & attacked_).size();
    }

    // What the winner still needs before he can mate.
    [[nodiscard]] int force() const {
        const SquareSet heavy = queens_ | rooks_;
        if (!heavy.empty()) {
            int nearest = 8;
            for (const Square square : heavy) {
                nearest = std::min(nearest, distance(square, king_));
            }
            return 8 * nearest + (queens_.empty() ? hope_.no_queen : 0);
        }
        const int way = promotion_way(position_, winner_);
        return 176 + (way < no_way ? 30 * way : helpers());
    }

    // Only pawns could become something, and before each of them stands one of the loser's.
    [[nodiscard]] bool is_stopped() const {
        const SquareSet own = pieces(position_, winner_, Role::pawn);
        const SquareSet other = pieces(position_, !winner_, Role::pawn);
        return !own.empty() && (queens_ | rooks_).empty() &&
            std::all_of(own.begin(), own.end(), [&](Square pawn) {
                SquareSet way{pawn};
                while (!way.empty() && (way & other).empty()) {
                    way = pawn_steps(way, winner_);
                }
                return !way.empty();
            });
    }

    // The loser promotes, and lets a pawn take what he has got; until then the winner must not run
    // out of moves.
    [[nodiscard]] int breakthrough() const {
        const SquareSet pawns = pieces(position_, winner_, Role::pawn);
        const SquareSet victims =
            position_.of(!winner_) & ~position_.of(Role::pawn) & ~position_.of(Role::king);
        int nearest = 8;
        for (const Square victim : victims) {
            for (const Square square : pawn_attacks(pawns, winner_)) {
                nearest = std::min(nearest, distance(victim, square));
            }
        }
        int left = 0;
        for (const Square pawn : pawns) {
            for (SquareSet way = pawn_steps(SquareSet{pawn}, winner_); !(way & open_).empty();
                 way = pawn_steps(way, winner_)) {
                ++left;
            }
        }
        return 273 + 37 * std::min(promotion_way(position_, !winner_), 20) + 17 * nearest -
            41 * victims.size() - 3 * left;
    }

    // A weak winner needs the loser's own pieces around his king, and bishops a corner of their
    // colour.
    [[nodiscard]] int helpers() const {
        int nearest = 8;
        for (const Square square : position_.of(!winner_) & ~SquareSet{king_}) {
            nearest = std::min(nearest, distance(square, king_));
        }
        const SquareSet helping =
            position_.of(Role::knight) | position_.of(Role::bishop) | position_.of(Role::rook);
        const bool can_block = !(helping & position_.of(!winner_)).empty();
        const int way = can_block ? 0 : std::min(promotion_way(position_, !winner_), 40);
        return hope_.helpers * nearest + 34 * way + hope_.bishops_corner * from_bishops_corner();
    }

    [[nodiscard]] int from_bishops_corner() const {
        const SquareSet bishops = pieces(position_, winner_, Role::bishop);
        if (bishops.empty() || bishops.size() + 1 != position_.of(winner_).size()) {
            return 0;
        }
        const bool dark = !(bishops & dark_squares).empty();
        const std::array corners = dark ? std::array{Square{}, Square::from_index(63)}
                                        : std::array{Square::from_index(7), Square::from_index(56)};
        return std::min(distance(king_, corners[0]), distance(king_, corners[1]));
    }

    // What the loser has may take or stand between; what the winner has may give mate.
    [[nodiscard]] int clutter() const {
        const SquareSet heavy = position_.of(Role::queen) | position_.of(Role::rook);
        return 5 * position_.of(!winner_).size() + 13 * (heavy & position_.of(!winner_)).size() -
            13 * position_.of(winner_).size();
    }

    // A check, or one that could be given, best where nobody takes the piece that gives it.
    [[nodiscard]] int check() const {
        const SquareSet here{king_};
        const SquareSet straight = rook_lines(here, open_);
        const SquareSet diagonal = bishop_lines(here, open_);
        const SquareSet queen_moves = rook_lines(queens_, open_) | bishop_lines(queens_, open_);
        const SquareSet bishops = pieces(position_, winner_, Role::bishop);
        const SquareSet knights = pieces(position_, winner_, Role::knight);
        const SquareSet checks = ((straight | diagonal) & queen_moves) |
            (straight & rook_lines(rooks_, open_)) | (diagonal & bishop_lines(bishops, open_)) |
            (knight_steps(here) & knight_steps(knights));
        const SquareSet possible = checks & ~position_.of(winner_);
        const SquareSet safe = possible & ~attacks(position_, !winner_);
        return (attacked_.contains(king_) ? -45 : 0) + (possible.empty() ? 11 : 0) +
            (safe.empty() ? 15 : 0);
    }

    const Position& position_;
    const Hope& hope_;
    Color winner_;
    Square king_;
    SquareSet open_;
    SquareSet queens_;
    SquareSet rooks_;
    SquareSet attacked_;
};

bool same(const Position& a, const Position& b) {
    for (unsigned role = 0; role < 6; ++role) {
        if (a.of(static_cast<Role>(role)) != b.of(static_cast<Role>(role))) {
            return false;
        }
    }
    return a.of(Color::white) == b.of(Color::white) && a.turn() == b.turn() &&
        a.castling_rooks() == b.castling_rooks() && a.en_passant() == b.en_passant();
}

std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 32U;
    value *= 0xD6E8FEB86659FD93ULL;
    return value ^ (value >> 32U);
}

std::uint64_t hash(const Position& position) {
    std::uint64_t sum = position.turn() == Color::white ? 1 : 2;
    for (unsigned role = 0; role < 6; ++role) {
        sum = mixed(sum + position.of(static_cast<Role>(role)).bits());
    }
    sum = mixed(sum + position.of(Color::white).bits());
    return mixed(sum + position.castling_rooks().bits());
}

// Positions seen, compared exactly.
class Seen {
public:
    Seen()
        : slots_(1024, empty) {}

    // Absent where it was there before.
    std::optional<std::uint32_t> add(const Position& position) {
        if (positions_.size() * 2 >= slots_.size()) {
            widen();
        }
        auto& slot = find(position);
        if (slot != empty) {
            return std::nullopt;
        }
        slot = static_cast<std::uint32_t>(positions_.size());
        positions_.push_back(position);
        return slot;
    }

    [[nodiscard]] const Position& operator[](std::uint32_t index) const {
        return positions_[index];
    }

    [[nodiscard]] std::size_t size() const { return positions_.size(); }

private:
    static constexpr std::uint32_t empty = ~0U;

    std::uint32_t& find(const Position& position) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = hash(position) & mask;
        while (slots_[place] != empty && !same(positions_[slots_[place]], position)) {
            place = (place + 1) & mask;
        }
        return slots_[place];
    }

    void widen() {
        slots_.assign(slots_.size() * 4, empty);
        for (std::uint32_t index = 0; index < positions_.size(); ++index) {
            find(positions_[index]) = index;
        }
    }

    std::vector<Position> positions_;
    std::vector<std::uint32_t> slots_;
};

struct Promise {
    int cost;
    std::uint32_t index;

    friend bool operator<(const Promise& a, const Promise& b) { return a.cost > b.cost; }
};

// Where a mate was not found among so many positions, harder proofs that there is none pay.
constexpr std::size_t hard_from = 1'000;
constexpr std::size_t despair_from = 3'000;
constexpr int most_hard_proofs = 100;

class Search {
public:
    Search(Color winner, std::size_t budget)
        : winner_(winner),
          budget_(budget) {}

    Answer run(const Position& from) {
        look_at(from, 0); // a mate that is on the board needs no proof that it could be
        if (!mate_ && excluded(from)) {
            return Answer::no;
        }
        bool was_easy = true;
        while (!tries_.front().deep.empty() && !mate_) {
            if (seen_.size() > budget_) {
                return Answer::unknown;
            }
            const bool is_easy = seen_.size() <= hard_from;
            if (std::exchange(was_easy, is_easy) && !is_easy &&
                (excluded(from) || is_held_by_kings_and_pawns(from, winner_))) {
                return Answer::no;
            }
            if (seen_.size() > despair_from) {
                despair();
            }
            expand(next());
        }
        return mate_ ? Answer::yes : Answer::no;
    }

private:
    // Most promising first. Each position is promised twice, and looked at once.
    using Promises = std::vector<Promise>;

    // One of so many turns is for the position that seems nearest, however deep it is.
    static constexpr unsigned deep_turns = 2;

    struct Try {
        Promises deep;
        Promises near;
    };

    // Whatever one hope has looked at, the others go on from. The first has all positions.
    Promise next() {
        const unsigned turn = turn_++;
        Try& one = tries_[turn % hopes_];
        Try& some = one.deep.empty() ? tries_.front() : one;
        const bool is_deep = some.near.empty() || turn / hopes_ % deep_turns != 0;
        return taken(is_deep ? some.deep : some.near);
    }

    // The usual hope was in vain: the others, too, for all that waits.
    void despair() {
        if (std::exchange(hopes_, hopes.size()) == hopes.size()) {
            return;
        }
        for (std::uint32_t index = 0; index < seen_.size(); ++index) {
            for (std::size_t hope = 1; !is_expanded_[index] && hope < hopes.size(); ++hope) {
                promise(hope, index);
            }
        }
    }

    void promise(std::size_t which, std::uint32_t index) {
        const Hope& hope = hopes[which];
        const int cost = Estimate{seen_[index], winner_, hope}.value();
        add(tries_[which].deep, {cost - hope.depth * static_cast<int>(depths_[index]), index});
        add(tries_[which].near, {cost, index});
    }

    static Promise taken(Promises& promises) {
        std::pop_heap(promises.begin(), promises.end());
        const Promise next = promises.back();
        promises.pop_back();
        return next;
    }

    static void add(Promises& promises, Promise promise) {
        promises.push_back(promise);
        std::push_heap(promises.begin(), promises.end());
    }

    void expand(Promise promise) {
        if (is_expanded_[promise.index]) {
            return;
        }
        is_expanded_[promise.index] = true;
        const Position position = seen_[promise.index];
        if (position.halfmove_clock() == 0 && excluded(position)) {
            return;
        }
        for (const Move move : position.legal_moves()) {
            const Position after = position.after(move);
            look_at(after, depths_[promise.index] + 1);
            if (mate_) {
                return;
            }
        }
    }

    void look_at(const Position& position, std::uint32_t depth) {
        if (position.turn() != winner_ && position.is_check() && !position.has_legal_move()) {
            mate_ = true;
            return;
        }
        if (const auto index = seen_.add(position)) {
            is_expanded_.push_back(false);
            depths_.push_back(depth);
            for (std::size_t hope = 0; hope < hopes_; ++hope) {
                promise(hope, *index);
            }
        }
    }

    // Not for ever: the proof costs as much as looking at many positions.
    [[nodiscard]] bool is_hard() {
        return seen_.size() > hard_from && hard_proofs_++ < most_hard_proofs;
    }

    [[nodiscard]] bool excluded(const Position& position) {
        if (material_cannot_mate(position, winner_)) {
            return true;
        }
        const Mobility mobility{position};
        return !mobility.could_be_mated(!winner_) ||
            (is_hard() && !mobility.has_mating_picture(!winner_));
    }

    Color winner_;
    std::size_t budget_;
    Seen seen_;
    std::array<Try, hopes.size()> tries_;
    std::size_t hopes_ = 1; // so many of them are tried
    std::vector<std::uint32_t> depths_; // by the index of what was seen
    std::vector<bool> is_expanded_;
    unsigned turn_ = 1;
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
    if (own.empty()) {
        return true;
    }
    if (own == pieces(position, winner, Role::knight) && own.size() == 1) {
        return (other & ~position.of(Role::queen)).empty();
    }
    if (own != pieces(position, winner, Role::bishop)) {
        return false;
    }
    const SquareSet bishops = position.of(Role::bishop);
    const bool one_colour = (bishops & dark_squares).empty() || (bishops & ~dark_squares).empty();
    return one_colour && (other & (position.of(Role::pawn) | position.of(Role::knight))).empty();
}

} // namespace ansage::laws
