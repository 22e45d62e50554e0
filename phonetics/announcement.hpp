// SPDX-License-Identifier: GPL-3.0-or-later
// Moves to words.
#pragma once

#include "chess/position.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/vocabulary.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ansage::phonetics {

enum class Style : std::uint8_t {
    full, // Springer Gustav eins Felix drei
    short_form, // Springer Felix drei
};

// What is said, word for word, all in one language.
struct Announcement {
    std::string language;
    std::vector<Form> words;
    bool operator==(const Announcement&) const = default;
};

// For eyes, braille and the journal: "Eva zwei Eva vier".
std::string to_text(const Announcement& announcement);
// For the synthesiser, in the announcement's language.
std::string to_speech(const Announcement& announcement);

// The move must be legal in the position. Full style: piece unless pawn, from, to; a capture is
// said between the squares; then the piece that a pawn becomes (D.2.1). Short style says as much of
// the origin as tells the move from every other legal one, as C.10 does. En passant, check and mate
// only when the vocabulary's options ask for it. In figures (Options::numeric) both styles are the
// two squares and the digit of a promotion; castling is the king's two squares, or the king's and
// the rook's where chess::castling_style() says so.
Announcement announce(
    const Vocabulary& vocabulary, const chess::Position& position, chess::Move move, Style style
);

// As much of a move as somebody said, and no more: whether the Laws allow it plays no part.
Announcement announce(const Vocabulary& vocabulary, const Said& said);

// For use in messages: "Eva vier", "Springer", "vier".
Announcement announce(const Vocabulary& vocabulary, chess::Square square);
Announcement announce(const Vocabulary& vocabulary, chess::Role role);
Announcement announce(const Vocabulary& vocabulary, chess::File file);
Announcement announce(const Vocabulary& vocabulary, chess::Rank rank);

} // namespace ansage::phonetics
