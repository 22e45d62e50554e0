// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/san.hpp"

#include "chess/generate.hpp"

#include <algorithm>

namespace ansage::chess {
namespace {

using SanResult = base::Result<Move, MoveError>;

constexpr SquareSet file_of(File file) {
    return SquareSet{attacks::a_file.bits() << static_cast<unsigned>(file)};
}

// What the letters say, before anyone asks a position. Not for castling.
struct Letters {
    Role role = Role::pawn;
    SquareSet origins = ~SquareSet{}; // as far as file or rank of origin are given
    bool has_file = false; // a file of origin is given
    bool captures = false;
    Square to;
    std::optional<Role> promotion;
};

bool ends_with_any(std::string_view text, std::string_view letters) {
    return !text.empty() && letters.find(text.back()) != std::string_view::npos;
}

void drop_end(std::string_view& text, std::string_view letters) {
    while (ends_with_any(text, letters)) text.remove_suffix(1);
}

// Without white space around it and without what says nothing about which move it is.
std::string_view strip(std::string_view text) {
    constexpr std::string_view signs = "+#!? \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    drop_end(text, signs);
    for (const std::string_view en_passant : {"e.p.", "e.p", "ep"}) {
        if (text.size() > en_passant.size() && text.ends_with(en_passant)) {
            text.remove_suffix(en_passant.size());
            drop_end(text, signs);
            break;
        }
    }
    return text;
}

// "O-O" is true, "O-O-O" false, with letters or zeros; anything else is nothing.
std::optional<bool> read_short_castling(std::string_view text) {
    if (text.size() != 3 && text.size() != 5) return std::nullopt;
    for (std::size_t index = 0; index < text.size(); ++index) {
        const std::string_view expected = index % 2 == 0 ? "O0o" : "-";
        if (expected.find(text[index]) == std::string_view::npos) return std::nullopt;
    }
    return text.size() == 3;
}

// Takes the piece's letter off the front; a pawn needs none.
Role take_role(std::string_view& text) {
    const auto role = text.empty() ? std::nullopt : parse_role(text.front());
    if (role) text.remove_prefix(1);
    return role.value_or(Role::pawn);
}

// Takes the promotion off the end, "=Q", "Q", "(Q)", "/Q" or "=q": a letter can stand there for
// nothing else.
std::optional<Role> take_promotion(std::string_view& text) {
    constexpr std::string_view letters = "NBRQnbrq";
    std::string_view rest = text;
    if (ends_with_any(rest, ")")) rest.remove_suffix(1);
    if (!ends_with_any(rest, letters)) return std::nullopt;
    const Role role = static_cast<Role>(letters.find(rest.back()) % 4 + 1);
    rest.remove_suffix(1);
    drop_end(rest, "=(/");
    text = rest;
    return role;
}

std::optional<Square> take_target(std::string_view& text) {
    if (text.size() < 2) return std::nullopt;
    const auto square = parse_square(text.substr(text.size() - 2));
    text.remove_suffix(2);
    return square;
}

// The rest, once all else is taken away, is the origin: a file, a rank, both or nothing.
bool read_origin(Letters& letters, std::string_view text) {
    if (!text.empty() && 'a' <= text[0] && text[0] <= 'h') {
        letters.origins = letters.origins & file_of(static_cast<File>(text[0] - 'a'));
        letters.has_file = true;
        text.remove_prefix(1);
    }
    if (!text.empty() && '1' <= text[0] && text[0] <= '8') {
        letters.origins = letters.origins & attacks::rank_of(static_cast<Rank>(text[0] - '1'));
        text.remove_prefix(1);
    }
    return text.empty();
}

bool is_promotion_plausible(const Letters& letters) {
    const bool is_last_rank = letters.to.rank() == Rank::first || letters.to.rank() == Rank::eighth;
    return !letters.promotion || (letters.role == Role::pawn && is_last_rank);
}

std::optional<Letters> read_letters(std::string_view text) {
    Letters letters;
    letters.role = take_role(text);
    letters.promotion = take_promotion(text);
    const auto to = take_target(text);
    if (!to) return std::nullopt;
    letters.to = *to;
    if (ends_with_any(text, "x:-")) {
        letters.captures = text.back() != '-';
        text.remove_suffix(1);
    }
    const bool is_read = read_origin(letters, text) && is_promotion_plausible(letters);
    return is_read ? std::optional{letters} : std::nullopt;
}

SanResult the_only(SquareSet origins, const Letters& letters) {
    if (origins.empty()) return tl::unexpected{MoveError::illegal};
    if (origins.size() > 1) return tl::unexpected{MoveError::ambiguous};
    const Square from = origins.first();
    return letters.promotion ? Move::promoting(from, letters.to, *letters.promotion)
                             : Move::ordinary(from, letters.to);
}

// The pawn that would come to the target straight ahead.
SquareSet pushing_pawn(const Position& position, Square to) {
    const bool is_white = position.turn() == Color::white;
    const auto before = [is_white](SquareSet set) {
        return SquareSet{is_white ? set.bits() >> 8U : set.bits() << 8U};
    };
    const SquareSet pawns = position.of(Piece{position.turn(), Role::pawn});
    const SquareSet once = before(SquareSet{to});
    const bool may_jump = to.rank() == (is_white ? Rank::fourth : Rank::fifth) &&
        (once & position.occupied()).empty();
    return may_jump ? before(once) & pawns : once & pawns;
}

SquareSet safe_origins(const Position& position, SquareSet origins, Square to) {
    if (origins.empty()) return origins;
    const Constraints constraints = find_constraints(position, position.turn());
    SquareSet safe;
    for (const Square from : origins)
        if (is_safe(constraints, position.king(position.turn()), from, to)) safe.insert(from);
    return safe;
}

SanResult find_en_passant(const Position& position, SquareSet origins, Square to) {
    std::optional<Move> found;
    for (const Square from : origins) {
        const Move move = Move::en_passant(from, to);
        if (!is_en_passant_safe(position, move)) continue;
        if (found) return tl::unexpected{MoveError::ambiguous};
        found = move;
    }
    return found ? SanResult{*found} : tl::unexpected{MoveError::illegal};
}

SanResult find_pawn_move(const Position& position, const Letters& letters) {
    const Color us = position.turn();
    const Square to = letters.to;
    const bool is_last_rank = to.rank() == attacks::back_rank(!us);
    const bool is_empty = !position.occupied().contains(to);
    const SquareSet origins = letters.origins & position.of(Piece{us, Role::pawn});
    const SquareSet capturing = attacks::pawn(!us, to) & origins;
    const bool says_capture = letters.captures || (letters.has_file && !capturing.empty());
    if (says_capture && is_empty && position.en_passant() == to)
        return find_en_passant(position, capturing, to);
    if (says_capture == is_empty) return tl::unexpected{MoveError::illegal};
    const SquareSet moving = says_capture ? capturing : pushing_pawn(position, to) & origins;
    const SquareSet safe = safe_origins(position, moving, to);
    // The player must say which piece the pawn becomes (D.2.1).
    if (is_last_rank && !letters.promotion && !safe.empty())
        return tl::unexpected{MoveError::ambiguous};
    return the_only(safe, letters);
}

bool can_land(const Position& position, Square to) {
    return !(position.of(position.turn()) | position.of(Role::king)).contains(to);
}

SanResult find_castling(const Position& position, bool is_short) {
    const Color us = position.turn();
    if (position.is_check()) return tl::unexpected{MoveError::illegal};
    const SquareSet attacked = attacked_squares(position, !us);
    for (const Square rook : position.castling_rooks() & position.of(us)) {
        const Move move = Move::castling(position.king(us), rook);
        if (move.is_short_castling() == is_short && is_castling_legal(position, move, attacked))
            return move;
    }
    return tl::unexpected{MoveError::illegal};
}

// As much of the origin as tells the piece from others that could go there (C.10 of the Laws).
std::string origin_letters(const Position& position, Role role, Move move) {
    const SquareSet others = legal_origins(position, role, move.to(), ~SquareSet{move.from()});
    if (others.empty()) return {};
    const Square from = move.from();
    if ((others & file_of(from.file())).empty()) return {to_char(from.file())};
    if ((others & attacks::rank_of(from.rank())).empty()) return {to_char(from.rank())};
    return to_string(from);
}

std::string piece_san(const Position& position, Role role, Move move) {
    std::string text{to_char(role)};
    text += origin_letters(position, role, move);
    if (position.is_capture(move)) text += 'x';
    return text + to_string(move.to());
}

std::string pawn_san(const Position& position, Move move) {
    std::string text;
    if (position.is_capture(move)) text = {to_char(move.from().file()), 'x'};
    text += to_string(move.to());
    if (const auto role = move.promotion()) text += {'=', to_char(*role)};
    return text;
}

} // namespace

std::string to_san(const Position& position, Move move) {
    std::string text = to_san_without_check(position, move);
    const Position next = position.after(move);
    if (next.is_check()) text += next.has_legal_move() ? '+' : '#';
    return text;
}

std::string to_san_without_check(const Position& position, Move move) {
    if (move.is_castling()) return move.is_short_castling() ? "O-O" : "O-O-O";
    const Role role = position.at(move.from())->role;
    return role == Role::pawn ? pawn_san(position, move) : piece_san(position, role, move);
}

base::Result<Move, MoveError> parse_san(const Position& position, std::string_view text) {
    text = strip(text);
    if (const auto is_short = read_short_castling(text)) return find_castling(position, *is_short);
    const auto letters = read_letters(text);
    if (!letters) return tl::unexpected{MoveError::not_a_move};
    if (!can_land(position, letters->to)) return tl::unexpected{MoveError::illegal};
    if (letters->role == Role::pawn) return find_pawn_move(position, *letters);
    return the_only(
        legal_origins(position, letters->role, letters->to, letters->origins), *letters
    );
}

} // namespace ansage::chess
