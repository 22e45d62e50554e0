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
// What every TLS connection begins with: a record of its handshake (RFC 8446, 5.1).
constexpr char handshake = '\x16';

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

bool Connection::begin(const Tls& tls) {
    char first = '\0';
    if (!await(POLLIN) || ::recv(socket_.number(), &first, 1, MSG_PEEK) != 1 || first != handshake)
        return false;
    tls_ = tls.session(socket_);
    return tls_.has_value();
}

// What has come has to be read: a socket that is closed before it takes back what was sent.
void Connection::answer_plainly(std::string_view text) {
    std::array<char, 8192> unread{};
    const ssize_t count = ::recv(socket_.number(), unread.data(), unread.size(), MSG_DONTWAIT);
    if (count <= 0) return;
    const std::string_view asked{unread.data(), static_cast<std::size_t>(count)};
    if (!asked.starts_with("GET ") && !asked.starts_with("HEAD ")) return;
    static_cast<void>(
        ::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT)
    );
}

template <class Call>
ssize_t Connection::with_tls(Call call) {
    while (std::chrono::steady_clock::now() < deadline_) {
        const TlsSession::Step step = call(*tls_);
        if (step.wants == 0) return step.count;
        if (!await(step.wants)) break;
    }
    return -1;
}

ssize_t Connection::receive(char* into, std::size_t size) {
    if (tls_) return with_tls([&](TlsSession& tls) { return tls.read(into, size); });
    return await(POLLIN) ? ::recv(socket_.number(), into, size, 0) : -1;
}

ssize_t Connection::read(char* into, std::size_t size) {
    if (unread_.empty()) {
        std::array<char, 4096> buffer{};
        if (received_ >= most_received) return -1;
        const ssize_t count = receive(buffer.data(), buffer.size());
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
    if (tls_) return with_tls([&](TlsSession& tls) { return tls.write(from, size); });
    for (;;) {
        if (!await(POLLOUT)) return -1;
        const ssize_t count = ::send(socket_.number(), from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0 || (errno != EAGAIN && errno != EINTR)) return count;
    }
}

void Connection::end() {
    if (tls_) tls_->say_goodbye();
    shut();
}

bool Connection::is_left() const {
    pollfd waited{socket_.number(), POLLRDHUP, 0};
    return ::poll(&waited, 1, 0) > 0;
}

void Connection::shut() const { ::shutdown(socket_.number(), SHUT_RDWR); }

} // namespace ansage::gateway
