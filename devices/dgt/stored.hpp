// SPDX-License-Identifier: GPL-3.0-or-later
// What a DGT board wrote down by itself while it had power: the bytes of StoredMoves, and back.
// Pure.
#pragma once

#include "devices/dgt/protocol.hpp"

namespace ansage::devices::dgt {

struct StoredPowerUp {
    bool operator==(const StoredPowerUp&) const = default;
};

// All pieces stand at the start of a game, seen from the connector's side or turned.
struct StoredStart {
    bool is_turned = false;
    bool operator==(const StoredStart&) const = default;
};

// Sixteen pieces on the outer four rows, in another order (Chess960).
struct StoredFourRows {
    bool operator==(const StoredFourRows&) const = default;
};

// On a press: what the clock of that side showed.
struct StoredTime {
    bool is_left = false;
    base::Millis remaining{0};
    bool operator==(const StoredTime&) const = default;
};

using StoredEntry =
    std::variant<StoredPowerUp, StoredStart, StoredFourRows, FieldUpdate, StoredTime>;

// In their order, as far as they can be read; fillers and marks of former readings are passed over.
std::vector<StoredEntry> stored_entries(std::span<const std::byte> bytes);
std::vector<std::byte> encode_stored(const StoredEntry& entry);

} // namespace ansage::devices::dgt
