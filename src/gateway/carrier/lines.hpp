// SPDX-License-Identifier: GPL-3.0-or-later
// What a table has told its watchers, kept for browsers that come late or come back. Written by one
// thread, read by one for each browser.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

namespace ansage::gateway {

enum class Standing : std::uint8_t {
    coming, // what was told before is still being read
    open, // all of it is here, and more may come
    lost, // the table does not answer, and may again
    over, // nothing more will come
};

class Lines {
public:
    // What does not change as long as the table runs.
    void welcome(std::string json);
    // How everything stands now: whoever has the newest has all.
    void state(std::string json);
    // A line of the log; one that is here already is not taken again. Numbers begin with 1.
    void add(std::uint64_t number, std::string json);
    // `words` are for people: why nothing more comes.
    void stand(Standing standing, std::string words = {});
    // Everybody who waits goes on, and waits no more.
    void close();

    // How far a browser has come. Of all but the lines it is shown the newest.
    struct Place {
        std::uint64_t line = 0; // the number of the last it was shown
        std::uint64_t welcome = 0;
        std::uint64_t state = 0;
        std::uint64_t standing = 0;
    };

    struct News {
        std::string events; // as a browser's EventSource reads them; empty: there is nothing new
        Place place;
        bool is_closed = false;
    };

    // What is new from there: the state first, for the lines tell why it is so. Waits for it, for
    // so long.
    [[nodiscard]] News after(const Place& place, std::chrono::milliseconds limit) const;

    [[nodiscard]] Standing standing() const;
    [[nodiscard]] std::uint64_t last() const;

private:
    struct Line {
        std::uint64_t number = 0;
        std::string json;
    };

    // Counted each time it changes.
    struct Newest {
        std::string json;
        std::uint64_t change = 0;
    };

    void put(Newest& newest, std::string json);
    [[nodiscard]] bool has_news(const Place& place) const;
    [[nodiscard]] News news(const Place& place) const;

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::deque<Line> lines_; // in the order of their numbers
    Newest welcome_;
    Newest state_;
    Newest standing_told_;
    Standing standing_ = Standing::coming;
    bool is_closed_ = false;
};

} // namespace ansage::gateway
