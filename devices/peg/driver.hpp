// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of an Ansage peg board: lines to sensor events.
#pragma once

#include "devices/board/turning.hpp"
#include "devices/peg/protocol.hpp"

namespace ansage::devices::peg {

struct DriverSettings {
    // Occupancy boards cannot show that they lie the wrong way round: say so here.
    Orientation orientation = Orientation::automatic;
    // A board that is silent for so long is lost; it sends its state every second.
    base::Millis lost_after{3000};
    // How often a board that does not answer is greeted again.
    base::Millis greet_every{1000};
};

class PegDriver final : public Driver {
public:
    explicit PegDriver(DriverSettings settings = {});

    BoardKind kind() const override { return kind_; }

    DeviceInfo info() const override { return info_; }

    [[nodiscard]] std::optional<base::Error> problem() const override;
    void start(base::Instant now) override;
    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void on_time(base::Instant now) override;
    void hung_up(base::Instant now) override;
    void request_state(base::Instant now) override;
    std::optional<base::Instant> next_deadline() const override;
    bool beep(base::Millis duration) override;
    bool vibrate(base::Millis duration) override;

    const std::optional<chess::Reading>& reading() const override { return shown_; }

    // Lines thrown away so far because they came damaged, and gaps in the sequence.
    std::size_t damaged_lines() const { return damaged_lines_; }

    std::size_t gaps() const { return gaps_; }

private:
    enum class Line : std::uint8_t {
        closed, // not started, or hung up
        calling, // open, nothing heard yet or not any more
        live,
    };

    // `old`: sent before the last line heard, by its own time stamp.
    enum class Order : std::uint8_t { next, repeated, gap, old, restarted };

    struct Stamp {
        unsigned sequence = 0;
        std::uint32_t board_ms = 0;
        base::Instant heard_at;
    };

    void handle_line(base::Result<std::string_view, LineError> text, base::Instant now);
    void handle(const BoardLine& line, base::Instant now);
    Order order_of(const BoardLine& line, base::Instant now) const;
    bool is_same_run(const BoardLine& line, base::Instant now) const;
    void note_order(Order order, const BoardLine& line, base::Instant now);
    void heard(base::Instant now);
    void greet(base::Instant now);
    void ask_state(base::Instant now);
    void miss(base::Instant now);
    void lose();
    void dispatch(const BoardMessage& message);
    void on_hello(const Hello& hello);
    void on_state(const State& state);
    void show();
    void on_lever(const LeverPress& press);
    void on_button(const ButtonPress& press);
    void catch_up_presses(const PressCounts& counts);
    void press_lever(chess::Color side);
    void emit_square(SensorEvent event);
    void send_message(const HostMessage& message);

    DriverSettings settings_;
    Turning turning_;
    LineReader reader_;
    Line line_ = Line::closed;
    BoardKind kind_ = BoardKind::occupancy;
    Features features_;
    DeviceInfo info_;
    std::optional<unsigned> wrong_version_;
    bool is_lost_ = false;
    bool is_after_outage_ = false;
    std::optional<base::Instant> asked_at_;
    bool must_show_ = true; // the next state is news even if it looks the same
    base::Instant last_heard_;
    base::Instant last_greeting_;
    std::optional<Stamp> last_stamp_;
    std::optional<PressCounts> counts_; // absent: take the next state's as they are
    std::optional<chess::Reading> raw_; // in the board's own squares
    std::optional<chess::Reading> shown_; // in the players' squares, as emitted
    std::size_t damaged_lines_ = 0;
    std::size_t gaps_ = 0;
};

} // namespace ansage::devices::peg
