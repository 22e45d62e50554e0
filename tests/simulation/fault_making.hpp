// SPDX-License-Identifier: GPL-3.0-or-later
// How the fault of a disputed game is made.
#pragma once

#include "disputed_table.hpp"

namespace ansage::tests {

void make_fault(DisputedTable& table);

// A slip of the tongue that nobody notices before the opponent has replied (D.2.9). The reply is
// one after the words, too, and both boards see their players' hands.
[[nodiscard]] bool can_be_replied_to(const DisputedTable& table);
void make_slip_and_reply(DisputedTable& table);

} // namespace ansage::tests
