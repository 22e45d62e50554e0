#include "devices/dgt/driver.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::devices::dgt {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using chess::Seen;
using chess::Square;

constexpr Millis ask_again_after{100};

std::optional<Instant> later_by(Instant now, std::optional<Millis> duration) {
    return duration ? std::optional{now + *duration} : std::nullopt;
}

} // namespace

DgtDriver::DgtDriver(DriverSettings settings)
    : settings_(settings),
      turning_(settings.orientation) {}

void DgtDriver::start(Instant now) {
    reader_.reset();
    line_ = Line::calling;
    must_show_ = true;
    send_command(Command::ask_version);
    greet(now);
}

void DgtDriver::receive(std::span<const std::byte> bytes, Instant now) {
    if (line_ == Line::closed) {
        return;
    }
    reader_.receive(
        bytes,
        [&](std::uint8_t id, std::span<const std::byte> data) { handle(id, data, now); },
        [&] { on_damage(now); }
    );
}

void DgtDriver::on_time(Instant now) {
    if (line_ == Line::closed) {
        return;
    }
    if (line_ == Line::live && now - last_heard_ >= settings_.lost_after) {
        lose();
        line_ = Line::calling;
    }
    if (now - last_poll_ >= settings_.poll_every) {
        poll(now);
    }
    if (verify_at_ && now >= *verify_at_) {
        verify(now);
    }
}

void DgtDriver::hung_up(Instant /*now*/) {
    line_ = Line::closed;
    lose();
}

void DgtDriver::request_state(Instant now) {
    must_show_ = true;
    ask_all(now);
}

std::optional<Instant> DgtDriver::next_deadline() const {
    if (line_ == Line::closed) {
        return std::nullopt;
    }
    Instant deadline = last_poll_ + settings_.poll_every;
    if (line_ == Line::live) {
        deadline = std::min(deadline, last_heard_ + settings_.lost_after);
    }
    return verify_at_ ? std::min(deadline, *verify_at_) : deadline;
}

bool DgtDriver::beep(Millis duration) {
    const bool has_clock = last_report_.has_value();
    if (has_clock) {
        send(beep_message(duration));
    }
    return has_clock;
}

bool DgtDriver::vibrate(Millis /*duration*/) {
    return false;
}

void DgtDriver::greet(Instant now) {
    last_poll_ = now;
    send_command(Command::ask_serial);
    ask_all(now);
    send_command(Command::update_nicely);
}

void DgtDriver::poll(Instant now) {
    if (line_ == Line::calling || is_waiting_for_dump_) {
        greet(now);
        return;
    }
    last_poll_ = now;
    send_command(Command::ask_serial);
}

// The mode is said again with it: a board that was switched off and on has forgotten it.
void DgtDriver::verify(Instant now) {
    verify_at_ = later_by(now, settings_.verify_every);
    ask_all(now);
    send_command(Command::update_nicely);
}

void DgtDriver::lose() {
    verify_at_.reset();
    if (!is_lost_ && shown_) {
        is_lost_ = true;
        emit(Lost{});
    }
}

void DgtDriver::heard(Instant now) {
    last_heard_ = now;
    if (line_ == Line::calling && is_lost_) {
        is_lost_ = false;
        must_show_ = true;
        emit(Back{});
        greet(now);
    }
    line_ = Line::live;
}

void DgtDriver::handle(std::uint8_t id, std::span<const std::byte> data, Instant now) {
    const auto message = decode(id, data);
    if (!message) {
        on_damage(now);
        return;
    }
    heard(now);
    dispatch(*message, now);
}

// What was lost is in the next dump, and in the position of the clock's lever. On a noisy line one
// question at a time is enough: the next poll asks again for a dump that did not come.
void DgtDriver::on_damage(Instant now) {
    ++damages_;
    must_show_ = true;
    is_waiting_for_dump_ = true;
    if (!asked_at_ || now - *asked_at_ >= ask_again_after) {
        ask_all(now);
    }
}

void DgtDriver::ask_all(Instant now) {
    asked_at_ = now;
    is_waiting_for_dump_ = true;
    send_command(Command::ask_board);
    send_command(Command::ask_clock);
}

void DgtDriver::dispatch(const Message& message, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const BoardDump& m) { on_dump(m, now); },
            [&](const FieldUpdate& m) { on_field(m, now); },
            [&](const ClockTimes& m) { on_clock(m); },
            [&](const Serial& m) { info_.serial = m.number; },
            [&](const Version& m) {
                info_.name = "DGT board";
                info_.firmware = fmt::format("{}.{:02}", m.major, m.minor);
            },
            [](const auto&) {},
        },
        message
    );
}

void DgtDriver::on_dump(const BoardDump& dump, Instant now) {
    is_waiting_for_dump_ = false;
    if (!verify_at_) {
        verify_at_ = later_by(now, settings_.verify_every);
    }
    const bool is_news = must_show_ || raw_ != dump.reading;
    raw_ = dump.reading;
    if (is_news) {
        show();
    }
}

void DgtDriver::on_field(const FieldUpdate& update, Instant now) {
    if (!raw_) {
        return;
    }
    if (settings_.verify_after) {
        verify_at_ = now + *settings_.verify_after;
    }
    const Seen before = (*raw_)[update.square];
    if (before == update.seen) {
        return;
    }
    (*raw_)[update.square] = update.seen;
    if (turning_.look(*raw_)) {
        emit(Turned{turning_.is_turned()});
        show();
    } else {
        emit_change(turning_.to_players(update.square), before, update.seen);
    }
}

void DgtDriver::show() {
    must_show_ = false;
    if (turning_.look(*raw_)) {
        emit(Turned{turning_.is_turned()});
    }
    shown_ = turning_.to_players(*raw_);
    emit(Shows{*shown_});
}

void DgtDriver::emit_change(Square square, Seen before, Seen after) {
    (*shown_)[square] = after;
    if (after.is_unsure()) {
        emit(devices::Unsure{square});
    } else if (after.is_empty()) {
        emit(Lifted{square, before.piece()});
    } else {
        emit(Placed{square, after.piece()});
    }
}

void DgtDriver::on_clock(const ClockTimes& times) {
    if (!times.is_connected) {
        return;
    }
    const bool was_pressed = is_right_high_ && *is_right_high_ != times.is_right_high;
    is_right_high_ = times.is_right_high;
    if (was_pressed) {
        // The end that was pressed is down now.
        emit(Lever{times.is_right_high ? settings_.clock_left : !settings_.clock_left});
    }
    const ClockReport report = report_of(times);
    if (report != last_report_) {
        last_report_ = report;
        emit(report);
    }
}

ClockReport DgtDriver::report_of(const ClockTimes& times) const {
    ClockReport report;
    report.running = running_side(times);
    report.battery_low = times.is_battery_low;
    const auto left = static_cast<std::size_t>(settings_.clock_left);
    const auto right = static_cast<std::size_t>(!settings_.clock_left);
    report.sides[left] = {times.left.remaining, times.left.flag};
    report.sides[right] = {times.right.remaining, times.right.flag};
    return report;
}

std::optional<Color> DgtDriver::running_side(const ClockTimes& times) const {
    if (!times.is_running) {
        return std::nullopt;
    }
    const bool has_turn = times.is_lefts_turn != times.is_rights_turn;
    const bool is_left = has_turn ? times.is_lefts_turn : !times.is_right_high;
    return is_left ? settings_.clock_left : !settings_.clock_left;
}

void DgtDriver::send_command(Command command) {
    const std::array bytes{to_byte(command)};
    send(bytes);
}

} // namespace ansage::devices::dgt
