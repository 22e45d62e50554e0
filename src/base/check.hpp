// SPDX-License-Identifier: GPL-3.0-or-later
// Checks for our own bugs: always on, without work inside the condition.
#pragma once

#include <string_view>

namespace ansage::base {

// Called once before the program ends because of a failed check. The shell sets it to say aloud
// that the game is safe in its journal. It must not throw.
using FailureHandler = void (*)(std::string_view message) noexcept;
void set_failure_handler(FailureHandler handler) noexcept;

[[noreturn]] void fail_check(std::string_view what, std::string_view file, int line) noexcept;

} // namespace ansage::base

#define ANSAGE_CHECK(condition)                                                                    \
    (static_cast<bool>(condition) ? static_cast<void>(0)                                           \
                                  : ::ansage::base::fail_check(#condition, __FILE__, __LINE__))
