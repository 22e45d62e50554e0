// SPDX-License-Identifier: GPL-3.0-or-later
// Why something that was said is no legal move: what the Laws ask of it, nearest first.
#include "chess/ways.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ansage::phonetics {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Rank;
using chess::Role;
using chess::Square;
using chess::SquareSet;
namespace attacks = chess::attacks;

namespace {

Reason about(const Position& position, Why why, Square square) {
    return {.why = why, .piece = position.at(square), .square = square};
}

Reason because(Why why) { return {.why = why, .piece = {}, .square = {}}; }

// --- castling (3.8.2)

std::optional<Move> castling_of(const Position& position, CastlingSide side) {
    const Color color = position.turn();
    const Square king = position.king(color);
    for (const Square rook : position.castling_rooks() & position.of(color)) {
        const Move move = Move::castling(king, rook);
        if (move.is_short_castling() == (side == CastlingSide::short_side)) return move;
    }
    return std::nullopt;
}

SquareSet and_ends(Square from, Square to) {
    SquareSet squares = attacks::between(from, to);
    squares.insert(from);
    squares.insert(to);
    return squares;
}

Reason why_not_castling(const Position& position, CastlingSide side) {
    const std::optional<Move> move = castling_of(position, side);
    if (!move) return because(Why::no_castling_right);
    if (position.is_check())
        return about(position, Why::castling_in_check, position.checkers().first());
    const SquareSet movers = SquareSet{move->from()} | SquareSet{move->to()};
    const SquareSet path = and_ends(move->from(), move->king_to());
    const SquareSet in_way =
        (path | and_ends(move->to(), move->rook_to())) & position.occupied() & ~movers;
    if (!in_way.empty())
        return about(position, Why::castling_blocked, chess::nearest(in_way, move->from()));
    for (const Square square : path) {
        const bool is_end = square == move->king_to();
        if (!position.attackers(square, !position.turn()).empty()) {
            const Why why = is_end ? Why::castling_into_check : Why::castling_through_check;
            return {.why = why, .piece = {}, .square = square};
        }
    }
    // The rook goes, and leaves the king in the open (Chess960).
    return {.why = Why::castling_into_check, .piece = {}, .square = move->king_to()};
}

// The king's two squares, or his and the rook's, said as a move of the king.
std::optional<CastlingSide> castling_meant(const Position& position, const Said& said) {
    const Square king = position.king(position.turn());
    const bool is_king = said.role == Role::king || (!said.role && said.from == king);
    const SquareSet rooks = position.castling_rooks() & position.of(position.turn());
    if (said.from == king && said.to && rooks.contains(*said.to))
        return said.to->file() > king.file() ? CastlingSide::short_side : CastlingSide::long_side;
    if (!is_king || !said.to || king.file() != chess::File::e ||
        king.rank() != attacks::back_rank(position.turn()) || said.to->rank() != king.rank())
        return std::nullopt;
    return said.to->file() == chess::File::g ? std::optional{CastlingSide::short_side}
        : said.to->file() == chess::File::c  ? std::optional{CastlingSide::long_side}
                                             : std::nullopt;
}

// --- the own king (3.9.2)

// What would attack the mover's king after the move, legal or not.
SquareSet attackers_after(const Position& position, Move move) {
    const Color color = position.turn();
    chess::Setup setup = position.setup();
    if (move.is_en_passant()) setup.board.at(move.en_passant_victim().index()).reset();
    setup.board.at(move.to().index()) = setup.board.at(move.from().index());
    setup.board.at(move.from().index()).reset();
    setup.turn = !color;
    setup.castling_rooks = {};
    setup.en_passant.reset();
    if (move.promotion()) setup.board.at(move.to().index()) = Piece{color, *move.promotion()};
    const auto after = Position::from_setup(setup, chess::Strictness::stood);
    return after ? after->attackers(after->king(color), !color) : SquareSet{};
}

Reason why_not_safe(const Position& position, Move move) {
    const SquareSet attackers = attackers_after(position, move);
    const SquareSet old = attackers & position.checkers();
    if (attackers.empty()) // the king would be taken, which no move does (1.4.1)
        return because(Why::cannot_reach);
    const Square attacker = old.empty() ? attackers.first() : old.first();
    if (position.at(move.from())->role != Role::king)
        return about(position, old.empty() ? Why::pinned : Why::stays_in_check, attacker);
    const bool is_king = position.at(attacker)->role == Role::king;
    return about(position, is_king ? Why::kings_touch : Why::king_into_check, attacker);
}

// --- the way that pieces move

// Squares that a pawn of that colour goes forward between two ranks.
int forward(Color color, Square from, Square to) {
    const int ranks = static_cast<int>(to.rank()) - static_cast<int>(from.rank());
    return color == Color::white ? ranks : -ranks;
}

Reason why_no_pawn_step(const Position& position, Square from, Square to) {
    const Color color = position.turn();
    const int ranks = forward(color, from, to);
    const int files = std::abs(static_cast<int>(to.file()) - static_cast<int>(from.file()));
    if (files == 1 && ranks == 1) {
        const Square passed{to.file(), from.rank()};
        const bool is_passed = position.at(passed) == Piece{!color, Role::pawn} &&
            from.rank() == (color == Color::white ? Rank::fifth : Rank::fourth);
        return is_passed ? about(position, Why::no_en_passant, passed)
                         : Reason{.why = Why::pawn_takes_nothing, .piece = {}, .square = to};
    }
    if (files != 0 || ranks < 1 || ranks > 2) return about(position, Why::cannot_reach, from);
    const SquareSet in_way = (attacks::between(from, to) | SquareSet{to}) & position.occupied();
    return in_way.empty() ? about(position, Why::pawn_too_far, from)
                          : about(position, Why::pawn_blocked, chess::nearest(in_way, from));
}

Reason why_no_way(const Position& position, Square from, Square to) {
    const Piece piece = *position.at(from);
    if (piece.role == Role::pawn) return why_no_pawn_step(position, from, to);
    const SquareSet in_way = attacks::between(from, to) & position.occupied();
    if (attacks::piece(piece.role, from, {}).contains(to) && !in_way.empty())
        return about(position, Why::blocked, chess::nearest(in_way, from));
    return about(position, Why::cannot_reach, from);
}

// --- which of them

Wanted to_wanted(const Said& said) {
    Wanted wanted;
    wanted.roles = said.role ? RoleSet{*said.role} : RoleSet{};
    wanted.from_file = said.from ? std::optional{said.from->file()} : said.from_file;
    wanted.from_rank = said.from ? std::optional{said.from->rank()} : said.from_rank;
    wanted.to = said.to;
    wanted.promotions = said.promotion ? RoleSet{*said.promotion} : RoleSet{};
    wanted.capture = said.capture;
    wanted.capture_matters = true;
    return wanted;
}

std::optional<Reason> why_not_from(const Position& position, const Said& said) {
    if (said.from) {
        const std::optional<Piece> piece = position.at(*said.from);
        if (!piece || piece->color != position.turn())
            return Reason{.why = Why::empty_square, .piece = {}, .square = said.from};
        if (said.role && piece->role != *said.role)
            return Reason{.why = Why::other_piece, .piece = piece, .square = said.from};
    }
    const Piece named{position.turn(), said.role.value_or(Role::king)};
    if (position.of(named).empty())
        return Reason{.why = Why::no_such_piece, .piece = named, .square = {}};
    if (position.of(position.turn()).contains(*said.to))
        return about(position, Why::own_piece, *said.to);
    return std::nullopt;
}

// The further down, the nearer to a legal move.
constexpr std::array farthest_first{
    Why::cannot_reach,
    Why::pawn_takes_nothing,
    Why::pawn_too_far,
    Why::no_en_passant,
    Why::pawn_blocked,
    Why::blocked};

auto nearness(const Reason& reason) {
    return std::ranges::find(farthest_first, reason.why) - farthest_first.begin();
}

// Every piece that may have been meant, and none of them has a way.
Reason why_none_goes(const Position& position, const Wanted& wanted) {
    const Square to = *wanted.to;
    std::optional<Reason> found;
    for (const Square from : position.of(position.turn())) {
        if (fits(wanted, position, Move::ordinary(from, to))) {
            const Reason reason = why_no_way(position, from, to);
            found = !found || nearness(reason) > nearness(*found) ? reason : *found;
        }
    }
    // Of several that do not go there none is meant more than another.
    if (!found || (found->why == Why::cannot_reach && !wanted.from_rank)) {
        const std::optional<Role> role = wanted.roles.only();
        const auto piece = role ? std::optional{Piece{position.turn(), *role}} : std::nullopt;
        return {.why = Why::cannot_reach, .piece = piece, .square = {}};
    }
    return *found;
}

} // namespace

