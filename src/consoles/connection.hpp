// SPDX-License-Identifier: GPL-3.0-or-later
// One connection of a console: whole lines in, whole lines out, never waited for.
#pragma once

#include "consoles/limits.hpp"
#include "table/model/input.hpp"
#include "telling/hearing.hpp"

#include <boost/asio/local/stream_protocol.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ansage::consoles {

class ConsoleSession : public std::enable_shared_from_this<ConsoleSession> {
public:
    using Socket = boost::asio::local::stream_protocol::socket;

    struct Listener {
        std::function<void()> woken; // there is a line to take
        std::function<void(ConsoleSession&)> gone; // once, also after an end of ours
        std::function<void(ConsoleSession&)> has_sent{}; // all that was queued; may be empty
    };

    ConsoleSession(Socket socket, Listener listener);

    void start();
    // The next line that was typed, one at a time, so that nobody waits for all that another typed.
    // What was typed before the other end went away is still given.
    [[nodiscard]] std::optional<std::string> take_line();
    // Null: there is none.
    [[nodiscard]] const std::string* next_line() const;
    // Hangs up if the other end is gone and everything it typed is taken.
    void leave_if_taken();
    // Queued; false if too much waits already.
    [[nodiscard]] bool send(std::string line);
    // Says this, as far as the line takes it at once, and hangs up.
    void end(const std::string& last_line);

    [[nodiscard]] bool is_open() const { return socket_.is_open(); }

    // Nothing waits to be sent.
    [[nodiscard]] bool has_sent_all() const { return outgoing_.empty(); }

    std::optional<table::ConsoleRole> role; // once it has joined
    std::optional<table::InputBody> unconfirmed;
    std::optional<std::string> confirming_word; // absent: "y" does
    std::vector<telling::NearAct> asked_next; // where that is not meant
    bool is_window = false; // where the table was opened: it closes with this console
    bool is_shared = false; // two players sit there
    bool is_keyboard = false; // a person types there: lines are read back
    bool is_page = false; // it is shown how the table stands
    bool is_on_network = false; // in a browser of another machine
    bool has_left = false; // and said so
    bool is_owed_now = false; // which may have changed since
    std::string looks; // as it was shown last
    bool is_asked_to_leave = false; // and was asked whether it should
    std::uint64_t last_sent = 0;
    std::uint64_t last_seen = 0;
    std::uint64_t overdue = 0; // what should have been seen by the next look
    std::size_t help_given = 0;
    std::string taught_now; // of what is to be done just now
    Allowance lines{most_lines_at_once, most_lines_a_second};
    std::uint64_t number = 0; // of those who came
    SteadyTime waits_until; // what it typed was more than its share
    bool is_overdue = false; // it had not joined at the last look

private:
    static constexpr double most_lines_at_once = 200;
    static constexpr double most_lines_a_second = 100;

    void read();
    void take(std::size_t count);
    void write();
    void hang_up();

    Socket socket_;
    Listener listener_;
    std::string buffer_;
    std::string incoming_;
    std::deque<std::string> typed_; // whole lines, not yet taken
    bool rests_ = false; // enough is typed: it reads on when that is taken
    bool has_left_ = false; // the other end is gone
    std::deque<std::string> outgoing_;
    std::size_t waiting_ = 0; // bytes in outgoing_
    bool is_writing_ = false;
    bool has_gone_ = false;
};

} // namespace ansage::consoles
