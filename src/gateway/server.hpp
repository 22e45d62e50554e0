// SPDX-License-Identifier: GPL-3.0-or-later
// Browsers of this machine: connections counted before each gets a thread, requests judged by host,
// origin and secret, files given, and the lines of a table as server-sent events.
#pragma once

#include "base/result.hpp"
#include "gateway/address.hpp"
#include "gateway/lines.hpp"
#include "gateway/site.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

namespace ansage::gateway {

// In which a request has to have come, a file to have gone, and a part of a stream to have gone;
// and after which a stream on which nothing happens shows both ends that it is alive.
struct Deadlines {
    std::chrono::milliseconds request{5'000};
    std::chrono::milliseconds file{20'000};
    std::chrono::milliseconds part{10'000};
    std::chrono::milliseconds heartbeat{15'000};
};

class Server {
public:
    // At that port, or at any, of the loopback interface alone. `lines` must outlive it.
    [[nodiscard]] static base::Result<std::unique_ptr<Server>, base::Error>
    open(const Address& wanted, Site site, const Lines& lines, Deadlines deadlines = {});

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

    // Browsers that follow the lines now.
    [[nodiscard]] std::size_t watchers() const;
    // When somebody who knows the secret asked for something last; absent: nobody ever came.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_visit() const;
    // When a browser that followed the lines left last.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> last_leave() const;

private:
    class Contents;
    explicit Server(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::gateway
