// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/wanted.hpp"

#include "chess/uci.hpp"

#include <algorithm>
#include <bit>

namespace ansage::phonetics {

using chess::File;
using chess::Move;
using chess::MoveList;
using chess::Position;
using chess::Rank;
using chess::Role;
using chess::Square;
using chess::SquareSet;
using Kind = Meaning::Kind;

std::optional<Role> RoleSet::only() const {
    if (!std::has_single_bit(bits_)) return std::nullopt;
    return static_cast<Role>(std::countr_zero(bits_));
}

RoleSet RoleSet::preferably_without(Role role) const {
    const RoleSet rest{static_cast<std::uint8_t>(bits_ & ~RoleSet{role}.bits_)};
    return rest.empty() ? *this : rest;
}

bool Coordinates::push(Meaning meaning) {
    if (meaning.kind == Kind::capture) {
        const bool first = !capture_at_;
        capture_at_ = size_;
        return first;
    }
    if (size_ == parts_.size()) return false;
    parts_[size_++] = meaning;
    return true;
}

std::optional<File> Coordinates::take_trailing_file() {
    const bool trails = size_ >= 3 && parts_[size_ - 1].kind == Kind::file &&
        capture_at_ != size_ - 1 && parts_[size_ - 2].kind == Kind::rank;
    if (!trails) return std::nullopt;
    return static_cast<File>(parts_[--size_].value);
}

bool Coordinates::put_origin_into(Wanted& wanted, std::size_t size) const {
    for (std::size_t i = 0; i < size; ++i) {
        const Meaning part = parts_[i];
        // A file, a rank, or a file and then a rank.
        if (part.kind == Kind::file && i == 0) wanted.from_file = static_cast<File>(part.value);
        else if (part.kind == Kind::rank && i + 1 == size) {
            wanted.from_rank = static_cast<Rank>(part.value);
        } else return false;
    }
    return true;
}

bool Coordinates::put_into(Wanted& wanted) const {
    const bool has_target =
        size_ >= 2 && parts_[size_ - 2].kind == Kind::file && parts_[size_ - 1].kind == Kind::rank;
    if (!has_target) return false;
    const std::size_t origin = size_ - 2;
    wanted.to = Square{
        static_cast<File>(parts_[origin].value), static_cast<Rank>(parts_[origin + 1].value)};
    wanted.capture = capture_at_.has_value();
    // A capture stands between who takes and where.
    const bool in_place =
        !capture_at_ || (*capture_at_ == origin && (origin > 0 || !wanted.roles.empty()));
    return in_place && put_origin_into(wanted, origin);
}

bool has_whole_origin(const Wanted& wanted) { return wanted.from_file && wanted.from_rank; }

namespace {

// Who names no piece and not the whole origin means a pawn (C.3).
bool role_fits(const Wanted& wanted, Role role) {
    if (wanted.roles.empty()) return role == Role::pawn || has_whole_origin(wanted);
    return wanted.roles.contains(role);
}

bool origin_fits(const Wanted& wanted, Square from) {
    return wanted.from_file.value_or(from.file()) == from.file() &&
        wanted.from_rank.value_or(from.rank()) == from.rank();
}

bool target_fits(const Wanted& wanted, Square to) {
    return wanted.to.value_or(to) == to && wanted.to_file.value_or(to.file()) == to.file();
}

bool promotion_fits(const Wanted& wanted, Move move) {
    if (wanted.promotions.empty()) return true;
    const std::optional<Role> promotion = move.promotion();
    return promotion && wanted.promotions.contains(*promotion);
}

bool victim_fits(const Wanted& wanted, const Position& position, Move move) {
    if (wanted.victims.empty()) return true;
    const std::optional<Square> taken = position.capture_square(move);
    const auto piece = taken ? position.at(*taken) : std::nullopt;
    return piece && wanted.victims.contains(piece->role);
}

bool castling_fits(const Wanted& wanted, Move move) {
    const CastlingSide side =
        move.is_short_castling() ? CastlingSide::short_side : CastlingSide::long_side;
    return move.is_castling() && wanted.castling.value_or(side) == side &&
        wanted.to.value_or(move.king_to()) == move.king_to();
}

// "e1g1", "e1h1", "König Gustav eins": castling by the king's two squares, or onto the rook.
bool fits_castling_squares(const Wanted& wanted, Move move) {
    if (!move.is_castling() || !role_fits(wanted, Role::king) || !wanted.promotions.empty() ||
        wanted.capture || !origin_fits(wanted, move.from()))
        return false;
    if (has_whole_origin(wanted)) return wanted.to == move.to() || wanted.to == move.king_to();
    return !wanted.roles.empty() && wanted.to == move.king_to() &&
        chess::castling_style(move) == chess::CastlingStyle::king_two_squares;
}

template <class Moves, class Predicate>
void add_where(std::vector<Move>& into, const Moves& moves, Predicate predicate) {
    for (const Move move : moves)
        if (predicate(move) && std::ranges::find(into, move) == into.end()) into.push_back(move);
}

void add_fitting(
    std::vector<Move>& into,
    const Wanted& wanted,
    const Position& position,
    const MoveList& legal,
    Reading rule
) {
    const std::size_t before = into.size();
    const auto fitting = [&](Move move) { return fits(wanted, position, move); };
    if (rule == Reading::by_shape && wanted.to && !wanted.castles) {
        add_where(into, moves_by_shape(position, *wanted.to), fitting);
    } else if (rule == Reading::by_shape && !wanted.castles) {
        for (const Square target : ~SquareSet{})
            add_where(into, moves_by_shape(position, target), fitting);
    } else add_where(into, legal, fitting);
    // The king's own step goes first: in Chess960 it may have the squares of a castling.
    if (into.size() == before && !wanted.castles)
        add_where(into, legal, [&](Move move) { return fits_castling_squares(wanted, move); });
}

} // namespace

bool fits(const Wanted& wanted, const Position& position, Move move) {
    if (wanted.castles) return castling_fits(wanted, move);
    if (move.is_castling() || !target_fits(wanted, move.to()) || !origin_fits(wanted, move.from()))
        return false;
    const Role role = position.at(move.from()).value_or(chess::Piece{}).role;
    if (!role_fits(wanted, role) || !promotion_fits(wanted, move) ||
        !victim_fits(wanted, position, move))
        return false;
    return !wanted.capture || !wanted.capture_matters || position.is_capture(move);
}

std::vector<Move> fitting_moves(const Readings& readings, const Position& position, Reading rule) {
    const MoveList legal = position.legal_moves();
    std::vector<Move> moves;
    for (const std::vector<Wanted>* kind : {&readings.first, &readings.second}) {
        for (const Wanted& wanted : *kind) add_fitting(moves, wanted, position, legal, rule);
        if (!moves.empty()) break;
    }
    return moves;
}

namespace {

// The value that all of them have, if it is one.
template <class Get>
auto common(std::span<const Wanted> readings, Get get) -> decltype(get(readings.front())) {
    const auto first = get(readings.front());
    const bool all_alike =
        std::ranges::all_of(readings, [&](const Wanted& each) { return get(each) == first; });
    return all_alike ? first : decltype(get(readings.front())){};
}

std::optional<Role> role_of(const Wanted& wanted) {
    if (wanted.roles.empty() && !wanted.castles && !has_whole_origin(wanted)) return Role::pawn;
    return wanted.roles.only();
}

} // namespace

Said to_said(std::span<const Wanted> readings) {
    Said said;
    if (readings.empty()) return said;
    said.castling = common(readings, [](const Wanted& each) { return each.castling; });
    said.to =
        common(readings, [](const Wanted& each) { return each.castles ? std::nullopt : each.to; });
    said.capture = common(readings, [](const Wanted& each) { return each.capture; });
    said.promotion = common(readings, [](const Wanted& each) { return each.promotions.only(); });
    said.role = common(readings, role_of);
    said.from_file = common(readings, [](const Wanted& each) { return each.from_file; });
    said.from_rank = common(readings, [](const Wanted& each) { return each.from_rank; });
    if (said.from_file && said.from_rank) {
        said.from = Square{*said.from_file, *said.from_rank};
        said.from_file.reset();
        said.from_rank.reset();
    }
    return said;
}

} // namespace ansage::phonetics
