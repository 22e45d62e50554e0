// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace ansage::gateway {

namespace {

// A browser's request has some hundred bytes, and what it sends 8,192 at most.
constexpr std::size_t most_received = std::size_t{24} * 1024;

} // namespace

void Connection::allow(std::chrono::milliseconds time) {
    deadline_ = std::chrono::steady_clock::now() + time;
}

bool Connection::await(short events) const {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline_ - std::chrono::steady_clock::now()
        );
        if (left.count() <= 0) return false;
        pollfd waited{socket_.number(), events, 0};
        const int ready = ::poll(&waited, 1, static_cast<int>(left.count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

ssize_t Connection::read(char* into, std::size_t size) {
    if (unread_.empty()) {
        std::array<char, 4096> buffer{};
        if (received_ >= most_received || !await(POLLIN)) return -1;
        const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (count <= 0) return count;
        received_ += static_cast<std::size_t>(count);
        unread_.assign(buffer.data(), static_cast<std::size_t>(count));
    }
    const std::size_t taken = std::min(size, unread_.size());
    std::copy_n(unread_.data(), taken, into);
    unread_.erase(0, taken);
    return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* from, std::size_t size) {
    for (;;) {
        if (!await(POLLOUT)) return -1;
        const ssize_t count = ::send(socket_.number(), from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0 || (errno != EAGAIN && errno != EINTR)) return count;
    }
}

bool Connection::is_left() const {
    pollfd waited{socket_.number(), POLLRDHUP, 0};
    return ::poll(&waited, 1, 0) > 0;
}

void Connection::shut() const { ::shutdown(socket_.number(), SHUT_RDWR); }

} // namespace ansage::gateway
