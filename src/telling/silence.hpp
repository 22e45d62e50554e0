// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed and changed nothing: whoever typed it is told why, in a sentence.
#pragma once

#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <string>
#include <string_view>

namespace ansage::telling {

// A press of a clock that does not run is kept, and changes nothing (6.2.1).
bool changes_something(const table::Event& event);

// Why such an act changes nothing in that state: the last part of a message `console.unchanged.`;
// empty where there is no more to say than that.
std::string_view reason_of_silence(const table::InputBody& body, const table::State& state);

// The message itself, as `console.unchanged.clocks_run`.
std::string message_of_silence(const table::InputBody& body, const table::State& state);

} // namespace ansage::telling
