// SPDX-License-Identifier: GPL-3.0-or-later
// A gateway's server that lets in whoever comes, as its loop does, and requests to it.
#pragma once

#include "gateway/carrier/server.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace ansage::tests {

extern const std::string secret; // of every server here

class Served {
public:
    // `look` is called every now and then. Access with TLS: for the network.
    explicit Served(
        gateway::Service& service,
        gateway::Deadlines deadlines = {},
        std::function<void()> look = [] {},
        gateway::Access access = {secret}
    );
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;
    Served(Served&&) = delete;
    Served& operator=(Served&&) = delete;
    ~Served();

    [[nodiscard]] gateway::Server& server() { return server_; }

    [[nodiscard]] std::string host() const;
    [[nodiscard]] std::string
    get(const std::string& path, const std::string& more = {}, const std::string& host = {}) const;
    // As a page sends JSON.
    [[nodiscard]] std::string post(const std::string& name, const std::string& body) const;

    // All of the answer to a request whose connection is then closed.
    [[nodiscard]] std::string answer(const std::string& request) const;

private:
    void run();

    gateway::Server server_;
    std::function<void()> look_;

public:
    const std::uint16_t port;

private:
    std::atomic<bool> is_ending_ = false;
    std::thread loop_;
};

[[nodiscard]] bool is_status(const std::string& answer, int code);
// Its first line.
[[nodiscard]] std::string status_of(const std::string& answer);

} // namespace ansage::tests
