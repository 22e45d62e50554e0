// SPDX-License-Identifier: GPL-3.0-or-later
// What the table proposes when a fault has been made, and how people answer it: they follow,
// ignore, or follow, take it back and follow again.
#pragma once

#include "disputed_table.hpp"

namespace ansage::tests {

// One cause, one alert, one matter, and what the edition has for it.
void check_proposed(DisputedTable& table);
void answer(DisputedTable& table);

// After a slip and its reply: the scores agree on what the hand made, or on the words, or they
// differ (D.2.9).
void settle_by_scores(DisputedTable& table);

} // namespace ansage::tests
