// SPDX-License-Identifier: GPL-3.0-or-later
// A browser of the network, which speaks TLS to a gateway and asks nobody whether its certificate
// is one. No wait is without a limit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ansage::tests {

class TlsBrowser {
public:
    struct Choice {
        std::string from = "127.0.0.1"; // its own address, of 127.0.0.0/8
        std::string to = "127.0.0.1";
        int newest = 0; // version of TLS; 0: any
    };

    // Connects and shakes hands.
    explicit TlsBrowser(std::uint16_t port);
    TlsBrowser(std::uint16_t port, const Choice& choice);
    TlsBrowser(const TlsBrowser&) = delete;
    TlsBrowser& operator=(const TlsBrowser&) = delete;
    TlsBrowser(TlsBrowser&& other) noexcept;
    TlsBrowser& operator=(TlsBrowser&&) = delete;
    ~TlsBrowser();

    // The other end has not closed, as far as it was read.
    [[nodiscard]] bool is_open() const;
    // Of the certificate that it was shown, SHA-256: "3F2A 9C01 ...".
    [[nodiscard]] std::string fingerprint() const;

    // False: the other end takes nothing any more.
    bool send(std::string_view text);
    // Reads until that was there, or the other end has closed, or the limit is reached.
    [[nodiscard]] bool await(std::string_view text);
    // Reads to the end; false if that does not come.
    [[nodiscard]] bool await_end();

    // All that came.
    [[nodiscard]] const std::string& received() const;

private:
    struct Contents;
    // False: nothing came in time, or the other end has closed.
    [[nodiscard]] bool read_some();

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::tests
