// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a DGT serial board: messages to sensor events.
#pragma once

#include "devices/board/turning.hpp"
#include "devices/dgt/clock_side.hpp"
#include "devices/dgt/clock_talk.hpp"
#include "devices/dgt/frame_reader.hpp"
#include "devices/dgt/protocol.hpp"

#include <string>
#include <string_view>

namespace ansage::devices::dgt {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    // Who sits at the clock's left end, as one reads its display. Absent: guessed from the way in
    // which the board lies, and learnt from whose time falls first and from who presses after
    // which pieces were moved.
    std::optional<chess::Color> clock_left;
    // How often the serial number is asked for, as a sign of life.
    base::Millis poll_every{1000};
    base::Millis lost_after{3000};
    // The protocol has no checksum: the whole board is read again when it has been quiet for so
    // long after a change, and in any case so often. Absent: only after visible damage.
    std::optional<base::Millis> verify_after{150};
    std::optional<base::Millis> verify_every{5000};
};

class DgtDriver final : public Driver {
public:
    explicit DgtDriver(DriverSettings settings = {});

    BoardKind kind() const override { return BoardKind::identity; }

    DeviceInfo info() const override { return info_; }

    void start(base::Instant now) override;
    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void on_time(base::Instant now) override;
    void hung_up(base::Instant now) override;
    void request_state(base::Instant now) override;
    std::optional<base::Instant> next_deadline() const override;
    // The clock beeps; the board itself is dumb. False before a clock has been heard.
    bool beep(base::Millis duration) override;

    // --- The clock, told one thing after another: each is sent again until it is acknowledged,
    // three times at most. False before a clock has been heard.

    // As the lever lies, for that decides at the clock. The clock must be in its option 23.
    bool set_clock(const OfficialTimes& times, std::optional<chess::Color> running) override;
    bool show_on_clock(std::string_view text) override; // on a DGT 3000

    bool is_setting_clock() const override { return clock_.is_setting(); }

    [[nodiscard]] std::optional<bool> take_clock_was_set() override {
        return clock_.take_was_set();
    }

    bool end_show_on_clock(); // its times again
    bool ask_clock_version();

    void expect(const chess::Reading& reading) override { expected_ = reading; }

    [[nodiscard]] std::vector<ClockAnswer> take_clock_answers() { return clock_.take_answers(); }

    // "2.2", once asked and answered.
    const std::string& clock_version() const { return clock_.version(); }

    chess::Color clock_left() const { return side_.player_at(false); }

    const std::optional<chess::Reading>& reading() const override { return shown_; }

    // Runs of bytes thrown away so far.
    std::size_t damages() const { return damages_; }

private:
    enum class Line : std::uint8_t { closed, calling, live };

    void greet(base::Instant now);
    void poll(base::Instant now);
    void verify(base::Instant now);
    void lose();
    void heard(base::Instant now);
    void handle(std::uint8_t id, std::span<const std::byte> data, base::Instant now);
    void on_damage(base::Instant now);
    bool is_noisy(base::Instant now) const;
    std::optional<base::Instant> dump_late_at() const;
    [[nodiscard]] bool is_believed(const BoardDump& dump, base::Instant now);
    [[nodiscard]] bool is_believed(const ClockTimes& times, base::Instant now);
    void ask_all(base::Instant now);
    void ask_board_again(base::Instant now);
    void doubt(chess::SquareSet squares);
    void dispatch(const Message& message, base::Instant now);
    void on_dump(const BoardDump& dump, base::Instant now);
    void on_field(const FieldUpdate& update, base::Instant now);
    void show();
    void emit_change(chess::Square square, chess::SquareReading before, chess::SquareReading after);
    void on_clock(const ClockTimes& times, base::Instant now);
    bool begin_recovery(base::Instant now);
    void recover(const StoredMoves& stored, base::Instant now);
    void end_recovery(base::Instant now);
    bool tell_clock(ClockCommand command, std::vector<std::byte> bytes);
    void send_command(Command command);

    DriverSettings settings_;
    Turning turning_;
    ClockSide side_;
    ClockTalk clock_;
    FrameReader reader_;
    Line line_ = Line::closed;
    DeviceInfo info_;
    bool is_lost_ = false;
    bool must_show_ = true; // the next dump is news even if it looks the same
    bool is_waiting_for_dump_ = false;
    base::Instant last_heard_;
    base::Instant last_poll_;
    std::optional<base::Instant> asked_at_;
    std::optional<base::Instant> verify_at_;
    std::optional<bool> is_right_high_;
    bool was_running_ = false;
    std::optional<ClockTimes> doubted_; // the next has to say the same
    std::optional<base::Instant> noisy_until_; // something was damaged: two have to say the same
    chess::SquareSet unconfirmed_; // changed since the last dump, in the board's own squares
    std::optional<chess::Reading> dumped_; // by the last dump, whether it was believed or not
    base::Instant now_;
    std::optional<ClockReport> last_report_;
    bool must_report_ = false;
    std::optional<chess::Reading> expected_; // in the players' squares
    std::optional<base::Instant> recovering_since_; // asked for what the board stored
    std::optional<chess::Reading> raw_; // in the board's own squares
    std::optional<chess::Reading> shown_; // in the players' squares, as emitted
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::dgt
