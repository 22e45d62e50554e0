// SPDX-License-Identifier: GPL-3.0-or-later
// TLS for browsers of other machines: 1.2 at least, with the one certificate of this machine.
// Nothing here waits.
#pragma once

#include "base/descriptor.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace ansage::gateway {

// One connection, of one thread. The handshake is part of its first read.
class TlsSession {
public:
    // What a call came to. `wants` is what poll() has to wait for before it is made again; 0: it is
    // done, and `count` is as of the system's calls.
    struct Step {
        ssize_t count = -1;
        short wants = 0;
    };

    struct Contents;

    explicit TlsSession(std::unique_ptr<Contents> contents);
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;
    TlsSession(TlsSession&& other) noexcept;
    TlsSession& operator=(TlsSession&& other) noexcept;
    ~TlsSession();

    [[nodiscard]] Step read(char* into, std::size_t size);
    [[nodiscard]] Step write(const char* from, std::size_t size);
    // Tells the browser that nothing more comes, if that can be done at once.
    void say_goodbye();

private:
    std::unique_ptr<Contents> contents_;
};

class Tls {
public:
    // `identity`: a certificate and its key, PEM. Absent: it is no such thing.
    [[nodiscard]] static std::optional<Tls> with(const std::string& identity);

    Tls(const Tls&) = delete;
    Tls& operator=(const Tls&) = delete;
    Tls(Tls&& other) noexcept;
    Tls& operator=(Tls&& other) noexcept;
    ~Tls();

    // `socket`, which does not block, must outlive it. Absent: there is no memory.
    [[nodiscard]] std::optional<TlsSession> session(const base::Descriptor& socket) const;

private:
    struct Contents;
    explicit Tls(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::gateway
