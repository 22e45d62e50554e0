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
    // told at a table before the press (the Laws let nobody be told there what is legal). Only the
    // plain form of an announcement is a move; no slip is mended, but asked for (Heard::near), and
    // the word for castling alone is always ambiguous.
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
    bool operator==(const Said&) const = default;
};

// A word with a letter too many, too few or wrong, and the vocabulary's word that it was taken for.
struct Slip {
    std::string said; // as it was written
    std::string meant; // folded
    bool operator==(const Slip&) const = default;
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
    bool is_possible = false; // by shape: a piece can go there by the way that it moves
    // By shape: what may have been meant, the likeliest first, for not_a_move, and for ambiguous
    // where letters leave the piece open. It is asked for and never assumed: a mistake of the
    // fingers is no mistake at the board.
    std::vector<Said> near{};
};

// Exact SAN and UCI are tried first; only there does case matter, and only where it separates a
// piece from a file (bxc3, Bxc3). Two legal readings are always ambiguous; a promotion whose piece
// was not named is (D.2.1). By law a slip of one letter is mended where exactly one legal move
// fits, and never where the word could be two of the vocabulary's. By shape case decides nothing.
Heard parse(
    const Lexicon& lexicon,
    const chess::Position& position,
    std::string_view text,
    Reading rule = Reading::by_law
);

// What a pawn becomes by a figure that stands alone, "1" or "eins"; none where the vocabulary says
// no moves in figures.
std::optional<chess::Role> promotion_in_figures(const Lexicon& lexicon, std::string_view text);

// Why something that was said is no move now: for training, analysis and the arbiter only.
enum class Why : std::uint8_t {
    no_castling_right, // king or rook has moved, or was never there (3.8.2.1)
    castling_in_check, // ... out of check (3.8.2.2.1)
    castling_through_check,
    castling_into_check,
    castling_blocked, // something stands between (3.8.2.2.2)
    empty_square, // no own piece leaves from there
    other_piece, // another piece than was named stands there
    no_such_piece, // the side to move has none
    own_piece, // an own piece stands where it goes (3.1)
    blocked, // something stands on its way (3.5)
    pawn_blocked, // ... before a pawn (3.7.1)
    pawn_too_far, // two squares, and not from where pawns begin (3.7.2)
    pawn_takes_nothing, // a pawn goes diagonally to take, and nothing is there (3.7.3)
    no_en_passant, // the pawn there has not just advanced two squares (3.7.3.2)
    cannot_reach, // no such piece moves that way
    nothing_taken, // a capture was said, and nothing would be taken
    no_promotion, // a piece was named, and no pawn reaches the last rank so
    not_promoted, // a pawn on the last rank, and no piece for it (3.7.3.3)
    pinned, // its own king would be in check without it there (3.9.2)
    stays_in_check, // the king is in check and stays so
    king_into_check, // the king goes where it is attacked
    kings_touch, // ... by the other king
};

struct Reason {
    Why why{};
    // Which piece and which square it is about: who gives the check, what stands in the way.
    std::optional<chess::Piece> piece;
    std::optional<chess::Square> square;
    bool operator==(const Reason&) const = default;
};

// Of several pieces that may have been meant the one that comes nearest to a legal move; nothing
// where no move was said, or a legal one.
std::optional<Reason> why_illegal(const chess::Position& position, const Said& said);

// The message of that reason, with {piece} and {square}.
std::string_view to_message_id(Why why);

// What is said of a move that was seen, legal or not, as far as a piece stands there.
Said said_of(const chess::Position& position, chess::Move move);

} // namespace ansage::phonetics
