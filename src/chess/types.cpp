// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/types.hpp"

namespace ansage::chess {
namespace {

constexpr std::string_view role_letters = "PNBRQK";
constexpr char lower_case_bit = 0x20;

constexpr bool is_between(char low, char letter, char high) {
    return low <= letter && letter <= high;
}

} // namespace

std::string to_string(Square square) { return {to_char(square.file()), to_char(square.rank())}; }

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2 || !is_between('a', text[0], 'h') || !is_between('1', text[1], '8'))
        return std::nullopt;
    return Square{static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1')};
}

char to_char(File file) { return static_cast<char>('a' + static_cast<int>(file)); }

char to_char(Rank rank) { return static_cast<char>('1' + static_cast<int>(rank)); }

char to_char(Role role) { return role_letters[static_cast<std::size_t>(role)]; }

std::optional<Role> parse_role(char letter) {
    const std::size_t index = role_letters.find(letter);
    return index == std::string_view::npos ? std::nullopt : std::optional{static_cast<Role>(index)};
}

char to_char(Piece piece) {
    const char letter = to_char(piece.role);
    return piece.color == Color::white ? letter : static_cast<char>(letter | lower_case_bit);
}

std::optional<Piece> parse_piece(char letter) {
    const bool is_black = (letter & lower_case_bit) != 0;
    const auto role = parse_role(static_cast<char>(letter & ~lower_case_bit));
    return role ? std::optional{Piece{is_black ? Color::black : Color::white, *role}}
                : std::nullopt;
}

std::string_view to_string(Color color) { return color == Color::white ? "white" : "black"; }

} // namespace ansage::chess
