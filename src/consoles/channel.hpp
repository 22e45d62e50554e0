// SPDX-License-Identifier: GPL-3.0-or-later
// What one role's consoles are told, numbered, and how far they have shown it: a console that joins
// again goes on where the last one was.
#pragma once

#include "consoles/view.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ansage::consoles {

class ConsoleChannel {
public:
    // The line's number and its text for the socket.
    struct Numbered {
        std::uint64_t number = 0;
        std::string json;
    };

    const Numbered& add(const ConsoleLine& line);
    // What was added after the newest line that a console has shown, the newest `most` of it.
    [[nodiscard]] std::vector<Numbered> missed(std::size_t most) const;
    // What is kept of what was added after that line.
    [[nodiscard]] std::vector<Numbered> after(std::uint64_t number) const;
    void shown(std::uint64_t number);

    [[nodiscard]] std::uint64_t last() const { return last_; }

    // Somebody has joined here before.
    bool was_joined = false;

private:
    std::deque<Numbered> kept_;
    std::uint64_t last_ = 0;
    std::uint64_t shown_ = 0;
};

} // namespace ansage::consoles
