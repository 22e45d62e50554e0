// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/uci.hpp"

#include "chess/attacks.hpp"

#include <algorithm>

namespace ansage::chess {
namespace {

// What the ends say, before anyone asks a position.
struct Ends {
    Square from;
    Square to;
    std::optional<Role> promotion;
};

std::optional<Ends> read_ends(std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(2, 2));
    if (!from || !to || from == to) return std::nullopt;
    if (text.size() == 4) return Ends{*from, *to, std::nullopt};
    constexpr std::string_view ends = "nbrqNBRQ";
    const std::size_t index = ends.find(text[4]);
    if (index == std::string_view::npos) return std::nullopt;
    return Ends{*from, *to, static_cast<Role>(index % 4 + 1)};
}

bool fits_castling(const Position& position, Move move, const Ends& ends) {
    const bool is_king_step = attacks::king(ends.from).contains(ends.to);
    const bool takes_rook = ends.to == move.to();
    const bool goes_two_squares = ends.to == move.king_to() && !is_king_step;
    return ends.from == position.king(position.turn()) && (takes_rook || goes_two_squares);
}

bool fits(const Position& position, Move move, const Ends& ends) {
    if (move.is_castling()) return !ends.promotion && fits_castling(position, move, ends);
    return move.from() == ends.from && move.to() == ends.to && move.promotion() == ends.promotion;
}

} // namespace

CastlingStyle castling_style(Move castling) {
    const File rook = castling.to().file();
    const bool is_standard =
        castling.from().file() == File::e && (rook == File::a || rook == File::h);
    return is_standard ? CastlingStyle::king_two_squares : CastlingStyle::king_takes_rook;
}

std::string to_uci(const Position& position, Move move, CastlingStyle style) {
    static_cast<void>(position);
    const bool says_rook = move.is_castling() && style == CastlingStyle::king_takes_rook;
    std::string text = to_string(move.from()) + to_string(says_rook ? move.to() : move.king_to());
    if (const auto role = move.promotion()) text += to_char(Piece{Color::black, *role});
    return text;
}

base::Result<Move, MoveError> parse_uci(const Position& position, std::string_view text) {
    const auto ends = read_ends(text);
    if (!ends) return tl::unexpected{MoveError::not_a_move};
    const MoveList moves = position.legal_moves();
    const Move* const found = std::find_if(moves.begin(), moves.end(), [&](Move move) {
        return fits(position, move, *ends);
    });
    if (found == moves.end()) return tl::unexpected{MoveError::illegal};
    return *found;
}

} // namespace ansage::chess
