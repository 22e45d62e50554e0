// SPDX-License-Identifier: GPL-3.0-or-later
// A browser's connection: whoever reads or writes slowly is given up at a deadline, and whoever
// sends more than a browser does, at once.
#pragma once

#include "base/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <sys/types.h>

namespace ansage::gateway {

class Connection {
public:
    explicit Connection(base::Descriptor socket)
        : socket_(std::move(socket)) {}

    // Until then what is read or written now has to be done.
    void allow(std::chrono::milliseconds time);
    // Both as the system's calls; -1 at the deadline, too.
    [[nodiscard]] ssize_t read(char* into, std::size_t size);
    [[nodiscard]] ssize_t write(const char* from, std::size_t size);
    // The browser has closed it.
    [[nodiscard]] bool is_left() const;
    // Whoever reads or writes it now stops.
    void shut() const;

    [[nodiscard]] int socket() const { return socket_.number(); }

private:
    [[nodiscard]] bool await(short events) const;

    base::Descriptor socket_;
    std::chrono::steady_clock::time_point deadline_;
    std::string unread_;
    std::size_t received_ = 0; // bytes, of all that came
};

} // namespace ansage::gateway
