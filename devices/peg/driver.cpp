// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/driver.hpp"

#include "base/overloaded.hpp"

#include <algorithm>

namespace ansage::devices::peg {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using chess::Reading;

constexpr Millis shortest_signal{1};
constexpr Millis ask_again_after{100};
constexpr Millis most_drift{1000};

std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

std::size_t index_of(Button button) { return static_cast<std::size_t>(button); }

// Board time wraps after 49.7 days, so only differences mean something.
bool is_earlier(std::uint32_t a, std::uint32_t b) { return a - b > 0x7FFFFFFFU; }

// A count that has gone back, or far ahead, is another run of the board: nobody pressed.
bool has_moved_on(std::uint8_t before, std::uint8_t after) {
    constexpr unsigned most_lost = 16;
    const unsigned presses = (256U + after - before) % 256U;
    return presses >= 1 && presses <= most_lost;
}

bool has_pieces(const Reading& reading) {
    return std::ranges::any_of(reading.squares, [](chess::SquareReading seen) {
        return seen.piece().has_value();
    });
}

} // namespace

PegDriver::PegDriver(DriverSettings settings)
    : settings_(settings),
      turning_(settings.orientation) {}

std::optional<base::Error> PegDriver::problem() const {
    if (!wrong_version_) return std::nullopt;
    return base::Error{
        base::phrase("the peg board speaks version {} of the protocol", *wrong_version_),
        "",
        base::phrase(
            "this program speaks version {}: update the board or the program", newest_version
        )};
}

void PegDriver::start(Instant now) {
    reader_.reset();
    line_ = Line::calling;
    is_after_outage_ = true;
    must_show_ = true;
    greet(now);
}

void PegDriver::receive(std::span<const std::byte> bytes, Instant now) {
    if (line_ == Line::closed) return;
    reader_.receive(bytes, [&](base::Result<std::string_view, LineError> text) {
        handle_line(text, now);
    });
}

void PegDriver::on_time(Instant now) {
    if (line_ == Line::live && now - last_heard_ >= settings_.lost_after) {
        lose();
        line_ = Line::calling;
        greet(now);
    } else if (line_ == Line::calling && now - last_greeting_ >= settings_.greet_every) {
        greet(now);
    }
}

void PegDriver::hung_up(Instant /*now*/) {
    line_ = Line::closed;
    lose();
}

void PegDriver::request_state(Instant now) {
    must_show_ = true;
    ask_state(now);
}

std::optional<Instant> PegDriver::next_deadline() const {
    switch (line_) {
    case Line::closed: return std::nullopt;
    case Line::calling: return last_greeting_ + settings_.greet_every;
    case Line::live: return last_heard_ + settings_.lost_after;
    }
    return std::nullopt;
}

bool PegDriver::beep(Millis duration) {
    if (features_.beeper) send_message(Beep{std::clamp(duration, shortest_signal, longest_signal)});
    return features_.beeper;
}

bool PegDriver::vibrate(Millis duration) {
    if (features_.vibration)
        send_message(Vibrate{std::clamp(duration, shortest_signal, longest_signal)});
    return features_.vibration;
}

void PegDriver::handle_line(base::Result<std::string_view, LineError> text, Instant now) {
    const auto line = text.and_then(parse_board_line);
    if (line) {
        handle(*line, now);
        return;
    }
    ++damaged_lines_;
    miss(now);
}

// What was missed is in the next state: the board, and how often everything was pressed. On a noisy
// line one question at a time is enough, for the state comes by itself every second.
void PegDriver::miss(Instant now) {
    must_show_ = true;
    if (!asked_at_ || now - *asked_at_ >= ask_again_after) ask_state(now);
}

void PegDriver::handle(const BoardLine& line, Instant now) {
    const Order order = order_of(line, now);
    heard(now);
    note_order(order, line, now);
    const bool is_stale = order == Order::repeated || order == Order::old;
    if (!is_stale) dispatch(line.message);
}

PegDriver::Order PegDriver::order_of(const BoardLine& line, Instant now) const {
    if (!last_stamp_) return Order::next;
    if (is_after_outage_) return is_same_run(line, now) ? Order::gap : Order::restarted;
    if (line.sequence == last_stamp_->sequence && line.board_ms == last_stamp_->board_ms)
        return Order::repeated;
    if (is_earlier(line.board_ms, last_stamp_->board_ms)) {
        const bool is_greeting = std::holds_alternative<Hello>(line.message);
        return is_greeting ? Order::restarted : Order::old;
    }
    const bool follows = line.sequence == (last_stamp_->sequence + 1) % sequence_count;
    return follows ? Order::next : Order::gap;
}

