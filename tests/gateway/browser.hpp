// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever connects to a gateway: a browser, or somebody who sends what no browser does. No wait is
// without a limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ansage::tests {

class Browser {
public:
    explicit Browser(std::uint16_t port);
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;
    Browser(Browser&& other) noexcept;
    Browser& operator=(Browser&&) = delete;
    ~Browser();

    // False: the other end takes nothing any more.
    bool send(std::string_view text) const;
    // Reads until that was there, or the other end has closed, or the limit is reached.
    [[nodiscard]] bool await(std::string_view text);
    // Reads to the end; false if that does not come.
    [[nodiscard]] bool await_end();

    // All that came.
    [[nodiscard]] const std::string& received() const { return received_; }

private:
    // False: nothing came until then, or the other end has closed.
    [[nodiscard]] bool read_some(std::chrono::steady_clock::time_point until);

    int socket_ = -1;
    bool is_ended_ = false;
    std::string received_;
};

} // namespace ansage::tests
