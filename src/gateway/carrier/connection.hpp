// SPDX-License-Identifier: GPL-3.0-or-later
// A browser's connection, with TLS or without: whoever reads or writes slowly is given up at a
// deadline, and whoever sends more than a browser does, at once.
#pragma once

#include "base/descriptor.hpp"
#include "gateway/carrier/tls.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace ansage::gateway {

class Connection {
public:
    explicit Connection(base::Descriptor socket)
        : socket_(std::move(socket)) {}

    // Until then what is read or written now has to be done, a handshake as well.
    void allow(std::chrono::milliseconds time);
    // From now on TLS is spoken. False: the other end says something else, or there is no memory.
    [[nodiscard]] bool begin(const Tls& tls);
    // To a browser that has asked for a page without TLS: once, and nothing of it is waited for.
    void answer_plainly(std::string_view text);

    // Both as the system's calls; -1 at the deadline, too.
    [[nodiscard]] ssize_t read(char* into, std::size_t size);
    [[nodiscard]] ssize_t write(const char* from, std::size_t size);
    // All has been said; only its own thread may say so.
    void end();
    // The browser has closed it.
    [[nodiscard]] bool is_left() const;
    // Whoever reads or writes it now stops.
    void shut() const;

    [[nodiscard]] int socket() const { return socket_.number(); }

private:
    [[nodiscard]] bool await(short events) const;
    [[nodiscard]] ssize_t receive(char* into, std::size_t size);
    // Until it is done, or the deadline has come.
    template <class Call>
    [[nodiscard]] ssize_t with_tls(Call call);

    base::Descriptor socket_; // first: TLS uses it to its end
    std::optional<TlsSession> tls_;
    std::chrono::steady_clock::time_point deadline_;
    std::string unread_;
    std::size_t received_ = 0; // bytes, of all that came
};

} // namespace ansage::gateway
