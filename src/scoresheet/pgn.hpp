// SPDX-License-Identifier: GPL-3.0-or-later
// PGN, the file format of games: a reader that survives broken files, and a writer.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "chess/ply.hpp"
#include "chess/position.hpp"
#include "scoresheet/notation.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ansage::scoresheet {

// What a game's record says about one ply.
struct PgnNote {
    std::optional<base::Millis> clock; // the mover's time left after the ply ([%clk 0:05:00])
    std::string comment; // without the clock, white space made single spaces
    bool operator==(const PgnNote&) const = default;
};

// One ply of a score, legal or not, as formats have it that can hold any move.
struct SheetMove {
    chess::MovePlace place;
    // Around the ply, as far as they are known.
    std::optional<chess::Position> before;
    std::optional<chess::Position> after;
    std::optional<chess::Move> move; // there only if `before` is
    std::string text; // as it was written, where no move is known
    std::string remark; // in words: why it is no move that could be played
    PgnNote note;

    bool is_legal() const { return move && before->is_legal(*move); }
};

struct PgnGame {
    // In the order of the file; a value may be anything, "?" is a value too.
    std::vector<std::pair<std::string, std::string>> tags;
    chess::Position start;
    std::string comment; // before the first move
    std::vector<chess::Move> moves;
    std::vector<PgnNote>
        notes; // notes[n] is about moves[n]; the reader gives as many, the writer needs none
    // What follows `moves` and PGN cannot hold: an illegal move that stands (A.5.2), or what a
    // player wrote and nobody can play, and all after it.
    std::vector<SheetMove> rest;
    std::string result = "*"; // "1-0", "0-1", "1/2-1/2" or "*", as after the last move
    std::size_t line = 0; // where the game begins in its file, from 1
    bool is_torn = false; // a move could not be read, and those after it have no position
    // What could not be read, or contradicts itself, each with file:line. The moves end before the
    // first that could not be.
    std::vector<base::Error> problems;

    bool has(chess::Ply ply) const { return ply > 0 && ply.value() <= moves.size(); }

    chess::Move move_of(chess::Ply ply) const { return moves[ply.value() - 1]; }

    // `moves` and `rest`.
    std::vector<SheetMove> all_moves() const;

    // The first tag of that name.
    std::optional<std::string_view> tag(std::string_view name) const;
    // ... if it tells anything: not "?", nor "????.??.??".
    std::optional<std::string_view> known(std::string_view name) const;
};

// As the country writes it; where no move is known, what was written.
std::string
write_sheet_move(const Notation& notation, const SheetMove& move, NotationLength length);

// The tag Result says another result than the moves. One of an unknown result may stand over any.
std::optional<base::Error> result_problem(const PgnGame& game, const std::string& where);

// Reads one game after another; a game that cannot be read to its end does not hinder the next.
// Variations and NAGs are passed over, comments behind the result belong to the game. What
// contradicts itself is a problem, too: results that differ, moves behind a result, numbers that
// jump. All text comes out as it is, without control characters.
class PgnReader {
public:
    // The text is UTF-8 with line feeds (base::decode), and must outlive the reader. name is the
    // file's, for the problems' file:line. Moves that cannot be read in English letters are tried
    // in each of the others.
    PgnReader(std::string_view text, std::string name, std::vector<Notation> letters = {});

    // Nothing after the last game.
    [[nodiscard]] std::optional<PgnGame> next();

private:
    std::string_view text_;
    std::string name_;
    std::vector<Notation> letters_;
    std::size_t offset_ = 0;
    std::size_t line_ = 1;
};

// The game as PGN export text: seven tags first, lines of at most 80 columns, an empty line at the
// end. Tags for another start position (SetUp, FEN, Variant) and the result are added where they
// are missing. The rest, if there is one, stands in a comment.
std::string to_pgn(const PgnGame& game);

} // namespace ansage::scoresheet
