// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown on a braille display and what its keys mean, without a display.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ansage::devices::braille_display {

enum class Command : std::uint8_t {
    repeat, // HOME, SAY_LINE, the letter l: the newest line again
    time, // TIME, the letter c
    earlier, // LNUP: the line before
    later, // LNDN
    pan_left, // FWINLT: the part of the line before this one
    pan_right, // FWINRT
    rank_up, // PRDIFLN
    rank_down, // NXDIFLN
    score_back, // PRPGRPH: the move of the own score before the one that was asked for last
    score_forward, // NXPGRPH
    newest, // KEY_ENTER, RETURN: back to the newest line
};

struct Pressed {
    Command command{};
    bool operator==(const Pressed&) const = default;
};

// A routing key, from 0 at the left.
struct Routed {
    std::size_t cell = 0;
    bool operator==(const Routed&) const = default;
};

struct Typed {
    char32_t letter = 0;
    bool operator==(const Typed&) const = default;
};

using Key = std::variant<Pressed, Routed, Typed>;

// A key code of BrlAPI; absent: a key that is none of ours.
std::optional<Key> key_of(std::uint64_t code);
// The codes that a connection has to ask for: what is none of ours stays brltty's.
std::vector<std::uint64_t> wanted_commands();

// Exactly `cells` characters of UTF-8: cut, or filled with blanks. BrlAPI ends the program for a
// text that is too short, unless it is told not to.
std::string padded(std::string_view text, std::size_t cells);

// A cell: dot n is bit n - 1.
using Dots = std::uint8_t;

// What is shown: exactly as many characters as there are cells, and dots of our own in the place of
// those that brltty's table gives.
struct Shown {
    std::string text; // UTF-8
    std::map<std::size_t, Dots> own; // by cell, from 0
    bool operator==(const Shown&) const = default;
};

// The dots of the characters U+0000 to U+00FF in the user's table: whether two of those that
// squares and pieces are written with look alike ("Sf3" as "sfc": Dutch, French, six-dot tables).
bool confuses_chess(std::span<const Dots> table);

// "e4" as two numbers from 0: file 4, rank 3.
struct RoutedSquare {
    std::size_t file = 0;
    std::size_t rank = 0;
    bool operator==(const RoutedSquare&) const = default;
};

// What stands on each square, a letter each, from a1; of whoever may read that.
using BoardLetters = std::array<char, 64>;

// The lines that were shown, and which part of which of them is on the display now. A rank of the
// board can take its place: its number, a blank, and a cell for each of its eight squares.
class Window {
public:
    // It takes the place of whatever is shown.
    void add(std::string_view line);

    // The newest line is over; the one before it is shown again.
    void take_back();

    // The answer to a routing key stands behind the rank, which stays where the finger is.
    void answer(std::string_view line);

    // What the cells of a rank show; absent: the letters of its files.
    void set_board(std::optional<BoardLetters> board) { board_ = board; }

    // What a key does to the display alone; false: it is for somebody else.
    bool take(const Key& key, std::size_t cells);

    // The square under a routing key, while a rank is shown.
    std::optional<RoutedSquare> square_at(std::size_t cell) const;

    std::string shown(std::size_t cells) const;
    // The characters on the display that belong to a word with a digit, such as a square, a move
    // or a time: their cells and what stands there.
    std::map<std::size_t, char> exact_letters(std::size_t cells) const;

private:
    [[nodiscard]] bool take_command(Command command, std::size_t cells);
    std::u32string line() const;
    // Where the parts of the line begin that fit on the display: no word is cut that fits.
    std::vector<std::size_t> parts(std::size_t cells) const;
    std::u32string_view part_shown(const std::u32string& whole, std::size_t cells) const;
    void keep(std::u32string line);
    void show_rank(std::size_t rank);
    void step_rank(bool is_up);

    std::deque<std::u32string> lines_;
    std::size_t back_ = 0; // how many lines before the newest
    std::size_t first_ = 0; // the first character shown
    std::optional<std::size_t> rank_;
    std::u32string answer_; // behind the rank
    std::optional<BoardLetters> board_;
    std::optional<std::size_t> last_rank_; // while words are shown: the one that was shown before
};

} // namespace ansage::devices::braille_display
