// SPDX-License-Identifier: GPL-3.0-or-later
// Words to moves. Understands, in one text: the vocabulary's words and alternatives, the short and
// the long form, SAN with English and national letters, UCI.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "phonetics/lexicon.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::phonetics {

enum class CastlingSide : std::uint8_t { short_side, long_side };

// By what a text is told apart from others.
enum class Reading : std::uint8_t {
    by_law, // the legal moves of the position
    // The way that pieces move and what stands between, never pins, checks or rights: what may be
    // told at a table before the press (the Laws let nobody be told there what is legal). No slip
    // is mended, and the word for castling alone is always ambiguous.
    by_shape,
};

// What was said, legal or not, as far as it was said: so that an announcement that is illegal now
// can still be compared with what was done on the board. "Springer Felix drei" has a role and a
// target; "Eva vier", which names no piece, has the role pawn; "Gustav eins Felix drei" has no
// role.
struct Said {
    std::optional<chess::Role> role;
    std::optional<chess::Square> from;
    // The part of the origin that was said where it was not the whole square: "Springer Gustav
    // Felix drei".
    std::optional<chess::File> from_file;
    std::optional<chess::Rank> from_rank;
    std::optional<chess::Square> to;
    std::optional<chess::Role> promotion;
    std::optional<CastlingSide> castling;
    bool capture = false;
    friend bool operator==(const Said&, const Said&) = default;
};

// A word with a letter too many, too few or wrong, and the vocabulary's word that it was taken for.
struct Slip {
    std::string said; // as it was written
    std::string meant; // folded
    friend bool operator==(const Slip&, const Slip&) = default;
};

struct Heard {
    std::string text; // as it came
    base::Result<chess::Move, chess::MoveError> move;
    Said said; // all absent for not_a_move
    // For ambiguous: the moves that fit. Empty where only the rule by shape could tell them apart.
    std::vector<chess::Move> choices;
    // For not_a_move: the first word that is not understood, as it was written; empty where every
    // word is, but they make no move.
    std::string unknown;
    std::optional<Slip> slip;
};

// Exact SAN and UCI are tried first; only there does case matter, and only where it separates a
// piece from a file (bxc3, Bxc3). Two legal readings are always ambiguous; a promotion whose piece
// was not named is (D.2.1). A slip of one letter is mended where exactly one legal move fits, and
// never where the word could be two of the vocabulary's.
[[nodiscard]] Heard parse(
    const Lexicon& lexicon,
    const chess::Position& position,
    std::string_view text,
    Reading rule = Reading::by_law
);

// Why something that was said is no move now: for training, analysis and the arbiter only.
enum class Why : std::uint8_t {
    castling, // not now, or no more (3.8.2)
    empty_square, // no own piece leaves from there
    other_piece, // another piece than was named stands there
    no_such_piece, // the side to move has none
    nothing_taken, // a capture was said, and nothing would be taken
    no_promotion, // a piece was named, and no pawn reaches the last rank so
    king_in_check, // 3.9.2
    cannot_reach, // no such piece moves there
};

[[nodiscard]] Why why_illegal(const chess::Position& position, const Said& said);

} // namespace ansage::phonetics
