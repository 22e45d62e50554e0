// SPDX-License-Identifier: GPL-3.0-or-later
// Where consoles come in: the table's socket, open to its owner alone, and not faster than the
// table can bear.
#pragma once

#include "base/result.hpp"
#include "consoles/limits.hpp"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>

#include <filesystem>
#include <functional>

namespace ansage::consoles {

class Door {
public:
    using Socket = boost::asio::local::stream_protocol::socket;

    explicit Door(boost::asio::io_context& context);

    // Again, at a new place, while guests are let in: those who are in stay.
    [[nodiscard]] base::Result<void, base::Error> listen(const std::filesystem::path& socket);
    // Of everybody who comes and may.
    void open(std::function<void(Socket)> on_guest);
    void close();

private:
    void accept();
    void accept_in_time(bool has_failed);

    boost::asio::local::stream_protocol::acceptor acceptor_;
    boost::asio::steady_timer rest_; // until the next guest is let in
    Allowance guests_;
    std::function<void(Socket)> on_guest_;
};

} // namespace ansage::consoles
