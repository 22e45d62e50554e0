// SPDX-License-Identifier: GPL-3.0-or-later
// The position that a game in braille begins with, where it is not the usual one: a line for each
// player, whoever is to move first. Of use inside scoresheet/ only.
#pragma once

#include "scoresheet/braille.hpp"

#include <map>
#include <optional>
#include <vector>

namespace ansage::scoresheet {

// "Weiß Ke1 Ta1 Th1 a2 0-0 h1 0-0-0 a1": the label, the pieces as the code writes them and pawns by
// their squares, then what may still be castled, with the rook's square. Of whoever is not to move
// after that "xe3", where a pawn may be captured en passant, the plies since the last capture or
// pawn move, and the number of the move.
[[nodiscard]] std::vector<Cells> position_lines(Braille& braille, const chess::Position& position);

// Takes such lines, with others among them, and lines that were broken.
class PositionReader {
public:
    explicit PositionReader(Braille& braille);

    // True if the line belongs to a position.
    [[nodiscard]] bool take(const std::vector<Cells>& words);

    // Once it is whole and can be played.
    std::optional<chess::Position> position() const;

private:
    // A piece and its square; a square alone for a capture en passant; neither for castling.
    struct Word {
        std::optional<chess::Role> role;
        std::optional<chess::Square> square;
    };

    struct Reading {
        chess::Setup setup;
        std::optional<chess::Color> side; // whose line it is
        unsigned sides = 0;
        bool is_castling = false; // the rook's square follows
        unsigned numbers = 0;
    };

    void learn_words();
    bool begin(Reading& reading, std::vector<Cells>& words) const;
    [[nodiscard]] bool take_word(Reading& reading, const Cells& word);
    [[nodiscard]] static bool put(Reading& reading, const Word& word);
    std::optional<unsigned> number_of(const Cells& word) const;
    [[nodiscard]] bool take_number(Reading& reading, const Cells& word);

    Braille* braille_; // outlives it
    std::map<Cells, Word> words_;
    Reading read_;
};

} // namespace ansage::scoresheet
