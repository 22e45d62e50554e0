// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine announces, and for whom a press waits until it has. Private to table/.
#pragma once

#include "table/making/decision.hpp"

#include <string>

namespace ansage::table {

// The device performs duty 2 for that seat: accepted at set-up, at the seat itself or as one that
// an impaired opponent has (D.2.10.2).
[[nodiscard]] bool is_device_announcing(const State& state, chess::Color seat);
// ... or stands in where no arbiter is present and the opponent sees nothing.
[[nodiscard]] bool is_announced_for(const State& state, chess::Color seat);
// The move that this player's press would complete has been announced.
[[nodiscard]] bool is_announced(const State& state, chess::Color seat);
// What is being said of it just now.
[[nodiscard]] std::optional<std::uint64_t>
announcement_being_said(const State& state, chess::Color seat);
// The press takes effect when the announcement has been said (principle 2); in a club the blind
// opponent's clock does not run for a move that he has not heard.
[[nodiscard]] bool holds_press(const State& state, chess::Color seat);
[[nodiscard]] bool waits_for_acknowledgement(const State& state, chess::Color seat);

// Words that reached the table, for those who could not hear them.
struct TypedWords {
    std::string id; // of the sentence
    chess::Color speaker{};
    unsigned ply = 0;
    const HeardMove& heard;
    std::optional<Medium> through;
    Performer by{};
};

void say_typed(Decision& decision, const TypedWords& words);

} // namespace ansage::table
