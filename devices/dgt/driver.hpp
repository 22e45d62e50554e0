// The near end of a DGT serial board: messages to sensor events.
#pragma once

#include "devices/board/turning.hpp"
#include "devices/dgt/protocol.hpp"

namespace ansage::devices::dgt {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    // Who sits at the clock's left end, as one reads its display.
    chess::Color clock_left = chess::Color::white;
    // How often the serial number is asked for, as a sign of life.
    base::Millis poll_every{1000};
    base::Millis lost_after{3000};
    // The protocol has no checksum: the whole board is read again when it has been quiet for so
    // long after a change, and in any case so often. Absent: only after visible damage.
    std::optional<base::Millis> verify_after{500};
    std::optional<base::Millis> verify_every{5000};
};

class DgtDriver final : public Driver {
public:
    explicit DgtDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    void start(base::Instant now) override;
    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void on_time(base::Instant now) override;
    void hung_up(base::Instant now) override;
    void request_state(base::Instant now) override;
    [[nodiscard]] std::optional<base::Instant> next_deadline() const override;
    // The clock beeps; the board itself is dumb. False before a clock has been heard.
    bool beep(base::Millis duration) override;
    bool vibrate(base::Millis duration) override;

    [[nodiscard]] const std::optional<chess::Reading>& reading() const override { return shown_; }

    // Runs of bytes thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    enum class Line : std::uint8_t { closed, calling, live };

    void greet(base::Instant now);
    void poll(base::Instant now);
    void verify(base::Instant now);
    void lose();
    void heard(base::Instant now);
    void handle(std::uint8_t id, std::span<const std::byte> data, base::Instant now);
    void on_damage(base::Instant now);
    void ask_all(base::Instant now);
    void dispatch(const Message& message, base::Instant now);
    void on_dump(const BoardDump& dump, base::Instant now);
    void on_field(const FieldUpdate& update, base::Instant now);
    void show();
    void emit_change(chess::Square square, chess::Seen before, chess::Seen after);
    void on_clock(const ClockTimes& times);
    void send_command(Command command);
    [[nodiscard]] ClockReport report_of(const ClockTimes& times) const;
    [[nodiscard]] std::optional<chess::Color> running_side(const ClockTimes& times) const;

    DriverSettings settings_;
    Turning turning_;
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
    std::optional<ClockReport> last_report_;
    std::optional<chess::Reading> raw_; // in the board's own squares
    std::optional<chess::Reading> shown_; // in the players' squares, as emitted
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::dgt
