// SPDX-License-Identifier: GPL-3.0-or-later
// A table's socket without a table: one role, whose lines are kept, and sent on to a page that
// comes back. What pages send is kept, too. No wait is without a limit.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ansage::tests {

class FakeTable {
public:
    explicit FakeTable(std::filesystem::path socket);
    FakeTable(const FakeTable&) = delete;
    FakeTable& operator=(const FakeTable&) = delete;
    FakeTable(FakeTable&&) = delete;
    FakeTable& operator=(FakeTable&&) = delete;
    ~FakeTable();

    // A line of the log, numbered, to whoever has joined.
    void say(const std::string& text);
    // A line as it stands.
    void send(const std::string& line);
    // Lets all go without a word, in the middle of a line.
    void hang_up();
    // Nobody listens any more, and then somebody does again.
    void close();
    void open();

    // Whoever joins is answered only this, and let go. Empty: he is welcome.
    void refuse_with(std::string line);

    // Waits for so many lines that have that in them; how many there were so far.
    [[nodiscard]] bool await(const std::string& text, std::size_t times = 1);
    [[nodiscard]] std::size_t count(const std::string& text) const;
    // Waits until that many are connected.
    [[nodiscard]] bool await_guests(std::size_t number);

    static constexpr const char* run = "a1b2c3d4";

private:
    struct Guest {
        int socket = -1;
        std::string incoming;
        bool has_joined = false;
    };

    using Condition = std::function<bool()>;

    void serve();
    [[nodiscard]] std::size_t count_now(const std::string& text) const;
    void let_in();
    // False: it is gone.
    [[nodiscard]] bool read(Guest& guest);
    void take(Guest& guest, const std::string& line);
    void write(Guest& guest, const std::string& line);
    [[nodiscard]] bool wait_for(const Condition& condition);

    std::filesystem::path path_;
    int listening_ = -1;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Guest> guests_;
    std::vector<std::string> log_;
    std::vector<std::string> received_;
    std::string refusal_;
    bool is_ending_ = false;
    std::thread thread_;
};

} // namespace ansage::tests