std::optional<Reason> why_illegal(const Position& position, const Said& said) {
    const auto castling = said.castling ? said.castling : castling_meant(position, said);
    if (castling) return why_not_castling(position, *castling);
    if (!said.to) return std::nullopt;
    if (const std::optional<Reason> reason = why_not_from(position, said)) return reason;
    Wanted wanted = to_wanted(said);
    const std::vector<Move> moves = moves_by_shape(position, *said.to);
    const auto fitting = [&]() -> std::optional<Move> {
        const auto found = std::ranges::find_if(moves, [&](Move move) {
            // The right to take in passing is a matter of the move before.
            const bool has_right = !move.is_en_passant() || position.en_passant() == move.to();
            return has_right && fits(wanted, position, move);
        });
        return found == moves.end() ? std::nullopt : std::optional{*found};
    };
    if (const std::optional<Move> move = fitting()) {
        const bool is_legal = position.is_legal(*move);
        if (is_legal && (!move->promotion() || said.promotion)) return std::nullopt;
        return is_legal ? Reason{.why = Why::not_promoted, .piece = {}, .square = said.to}
                        : why_not_safe(position, *move);
    }
    wanted.capture = false;
    if (fitting()) return because(Why::nothing_taken);
    wanted.promotions = {};
    return fitting() ? because(Why::no_promotion) : why_none_goes(position, wanted);
}

