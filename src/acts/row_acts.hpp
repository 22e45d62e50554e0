// SPDX-License-Identifier: GPL-3.0-or-later
// Acts of the rows that are more than their parts, or that several rows share.
#pragma once

#include "acts/grammar.hpp"

namespace ansage::acts {

table::InputBody clock_shows(const Parts& parts);

table::InputBody asks(const Parts& parts);
// The squares of both diagonals through one, and those around one.
table::InputBody asks_diagonal(const Parts& parts);
table::InputBody asks_around(const Parts& parts);

table::InputBody announces(const Parts& parts);
// A line of a person's, which is read back first.
table::InputBody types(const Parts& parts);
table::ConsoleRole console_of(const Parts& parts);
table::InputBody proposes(const Parts& parts);

table::InputBody writes(const Parts& parts);
// The same where moves are counted, not half-moves: without a number it is the next entry, "12 Sf3"
// is White's move 12, and "12 ... Sc6", or once White's is written "12 Sc6", Black's.
table::InputBody writes_on_sheet(const Parts& parts);

} // namespace ansage::acts
