// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of standard input. Where a person types on the terminal on which lines are printed,
// they are edited here, and what comes meanwhile stands above them.
#pragma once

#include "terminal/typed_input.hpp"

#include <memory>
#include <optional>

namespace ansage::terminal {

class StandardLines {
public:
    StandardLines();
    StandardLines(const StandardLines&) = delete;
    StandardLines& operator=(const StandardLines&) = delete;
    ~StandardLines();

    // Readable when there is something to take.
    int event_fd() const;
    // To be called until it gives nothing.
    [[nodiscard]] std::optional<TypedLines::Line> take();

private:
    class Keyboard;

    std::unique_ptr<Keyboard> keyboard_;
    std::unique_ptr<TypedLines> lines_; // of a pipe, a file, or a terminal without the other
};

} // namespace ansage::terminal
