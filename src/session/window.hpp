// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal at which a table was opened is the console of whoever sits there: the same console
// as any other's, in a thread of its own, so that a terminal that stands still holds up nobody.
#pragma once

#include "consoles/client.hpp"
#include "session/participant.hpp"

#include <memory>

namespace ansage::session {

// The table closes with it.
[[nodiscard]] std::unique_ptr<Participant> make_window_participant(consoles::ConsoleChoice choice);

} // namespace ansage::session
