// SPDX-License-Identifier: GPL-3.0-or-later
// A position for ears and fingers: what stands where in words, never by case or signs.
#pragma once

#include "chess/reading.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/vocabulary.hpp"
#include "wording/catalogue.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::telling {

// A word of the vocabulary, as its reader or its voice wants it.
using WordOf = std::function<std::string(const phonetics::Announcement&)>;

class PositionWords {
public:
    // The vocabulary and the catalogue outlive it.
    PositionWords(
        const phonetics::Vocabulary& vocabulary, const wording::Catalogue& in, WordOf as_word
    )
        : vocabulary_(vocabulary),
          in_(in),
          as_word_(std::move(as_word)) {}

    // "weißer Bauer"
    std::string colored_piece(chess::Piece piece) const;
    // "Reihe vier: Anna frei, Berta frei, ..."; squares that are no rank and no file by their
    // names.
    std::string line(const chess::Reading& board, chess::SquareSet squares) const;
    // "Reihe acht: Anna schwarzer Turm, ...; Reihe sieben: ...", without the free squares.
    std::string ranks(const chess::Reading& board) const;

private:
    std::string on_square(const std::string& name, const chess::SquareReading& seen) const;
    std::string rank_name(chess::Rank rank) const;

    const phonetics::Vocabulary& vocabulary_;
    const wording::Catalogue& in_;
    WordOf as_word_;
};

// Pawns by their files, all others from White's side.
std::vector<chess::Square> in_telling_order(chess::SquareSet squares, chess::Role role);

// A square, a file or a rank in the vocabulary's words, as it is written: "Eva vier" is "e4", "Eva"
// is "e", "vier" is "4". Empty: it is none of them.
std::string square_called(const phonetics::Vocabulary& vocabulary, std::string_view words);

} // namespace ansage::telling
