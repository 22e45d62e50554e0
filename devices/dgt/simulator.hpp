// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a DGT serial board with a DGT clock, with the habits of its scan.
#pragma once

#include "devices/board/board.hpp"
#include "devices/dgt/clock_command.hpp"
#include "devices/dgt/protocol.hpp"
#include "devices/dgt/stored.hpp"

#include <string>

namespace ansage::devices::dgt {

struct SimulatorSettings {
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
    // A real board takes 200 to 250 ms to look at all squares: what happens in between is not seen,
    // so that a captured man's square is never seen empty. Absent: every act is seen at once.
    std::optional<base::Millis> scan_every;
    // Of two changes in one scan, the square that is filled is told before the one that is emptied;
    // otherwise the order is the board's, from a8 to h1.
    bool tells_placed_first = false;
    // A piece that is placed on a line with the square it was lifted from was pushed along it:
    // every square passed is told, filled and emptied.
    bool tells_slides = false;
    bool has_clock = true;
    chess::Color clock_left = chess::Color::white;
    base::Millis clock_left_time{90 * 60 * 1000};
    base::Millis clock_right_time{90 * 60 * 1000};
    // Reports its display when it changes, every second; false: only what its lever does.
    bool clock_ticks = true;
    bool takes_times = true; // false: it runs an option of its own, and refuses the host's
    std::string serial = "00001"; // five digits; the bus address is the same number
    unsigned unanswered = 0; // how many of the host's next clock messages the clock does not hear
};

// Of BlurSensor this board makes a phantom lift: it has no way to say that it is unsure.
class DgtSimulator final : public Simulator {
public:
    explicit DgtSimulator(const SimulatorSettings& settings, base::Instant now = {});

    BoardKind kind() const override { return BoardKind::identity; }

    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void do_hand(const HandAct& act, base::Instant now) override;
    void on_time(base::Instant now) override;
    std::optional<base::Instant> next_deadline() const override;

    const chess::Reading& truth() const override { return truth_; }

    // The host sent a byte that a real board must never get (4e, 50 to 54).
    bool was_mistreated() const { return was_mistreated_; }

    // How often the host let the clock beep.
    std::size_t beeps() const { return beeps_; }

    // What the host lets the clock show; absent: its times.
    const std::optional<std::string>& clock_text() const { return clock_text_; }

private:
    enum class Mode : std::uint8_t { idle, board, clock_every_second, clock_on_change };

    struct Clock {
        base::Millis left{0};
        base::Millis right{0};
        bool is_running = false;
        bool is_right_high = false;
        base::Instant counted_to;
    };

    struct Hand {
        chess::Square from;
        chess::SquareReading piece;
    };

    void forget_half_heard(base::Instant now);
    void handle_byte(std::uint8_t value, base::Instant now);
    void handle_command(Command command, base::Instant now);
    void handle_bus_byte(std::uint8_t value);
    void finish_bus_command();
    void finish_clock_message(base::Instant now);
    void do_clock_command(std::uint8_t command, std::span<const std::byte> data, base::Instant now);
    void set_clock(const ClockSetting& setting, base::Instant now);
    void acknowledge(std::uint8_t command, bool is_done);
    void store(const StoredEntry& entry);
    void store(const std::vector<std::byte>& bytes);
    void store_pieces();
    void store_start();
    unsigned bus_address() const;
    void say(const Message& message);
    void say_dump();
    void say_clock(base::Instant now);
    void say_of_itself(Command command);
    void change(base::Instant now);
    void scan();
    void tell(chess::Square square, chess::SquareReading seen);
    void lift(chess::Square square, base::Instant now);
    void place(const Place& act, base::Instant now);
    void tell_slide(chess::Square to);
    void press(chess::Color side, base::Instant now);
    void count_clock(base::Instant now);
    void plug(base::Instant now);
    chess::SquareReading sensed(chess::Square square) const;
    chess::Square own_square(chess::Square square) const;
    std::optional<base::Instant> next_tick() const;

    SimulatorSettings settings_;
    chess::Reading truth_;
    chess::Reading told_; // in the players' squares: what the last scan saw
    chess::SquareSet blurred_;
    std::optional<Hand> hand_;
    Mode mode_ = Mode::idle;
    Clock clock_;
    bool is_plugged_ = true;
    bool was_mistreated_ = false;
    std::optional<std::size_t> clock_bytes_awaited_; // of a clock message; 0: its length comes next
    std::vector<std::byte> clock_bytes_;
    base::Instant heard_at_; // its host, last
    std::vector<std::byte> bus_bytes_; // of a command that is addressed
    bool is_bus_mode_ = true; // until the first command of a host that has this board alone
    std::optional<base::Instant> scan_at_;
    std::size_t beeps_ = 0;
    std::optional<std::string> clock_text_;
    std::vector<std::byte> stored_;
    bool is_start_stored_ = false; // of the start position that stands there now
};

} // namespace ansage::devices::dgt
