// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a DGT serial board: what it says of its squares, and of its clock.
#include "devices/dgt/driver.hpp"

#include "base/overloaded.hpp"
#include "devices/dgt/recovery.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::devices::dgt {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using chess::Square;
using chess::SquareReading;

constexpr Millis ask_again_after{100};
// What one byte of noise says of those that come after it.
constexpr Millis noisy_for{3000};
constexpr int most_doubted = 6;
constexpr Millis dump_within{120}; // 70 ms on the line
// Between two clock messages on a noisy line.
constexpr Millis clock_moves_by{3000};
// All that a board can store takes eight seconds at 9600 baud.
constexpr Millis stored_within{12000};

std::optional<Instant> later_by(Instant now, std::optional<Millis> duration) {
    return duration ? std::optional{now + *duration} : std::nullopt;
}

} // namespace

DgtDriver::DgtDriver(DriverSettings settings)
    : settings_(settings),
      turning_(settings.orientation),
      side_(settings.clock_left),
      clock_(
          {.send = [this](std::span<const std::byte> bytes) { send(bytes); },
           .was_set =
               [this] {
                   // What it shows now is news, also where nobody saw it change.
                   must_report_ = true;
                   send_command(Command::ask_clock);
               }}
      ) {}

void DgtDriver::start(Instant now) {
    now_ = now;
    reader_.reset();
    line_ = Line::calling;
    must_show_ = true;
    must_report_ = true;
    noisy_until_.reset();
    send_command(Command::ask_version);
    greet(now);
}

void DgtDriver::receive(std::span<const std::byte> bytes, Instant now) {
    if (line_ == Line::closed) return;
    now_ = now;
    if (recovering_since_) last_heard_ = now; // one message, as long as a game
    reader_.receive(
        bytes,
        [&](std::uint8_t id, std::span<const std::byte> data) { handle(id, data, now); },
        [&] { on_damage(now); }
    );
}

void DgtDriver::on_time(Instant now) {
    if (line_ == Line::closed) return;
    now_ = now;
    if (line_ == Line::live && now - last_heard_ >= settings_.lost_after) {
        lose();
        line_ = Line::calling;
    }
    if (now - last_poll_ >= settings_.poll_every) poll(now);
    if (recovering_since_ && now - *recovering_since_ >= stored_within) end_recovery(now);
    if (const auto late = dump_late_at(); late && now >= *late) doubt(unconfirmed_);
    if (verify_at_ && now >= *verify_at_) verify(now);
    clock_.on_time(now);
}

void DgtDriver::hung_up(Instant /*now*/) {
    line_ = Line::closed;
    recovering_since_.reset();
    lose();
}

void DgtDriver::request_state(Instant now) {
    must_show_ = true;
    ask_all(now);
}

std::optional<Instant> DgtDriver::next_deadline() const {
    if (line_ == Line::closed) return std::nullopt;
    Instant deadline = last_poll_ + settings_.poll_every;
    if (line_ == Line::live) deadline = std::min(deadline, last_heard_ + settings_.lost_after);
    if (const auto late = clock_.next_deadline()) deadline = std::min(deadline, *late);
    if (recovering_since_) deadline = std::min(deadline, *recovering_since_ + stored_within);
    if (const auto late = dump_late_at()) deadline = std::min(deadline, *late);
    return verify_at_ ? std::min(deadline, *verify_at_) : deadline;
}

bool DgtDriver::beep(Millis duration) {
    return tell_clock(ClockCommand::beep, beep_message(duration));
}

bool DgtDriver::set_clock(const OfficialTimes& times, std::optional<Color> running) {
    const auto time_of = [&](bool right) {
        return times[static_cast<std::size_t>(side_.player_at(right))];
    };
    return tell_clock(
        ClockCommand::set_and_run,
        set_message(
            {.left = time_of(false),
             .right = time_of(true),
             .is_left_running = running == side_.player_at(false),
             .is_right_running = running == side_.player_at(true)}
        )
    );
}

