#include "scoresheet/notation.hpp"

#include "chess/san.hpp"

#include <algorithm>

namespace ansage::scoresheet {

using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Role;

namespace {

bool is_upper(char letter) {
    return 'A' <= letter && letter <= 'Z';
}

std::string check_sign(const Notation& notation, const Position& next) {
    if (!next.is_check()) {
        return {};
    }
    return next.has_legal_move() ? notation.check : notation.mate;
}

std::string long_move(const Notation& notation, const Position& position, Move move) {
    const Role role = position.at(move.from())->role;
    std::string text = role == Role::pawn ? "" : std::string{notation.letter(role)};
    text += chess::to_string(move.from());
    text += position.is_capture(move) ? 'x' : '-';
    text += chess::to_string(move.to());
    if (const auto promotion = move.promotion()) {
        text += notation.promotion + notation.letter(*promotion);
    }
    return text;
}

// SAN with this country's letters.
std::string short_move(const Notation& notation, const Position& position, Move move) {
    std::string text;
    for (const char letter : chess::to_san_without_check(position, move)) {
        if (const auto role = chess::parse_role(letter)) {
            text += notation.letter(*role);
        } else if (letter == '=') {
            text += notation.promotion;
        } else {
            text += letter;
        }
    }
    return text;
}

bool is_castling(std::string_view text) {
    return text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o");
}

} // namespace

std::optional<Role> Notation::role(char letter) const {
    const auto found = std::find(letters.begin() + 1, letters.end(), letter);
    return found == letters.end() ? std::nullopt
                                  : std::optional{static_cast<Role>(found - letters.begin())};
}

std::string
write_move(const Notation& notation, const Position& position, Move move, NotationLength length) {
    std::string text;
    if (move.is_castling()) {
        text = move.is_short_castling() ? "0-0" : "0-0-0";
    } else if (length == NotationLength::long_form) {
        text = long_move(notation, position, move);
    } else {
        text = short_move(notation, position, move);
    }
    return text + check_sign(notation, position.after(move));
}

base::Result<Move, MoveError>
read_move(const Notation& notation, const Position& position, std::string_view text) {
    if (is_castling(text)) {
        return chess::parse_san(position, text);
    }
    std::string san;
    for (const char letter : text) {
        const auto role = notation.role(letter);
        if (is_upper(letter) && !role) {
            return tl::unexpected{MoveError::not_a_move};
        }
        san += role ? chess::to_char(*role) : letter;
    }
    return chess::parse_san(position, san);
}

} // namespace ansage::scoresheet
