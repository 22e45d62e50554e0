#include "phonetics/wanted.hpp"

#include <bit>

namespace ansage::phonetics {

using base::Result;
using chess::File;
using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Rank;
using chess::Role;
using chess::Square;
using Kind = Meaning::Kind;

std::optional<Role> RoleSet::only() const {
    if (!std::has_single_bit(bits_)) {
        return std::nullopt;
    }
    return static_cast<Role>(std::countr_zero(bits_));
}

bool Coordinates::push(Meaning meaning) {
    if (meaning.kind == Kind::capture) {
        const bool first = !capture_at_;
        capture_at_ = size_;
        return first;
    }
    if (size_ == parts_.size()) {
        return false;
    }
    parts_[size_++] = meaning;
    return true;
}

std::optional<File> Coordinates::take_trailing_file() {
    const bool trails = size_ >= 3 && parts_[size_ - 1].kind == Kind::file &&
        capture_at_ != size_ - 1 && parts_[size_ - 2].kind == Kind::rank;
    if (!trails) {
        return std::nullopt;
    }
    return static_cast<File>(parts_[--size_].value);
}

bool Coordinates::put_origin_into(Wanted& wanted, std::size_t size) const {
    for (std::size_t i = 0; i < size; ++i) {
        const Meaning part = parts_[i];
        // A file, a rank, or a file and then a rank.
        if (part.kind == Kind::file && i == 0) {
            wanted.from_file = static_cast<File>(part.value);
        } else if (part.kind == Kind::rank && i + 1 == size) {
            wanted.from_rank = static_cast<Rank>(part.value);
        } else {
            return false;
        }
    }
    return true;
}

bool Coordinates::put_into(Wanted& wanted) const {
    const bool has_target =
        size_ >= 2 && parts_[size_ - 2].kind == Kind::file && parts_[size_ - 1].kind == Kind::rank;
    if (!has_target) {
        return false;
    }
    const std::size_t origin = size_ - 2;
    wanted.to = Square{
        static_cast<File>(parts_[origin].value), static_cast<Rank>(parts_[origin + 1].value)};
    wanted.capture = capture_at_.has_value();
    // A capture stands between who takes and where.
    const bool in_place =
        !capture_at_ || (*capture_at_ == origin && (origin > 0 || !wanted.roles.empty()));
    return in_place && put_origin_into(wanted, origin);
}

namespace {

bool has_whole_origin(const Wanted& wanted) {
    return wanted.from_file && wanted.from_rank;
}

// Who names no piece and not the whole origin means a pawn (C.3).
bool role_fits(const Wanted& wanted, Role role) {
    if (wanted.roles.empty()) {
        return role == Role::pawn || has_whole_origin(wanted);
    }
    return wanted.roles.contains(role);
}

bool origin_fits(const Wanted& wanted, Square from) {
    return wanted.from_file.value_or(from.file()) == from.file() &&
        wanted.from_rank.value_or(from.rank()) == from.rank();
}

bool promotion_fits(const Wanted& wanted, Move move) {
    if (wanted.promotions.empty()) {
        return true;
    }
    const std::optional<Role> promotion = move.promotion();
    return promotion && wanted.promotions.contains(*promotion);
}

bool fits(const Wanted& wanted, const Position& position, Move move) {
    if (move.is_castling() || wanted.to != move.to() || !origin_fits(wanted, move.from())) {
        return false;
    }
    const Role role = position.at(move.from()).value_or(chess::Piece{}).role;
    if (!role_fits(wanted, role) || !promotion_fits(wanted, move)) {
        return false;
    }
    return !wanted.capture || !wanted.capture_matters || position.is_capture(move);
}

// "e1g1", "e1h1": castling by the king's two squares, or onto the rook.
bool fits_castling_squares(const Wanted& wanted, Move move) {
    return move.is_castling() && has_whole_origin(wanted) && origin_fits(wanted, move.from()) &&
        role_fits(wanted, Role::king) && wanted.promotions.empty() && !wanted.capture &&
        (wanted.to == move.to() || wanted.to == move.king_to());
}

bool is_castling_to(CastlingSide side, Move move) {
    return move.is_castling() && move.is_short_castling() == (side == CastlingSide::short_side);
}

template <class Predicate>
Result<Move, MoveError> only_one(const chess::MoveList& moves, Predicate predicate) {
    Result<Move, MoveError> found = tl::unexpected{MoveError::illegal};
    for (const Move move : moves) {
        if (!predicate(move)) {
            continue;
        }
        if (found) {
            return tl::unexpected{MoveError::ambiguous};
        }
        found = move;
    }
    return found;
}

} // namespace

Result<Move, MoveError> resolve(const Wanted& wanted, const Position& position) {
    const chess::MoveList moves = position.legal_moves();
    if (wanted.castling) {
        return only_one(moves, [&](Move move) { return is_castling_to(*wanted.castling, move); });
    }
    Result<Move, MoveError> move =
        only_one(moves, [&](Move each) { return fits(wanted, position, each); });
    if (move || move.error() == MoveError::ambiguous || !has_whole_origin(wanted)) {
        return move;
    }
    // The king's own step goes first: in Chess960 it may have the squares of a castling.
    return only_one(moves, [&](Move each) { return fits_castling_squares(wanted, each); });
}

Said to_said(const Wanted& wanted) {
    Said said;
    said.castling = wanted.castling;
    said.to = wanted.to;
    said.capture = wanted.capture;
    said.promotion = wanted.promotions.only();
    said.role = wanted.roles.only();
    if (has_whole_origin(wanted)) {
        said.from = Square{*wanted.from_file, *wanted.from_rank};
        return said;
    }
    said.from_file = wanted.from_file;
    said.from_rank = wanted.from_rank;
    if (wanted.roles.empty() && !wanted.castling) {
        said.role = Role::pawn;
    }
    return said;
}

} // namespace ansage::phonetics
