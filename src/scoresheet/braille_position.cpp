// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/braille_position.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

namespace ansage::scoresheet {

using chess::Color;
using chess::Piece;
using chess::Role;
using chess::Setup;
using chess::Square;

namespace {

constexpr std::array pieces_first{
    Role::king, Role::queen, Role::rook, Role::bishop, Role::knight, Role::pawn};
constexpr std::string_view short_castling = "0-0";
constexpr std::string_view long_castling = "0-0-0";
// Nobody plays on for longer, and no number of a move is higher.
constexpr unsigned most_plies = 1000;
constexpr unsigned most_moves = 9999;

bool begins_with(const Cells& cells, const Cells& start) {
    return cells.size() >= start.size() && std::equal(start.begin(), start.end(), cells.begin());
}

std::string piece_text(const Notation& notation, Role role, Square square) {
    std::string text;
    if (role != Role::pawn) text += notation.letter(role);
    return text + chess::to_string(square);
}

std::string capture_text(Square square) { return fmt::format("x{}", chess::to_string(square)); }

const std::string& label_of(const Braille& braille, Color color) {
    const SheetLabels& labels = braille.code().labels;
    return color == Color::white ? labels.white : labels.black;
}

std::optional<Square> king_of(const Setup& setup, Color color) {
    for (unsigned i = 0; i < setup.board.size(); ++i)
        if (setup.board[i] == Piece{color, Role::king}) return Square::from_index(i);
    return std::nullopt;
}

void add_pieces(
    std::vector<std::string>& words, const Notation& notation, const Setup& setup, Piece piece
) {
    for (unsigned i = 0; i < setup.board.size(); ++i) {
        if (setup.board[i] == piece)
            words.push_back(piece_text(notation, piece.role, Square::from_index(i)));
    }
}

std::vector<std::string> castling_words(const Setup& setup, Color color) {
    const std::optional<Square> king = king_of(setup, color);
    std::vector<std::string> words;
    for (const Square rook : setup.castling_rooks) {
        if (king && setup.board[rook.index()] == Piece{color, Role::rook}) {
            words.emplace_back(king->file() < rook.file() ? short_castling : long_castling);
            words.push_back(chess::to_string(rook));
        }
    }
    return words;
}

Cells line_of(Braille& braille, Color color, const std::vector<std::string>& words) {
    Cells line = braille.text(label_of(braille, color));
    for (const std::string& word : words) {
        const Cells& cells = braille.spelled(word);
        line.push_back(blank_cell);
        line.insert(line.end(), cells.begin(), cells.end());
    }
    return line;
}

void add_end(std::vector<std::string>& words, const Setup& setup) {
    if (setup.en_passant) words.push_back(capture_text(*setup.en_passant));
    words.push_back(std::to_string(setup.halfmove_clock));
    words.push_back(std::to_string(setup.fullmove_number.value()));
}

} // namespace

std::vector<Cells> position_lines(Braille& braille, const chess::Position& position) {
    const Setup setup = position.setup();
    std::vector<Cells> lines;
    for (const Color color : {setup.turn, !setup.turn}) {
        std::vector<std::string> words;
        for (const Role role : pieces_first)
            add_pieces(words, braille.code().notation, setup, {color, role});
        const std::vector<std::string> castling = castling_words(setup, color);
        words.insert(words.end(), castling.begin(), castling.end());
        if (color != setup.turn) add_end(words, setup);
        lines.push_back(line_of(braille, color, words));
    }
    return lines;
}

PositionReader::PositionReader(Braille& braille)
    : braille_(&braille) {}

// Only who reads a position needs them all.
void PositionReader::learn_words() {
    if (!words_.empty()) return;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        for (const Role role : pieces_first) {
            const std::string text = piece_text(braille_->code().notation, role, square);
            words_.emplace(braille_->spelled(text), Word{.role = role, .square = square});
        }
        words_.emplace(braille_->spelled(capture_text(square)), Word{.square = square});
    }
    for (const std::string_view castling : {short_castling, long_castling})
        words_.emplace(braille_->spelled(std::string{castling}), Word{});
}

