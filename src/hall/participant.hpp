// SPDX-License-Identifier: GPL-3.0-or-later
// A table that reports to the arbiter of a hall: a participant that publishes what was committed.
// The journal is the queue; a broker that is slow, gone or lying holds up nobody at the table, and
// what it asks for is a line that was told before, told again.
#pragma once

#include "hall/address.hpp"
#include "journal/journal.hpp"
#include "session/participant.hpp"

#include <memory>

namespace ansage::hall {

struct Reports {
    Address address; // with a table
    Account account;
};

// The journal is the table's and must outlive the seat. In a tournament nothing is connected before
// the arbiter starts the clocks; both players are told, and it is journalled.
[[nodiscard]] std::unique_ptr<session::Participant>
make_hall_participant(Reports reports, journal::Journal& journal);

} // namespace ansage::hall
