// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a board that says again and again what stands on all its squares. What it is
// asked, and how its bytes are read, its own folder knows.
#pragma once

#include "devices/board/board.hpp"
#include "devices/board/turning.hpp"

namespace ansage::devices {

class ScanningDriver : public Driver {
public:
    struct Make {
        BoardKind kind{};
        std::string_view name;
        base::Millis poll_every{1000}; // how often it is asked, as a sign of life too
    };

    BoardKind kind() const final { return make_.kind; }

    DeviceInfo info() const final { return info_; }

    // What was thrown away so far.
    std::size_t damages() const { return damages_; }

    void start(base::Instant now) final;
    void receive(std::span<const std::byte> bytes, base::Instant now) final;
    void on_time(base::Instant now) final;
    void hung_up(base::Instant now) final;
    void request_state(base::Instant now) final;
    std::optional<base::Instant> next_deadline() const final;

    const std::optional<chess::Reading>& reading() const final { return shown_; }

protected:
    ScanningDriver(const Make& make, const BoardOptions& options, LineTime time);

    // The line was opened: forgets what is half read.
    virtual void reset() = 0;
    // Asks for the board, and what it is. A board that speaks unasked needs no word.
    virtual void ask() = 0;

    // What was seen is doubted, and is to be said again.
    virtual void ask_again() { ask(); }

    // Calls saw() and heard() for what is in the bytes.
    virtual void read(std::span<const std::byte> bytes) = 0;

    bool is_live() const { return line_ == Line::live; }

    // Something whole came.
    void heard();
    // Something came that cannot be right: for a while two readings in a row have to agree.
    void damaged();
    // The same without a checksum, where they have to agree in any case.
    void damaged_unchecked();
    // Whether the reading before it was the same.
    bool is_said_twice(const chess::Reading& raw);
    // The whole board, in the players' squares; or in its own, which may show that it is turned.
    void saw(const chess::Reading& reading);
    void saw_own(const chess::Reading& raw);

    const Turning& turning() const { return turning_; }

    // What it has said of itself.
    DeviceInfo& known() { return info_; }

    // Its squares are others than was thought: what is seen next is said as a whole.
    void say_whole() { must_show_ = true; }

private:
    enum class Line : std::uint8_t { closed, calling, live };

    void lose();
    void tell_changes(const chess::Reading& before, const chess::Reading& after);

    Make make_;
    base::Millis lost_after_{3000};
    Turning turning_;
    DeviceInfo info_;
    std::size_t damages_ = 0;
    Line line_ = Line::closed;
    bool is_lost_ = false;
    bool must_show_ = true;
    base::Instant now_;
    base::Instant last_heard_;
    base::Instant last_asked_;
    std::optional<chess::Reading> shown_;
    std::optional<base::Instant> noisy_until_;
    std::optional<chess::Reading> doubted_; // seen once on a noisy line
    std::optional<chess::Reading> once_; // the last, where there is no checksum
};

} // namespace ansage::devices
