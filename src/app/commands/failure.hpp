// SPDX-License-Identifier: GPL-3.0-or-later
// A failed check of our own, for people who do not read the line on stderr.
#pragma once

#include <string>
#include <string_view>

namespace ansage::app {

// What the program calls itself with, followed by a language: says that it broke and ends.
inline constexpr std::string_view say_failure = "--say-failure";

inline constexpr const char* this_program = "/proc/self/exe";

// From now on a failed check is said aloud, too. `program` is the one that says it.
void say_failures_aloud(std::string_view program, std::string_view language);

// The handler of failed checks: the terminal as it was, and a new program that speaks, for what
// speaks in this one may be what broke.
void on_failure(std::string_view what) noexcept;

// In that program.
[[nodiscard]] int run_say_failure(const std::string& language);

} // namespace ansage::app
