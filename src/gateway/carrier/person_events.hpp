// SPDX-License-Identifier: GPL-3.0-or-later
// The line of one person from the table, as the events of a browser. Nothing is kept here: a page
// that comes back says which line it had, and the table sends what came after it.
#pragma once

#include "base/descriptor.hpp"
#include "gateway/carrier/from_browser.hpp"
#include "gateway/carrier/service.hpp"
#include "gateway/carrier/table_line.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::gateway {

// Where persons join.
struct PersonsTable {
    std::filesystem::path socket;
    std::function<bool()> is_there; // else another table has its name; asked on any thread
    bool is_on_network = false; // then each browser has a key, and the table lets it in by that
    std::function<bool()> is_being_set_up{}; // asked on any thread, too; may be empty
    std::chrono::milliseconds try_again_after{500}; // where it does not answer
    std::chrono::milliseconds give_up_after{20'000};
};

// The keys of browsers that the table has welcomed, from any thread.
class Welcomed {
public:
    void add(const std::string& key);
    [[nodiscard]] bool has(const std::string& key) const;

private:
    mutable std::mutex mutex_;
    std::deque<std::string> keys_; // the oldest first, as many as a table has persons, and more
};

// A page that joined. The mutex guards what follows it.
struct PageSession {
    std::string token;
    Person person;
    std::string key; // of its browser, on the network; else empty
    std::mutex mutex;
    std::shared_ptr<TableLine> line; // null: there is none now
    bool was_welcome = false;
    std::string run{}; // of the table that welcomed it
    const base::Wakeup* stream = nullptr; // ends the one that follows it now
    std::chrono::steady_clock::time_point since; // no stream has followed it
};

class PersonEvents final : public Events {
public:
    // The stream that followed `session` before ends. `table` and `welcomed` must outlive it.
    PersonEvents(
        const PersonsTable& table,
        Welcomed& welcomed,
        std::shared_ptr<PageSession> session,
        LastLine last
    );
    PersonEvents(const PersonEvents&) = delete;
    PersonEvents& operator=(const PersonEvents&) = delete;
    PersonEvents(PersonEvents&&) = delete;
    PersonEvents& operator=(PersonEvents&&) = delete;
    ~PersonEvents() override;

    std::optional<std::string>
    next(const Connection& browser, std::chrono::steady_clock::time_point until) override;

private:
    using Instant = std::chrono::steady_clock::time_point;

    void join(Instant now);
    [[nodiscard]] std::string join_line() const;
    // The session's line to the table is this one from now on; null: there is none.
    void set_line(std::shared_ptr<TableLine> line);
    void await(const Connection& browser, Instant until) const;
    void read();
    void take(const std::string& line);
    void on_welcome(const TableWords& words);
    void on_hang_up();
    void end(const std::string& words);
    void tell_standing(std::string_view standing, const std::string& words);

    const PersonsTable& table_;
    Welcomed& welcomed_;
    std::shared_ptr<PageSession> session_;
    base::Wakeup ended_; // another stream follows the session
    std::shared_ptr<TableLine> line_;
    // Of the stream before: the table has us as the same person as long as it is open.
    std::shared_ptr<TableLine> line_before_;
    LastLine last_; // that went to the browser
    std::string events_; // for the browser
    std::string when_lost_; // what the table would have people told
    std::string_view standing_; // that was told last
    Instant try_at_;
    std::optional<Instant> lost_since_;
    bool is_over_ = false;
};

} // namespace ansage::gateway