bool PositionReader::take(const std::vector<Cells>& words) {
    Reading reading = read_;
    std::vector<Cells> rest = words;
    if (reading.numbers == 2 || (!begin(reading, rest) && !reading.side)) return false;
    learn_words();
    const bool is_read = !rest.empty() &&
        std::ranges::all_of(rest, [&](const Cells& word) { return take_word(reading, word); });
    if (is_read) read_ = reading;
    return is_read;
}

// A line that begins with a player's label; the first is of whoever is to move.
bool PositionReader::begin(Reading& reading, std::vector<Cells>& words) const {
    for (const Color color : chess::both_colors) {
        const std::vector<Cells> label = split_cells(braille_->text(label_of(*braille_, color)));
        const bool is_begun = words.size() > label.size() && reading.side != color &&
            std::equal(label.begin(), label.end(), words.begin());
        if (!is_begun || reading.sides == 2) continue;
        words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(label.size()));
        reading.side = color;
        reading.setup.turn = reading.sides == 0 ? color : reading.setup.turn;
        ++reading.sides;
        return true;
    }
    return false;
}

bool PositionReader::take_word(Reading& reading, const Cells& word) {
    const auto found = words_.find(word);
    if (found == words_.end()) return take_number(reading, word);
    return reading.numbers == 0 && put(reading, found->second);
}

bool PositionReader::put(Reading& reading, const Word& word) {
    if (reading.is_castling) {
        reading.is_castling = false;
        const bool is_rook = word.square &&
            reading.setup.board[word.square->index()] == Piece{*reading.side, Role::rook};
        if (is_rook) reading.setup.castling_rooks.insert(*word.square);
        return is_rook;
    }
    if (!word.square) {
        reading.is_castling = true;
    } else if (!word.role) {
        reading.setup.en_passant = word.square;
    } else {
        auto& there = reading.setup.board[word.square->index()];
        const bool is_free = !there;
        there = Piece{*reading.side, *word.role};
        return is_free;
    }
    return true;
}

// One digit may look otherwise than the first of several; from two on a number's braille begins
// with that of the digits it begins with, so that a few are tried instead of thousands.
std::optional<unsigned> PositionReader::number_of(const Cells& word) const {
    std::optional<unsigned> begun;
    for (unsigned number = 0; number < 100; ++number) {
        const Cells& cells = braille_->number(number);
        if (cells == word) return number;
        begun = number >= 10 && begins_with(word, cells) ? number : begun;
    }
    while (begun && *begun <= most_moves / 10) {
        std::optional<unsigned> longer;
        for (unsigned number = *begun * 10; number < *begun * 10 + 10; ++number)
            longer = begins_with(word, braille_->number(number)) ? number : longer;
        if (longer && braille_->number(*longer) == word) return longer;
        begun = longer;
    }
    return std::nullopt;
}

// The two at the end of the second line.
bool PositionReader::take_number(Reading& reading, const Cells& word) {
    if (reading.sides < 2 || reading.is_castling || reading.numbers == 2) return false;
    const bool is_clock = reading.numbers == 0;
    const auto number = number_of(word);
    const bool is_good =
        number && (is_clock ? *number <= most_plies : *number > 0 && *number <= most_moves);
    if (is_good) {
        if (is_clock) reading.setup.halfmove_clock = *number;
        else reading.setup.fullmove_number = chess::MoveNumber{*number};
        ++reading.numbers;
    }
    return is_good;
}

std::optional<chess::Position> PositionReader::position() const {
    if (read_.numbers < 2) return std::nullopt;
    const auto position = chess::Position::from_setup(read_.setup);
    return position ? std::optional{*position} : std::nullopt;
}

} // namespace ansage::scoresheet
