// SPDX-License-Identifier: GPL-3.0-or-later
// Each event worded once: what of it is told, and in which sentences. The notices to the players,
// the consoles, the arbiter's report and the remarks on a scoresheet choose from here which events
// they tell, to whom and at what length. A test holds what each sentence asks for against what it
// is given.
#pragma once

#include "table/model/event.hpp"
#include "table/model/state.hpp"

#include <string>
#include <string_view>

namespace ansage::table {

struct EventWords {
    std::string_view kind{}; // of the line on a console, for programs
    Message aloud{}; // at the table and on its consoles
    std::string_view remark{}; // its sentence on a scoresheet, without a full stop
    std::string_view report{}; // ... and in the arbiter's report
    std::string written{}; // what these two quote
    std::string what{}; // for programs: what it concerns, where that is no player
};

// What has no words is empty. `state` is the one after the event.
EventWords words_of(const EventBody& body, const State& state);

// The same for the report or the remark, whose sentence that is.
Message written(const EventWords& words, std::string_view id);

// The sentence that an event brings with it; null: none.
[[nodiscard]] Message* message_in(EventBody& body);

// Nobody's but the arbiter's, or, where there is none, both players' (first principles 5 and 9).
bool is_arbiters(const EventBody& body);

// "1. e4", "1... e5" for the nth half-move of a game from `start`.
std::string numbered(const State& state, Ply ply, std::string_view san);

template <class... Events>
bool is_one_of(const EventBody& body) {
    return (std::holds_alternative<Events>(body) || ...);
}

} // namespace ansage::table
