// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a chess clock, turned into the lines that a table reads from its standard input.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ansage::app {

// On a terminal every key acts at once, without Enter and without an echo; `:` begins a line. From
// a pipe or a file each line is a key or an act. `?` is a line of its own.
//
// While it lives, the program's standard input is a pipe that holds acts, one a line; a thread of
// its own waits for the keys, and the terminal is given back at the end.
class KeyInput {
public:
    KeyInput() = default;
    KeyInput(const KeyInput&) = delete;
    KeyInput& operator=(const KeyInput&) = delete;
    virtual ~KeyInput() = default;
};

// What the table is to read for a line; called on that thread.
using ActsOf = std::function<std::vector<std::string>(const std::string&)>;

[[nodiscard]] base::Result<std::unique_ptr<KeyInput>, base::Error> read_keys(ActsOf acts_of);

} // namespace ansage::app
