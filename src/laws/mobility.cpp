// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/mobility.hpp"

#include <algorithm>
#include <vector>

namespace ansage::laws {
namespace {

using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;

constexpr std::array officers{Role::knight, Role::bishop, Role::rook, Role::queen};

constexpr std::size_t index(Role role) { return static_cast<std::size_t>(role); }

} // namespace

// A growing fixed point. At the start every piece stays where it is for ever; what might move, or
// be taken, is released, which opens its square to others, until nothing changes. Real play can
// never be the first to leave these sets: each of its moves meets the conditions under which the
// sets grew.
Mobility::Mobility(const Position& position)
    : position_(position) {
    for (const Color color : chess::both_colors) {
        lasting_[static_cast<std::size_t>(color)] = position.of(color);
        bound_[static_cast<std::size_t>(color)] = position.of(Piece{color, Role::pawn});
        for (std::size_t role = 0; role < 6; ++role)
            army(color).reach[role] = position.of(Piece{color, static_cast<Role>(role)});
    }
    add_special_moves(position);
    for (bool changed = true; changed;) {
        const auto before = armies_;
        const SquareSet lasted = lasting();
        const auto bound_before = bound_;
        for (const Color color : chess::both_colors) {
            const SquareSet attacked = attacks(!color) | attacked_by_king(!color);
            release(color, attacked);
            release_from_files(color, attacked);
            grow(color);
        }
        changed = lasting() != lasted || bound_ != bound_before;
        for (std::size_t side = 0; side < 2 && !changed; ++side) {
            changed = armies_[side].reach != before[side].reach ||
                armies_[side].promoted != before[side].promoted;
        }
    }
}

// Castling moves two pieces at once (3.8.2), and a pawn may be taken where it does not stand
// (3.7.3.1). Later double steps are two single ones here.
void Mobility::add_special_moves(const Position& position) {
    for (const Square rook : position.castling_rooks()) {
        const Color color = position.of(Color::white).contains(rook) ? Color::white : Color::black;
        const auto move = chess::Move::castling(position.king(color), rook);
        army(color).reach[index(Role::king)].insert(move.king_to());
        army(color).reach[index(Role::rook)].insert(move.rook_to());
        lasting_[static_cast<std::size_t>(color)].erase(rook).erase(position.king(color));
    }
    if (const auto square = position.en_passant()) {
        const Color taken = !position.turn();
        en_passant_.insert(*square);
        const SquareSet pawn = pawn_steps(en_passant_, taken);
        lasting_[static_cast<std::size_t>(taken)] = lasting(taken) & ~pawn;
        bound_[static_cast<std::size_t>(taken)] = bound(taken) & ~pawn;
    }
}

// Where a piece of `color` might stand to be taken by a pawn.
SquareSet Mobility::takeable(Color color) const {
    const Army& own = army(color);
    SquareSet squares = own.promoted | own.reach[index(Role::pawn)];
    for (const Role role : officers) squares = squares | own.reach[index(role)];
    return color == position_.turn() ? squares : squares | en_passant_;
}

// What all but the king might attack.
SquareSet Mobility::attacks(Color color) const {
    const Army& own = army(color);
    const SquareSet straight =
        own.reach[index(Role::rook)] | own.reach[index(Role::queen)] | own.promoted;
    const SquareSet diagonal =
        own.reach[index(Role::bishop)] | own.reach[index(Role::queen)] | own.promoted;
    return pawn_attacks(own.reach[index(Role::pawn)], color) |
        knight_steps(own.reach[index(Role::knight)] | own.promoted) | rook_lines(straight, open()) |
        bishop_lines(diagonal, open());
}

// What lasting pieces attack for ever, at least: the other king can never step there.
SquareSet Mobility::lasting_attacks(Color color) const {
    const auto lasting_of = [&](Role role) {
        return lasting(color) & position_.of(Piece{color, role});
    };
    const SquareSet queens = lasting_of(Role::queen);
    return pawn_attacks(lasting_of(Role::pawn), color) | knight_steps(lasting_of(Role::knight)) |
        king_steps(lasting_of(Role::king)) | bishop_steps(lasting_of(Role::bishop) | queens) |
        rook_steps(lasting_of(Role::rook) | queens);
}

SquareSet Mobility::enterable(Color color) const {
    return ~(lasting(color) | (lasting(!color) & position_.of(Role::king)));
}

SquareSet Mobility::king_may_enter(Color color) const {
    return enterable(color) & ~lasting_attacks(!color);
}

// Where pieces of that role could go next from any of the squares.
SquareSet Mobility::targets(Role role, SquareSet from, Color color) const {
    switch (role) {
    case Role::pawn:
        return (pawn_steps(from, color) & open() & ~bound(!color)) |
            (pawn_attacks(from, color) & takeable(!color));
    case Role::knight: return knight_steps(from) & enterable(color);
    case Role::bishop: return bishop_lines(from, open()) & enterable(color);
    case Role::rook: return rook_lines(from, open()) & enterable(color);
    case Role::queen:
        return (rook_lines(from, open()) | bishop_lines(from, open())) & enterable(color);
    case Role::king: return king_steps(from) & king_may_enter(color);
    }
    return {};
}

void Mobility::grow(Color color) {
    Army& own = army(color);
    for (std::size_t role = 0; role < 6; ++role) {
        if (!own.reach[role].empty()) {
            own.reach[role] =
                own.reach[role] | targets(static_cast<Role>(role), own.reach[role], color);
        }
    }
    own.promoted = own.promoted | (own.reach[index(Role::pawn)] & last_rank(color));
    if (!own.promoted.empty()) {
        own.promoted = own.promoted | targets(Role::queen, own.promoted, color) |
            targets(Role::knight, own.promoted, color);
    }
}

// Squares of the other side's pieces that the king might take: none that is protected for ever.
SquareSet Mobility::attacked_by_king(Color by) const {
    return king_steps(army(by).reach[index(Role::king)]) & ~lasting_attacks(!by);
}

// Takes out of the lasting pieces those that might be taken, or move.
void Mobility::release(Color color, SquareSet attacked) {
    const SquareSet kings = position_.of(Role::king);
    SquareSet left = lasting(color) & (~attacked | kings);
    for (const Square square : left) {
        const Role role = position_.at(square)->role;
        if (!targets(role, SquareSet{square}, color).empty()) left.erase(square);
    }
    lasting_[static_cast<std::size_t>(color)] = left;
}

// Takes out of the bound pawns those that might take, or be taken, somewhere on their file, or get
// an enemy pawn behind them that has taken its way round.
void Mobility::release_from_files(Color color, SquareSet attacked) {
    const SquareSet round =
        pawn_attacks(army(!color).reach[index(Role::pawn)], !color) & takeable(color);
    const SquareSet danger = attacked | round | last_rank(color);
    const SquareSet prey = takeable(!color);
    SquareSet left = bound(color);
    for (const Square square : left) {
        SquareSet way{square};
        for (SquareSet next = way; !next.empty();) {
            next = pawn_steps(next, color) & open() & ~bound(!color);
            way = way | next;
        }
        if (!(way & danger).empty() || !(pawn_attacks(way, color) & prey).empty())
            left.erase(square);
    }
    bound_[static_cast<std::size_t>(color)] = left;
}

// How many of the squares the pieces of `color` could block at once, at most. The lasting pieces
// are not counted.
int Mobility::blockers(Color color, SquareSet squares) const {
    const Army& own = army(color);
    const auto group = [&](SquareSet pieces, SquareSet reach) {
        return std::min((pieces & ~lasting(color)).size(), (reach & squares).size());
    };
    int count = 0;
    for (const Role role : {Role::pawn, Role::knight, Role::rook, Role::queen})
        count += group(position_.of(Piece{color, role}), own.reach[index(role)]);
    const SquareSet bishops = position_.of(Piece{color, Role::bishop});
    for (const SquareSet shade : {dark_squares, ~dark_squares})
        count += group(bishops & shade, own.reach[index(Role::bishop)] & shade);
    return count + group(position_.of(Piece{color, Role::pawn}), own.promoted);
}

// Whether the flights from `king` could all be gone at once, with the other king somewhere.
bool Mobility::no_flight(Square king, Color loser, SquareSet attacked) const {
    const SquareSet here{king};
    const SquareSet flights = king_steps(here) & ~(attacked | lasting(loser));
    const SquareSet places = army(!loser).reach[index(Role::king)] & ~(king_steps(here) | here);
    for (const Square place : places) {
        const SquareSet left = flights & ~king_steps(SquareSet{place});
        if (left.empty() || blockers(loser, left) >= left.size()) return true;
    }
    return false;
}

bool Mobility::could_be_mated(Color loser) const {
    const SquareSet attacked = attacks(!loser);
    for (const Square king : army(loser).reach[index(Role::king)] & attacked)
        if (no_flight(king, loser, attacked)) return true;
    return false;
}

// Where the piece that stands there now could ever stand, as itself.
SquareSet Mobility::reach_of(Square square) const {
    const Piece piece = *position_.at(square);
    SquareSet reach{square};
    if (position_.castling_rooks().contains(square))
        reach.insert(chess::Move::castling(position_.king(piece.color), square).rook_to());
    for (SquareSet before; before != reach;) {
        before = reach;
        reach = reach | targets(piece.role, reach, piece.color);
    }
    return reach;
}

// Where it could stand when it has become something else.
SquareSet Mobility::promoted_reach(SquareSet pawn, Color color) const {
    SquareSet reach = pawn & last_rank(color);
    for (SquareSet before; before != reach;) {
        before = reach;
        reach = reach | targets(Role::queen, reach, color) | targets(Role::knight, reach, color);
    }
    return reach;
}

// The king's square and his flights, a bit each.
class Mobility::Net {
public:
    Net(Square king, SquareSet flights)
        : flights_(flights),
          king_(king) {}

