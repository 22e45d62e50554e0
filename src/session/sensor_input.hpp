// SPDX-License-Identifier: GPL-3.0-or-later
// From what a board's driver reports to what the table is told.
#pragma once

#include "devices/board/board.hpp"
#include "table/model/input.hpp"

#include <optional>

namespace ansage::session {

// `board` is the seat whose board it is. Absent: nothing for the table, such as the times of a
// clock that is not the game's.
[[nodiscard]] std::optional<table::InputBody>
input_of(const devices::SensorEvent& event, chess::Color board);

} // namespace ansage::session
