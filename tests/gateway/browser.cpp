// SPDX-License-Identifier: GPL-3.0-or-later
#include "browser.hpp"

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ansage::tests {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds browser_waits{30};

} // namespace

Browser::Browser(std::uint16_t port)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_ended_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0;
}

Browser::Browser(Browser&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      is_ended_(other.is_ended_),
      received_(std::move(other.received_)) {}

Browser::~Browser() {
    if (socket_ >= 0) ::close(socket_);
}

bool Browser::send(std::string_view text) const {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
        static_cast<ssize_t>(text.size());
}

bool Browser::read_some(Clock::time_point until) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd waited{socket_, POLLIN, 0};
    if (is_ended_ || left <= 0 || ::poll(&waited, 1, static_cast<int>(left)) <= 0) return false;
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    is_ended_ = count <= 0;
    if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
    return !is_ended_;
}

bool Browser::await(std::string_view text) {
    const auto until = Clock::now() + browser_waits;
    while (received_.find(text) == std::string::npos)
        if (!read_some(until)) return false;
    return true;
}

bool Browser::await_end() {
    const auto until = Clock::now() + browser_waits;
    while (read_some(until)) {
    }
    return is_ended_;
}

} // namespace ansage::tests