    unsigned of(SquareSet squares) const {
        unsigned bits = squares.contains(king_) ? 1U : 0U;
        unsigned bit = 2;
        for (const Square flight : flights_) {
            bits |= squares.contains(flight) ? bit : 0U;
            bit <<= 1U;
        }
        return bits;
    }

    unsigned whole() const { return (2U << flights_.size()) - 1U; }

private:
    SquareSet flights_;
    Square king_;
};

namespace {

// Which of its squares can be closed at once: every piece does one of the things it can do.
class Closing {
public:
    // One that closes no more than another does is not worth doing.
    void add(const std::vector<unsigned>& choices) {
        for (std::size_t from = closed_.size(); from > 0; --from)
            for (const unsigned choice : choices) take(closed_[from - 1] | choice);
    }

    bool can_close(unsigned whole, const std::vector<unsigned>& last) const {
        return std::ranges::any_of(closed_, [&](unsigned bits) {
            return std::ranges::any_of(last, [&](unsigned choice) {
                return ((bits | choice) & whole) == whole;
            });
        });
    }

private:
    void take(unsigned bits) {
        if (!is_there_[bits]) {
            is_there_[bits] = true;
            closed_.push_back(bits);
        }
    }

    std::array<bool, 512> is_there_{};
    std::vector<unsigned> closed_{0};
};

void add_choice(std::vector<unsigned>& choices, unsigned choice) {
    const auto holds = [&](unsigned other) { return (other | choice) == other; };
    if (choice != 0 && std::ranges::none_of(choices, holds)) {
        std::erase_if(choices, [&](unsigned other) { return (other | choice) == choice; });
        choices.push_back(choice);
    }
}

unsigned united(const std::vector<std::vector<unsigned>>& all) {
    unsigned bits = 0;
    for (const auto& choices : all)
        for (const unsigned choice : choices) bits |= choice;
    return bits;
}

// What one piece attacks; lines go through open squares, and through the king that has to leave.
SquareSet attacked_from(Role role, Square square, Color color, SquareSet open) {
    const SquareSet here{square};
    switch (role) {
    case Role::pawn: return pawn_attacks(here, color);
    case Role::knight: return knight_steps(here);
    case Role::bishop: return bishop_lines(here, open);
    case Role::rook: return rook_lines(here, open);
    case Role::queen: return rook_lines(here, open) | bishop_lines(here, open);
    case Role::king: return king_steps(here);
    }
    return {};
}

} // namespace

// What a man can do to a net of squares, wherever he stands.
std::vector<unsigned>
Mobility::attacks_on(const Net& net, const Man& man, Color color, SquareSet open) {
    std::vector<unsigned> choices;
    for (const Square square : man.reach)
        add_choice(choices, net.of(attacked_from(man.role, square, color, open)));
    for (const Square square : man.promoted) {
        const SquareSet attacked = attacked_from(Role::queen, square, color, open) |
            attacked_from(Role::knight, square, color, open);
        add_choice(choices, net.of(attacked));
    }
    return choices;
}

std::vector<Mobility::Man> Mobility::men_of(Color color, SquareSet which) const {
    std::vector<Man> men;
    for (const Square square : which& position_.of(color) & ~position_.of(Role::king)) {
        const Role role = position_.at(square)->role;
        const SquareSet reach = reach_of(square);
        men.push_back({role, reach, role == Role::pawn ? promoted_reach(reach, color) : SquareSet{}}
        );
    }
    return men;
}

bool Mobility::can_close_net(
    Square king, Color loser, const std::vector<Man>& attackers, const std::vector<Man>& blockers
) const {
    const SquareSet here{king};
    const SquareSet flights = king_steps(here) & ~(lasting(loser) & ~position_.of(Role::king));
    const Net net{king, flights};
    std::vector<std::vector<unsigned>> all;
    all.reserve(attackers.size() + blockers.size());
    for (const Man& man : attackers) all.push_back(attacks_on(net, man, !loser, open() | here));
    for (const Man& man : blockers) {
        auto& choices = all.emplace_back();
        for (const Square square : (man.reach | man.promoted) & flights)
            choices.push_back(net.of(SquareSet{square}));
    }
    auto& by_king = all.emplace_back();
    for (const Square place : army(!loser).reach[index(Role::king)] & ~(king_steps(here) | here))
        add_choice(by_king, net.of(king_steps(SquareSet{place})) & ~1U);
    by_king.push_back(0);
    if (united(all) != net.whole()) return false;
    Closing closing;
    for (std::size_t man = 0; man + 1 < all.size(); ++man) closing.add(all[man]);
    return closing.can_close(net.whole(), by_king);
}

bool Mobility::has_mating_picture(Color loser) const {
    const std::vector<Man> attackers = men_of(!loser, all_squares);
    const std::vector<Man> blockers = men_of(loser, ~lasting(loser));
    const SquareSet places = army(loser).reach[index(Role::king)];
    return std::any_of(places.begin(), places.end(), [&](Square king) {
        return can_close_net(king, loser, attackers, blockers);
    });
}

} // namespace ansage::laws