std::string_view to_message_id(Why why) {
    switch (why) {
    case Why::no_castling_right: return "why.no_castling_right";
    case Why::castling_in_check: return "why.castling_in_check";
    case Why::castling_through_check: return "why.castling_through_check";
    case Why::castling_into_check: return "why.castling_into_check";
    case Why::castling_blocked: return "why.castling_blocked";
    case Why::empty_square: return "why.empty_square";
    case Why::other_piece: return "why.other_piece";
    case Why::no_such_piece: return "why.no_such_piece";
    case Why::own_piece: return "why.own_piece";
    case Why::blocked: return "why.blocked";
    case Why::pawn_blocked: return "why.pawn_blocked";
    case Why::pawn_too_far: return "why.pawn_too_far";
    case Why::pawn_takes_nothing: return "why.pawn_takes_nothing";
    case Why::no_en_passant: return "why.no_en_passant";
    case Why::cannot_reach: return "why.cannot_reach";
    case Why::nothing_taken: return "why.nothing_taken";
    case Why::no_promotion: return "why.no_promotion";
    case Why::not_promoted: return "why.not_promoted";
    case Why::pinned: return "why.pinned";
    case Why::stays_in_check: return "why.stays_in_check";
    case Why::king_into_check: return "why.king_into_check";
    case Why::kings_touch: return "why.kings_touch";
    }
    return {};
}

Said said_of(const Position& position, Move move) {
    Said said;
    if (move.is_castling()) {
        said.castling =
            move.is_short_castling() ? CastlingSide::short_side : CastlingSide::long_side;
        return said;
    }
    const std::optional<Piece> piece = position.at(move.from());
    said.role = piece ? std::optional{piece->role} : std::nullopt;
    said.from = move.from();
    said.to = move.to();
    said.promotion = move.promotion();
    return said;
}

} // namespace ansage::phonetics
