// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a question that one key answers.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace ansage::terminal {

// One key, at once and shown; "" is Enter, and cursor keys are none. Where there is no terminal
// each line is a key. `pressed` is called whenever anything was typed, and `gone_on` when the
// program was stopped and goes on. Absent at the end of the input, or when the person leaves with
// Ctrl-C or Ctrl-D.
std::optional<std::string> read_one_key(
    int descriptor, const std::function<void()>& pressed, const std::function<void()>& gone_on
);

// The same, or that something can be read from `other`, whichever comes first.
struct OneKeyOrOther {
    std::optional<std::string> key;
    bool is_other = false;
};

// A negative `other` is none.
OneKeyOrOther read_one_key_or_other(
    int descriptor,
    int other,
    const std::function<void()>& pressed,
    const std::function<void()>& gone_on
);

} // namespace ansage::terminal
