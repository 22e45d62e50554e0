// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a board that says again and again what stands on all its squares. What it is
// asked, and how its bytes are read, its own folder knows.
#pragma once

#include "devices/board/board.hpp"

namespace ansage::devices {

class ScanningDriver : public Driver {
public:
    struct Timing {
        base::Millis poll_every{1000}; // how often it is asked, as a sign of life too
        base::Millis lost_after{3000};
    };

    void start(base::Instant now) final;
    void receive(std::span<const std::byte> bytes, base::Instant now) final;
    void on_time(base::Instant now) final;
    void hung_up(base::Instant now) final;
    void request_state(base::Instant now) final;
    [[nodiscard]] std::optional<base::Instant> next_deadline() const final;

    [[nodiscard]] const std::optional<chess::Reading>& reading() const final { return shown_; }

    bool beep(base::Millis /*duration*/) override { return false; }

    bool vibrate(base::Millis /*duration*/) override { return false; }

protected:
    explicit ScanningDriver(Timing timing)
        : timing_(timing) {}

    // The line was opened: forgets what is half read.
    virtual void reset() = 0;
    // Asks for the board, and what it is. A board that speaks unasked needs no word.
    virtual void ask() = 0;

    // What was seen is doubted, and is to be said again.
    virtual void ask_again() { ask(); }

    // Calls saw() and heard() for what is in the bytes.
    virtual void read(std::span<const std::byte> bytes) = 0;

    // Something whole came.
    void heard();
    // Something came that cannot be right: for a while two readings in a row have to agree.
    void damaged();
    // The whole board, in the players' squares.
    void saw(const chess::Reading& reading);

    // Its squares are others than was thought: what is seen next is said as a whole.
    void say_whole() { must_show_ = true; }

private:
    enum class Line : std::uint8_t { closed, calling, live };

    void lose();
    void tell_changes(const chess::Reading& before, const chess::Reading& after);

    Timing timing_;
    Line line_ = Line::closed;
    bool is_lost_ = false;
    bool must_show_ = true;
    base::Instant now_;
    base::Instant last_heard_;
    base::Instant last_asked_;
    std::optional<chess::Reading> shown_;
    std::optional<base::Instant> noisy_until_;
    std::optional<chess::Reading> doubted_; // seen once on a noisy line
};

} // namespace ansage::devices
