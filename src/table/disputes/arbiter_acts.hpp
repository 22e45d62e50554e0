// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what an arbiter does that names nothing, or only the matter that it answers: a row
// an act, in rulings.cpp. Whoever writes, reads, says, offers or carries out an act reads its row.
#pragma once

#include "table/model/input.hpp"

#include <span>
#include <string_view>

namespace ansage::table {

class Decision;

// Which matter is meant where the act gives no number: the newest that is open, of that kind.
enum class Meant : std::uint8_t {
    nothing,
    claim,
    offence, // an illegal move, a press without a move
    irregularity, // the same, and a piece that was touched
    proposal, // whatever has one
    ruling, // the newest that was given
};

// What it will lead to, told before it is confirmed.
enum class Leads : std::uint8_t {
    nowhere,
    to_what_is_proposed,
    to_wrong_claim,
    to_postponed,
    to_stand,
    back,
};

struct ArbiterActRow {
    ArbiterAct act{};
    std::string_view written; // in a table script, behind "arbiter"
    std::string_view phrase; // of the catalogue: how it is said; empty: as it is written
    Meant meant{};
    Leads leads{};
    // The message by which two players agree on it without an arbiter; empty: each player may do it
    // by himself, or there is nothing to agree on.
    std::string_view agreed;
    void (*carry_out)(Decision&, const Arbiter&) = nullptr;
};

// In the order of the enumerators.
[[nodiscard]] std::span<const ArbiterActRow> arbiter_acts();
[[nodiscard]] const ArbiterActRow& row_of(ArbiterAct act);

} // namespace ansage::table