bool DgtDriver::show_on_clock(std::string_view text) {
    return tell_clock(ClockCommand::text, text_message(text));
}

bool DgtDriver::end_show_on_clock() { return tell_clock(ClockCommand::end, end_message()); }

bool DgtDriver::ask_clock_version() {
    return tell_clock(ClockCommand::ask_version, clock_version_message());
}

bool DgtDriver::tell_clock(ClockCommand command, std::vector<std::byte> bytes) {
    if (!last_report_ || line_ == Line::closed) return false;
    clock_.tell(command, std::move(bytes), now_);
    return true;
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
    clock_.lose();
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
        must_report_ = true;
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
    noisy_until_ = now + noisy_for;
    doubt(unconfirmed_);
    is_waiting_for_dump_ = true;
    if (!asked_at_ || now - *asked_at_ >= ask_again_after) ask_all(now);
}

void DgtDriver::ask_board_again(Instant now) {
    dumped_.reset();
    is_waiting_for_dump_ = true;
    asked_at_ = now;
    send_command(Command::ask_board);
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
            [&](const ClockTimes& m) { on_clock(m, now); },
            [&](const ClockAck& m) { clock_.on_ack(m, now); },
            [&](const StoredMoves& m) { recover(m, now); },
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

// What has just changed is not confirmed by a dump that was cut.
std::optional<Instant> DgtDriver::dump_late_at() const {
    const bool waits = is_waiting_for_dump_ && unconfirmed_.size() > 0;
    return waits && asked_at_ ? std::optional{*asked_at_ + dump_within} : std::nullopt;
}

// Also as long as no dump was believed since the damage.
bool DgtDriver::is_noisy(Instant now) const {
    return noisy_until_ && (now < *noisy_until_ || must_show_);
}

// One that says what is known anyway, or the same as the one before it.
bool DgtDriver::is_believed(const BoardDump& dump, Instant now) {
    const auto before = std::exchange(dumped_, dump.reading);
    if (raw_ && raw_ != dump.reading && shown_ && !must_show_) {
        noisy_until_ = now + noisy_for; // something was lost, or this is wrong
        chess::SquareSet other;
        for (const Square square : chess::all_squares)
            if ((*raw_)[square] != dump.reading[square]) other.insert(square);
        doubt(other);
    }
    return !is_noisy(now) || raw_ == dump.reading || before == dump.reading;
}

// Nobody can tell, until a dump is believed. Where more than a move differs no move can be read.
void DgtDriver::doubt(chess::SquareSet squares) {
    unconfirmed_ = {};
    must_show_ = true;
    if (!shown_ || squares.size() > most_doubted) return;
    for (const Square own : squares) {
        const Square square = turning_.to_players(own);
        if (!(*shown_)[square].is_unsure()) {
            (*shown_)[square] = SquareReading::unsure();
            emit(devices::Unsure{square});
        }
    }
}

void DgtDriver::on_dump(const BoardDump& dump, Instant now) {
    if (!is_believed(dump, now)) {
        is_waiting_for_dump_ = true;
        asked_at_ = now;
        send_command(Command::ask_board);
        return;
    }
    is_waiting_for_dump_ = false;
    unconfirmed_ = {};
    if (!verify_at_) verify_at_ = later_by(now, settings_.verify_every);
    const bool is_news = must_show_ || raw_ != dump.reading;
    raw_ = dump.reading;
    if (begin_recovery(now) || recovering_since_) return;
    if (is_news) show();
}

// The board stands otherwise than when somebody last looked: it has stored what was done since.
bool DgtDriver::begin_recovery(Instant now) {
    const auto expected = std::exchange(expected_, std::nullopt);
    if (turning_.look(*raw_)) emit(Turned{turning_.is_turned()});
    if (!expected || *expected == turning_.to_players(*raw_)) return false;
    shown_ = *expected;
    recovering_since_ = now;
    send_command(Command::ask_stored_moves);
    return true;
}

void DgtDriver::recover(const StoredMoves& stored, Instant now) {
    if (!recovering_since_) return;
    if (const auto since = done_since(stored, {*shown_, *raw_}, turning_, side_)) {
        emit(Shows{*shown_});
        std::ranges::for_each(*since, [&](const SensorEvent& event) { emit(event); });
        shown_ = turning_.to_players(*raw_);
        must_show_ = false;
    }
    end_recovery(now);
}

void DgtDriver::end_recovery(Instant now) {
    recovering_since_.reset();
    if (must_show_) show();
    ask_all(now);
}

void DgtDriver::on_field(const FieldUpdate& update, Instant now) {
    if (!raw_ || recovering_since_)
        return; // it is in what the board stored, or in the dump after that
    if (settings_.verify_after) verify_at_ = now + *settings_.verify_after;
    const SquareReading before = (*raw_)[update.square];
    if (before == update.seen) return;
    if (is_noisy(now)) {
        ask_board_again(now);
        return;
    }
    (*raw_)[update.square] = update.seen;
    unconfirmed_.insert(update.square);
    if (const auto piece = update.seen.piece()) side_.see_placed(*piece);
    if (turning_.look(*raw_)) {
        emit(Turned{turning_.is_turned()});
        show();
    } else {
        emit_change(turning_.to_players(update.square), before, update.seen);
    }
}

void DgtDriver::show() {
    must_show_ = false;
    if (turning_.look(*raw_)) emit(Turned{turning_.is_turned()});
    shown_ = turning_.to_players(*raw_);
    emit(Shows{*shown_});
}

void DgtDriver::emit_change(Square square, SquareReading before, SquareReading after) {
    (*shown_)[square] = after;
    if (after.is_unsure()) emit(devices::Unsure{square});
    else if (after.is_empty()) emit(Lifted{square, before.piece()});
    else emit(Placed{square, after.piece()});
}

void DgtDriver::on_clock(const ClockTimes& times, Instant now) {
    if (recovering_since_) return; // asked again after what was done before
    if (!times.is_connected) {
        if (std::exchange(last_report_, std::nullopt)) emit(ClockReport{.is_there = false});
        return;
    }
    if (!is_believed(times, now)) {
        asked_at_ = now;
        send_command(Command::ask_clock);
        return;
    }
    side_.guess(turning_.is_turned());
    const bool was_pressed = is_right_high_ && *is_right_high_ != times.is_right_high;
    if (times.is_running && !was_running_ && !was_pressed && shown_)
        side_.learn_from_start(times.is_right_high, *shown_);
    is_right_high_ = times.is_right_high;
    was_running_ = times.is_running;
    if (was_pressed) {
        side_.learn_from_press(times.is_right_high);
        // The end that was pressed is down now.
        emit(Lever{side_.player_at(!times.is_right_high)});
    }
    const ClockReport report = side_.report_of(times);
    if (report != last_report_ || must_report_) {
        must_report_ = false;
        last_report_ = report;
        emit(report);
    }
}

// One whose bits agree, on a quiet line; otherwise the same has to be said twice.
bool DgtDriver::is_believed(const ClockTimes& times, Instant now) {
    const auto is_near = [](const ClockTimes::Side& one, const ClockTimes::Side& other) {
        return one.flag == other.flag &&
            std::chrono::abs(one.remaining - other.remaining) <= clock_moves_by;
    };
    const bool is_doubted = times.is_doubtful() || is_noisy(now);
    const auto before = std::exchange(doubted_, is_doubted ? std::optional{times} : std::nullopt);
    return !is_doubted ||
        (before && before->is_right_high == times.is_right_high &&
         before->is_running == times.is_running && is_near(before->left, times.left) &&
         is_near(before->right, times.right));
}

void DgtDriver::send_command(Command command) {
    const std::array bytes{to_byte(command)};
    send(bytes);
}

} // namespace ansage::devices::dgt
