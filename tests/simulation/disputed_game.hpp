// SPDX-License-Identifier: GPL-3.0-or-later
// A short random game in which one person makes one fault, and somebody rules on it, or does not.
// After every input what has to hold of any dispute is looked at; the first thing that does not
// ends the test, with the seed and the inputs in the words of a table script.
#pragma once

#include "laws/edition.hpp"
#include "people.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::tests {

enum class Fault : std::uint8_t {
    none,
    slip, // a sighted player announces another move than his hand makes (4.7, D.2.5)
    wrong_word, // the same of a player who does not see: words and peg are both needed (D.2.3)
    wrong_board, // the opponent carries the move out wrongly (D.2.9)
    wrong_press, // without a move (7.5.3, 6.2c of 2014, 7.3 of 2001)
    illegal_move, // 7.5.1
    late_correction, // D.2.8
    wrong_claim, // 9.5.3
};

inline constexpr std::size_t fault_count = 8;
inline constexpr std::array modes{
    table::Mode::tournament, table::Mode::club, table::Mode::training};

[[nodiscard]] std::string_view to_string(Fault fault);

// The profiles of profiles/laws, in the order of their names.
[[nodiscard]] const std::vector<laws::Edition>& all_editions();

// What becomes of what lies open.
enum class Answering : std::uint8_t { follows, ignores, undoes };

// Everything follows from the seed; fault, edition and mode in turn, so that each comes up.
struct Plan {
    std::uint64_t seed = 0;
    Fault fault{};
    const laws::Edition* edition = nullptr; // never null
    table::Mode mode{};
    Answering answering{};
};

[[nodiscard]] Plan plan_of(std::uint64_t seed);
[[nodiscard]] std::string to_string(const Plan& plan);

// Plays it all, to the end of the game; fails the test at the first thing that does not hold.
void play_disputed_game(const Plan& plan);

} // namespace ansage::tests
