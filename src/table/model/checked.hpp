// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzers, and any build with ANSAGE_CHECK_STATE, check the whole state after every event
// (tests/table/whole.hpp). In all others these functions do nothing.
#pragma once

#include <string_view>

namespace ansage::table {

struct Event;
struct Input;
struct State;

#ifdef ANSAGE_CHECK_STATE
// Between these two, each event that was applied.
void begin_checks(const State& before, const Input& input);
void check_applied(const State& state, const Event& event);
void end_checks(const State& state);
// The line of a script that comes next, for the message.
void note_script_line(std::string_view file, unsigned line);
#else
inline void begin_checks(const State& /*before*/, const Input& /*input*/) {}

inline void check_applied(const State& /*state*/, const Event& /*event*/) {}

inline void end_checks(const State& /*state*/) {}

inline void note_script_line(std::string_view /*file*/, unsigned /*line*/) {}
#endif

} // namespace ansage::table
