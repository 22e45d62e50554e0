// SPDX-License-Identifier: GPL-3.0-or-later
// The door of a table that nobody has to play: a local socket as a game's, where whoever comes may
// only watch. The table never waits for a watcher, and its journal knows of none.
#pragma once

#include "base/result.hpp"
#include "consoles/watcher/watched_game.hpp"
#include "table/model/state.hpp"

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace ansage::consoles {

class WatchServer {
public:
    // Listens from now on, under the first name that no other table has.
    [[nodiscard]] static base::Result<std::unique_ptr<WatchServer>, base::Error>
    open(boost::asio::io_context& context, const telling::TableWords& words);

    WatchServer(const WatchServer&) = delete;
    WatchServer& operator=(const WatchServer&) = delete;
    WatchServer(WatchServer&&) = delete;
    WatchServer& operator=(WatchServer&&) = delete;
    ~WatchServer();

    // The name by which the table is joined, and the socket itself.
    [[nodiscard]] const std::string& table_name() const;
    [[nodiscard]] std::filesystem::path socket() const;

    // Somebody has joined since it was opened, and is here now.
    [[nodiscard]] bool is_watched() const;

    // Before the first watcher is let in. `now` and `state` are asked whenever one comes.
    struct Table {
        std::function<const table::State&()> state;
        std::function<base::Instant()> now;
    };

    void start(Table table);
    // What happened, committed. `speed`: how fast the table's time passes from now on; 0: it does
    // not run.
    void note(const Watched& watched, double speed);
    void note_speed(double speed);
    // The game is over: every watcher gets what it has not read yet, as long as it reads and at
    // most for `patience`, and then the last line.
    void close(std::chrono::milliseconds patience);

private:
    class Contents;
    explicit WatchServer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::consoles
