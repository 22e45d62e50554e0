// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs and events in words: the kind, then what it holds, by the names that the types have.
//
//   alerted pressed_before_made about white ply 1 alert.pressed_before_made player white ply 1
//
// What is absent, false, zero, empty or of usual priority goes unsaid, and so do the ids of alerts
// and utterances, which follow from their order.
#pragma once

#include "table/model/event.hpp"
#include "table/model/input.hpp"

#include <string>

namespace ansage::tests {

[[nodiscard]] std::string in_words(const table::InputBody& body);
[[nodiscard]] std::string in_words(const table::EventBody& body);
// "0:04.2": minutes and seconds, as a script writes them.
[[nodiscard]] std::string in_words(base::Millis time);

} // namespace ansage::tests
