// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"

#include "chess/chess960.hpp"
#include "chess/generate.hpp"

#include <algorithm>

namespace ansage::chess {
namespace {

constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

constexpr std::size_t index_of(Role role) { return static_cast<std::size_t>(role); }

// The plane that holds a role's bit n in a PositionKey; roles count from 1 there, 0 is an empty
// square.
SquareSet role_plane(const Position& position, unsigned bit) {
    SquareSet plane;
    for (unsigned role = 0; role < 6; ++role)
        if (((role + 1) >> bit & 1U) != 0) plane = plane | position.of(static_cast<Role>(role));
    return plane;
}

bool has_legal_en_passant(const Position& position, Square target) {
    const SquareSet pawns = position.of(Piece{position.turn(), Role::pawn});
    const SquareSet capturers = attacks::pawn(!position.turn(), target) & pawns;
    return std::any_of(capturers.begin(), capturers.end(), [&](Square from) {
        return is_en_passant_safe(position, Move::en_passant(from, target));
    });
}

std::optional<SetupError> find_error(const Position& position, Strictness strictness) {
    const SquareSet last_ranks = attacks::rank_of(Rank::first) | attacks::rank_of(Rank::eighth);
    for (const Color color : both_colors) {
        if (position.of(Piece{color, Role::king}).size() != 1) return SetupError::kings;
        if (position.of(color).size() > 16 || position.of(Piece{color, Role::pawn}).size() > 8)
            return SetupError::too_many_pieces;
    }
    // A pawn that was pressed there and stood (7.5.2, A.5.4) moves nowhere and attacks nothing.
    const bool has_last_pawn = !(position.of(Role::pawn) & last_ranks).empty();
    if (has_last_pawn && strictness == Strictness::legal) return SetupError::pawn_on_last_rank;
    return std::nullopt;
}

// The rooks of a setup that may castle as far as the board tells: on the first rank with their
// king.
SquareSet plausible_rooks(const Position& position, SquareSet claimed) {
    SquareSet rooks;
    for (const Color color : both_colors) {
        const Rank rank = attacks::back_rank(color);
        if (position.king(color).rank() == rank)
            rooks = rooks | (position.of(Piece{color, Role::rook}) & attacks::rank_of(rank));
    }
    return rooks & claimed;
}

// One rook on either side of the king, the outermost of those claimed.
SquareSet outermost_rooks(const Position& position, SquareSet rooks) {
    SquareSet kept;
    for (const Color color : both_colors) {
        const Square king = position.king(color);
        const SquareSet own = rooks & position.of(color);
        const SquareSet below{SquareSet{king}.bits() - 1};
        if (const SquareSet left = own & below; !left.empty()) kept.insert(left.first());
        if (const SquareSet right = own & ~below; !right.empty()) {
            kept.insert(
                Square::from_index(63U - static_cast<unsigned>(__builtin_clzll(right.bits())))
            );
        }
    }
    return kept;
}

// Whether a pawn may just have jumped over the square.
bool is_plausible_en_passant(const Position& position, Square target) {
    const bool is_white = position.turn() == Color::white;
    const unsigned behind = is_white ? target.index() + 8 : target.index() - 8;
    const unsigned before = is_white ? target.index() - 8 : target.index() + 8;
    if (target.rank() != (is_white ? Rank::sixth : Rank::third)) return false;
    return position.of(Piece{!position.turn(), Role::pawn}).contains(Square::from_index(before)) &&
        !position.occupied().contains(Square::from_index(behind)) &&
        !position.occupied().contains(target);
}

class Lister {
public:
    explicit Lister(MoveList& list)
        : list_(list) {}

    void piece(Square from, SquareSet targets) {
        for (const Square to : targets) list_.push(Move::ordinary(from, to));
    }

    void pawns(SquareSet targets, int offset) {
        for (const Square to : targets) list_.push(Move::ordinary(origin(to, offset), to));
    }

    void promotions(SquareSet targets, int offset) {
        for (const Square to : targets) {
            for (const Role role : {Role::queen, Role::knight, Role::rook, Role::bishop})
                list_.push(Move::promoting(origin(to, offset), to, role));
        }
    }

    void special(Move move) { list_.push(move); }

private:
    static Square origin(Square to, int offset) {
        return Square::from_index(static_cast<unsigned>(static_cast<int>(to.index()) - offset));
    }

    MoveList& list_;
};

class Counter {
public:
    std::uint64_t count() const { return static_cast<std::uint64_t>(count_); }

    void piece(Square, SquareSet targets) { count_ += targets.size(); }

    void pawns(SquareSet targets, int) { count_ += targets.size(); }

    void promotions(SquareSet targets, int) { count_ += 4 * targets.size(); }

    void special(Move) { ++count_; }

private:
    int count_ = 0;
};

class AnyMove {
public:
    bool found() const { return found_; }

    void piece(Square, SquareSet targets) { found_ = found_ || !targets.empty(); }

    void pawns(SquareSet targets, int) { found_ = found_ || !targets.empty(); }

    void promotions(SquareSet targets, int) { found_ = found_ || !targets.empty(); }

