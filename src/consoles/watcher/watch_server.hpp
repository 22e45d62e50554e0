// SPDX-License-Identifier: GPL-3.0-or-later
// The door of a table that nobody has to play: a local socket as a game's, where whoever comes may
// only watch. The table never waits for a watcher, and its journal knows of none.
#pragma once

#include "base/result.hpp"
#include "consoles/watcher/watched_game.hpp"
#include "journal/journal.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace ansage::consoles {

class WatchServer {
public:
    // The table, on whose thread everything here happens.
    struct Table {
        std::function<const table::State&()> state;
        std::function<base::Instant()> now;
        std::function<void()> woken; // there is a turn to take
    };

    // Listens from now on, under the first name that no other table has.
    [[nodiscard]] static base::Result<std::unique_ptr<WatchServer>, base::Error> open(
        boost::asio::io_context& context,
        const telling::TableWords& words,
        const std::string& language // the arbiter's
    );

    WatchServer(const WatchServer&) = delete;
    WatchServer& operator=(const WatchServer&) = delete;
    WatchServer(WatchServer&&) = delete;
    WatchServer& operator=(WatchServer&&) = delete;
    ~WatchServer();

    // For `ansage join watcher --table`, and where it listens.
    [[nodiscard]] const std::string& table_name() const;
    [[nodiscard]] std::filesystem::path socket() const;

    // What happened before a table was gone on with. Before start().
    [[nodiscard]] base::Result<void, base::Error>
    read_before(journal::Journal& journal, const table::TableSetup& setup);
    // Somebody is on the way, whom close() waits for.
    void expect_watcher();
    // Before the first watcher can join. `speed`: how fast the table's time passes; 0: it does not
    // run.
    void start(Table table, double speed);
    // One thing that a watcher sent; false: there is none.
    bool take_turn();
    // After the journal has it.
    void note(const Watched& watched);
    void note_speed(double speed);
    // The game is over. Whoever reads gets what is left, for `patience` at most; then the last
    // line.
    void close(std::chrono::milliseconds patience);

private:
    class Contents;
    explicit WatchServer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::consoles