// After an outage: the board's time has gone on as ours has.
bool PegDriver::is_same_run(const BoardLine& line, Instant now) const {
    const Millis ours = now - last_stamp_->heard_at;
    const Millis boards{line.board_ms - last_stamp_->board_ms};
    return std::chrono::abs(ours - boards) < most_drift;
}

void PegDriver::note_order(Order order, const BoardLine& line, Instant now) {
    switch (order) {
    case Order::repeated: return;
    case Order::old:
        // A line said twice, or a board that was switched off and on: its greeting will tell.
        if (now - last_greeting_ >= settings_.greet_every) greet(now);
        return;
    case Order::restarted:
        counts_.reset();
        miss(now);
        break;
    case Order::gap:
        ++gaps_;
        miss(now);
        break;
    case Order::next: break;
    }
    is_after_outage_ = false;
    last_stamp_ = Stamp{line.sequence, line.board_ms, now};
}

void PegDriver::heard(Instant now) {
    last_heard_ = now;
    line_ = Line::live;
    if (is_lost_) {
        is_lost_ = false;
        must_show_ = true;
        emit(Back{});
    }
}

void PegDriver::greet(Instant now) {
    last_greeting_ = now;
    send_message(Greet{newest_version});
    ask_state(now);
}

void PegDriver::ask_state(Instant now) {
    asked_at_ = now;
    send_message(AskState{});
}

void PegDriver::lose() {
    if (!is_lost_ && shown_) {
        is_lost_ = true;
        emit(Lost{});
    }
    is_after_outage_ = true;
}

void PegDriver::dispatch(const BoardMessage& message) {
    std::visit(
        base::Overloaded{
            [&](const Hello& m) { on_hello(m); },
            [&](const State& m) { on_state(m); },
            [&](const Up& m) {
                emit_square(Lifted{m.square, m.piece});
            },
            [&](const Down& m) {
                emit_square(Placed{m.square, m.piece});
            },
            [&](const UnsureSquare& m) { emit_square(devices::Unsure{m.square}); },
            [&](const LeverPress& m) { on_lever(m); },
            [&](const ButtonPress& m) { on_button(m); },
            [](const auto&) {},
        },
        message
    );
}

void PegDriver::on_hello(const Hello& hello) {
    const bool is_ours = hello.version >= 1 && hello.version <= newest_version;
    wrong_version_ = is_ours ? std::nullopt : std::optional{hello.version};
    kind_ = hello.kind;
    features_ = hello.features;
    info_ = {hello.name, hello.firmware, ""};
}

void PegDriver::on_state(const State& state) {
    if (has_pieces(state.reading)) kind_ = BoardKind::identity;
    const bool is_news = must_show_ || raw_ != state.reading;
    raw_ = state.reading;
    if (is_news) show();
    catch_up_presses(state.counts);
}

void PegDriver::show() {
    must_show_ = false;
    if (turning_.look(*raw_)) emit(Turned{turning_.is_turned()});
    shown_ = turning_.to_players(*raw_);
    emit(Shows{*shown_});
}

// Before the first state there is no board to which a change could belong.
void PegDriver::emit_square(SensorEvent event) {
    if (!raw_) return;
    apply_to(*raw_, event);
    if (turning_.look(*raw_)) {
        emit(Turned{turning_.is_turned()});
        show();
        return;
    }
    std::visit(
        base::Overloaded{
            [&](Lifted& e) { e.square = turning_.to_players(e.square); },
            [&](Placed& e) { e.square = turning_.to_players(e.square); },
            [&](devices::Unsure& e) { e.square = turning_.to_players(e.square); },
            [](auto&) {},
        },
        event
    );
    apply_to(*shown_, event);
    emit(event);
}

void PegDriver::on_lever(const LeverPress& press) {
    if (counts_) counts_->levers[index_of(press.side)] = press.count;
    press_lever(press.side);
}

void PegDriver::on_button(const ButtonPress& press) {
    if (counts_) counts_->buttons[index_of(press.button)] = press.count;
    emit(Pressed{press.button});
}

// A press whose own line was lost. However many were lost, they are one: pressing a lever that is
// down already changes nothing, and nobody wants an answer twice.
void PegDriver::catch_up_presses(const PressCounts& counts) {
    const PressCounts before = counts_.value_or(counts);
    counts_ = counts;
    for (const Color side : chess::both_colors) {
        if (has_moved_on(before.levers[index_of(side)], counts.levers[index_of(side)]))
            press_lever(side);
    }
    for (const Button button : all_buttons) {
        if (has_moved_on(before.buttons[index_of(button)], counts.buttons[index_of(button)]))
            emit(Pressed{button});
    }
}

void PegDriver::press_lever(Color side) { emit(Lever{turning_.is_turned() ? !side : side}); }

void PegDriver::send_message(const HostMessage& message) {
    const std::string text = to_wire(message);
    send(std::as_bytes(std::span{text}));
}

} // namespace ansage::devices::peg
