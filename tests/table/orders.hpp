// SPDX-License-Identifier: GPL-3.0-or-later
// Small positions and what can happen there, read from tests/data/table/orders.txt.
#pragma once

#include "sitting.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ansage::tests {

// One thing that may happen. Words mean what they mean in the position at the time.
struct Letter {
    std::string text;
    std::function<table::InputBody(const table::State&)> input;
};

struct SmallPosition {
    std::string name;
    table::TableSetup setup;
    std::vector<Letter> alphabet;
};

[[nodiscard]] std::vector<SmallPosition> read_small_positions(const std::string& file);

} // namespace ansage::tests