    void special(Move) { found_ = true; }

private:
    bool found_ = false;
};

} // namespace

bool MoveList::contains(Move move) const { return std::find(begin(), end(), move) != end(); }

Position::Position() {
    static const Position start = *from_setup(chess960_setup(518));
    *this = start;
}

base::Result<Position, SetupError> Position::from_setup(const Setup& setup, Strictness strictness) {
    Position position{Empty{}};
    for (unsigned index = 0; index < 64; ++index)
        if (const auto piece = setup.board[index]) position.put(Square::from_index(index), *piece);
    if (const auto error = find_error(position, strictness)) return tl::unexpected{*error};
    position.turn_ = setup.turn;
    position.halfmove_clock_ = setup.halfmove_clock;
    position.fullmove_number_ = setup.fullmove_number;
    position.castling_rooks_ =
        outermost_rooks(position, plausible_rooks(position, setup.castling_rooks));
    if (setup.en_passant && is_plausible_en_passant(position, *setup.en_passant))
        position.en_passant_ = setup.en_passant;
    const bool can_take_king = !position.attackers(position.king(!setup.turn), setup.turn).empty();
    if (strictness == Strictness::legal && can_take_king)
        return tl::unexpected{SetupError::opponent_in_check};
    return position;
}

Setup Position::setup() const {
    Setup setup;
    for (const Square square : occupied()) setup.board[square.index()] = at(square);
    setup.turn = turn_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant = en_passant_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    return setup;
}

std::optional<Piece> Position::at(Square square) const {
    if (!occupied().contains(square)) return std::nullopt;
    return Piece{of(Color::white).contains(square) ? Color::white : Color::black, role_at(square)};
}

Role Position::role_at(Square square) const {
    unsigned role = 0;
    for (unsigned candidate = 1; candidate < 6; ++candidate) {
        const bool is_here = of(static_cast<Role>(candidate)).contains(square);
        role |= is_here ? candidate : 0U;
    }
    return static_cast<Role>(role);
}

void Position::put(Square square, Piece piece) {
    colors_[index_of(piece.color)].insert(square);
    roles_[index_of(piece.role)].insert(square);
}

void Position::take(Square square, Piece piece) {
    colors_[index_of(piece.color)].erase(square);
    roles_[index_of(piece.role)].erase(square);
}

SquareSet Position::attackers(Square target, Color by) const {
    return attackers_through(*this, target, by, occupied());
}

MoveList Position::legal_moves() const {
    MoveList list;
    Lister lister{list};
    generate(*this, lister);
    return list;
}

bool Position::has_legal_move() const {
    AnyMove any;
    generate(*this, any);
    return any.found();
}

bool Position::is_legal(Move move) const { return legal_moves().contains(move); }

void Position::play(Move move) {
    const Color us = turn_;
    const Role role = role_at(move.from());
    ++halfmove_clock_;
    if (const auto square = capture_square(move)) {
        take(*square, Piece{!us, role_at(*square)});
        halfmove_clock_ = 0;
    }
    take(move.from(), Piece{us, role});
    if (move.is_castling()) {
        take(move.to(), Piece{us, Role::rook});
        put(move.rook_to(), Piece{us, Role::rook});
    }
    put(move.king_to(), Piece{us, move.promotion().value_or(role)});
    if (role == Role::pawn) halfmove_clock_ = 0;
    remember(move, role);
    if (us == Color::black) ++fullmove_number_;
    turn_ = !us;
}

void Position::remember(Move move, Role role) {
    const unsigned from = move.from().index();
    const unsigned to = move.to().index();
    castling_rooks_.erase(move.from()).erase(move.to());
    if (role == Role::king)
        castling_rooks_ = castling_rooks_ & ~attacks::rank_of(attacks::back_rank(turn_));
    const bool is_double_step = role == Role::pawn && (from ^ to) == 16;
    en_passant_ =
        is_double_step ? std::optional{Square::from_index((from + to) / 2)} : std::nullopt;
}

Position Position::after(Move move) const {
    Position next = *this;
    next.play(move);
    return next;
}

Reading Position::reading() const {
    Reading reading;
    for (const Square square : occupied()) reading[square] = SquareReading::of(*at(square));
    return reading;
}

PositionKey Position::repetition_key() const {
    PositionKey key;
    key.pieces = {
        of(Color::white), role_plane(*this, 0), role_plane(*this, 1), role_plane(*this, 2)};
    key.castling_rooks = castling_rooks_;
    key.turn = turn_;
    if (en_passant_ && has_legal_en_passant(*this, *en_passant_)) key.en_passant = en_passant_;
    return key;
}

std::optional<Square> Position::capture_square(Move move) const {
    if (move.is_castling()) return std::nullopt;
    if (move.is_en_passant()) return move.en_passant_victim();
    return of(!turn_).contains(move.to()) ? std::optional{move.to()} : std::nullopt;
}

bool is_checkmate(const Position& position) {
    return position.is_check() && !position.has_legal_move();
}

bool is_stalemate(const Position& position) {
    return !position.is_check() && !position.has_legal_move();
}

std::uint64_t perft(const Position& position, unsigned depth) {
    if (depth == 0) return 1;
    if (depth == 1) {
        Counter counter;
        generate(position, counter);
        return counter.count();
    }
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves()) nodes += perft(position.after(move), depth - 1);
    return nodes;
}

std::string to_string(MovePlace place) {
    return std::to_string(place.number.value()) + (place.mover == Color::white ? "." : "...");
}

} // namespace ansage::chess

std::size_t std::hash<ansage::chess::PositionKey>::operator()(const ansage::chess::PositionKey& key
) const noexcept {
    // A multiply and a fold per word; the key's equality is exact, so this need only spread.
    std::uint64_t mixed = static_cast<std::uint64_t>(key.turn) + 1;
    const auto add = [&mixed](std::uint64_t word) {
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15U;
        mixed ^= mixed >> 29U;
    };
    for (const ansage::chess::SquareSet plane : key.pieces) add(plane.bits());
    add(key.castling_rooks.bits());
    add(key.en_passant ? key.en_passant->index() + 1 : 0);
    return mixed;
}
