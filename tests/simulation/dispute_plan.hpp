// SPDX-License-Identifier: GPL-3.0-or-later
// Which fault is made in a disputed game, under which edition and at which table, and what that
// edition has for it.
#pragma once

#include "chess/position.hpp"
#include "laws/edition.hpp"
#include "people.hpp"

#include <array>
#include <cstdint>
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

// A table of that kind for a game from there, at which the fault of `mover` can be made.
[[nodiscard]] table::TableSetup
any_setup(Dice& dice, const Plan& plan, const chess::Position& start, chess::Color mover);

// What the edition has for the fault when it is made for the first time, read in its text and not
// in its profile.
struct Punishment {
    bool is_offence = false; // an illegal move, or a press that is one
    base::Millis added{0}; // to the opponent's clock
    bool loses = false; // at once (A.4b of 2014, where nobody supervises)
    std::string_view article; // where that stands; empty: nothing is printed
};

[[nodiscard]] Punishment punishment_of(const table::TableSetup& setup, Fault fault);

} // namespace ansage::tests
