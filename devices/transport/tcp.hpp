// SPDX-License-Identifier: GPL-3.0-or-later
// TCP: boards behind ser2net or a Bluetooth bridge, and simulators on this machine.
#pragma once

#include "devices/transport/stream.hpp"

#include <cstdint>
#include <string>

namespace ansage::devices {

// `host` is a name or a numeric address.
[[nodiscard]] base::Result<Stream, base::Error>
connect_tcp(const std::string& host, std::uint16_t port, base::Millis limit);

// Waits for connections on the loopback interface only.
class TcpListener {
public:
    // Port 0: any free one.
    [[nodiscard]] static base::Result<TcpListener, base::Error> open(std::uint16_t port);

    std::uint16_t port() const { return port_; }

    [[nodiscard]] base::Result<Stream, StreamError> accept(base::Millis limit);

private:
    TcpListener(Descriptor descriptor, std::uint16_t port)
        : descriptor_(std::move(descriptor)),
          port_(port) {}

    Descriptor descriptor_;
    std::uint16_t port_;
};

} // namespace ansage::devices
