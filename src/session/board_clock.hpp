// SPDX-License-Identifier: GPL-3.0-or-later
// The clock at a board. Our times are set into it before the game and whenever somebody else than
// it has changed them: a press that gives time, a ruling, a halt. Whether the table follows it is
// the table's business.
#pragma once

#include "devices/board/board.hpp"
#include "session/participant.hpp"

#include <optional>
#include <string>

namespace ansage::session {

class BoardClock {
public:
    // `driver` must outlive it; `name` is the board's, as it was given.
    BoardClock(devices::Driver& driver, std::string name)
        : driver_(driver),
          name_(std::move(name)) {}

    // Keeps what it reports; false: it is about to show other times, or what it shows is older than
    // what it has to be told, and the table must not follow these.
    bool lets_pass(const devices::SensorEvent& event);
    void note(const Happened& happened);
    // When everything that was reported has reached the table.
    void look(const table::State& state, base::Instant now);
    // Each thing once, for the person who set it up.
    [[nodiscard]] std::optional<base::Error> take_problem();

private:
    [[nodiscard]] bool shows_other(const table::State& state, base::Instant now) const;

    devices::Driver& driver_;
    std::string name_;
    std::optional<devices::ClockReport> shown_; // absent: there is no clock, or it is not heard
    std::optional<base::Instant> shown_at_; // when that was looked at first
    bool is_new_ = false; // heard for the first time
    bool must_look_ = false;
    bool is_refused_ = false; // it takes no times of ours
    bool is_guess_told_ = false;
    std::optional<base::Error> problem_;
};

} // namespace ansage::session
