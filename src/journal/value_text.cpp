// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/value_text.hpp"

namespace ansage::journal {
namespace {

constexpr std::string_view en_passant_mark = " e.p.";
constexpr std::string_view castling_mark = " castling";
constexpr std::size_t squares_size = 4;
constexpr char lower_case_bit = 0x20;

// No move promotes to a pawn or a king, so no text says so.
std::optional<chess::Role> parse_promotion(std::string_view text) {
    if (text.size() != 1 || std::string_view{"nbrq"}.find(text[0]) == std::string_view::npos)
        return std::nullopt;
    return chess::parse_role(static_cast<char>(text[0] & ~lower_case_bit));
}

void append_square(std::string& text, chess::Square square) {
    text += chess::to_char(square.file());
    text += chess::to_char(square.rank());
}

} // namespace

std::string move_text(chess::Move move) {
    std::string text;
    append_square(text, move.from());
    append_square(text, move.to());
    if (const auto role = move.promotion()) {
        text += static_cast<char>(chess::to_char(*role) | lower_case_bit);
    } else if (move.is_en_passant()) text += en_passant_mark;
    else if (move.is_castling()) text += castling_mark;
    return text;
}

std::optional<chess::Move> parse_move_text(std::string_view text) {
    if (text.size() < squares_size) return std::nullopt;
    const auto from = chess::parse_square(text.substr(0, 2));
    const auto to = chess::parse_square(text.substr(2, 2));
    if (!from || !to) return std::nullopt;
    const std::string_view mark = text.substr(squares_size);
    if (mark.empty()) return chess::Move::ordinary(*from, *to);
    if (mark == en_passant_mark) return chess::Move::en_passant(*from, *to);
    if (mark == castling_mark) return chess::Move::castling(*from, *to);
    const auto role = parse_promotion(mark);
    return role ? std::optional{chess::Move::promoting(*from, *to, *role)} : std::nullopt;
}

char seen_letter(chess::SquareReading seen) {
    if (const auto piece = seen.piece()) return chess::to_char(*piece);
    if (seen.is_empty()) return '.';
    return seen.is_unsure() ? '?' : 'x';
}

std::optional<chess::SquareReading> parse_seen_letter(std::string_view text) {
    if (text.size() != 1) return std::nullopt;
    if (text == ".") return chess::SquareReading::empty();
    if (text == "x") return chess::SquareReading::occupied();
    if (text == "?") return chess::SquareReading::unsure();
    const auto piece = chess::parse_piece(text[0]);
    return piece ? std::optional{chess::SquareReading::of(*piece)} : std::nullopt;
}

} // namespace ansage::journal
