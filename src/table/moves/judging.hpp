// SPDX-License-Identifier: GPL-3.0-or-later
// What judges of a press and the press itself have in common. Private to table/.
#pragma once

#include "table/making/decision.hpp"

namespace ansage::table {

[[nodiscard]] const Testimony* announcement_of_open(const State& state);
// The last move that was made is that player's, and waits for his press.
[[nodiscard]] bool completes_made(const State& state, chess::Color seat);
[[nodiscard]] std::optional<chess::Square> first_of(chess::SquareSet squares);
// Of the ply that is being played.
void alert_about(
    Decision& decision, AlertKind kind, chess::Color seat, std::optional<chess::Square> square = {}
);

} // namespace ansage::table
