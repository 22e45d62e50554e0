// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a stored event has the structure that table::apply() relies on. For this folder only.
#pragma once

#include "table/model/event.hpp"
#include "table/model/state.hpp"

#include <optional>

namespace ansage::journal {

// What is wrong with it where the table stands; absent where nothing is. Only what no version of
// the table could have written is wrong: today's Laws and rules do not judge old games. `now` is
// the instant of its input.
std::optional<base::Phrase>
structural_fault(const table::State& state, const table::Event& event, base::Instant now);

} // namespace ansage::journal
