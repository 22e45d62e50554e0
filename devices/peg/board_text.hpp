// SPDX-License-Identifier: GPL-3.0-or-later
// A whole board in a state line. For this folder only.
#pragma once

#include "chess/reading.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::devices::peg {

char to_char(chess::SquareReading seen);
std::optional<chess::SquareReading> read_seen(char letter);

// As one sees it: rank 8 first, '/' between ranks, one character a square.
void append_board(std::string& line, const chess::Reading& reading);
std::optional<chess::Reading> read_board(std::string_view text);

} // namespace ansage::devices::peg
