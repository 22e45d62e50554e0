// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs and events as JSON, one object each. The journal, `run --json` and the console socket all
// speak this; docs/journal.md describes it for readers.
#pragma once

#include "base/result.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"

#include <string>
#include <string_view>

namespace ansage::journal {

// One line of JSON without a line break. "kind" comes first: the type's name in snake_case. Keys
// and names never change. Text that is not UTF-8 loses its wrong bytes to U+FFFD.
std::string encode(const table::InputBody& body);
std::string encode(const table::EventBody& body);

// The same with the instant in front: {"at_ms":1500,"kind":...}.
std::string encode(const table::Event& event);

// Likewise, appended to `out`: for those who encode a lot.
void append(std::string& out, const table::Event& event);

// Exactly what encode() writes, in any order of keys. An unknown key, a missing one and a value out
// of its range are errors; `where` of the error is the way to the key ("announces.move.said").
[[nodiscard]] base::Result<table::InputBody, base::Error> decode_input(std::string_view json);
[[nodiscard]] base::Result<table::EventBody, base::Error> decode_event_body(std::string_view json);

// An instant and a body: what encode() writes for an Event.
[[nodiscard]] base::Result<table::Event, base::Error> decode_event(std::string_view json);

// A JSON array of such events, as a row of the journal holds them.
[[nodiscard]] base::Result<std::vector<table::Event>, base::Error>
decode_events(std::string_view json);

} // namespace ansage::journal
