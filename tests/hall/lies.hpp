// SPDX-License-Identifier: GPL-3.0-or-later
// What a table sends that lies, or whose program is broken: by rule, every field of every message
// (profiles/hall/messages.json) in every way in which it can be wrong.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ansage::tests {

struct Lie {
    std::string what; // of its topic: "arbiter/state"
    std::string payload;
    std::string how; // for whoever reads a failure
};

// All that a table publishes to arbiters.
[[nodiscard]] std::vector<std::string> kinds_of_message();

// One that keeps the rules, with everything in it that may be there, of that table; the same
// `seed` makes the same.
[[nodiscard]] std::string
valid_message(const std::string& what, const std::string& table, unsigned seed);

// The same `count` makes the same. `table` lies; some of its payloads name `other`.
[[nodiscard]] std::vector<Lie>
lies_of(const std::string& table, const std::string& other, std::size_t count);

} // namespace ansage::tests
