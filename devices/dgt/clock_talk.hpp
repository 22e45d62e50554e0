// SPDX-License-Identifier: GPL-3.0-or-later
// What a DGT clock is told: one thing after another, each sent again until it is acknowledged,
// three times at most.
#pragma once

#include "devices/dgt/clock_command.hpp"
#include "devices/dgt/protocol.hpp"

#include <deque>
#include <functional>
#include <string>
#include <utility>

namespace ansage::devices::dgt {

// What became of something that the clock was told.
struct ClockAnswer {
    ClockCommand command{};
    bool is_done = false; // false: refused, or not answered however often it was sent
    bool operator==(const ClockAnswer&) const = default;
};

class ClockTalk {
public:
    struct Line {
        std::function<void(std::span<const std::byte>)> send;
        std::function<void()> was_set; // it was told times, and took them or not
    };

    explicit ClockTalk(Line line)
        : line_(std::move(line)) {}

    // What is to be told after something else of its kind that has not been sent yet replaces it.
    void tell(ClockCommand command, std::vector<std::byte> bytes, base::Instant now);
    void on_ack(const ClockAck& ack, base::Instant now);
    void on_time(base::Instant now);
    // Nothing of what is under way is answered any more.
    void lose();

    std::optional<base::Instant> next_deadline() const;
    bool is_setting() const;
    // Once for every setting that has an answer.
    [[nodiscard]] std::optional<bool> take_was_set();

    [[nodiscard]] std::vector<ClockAnswer> take_answers() { return std::exchange(answers_, {}); }

    // "2.2", once asked and answered.
    const std::string& version() const { return version_; }

private:
    struct Told {
        ClockCommand command{};
        std::vector<std::byte> bytes;
        unsigned tries = 0;
        std::optional<base::Instant> at;
    };

    void tell_next(base::Instant now);
    void retry(base::Instant now);
    void finish(bool is_done, base::Instant now);

    Line line_;
    std::deque<Told> to_tell_; // the first is under way
    std::vector<ClockAnswer> answers_;
    std::string version_;
};

} // namespace ansage::devices::dgt
