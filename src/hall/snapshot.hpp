// SPDX-License-Identifier: GPL-3.0-or-later
// Where a table stands, whole, for whoever comes later: the newest is kept by the broker. The keys
// are in docs/hall.md.
#pragma once

#include "hall/chronicle.hpp"
#include "record/pairing.hpp"

#include <nlohmann/json_fwd.hpp>

namespace ansage::hall {

// Whose table it is, and when: `now` is the table's time, `wall_clock` that of the machine.
struct SnapshotContext {
    const Address& address;
    base::Instant now;
    base::Millis wall_clock{0};
    const std::optional<record::Pairings>& pairing; // of this table, if it was paired
    std::uint64_t game = 0; // Reporter::game()
    bool takes_rulings = false; // from the hall
};

// For everybody: names, mode, clocks, phase, the last announced and the last completed move, the
// result. No alert, no board, nothing that sensors told (first principles 4 and 5).
std::string public_state(
    const Chronicle& chronicle, const telling::TableWords& words, const SnapshotContext& seen
);

// For arbiters: besides, what is open, both boards with the squares that differ, and the ledger of
// the newest plies and of those that are open.
std::string arbiter_state(
    const Chronicle& chronicle, const telling::TableWords& words, const SnapshotContext& seen
);

// As much of an arbiter's state as listeners take, who refuse a longer one whole
// (profiles/hall/messages.json): the oldest matters and the newest plies.
std::string within_rules(nlohmann::ordered_json state);

struct Score {
    std::string moves; // and the ending: what changes it
    std::string json;
};

// The moves that spectators may see, with the times at which they were completed: of which a PGN is
// made that comes later (docs/hall.md).
Score score_of(const Chronicle& chronicle, const SnapshotContext& seen);

} // namespace ansage::hall
