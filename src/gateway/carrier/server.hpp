// SPDX-License-Identifier: GPL-3.0-or-later
// Browsers of this machine, or of the network: connections counted before each gets a thread,
// requests judged by host, origin and secret, files given, what is sent to us read, and events sent
// as they come.
#pragma once

#include "base/descriptor.hpp"
#include "gateway/carrier/service.hpp"
#include "gateway/carrier/tls.hpp"
#include "gateway/handover/address.hpp"
#include "gateway/handover/file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::gateway {

// Who is given anything: on this machine whoever knows the secret, on the network whoever speaks
// TLS. There each browser gets a key of its own as its only cookie, and whoever the service knows
// by it is pushed out by no stranger.
struct Access {
    std::string secret{};
    std::optional<Tls> tls{}; // absent: a page of this machine
    std::vector<std::string> names{}; // of this machine on the network, in small letters
};

// In which a request has to have come with all that it sends, a file to have gone, and a part of a
// stream to have gone; and after which a stream on which nothing happens shows both ends that it is
// alive.
struct Deadlines {
    std::chrono::milliseconds request{5'000};
    std::chrono::milliseconds file{20'000};
    std::chrono::milliseconds part{10'000};
    std::chrono::milliseconds heartbeat{15'000};
};

class Server {
public:
    // `listening` is a socket of listen_at(). `service` must outlive it.
    Server(
        base::Descriptor listening,
        Access access,
        Site site,
        Service& service,
        Deadlines deadlines = {}
    );
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    Server(Server&&) = delete;
    Server& operator=(Server&&) = delete;
    // All connections end.
    ~Server();

    [[nodiscard]] std::uint16_t port() const;
    // To be watched for whoever comes.
    [[nodiscard]] int descriptor() const;
    // Lets in one who has come.
    void accept();

    // Browsers that were let in and follow events now.
    [[nodiscard]] std::size_t watchers() const;
    // When one who may asked for a file or for events last; absent: nobody ever
    // came.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_visit() const;
    // When a browser that followed them left last.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_leave() const;

private:
    class Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::gateway
