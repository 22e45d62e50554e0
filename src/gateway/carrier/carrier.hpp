// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what a table tells to browsers, and what they say to the table.
#pragma once

#include "gateway/handover/handover.hpp"

#include <string>

namespace ansage::gateway {

struct End {
    // What a table said that let nobody in, or why it was not reached; empty: neither.
    std::string words;
    bool is_unreachable = false;
};

// Prints what is to be told as soon as browsers may come.
[[nodiscard]] End carry(Handover handover);

} // namespace ansage::gateway
