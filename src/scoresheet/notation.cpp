// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/notation.hpp"

#include "chess/san.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::scoresheet {

using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Role;

namespace {

bool is_upper(char letter) { return 'A' <= letter && letter <= 'Z'; }

std::string check_sign(const Notation& notation, const Position& next) {
    if (!next.is_check()) return {};
    return next.has_legal_move() ? notation.check : notation.mate;
}

std::string long_move(const Notation& notation, const Position& position, Move move) {
    const Role role = position.at(move.from())->role;
    std::string text = role == Role::pawn ? "" : std::string{notation.letter(role)};
    text += chess::to_string(move.from());
    text += position.is_capture(move) ? 'x' : '-';
    text += chess::to_string(move.to());
    if (const auto promotion = move.promotion())
        text += notation.promotion + notation.letter(*promotion);
    return text;
}

// SAN with this country's letters.
std::string short_move(const Notation& notation, const Position& position, Move move) {
    std::string text;
    for (const char letter : chess::to_san_without_check(position, move)) {
        if (const auto role = chess::parse_role(letter)) text += notation.letter(*role);
        else if (letter == '=') text += notation.promotion;
        else text += letter;
    }
    return text;
}

bool is_castling(std::string_view text) {
    return text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o");
}

char capital(char letter) {
    return 'a' <= letter && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

char small_letter(char letter) {
    return is_upper(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// "e8d", "e8=d": a letter after the last rank, and nothing else after it. A file would be one if it
// went on.
bool is_promotion(std::string_view text, std::size_t index) {
    return index > 0 && index == text.find_last_not_of(")+#!? ") &&
        std::string_view{"18=(/"}.find(text[index - 1]) != std::string_view::npos;
}

} // namespace

std::optional<Role> Notation::role(char letter) const {
    const bool is_english = letters == Notation{}.letters;
    const auto found = std::find(letters.begin() + (is_english ? 0 : 1), letters.end(), letter);
    return found == letters.end() ? std::nullopt
                                  : std::optional{static_cast<Role>(found - letters.begin())};
}

std::string
write_move(const Notation& notation, const Position& position, Move move, NotationLength length) {
    std::string text;
    if (move.is_castling()) text = move.is_short_castling() ? "0-0" : "0-0-0";
    else if (length == NotationLength::long_form) text = long_move(notation, position, move);
    else text = short_move(notation, position, move);
    return text + check_sign(notation, position.after(move));
}

std::string write_any_move(
    const Notation& notation, const Position& position, Move move, NotationLength length
) {
    if (position.is_legal(move)) return write_move(notation, position, move, length);
    if (move.is_castling()) return move.is_short_castling() ? "0-0" : "0-0-0";
    return long_move(notation, position, move);
}

base::Result<Move, MoveError>
read_move(const Notation& notation, const Position& position, std::string_view text) {
    if (is_castling(text)) return chess::parse_san(position, text);
    std::string san;
    for (std::size_t index = 0; index < text.size(); ++index) {
        const char letter = is_promotion(text, index) ? capital(text[index]) : text[index];
        const auto role = notation.role(letter);
        if (is_upper(letter) && !role) return tl::unexpected{MoveError::not_a_move};
        san += role ? chess::to_char(*role) : letter;
    }
    return chess::parse_san(position, san);
}

base::Result<Move, MoveError>
read_caseless_move(const Notation& notation, const Position& position, std::string_view text) {
    std::string small;
    std::ranges::transform(text, std::back_inserter(small), small_letter);
    const auto by_pawn = read_move(notation, position, small);
    if (is_castling(small) || small.empty() || !notation.role(capital(small.front())))
        return by_pawn;
    small.front() = capital(small.front());
    const auto by_piece = read_move(notation, position, small);
    if (by_pawn && by_piece) return tl::unexpected{MoveError::ambiguous};
    return by_pawn ? by_pawn : by_piece;
}

bool is_caseless(const Notation& notation, std::string_view text) {
    text = text.substr(0, text.find_last_not_of("+#!?") + 1);
    if (text.size() < 2 || text.back() < '1' || '8' < text.back()) return false;
    const char file = text[text.size() - 2];
    const char first = text.front();
    const bool is_small_piece = 'h' < first && first <= 'z' && text.size() > 2 && 'a' <= file &&
        file <= 'h' && notation.role(capital(first));
    return is_small_piece || ('A' <= file && file <= 'H');
}

} // namespace ansage::scoresheet
