// SPDX-License-Identifier: GPL-3.0-or-later
// Braille codes: how a country writes chess for fingers. A code is data (profiles/braille); this is
// what every code has in common.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "scoresheet/cells.hpp"
#include "scoresheet/notation.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ansage::scoresheet {

class LouisTable;
struct SheetMove;

// What stands before the facts of a game.
struct SheetLabels {
    std::string white;
    std::string black;
    std::string event;
    std::string site;
    std::string date;
    std::string round;
    std::string result;
    std::string score; // of one player, where there are two; may be empty
};

struct BrailleCode {
    std::string name;
    std::string language;
    std::vector<std::string> places; // where that language is read so, such as "gb"
    std::string table; // of liblouis: for names and comments, and for moves if there are no cells
    // Of liblouis too, with one cell for each character: for displays, where their owner's own
    // table shows letters and digits alike. Empty: the code has none.
    std::string display;
    Notation notation;
    // Each character of a move for itself, where the country has a code of its own for chess.
    std::map<char, Cells> cells;
    // Single characters of a move that the table of liblouis writes as something else.
    std::map<char, Cells> instead;
    SheetLabels labels;
    // Not every move can be read back; the program does not try.
    bool print_only = false;
};

// A code at work. Remembers the moves that it has written. Not thread-safe.
class Braille {
public:
    // The error names the table if liblouis does not have it, or the sign that has no cells.
    [[nodiscard]] static base::Result<Braille, base::Error> open(BrailleCode code);

    Braille(Braille&&) noexcept;
    Braille& operator=(Braille&&) noexcept;
    Braille(const Braille&) = delete;
    Braille& operator=(const Braille&) = delete;
    ~Braille();

    const BrailleCode& code() const;

    // Names, comments, results. UTF-8.
    Cells text(std::string_view words) const;

    // A move's number, without a full stop.
    [[nodiscard]] const Cells& number(unsigned number);

    // Characters of moves: "Ke1", "0-0", "xe6".
    [[nodiscard]] const Cells& spelled(const std::string& word);

    // The move must be legal. Where a code without capitals cannot tell the short form from another
    // legal move (bxc3 by pawn or bishop), the move is written in the long one.
    [[nodiscard]] Cells
    write_move(const chess::Position& position, chess::Move move, NotationLength length);

    // ... of whatever a sheet holds.
    [[nodiscard]] Cells write_sheet_move(const SheetMove& move, NotationLength length);

    // Signs that say nothing about which move it is may be missing.
    [[nodiscard]] base::Result<chess::Move, chess::MoveError>
    read_move(const chess::Position& position, const Cells& cells);

private:
    class Decoder;

    Braille(BrailleCode code, std::unique_ptr<const LouisTable> table);

    Cells translate(const std::string& move) const;
    Cells translate_around(std::string_view move) const;
    [[nodiscard]] bool
    is_written_so(const chess::Position& position, chess::Move move, const Cells& cells);

    BrailleCode code_;
    std::unique_ptr<const LouisTable> table_;
    std::unordered_map<std::string, Cells> written_;
    std::unique_ptr<const Decoder> decoder_; // made when something is read
    bool has_collisions_ = false; // two characters of moves look the same
    bool has_eight_dots_ = false; // moves are for displays only
};

} // namespace ansage::scoresheet
