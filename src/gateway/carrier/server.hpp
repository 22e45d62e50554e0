// SPDX-License-Identifier: GPL-3.0-or-later
// Browsers of this machine: connections counted before each gets a thread, requests judged by host,
// origin and secret, files given, what is sent to us read, and events sent as they come.
#pragma once

#include "base/descriptor.hpp"
#include "gateway/carrier/service.hpp"
#include "gateway/handover/address.hpp"
#include "gateway/handover/file.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace ansage::gateway {

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
        std::string secret,
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

    [[nodiscard]] const Address& address() const;
    // To be watched for whoever comes.
    [[nodiscard]] int descriptor() const;
    // Lets in one who has come.
    void accept();

    // Browsers that follow events now.
    [[nodiscard]] std::size_t watchers() const;
    // When somebody who knows the secret asked for a file or for events last; absent: nobody ever
    // came.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_visit() const;
    // When a browser that followed them left last.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_leave() const;

private:
    class Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::gateway
