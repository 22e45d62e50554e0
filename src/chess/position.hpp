// SPDX-License-Identifier: GPL-3.0-or-later
// A position of the game: what stands where, whose move it is, what may still be castled or
// captured en passant. Standard chess and Chess960.
#pragma once

#include "base/result.hpp"
#include "chess/move.hpp"
#include "chess/ply.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ansage::chess {

// What a FEN or an arbiter says, not checked: only a checked Setup gives a Position.
struct Setup {
    std::array<std::optional<Piece>, 64> board{};
    Color turn = Color::white;
    SquareSet castling_rooks; // the rooks that may still castle
    std::optional<Square> en_passant; // the square behind a pawn that has just moved two
    unsigned halfmove_clock = 0; // plies since the last capture or pawn move (9.3, 9.6.2)
    MoveNumber fullmove_number = 1;
    bool operator==(const Setup&) const = default;
};

// What a scoresheet calls a ply: White's move 12, or Black's.
struct MovePlace {
    MoveNumber number = 1;
    Color mover{};
};

// "12." or "12...".
std::string to_string(MovePlace place);

enum class SetupError : std::uint8_t {
    kings, // not exactly one king each
    pawn_on_last_rank, // on the first or eighth rank
    too_many_pieces, // more than the sixteen pieces or eight pawns of 2.2
    opponent_in_check, // the side that is not to move stands in check
};

enum class Strictness : std::uint8_t {
    legal, // refuse opponent_in_check
    stood, // accept it: an illegal move that stood (A.5.2, A.5.4) leaves such positions
};

// The moves of one position. A side has at most sixteen pieces of at most 27 moves each, so there
// is always room.
class MoveList {
public:
    // The storage stays as it is: clearing it would cost more than finding the moves.
    // NOLINTNEXTLINE(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init)
    MoveList() noexcept {}

    const Move* begin() const { return moves_.data(); }

    const Move* end() const { return moves_.data() + size_; }

    std::size_t size() const { return size_; }

    bool empty() const { return size_ == 0; }

    bool contains(Move move) const;

    // The index must be below size().
    Move operator[](std::size_t index) const { return moves_[index]; }

    void push(Move move) { moves_[size_++] = move; }

private:
    union {
        std::array<Move, 512> moves_;
    };

    std::size_t size_ = 0;
};

// Two positions are the same for 9.2.3 when their keys are equal: same side to move, same pieces,
// same castling rights, same legal en passant capture. Compares exactly; the hash is for hash
// tables.
struct PositionKey {
    // Per square: colour, and the role in three bits.
    std::array<SquareSet, 4> pieces{};
    SquareSet castling_rooks;
    std::optional<Square> en_passant;
    Color turn{};
    bool operator==(const PositionKey&) const = default;
};

// A value of 88 bytes; copies are cheap.
class Position {
public:
    // The start position of standard chess (2.3).
    Position();

    // Castling rooks and an en passant square that the board does not bear out are dropped, for an
    // arbiter's board has no such memory; parse_fen() is the place that complains of them.
    [[nodiscard]] static base::Result<Position, SetupError>
    from_setup(const Setup& setup, Strictness strictness = Strictness::legal);

    Setup setup() const;

    Color turn() const { return turn_; }

    std::optional<Piece> at(Square square) const;

    SquareSet occupied() const { return of(Color::white) | of(Color::black); }

    SquareSet of(Color color) const { return colors_[static_cast<std::size_t>(color)]; }

    SquareSet of(Role role) const { return roles_[static_cast<std::size_t>(role)]; }

    SquareSet of(Piece piece) const { return of(piece.color) & of(piece.role); }

    Square king(Color color) const { return of(Piece{color, Role::king}).first(); }

    // The rooks, of both sides, that may still castle one day (3.8.2.1).
    SquareSet castling_rooks() const { return castling_rooks_; }

    // The square behind a pawn that has just moved two, whether or not anything can capture there.
    std::optional<Square> en_passant() const { return en_passant_; }

    // Plies since the last capture or pawn move (9.3, 9.6.2).
    unsigned halfmove_clock() const { return halfmove_clock_; }

    // 1 at the start, one more after each move of Black's.
    MoveNumber fullmove_number() const { return fullmove_number_; }

    // Of the ply that is played here.
    MovePlace place() const { return {fullmove_number_, turn_}; }

    // The pieces that give check to the side to move.
    SquareSet checkers() const { return attackers(king(turn_), !turn_); }

    bool is_check() const { return !checkers().empty(); }

    // The pieces of `by` that attack the target (3.1.2), pinned or not, whatever stands there.
    SquareSet attackers(Square target, Color by) const;

    // In no particular order.
    MoveList legal_moves() const;
    bool has_legal_move() const;
    bool is_legal(Move move) const;

    // The move must be legal.
    void play(Move move);
    Position after(Move move) const;

    // The pieces, as an identity board sees them.
    Reading reading() const;
    PositionKey repetition_key() const;

    // The square that a legal move takes a piece from, which for en passant is not its target.
    std::optional<Square> capture_square(Move move) const;

    bool is_capture(Move move) const { return capture_square(move).has_value(); }

    // All there is, the counters of 9.3 included; for 9.2.3 compare repetition_key().
    bool operator==(const Position&) const = default;

private:
    struct Empty {};

    explicit Position(Empty) {}

    // Some piece must stand there.
    Role role_at(Square square) const;
    void put(Square square, Piece piece);
    void take(Square square, Piece piece);
    // What a move changes of castling and en passant, before the turn passes.
    void remember(Move move, Role role);

    std::array<SquareSet, 6> roles_{};
    std::array<SquareSet, 2> colors_{};
    SquareSet castling_rooks_;
    std::optional<Square> en_passant_;
    Color turn_ = Color::white;
    unsigned halfmove_clock_ = 0;
    MoveNumber fullmove_number_ = 1;
};

// 5.1.1 and 5.2.1: no legal move, in check or not.
bool is_checkmate(const Position& position);
bool is_stalemate(const Position& position);

// The number of ways to play `depth` plies: the standard proof of a move generator.
std::uint64_t perft(const Position& position, unsigned depth);

} // namespace ansage::chess

template <>
struct std::hash<ansage::chess::PositionKey> {
    std::size_t operator()(const ansage::chess::PositionKey& key) const noexcept;
};
