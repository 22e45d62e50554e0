// SPDX-License-Identifier: GPL-3.0-or-later
// The `@` lines of a table script: how a table is set up. `play` and `demo` write the same lines,
// and the journal keeps them.
#pragma once

#include "base/result.hpp"
#include "table/model/seat.hpp"

#include <string>
#include <string_view>

namespace ansage::acts {

inline constexpr std::string_view own_clock = "ansage";

struct TableHeader {
    std::string profile = "fide-2023";
    std::string words; // a vocabulary; empty: the edition's own for these players
    std::string clock{own_clock}; // whose times are official; else the name of another clock
    std::string time = "90m+30s"; // as it is written
    table::TableSetup setup; // without the edition, which the profile gives
    std::string text; // the lines as read, for the journal
};

// What a table is without any line: 90m+30s, White impaired at an occupancy board, Black sighted at
// an identity board.
[[nodiscard]] TableHeader default_header();

// One line, with its `@`. Error.where is left for the caller, who knows file and line.
[[nodiscard]] base::Result<void, base::Error>
read_header_line(TableHeader& header, std::string_view line);

// All lines of a text, blank ones skipped. Errors name `file`:line.
[[nodiscard]] base::Result<TableHeader, base::Error>
read_header(std::string_view text, std::string_view file);

// The words of an `@white` line.
[[nodiscard]] base::Result<table::Seat, base::Error> read_seat(std::string_view words);

} // namespace ansage::acts
