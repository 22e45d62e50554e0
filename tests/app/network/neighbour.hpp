// SPDX-License-Identifier: GPL-3.0-or-later
// Another machine: a network namespace that one cable, with IPv4 and IPv6, joins to the test's own.
// Nothing of the machine's real network reaches either of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::tests {

struct Socket {
    bool is_tcp = true;
    std::uint16_t port = 0;

    auto operator<=>(const Socket&) const = default;
};

class Neighbour {
public:
    // Absent where the test may not make network namespaces.
    static std::optional<Neighbour> join();
    Neighbour(const Neighbour&) = delete;
    Neighbour& operator=(const Neighbour&) = delete;
    Neighbour(Neighbour&& other) noexcept;
    Neighbour& operator=(Neighbour&&) = delete;
    // Ends everything that runs there.
    ~Neighbour();

    // The command line that runs this program there.
    [[nodiscard]] std::vector<std::string> running(const std::vector<std::string>& command) const;
    // What listens there, on whatever address: TCP and UDP, as ss says.
    [[nodiscard]] std::vector<Socket> sockets() const;

    // As seen from here.
    static constexpr const char* v4 = "10.77.0.2";
    static constexpr const char* v6 = "fd77::2";

private:
    explicit Neighbour(std::string process)
        : process_(std::move(process)) {}

    std::string process_; // which holds the namespace
};

// Whether a program takes what is sent from here to that address.
[[nodiscard]] bool is_reached(const char* address, Socket socket);

// The answer to these bytes, without TLS: its beginning, or nothing.
[[nodiscard]] std::string
answer(const char* address, std::uint16_t port, const std::string& question);

} // namespace ansage::tests
