// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is stopped (Ctrl-Z) and goes on (`fg`, `bg`). Stopped, it gives the terminal back
// as it was; in front again, it takes it as it had it, and whoever waits here learns of it.
#pragma once

#include "base/descriptor.hpp"

#include <cstddef>

namespace ansage::terminal {

// From now on it is noticed when the program goes on.
class Continuation {
public:
    Continuation();
    Continuation(const Continuation&) = delete;
    Continuation& operator=(const Continuation&) = delete;
    ~Continuation();

    // Readable from then until take().
    int event_fd() const { return event_.descriptor(); }

    // Whether the program has gone on since this was last asked.
    [[nodiscard]] bool take() const;

private:
    base::Wakeup event_;
    std::size_t place_;
};

// Of all keys that are read one after the other. It notices from the first call on, also while
// nobody reads.
const Continuation& continuation_of_keys();

// Handlers for being stopped and for going on, where nobody has set others.
void watch_stops();

// The shell has the terminal: this program runs in the background, and what is typed is not for it.
[[nodiscard]] bool is_in_background(int descriptor);

} // namespace ansage::terminal
