// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/simulator.hpp"

#include "base/overloaded.hpp"

#include <algorithm>

namespace ansage::devices::peg {
namespace {

using base::Instant;
using chess::Color;
using chess::Piece;
using chess::Square;
using chess::SquareReading;

} // namespace

PegSimulator::PegSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start) {
    power_on(now);
}

void PegSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    if (!is_powered_) return;
    reader_.receive(bytes, [&](base::Result<std::string_view, LineError> text) {
        const auto message = text.and_then(parse_host_line);
        if (message) handle(*message, now);
        else decline_line(message.error(), now);
    });
}

void PegSimulator::do_hand(const HandAct& act, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const Lift& a) { lift(a.square, now); },
            [&](const Place& a) { place(a, now); },
            [&](const PressLever& a) { press(a.side, now); },
            [&](const PressButton& a) { press(a.button, now); },
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
                say_state(now);
            },
            [&](const BlurSensor& a) { blur(a.square, now); },
            [&](const PullCable&) {
                is_powered_ = false;
                discard_output();
            },
            [&](const PlugCable&) { power_on(now); },
        },
        act
    );
}

void PegSimulator::on_time(Instant now) {
    const auto due = next_deadline();
    if (due && now >= *due) say_state(now);
}

std::optional<Instant> PegSimulator::next_deadline() const {
    if (!is_powered_ || !settings_.state_every) return std::nullopt;
    return last_state_ + *settings_.state_every;
}

// A board that lives on the cable's power starts anew with it.
void PegSimulator::power_on(Instant now) {
    is_powered_ = true;
    powered_at_ = now;
    next_sequence_ = 0;
    counts_ = {};
    reader_.reset();
    say_hello(settings_.version, now);
    say_state(now);
}

void PegSimulator::handle(const HostMessage& message, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const Greet& m) { say_hello(m.version, now); },
            [&](const AskState&) { say_state(now); },
            [&](const Beep&) { signal(message, settings_.features.beeper, "beep", now); },
            [&](const Vibrate&) { signal(message, settings_.features.vibration, "vibrate", now); },
            [&](const Unknown& m) {
                say(Declined{m.word, "unknown"}, now);
            },
        },
        message
    );
}

void PegSimulator::say(BoardMessage message, Instant now) {
    if (!is_powered_) return;
    const auto board_ms = static_cast<std::uint32_t>((now - powered_at_).count());
    const std::string text = to_wire(BoardLine{next_sequence_, board_ms, std::move(message)});
    next_sequence_ = (next_sequence_ + 1) % sequence_count;
    send(std::as_bytes(std::span{text}));
}

void PegSimulator::decline_line(LineError error, Instant now) {
    const bool is_damaged = error == LineError::checksum;
    say(Declined{"line", is_damaged ? "checksum" : "malformed"}, now);
}

void PegSimulator::say_hello(unsigned asked_version, Instant now) {
    const unsigned version = std::min(asked_version, settings_.version);
    say(Hello{version, settings_.kind, settings_.features, "ansage-simulator", "1"}, now);
}

void PegSimulator::say_state(Instant now) {
    State state;
    state.counts = counts_;
    for (unsigned index = 0; index < 64; ++index)
        state.reading.squares[index] = sensed(Square::from_index(index));
    last_state_ = now;
    say(state, now);
}

void PegSimulator::signal(
    const HostMessage& message, bool can, std::string_view word, Instant now
) {
    if (!can) {
        say(Declined{std::string{word}, "unsupported"}, now);
        return;
    }
    signals_.push_back(message);
    say(Done{std::string{word}}, now);
}

void PegSimulator::lift(Square square, Instant now) {
    const SquareReading before = sensed(square);
    truth_[square] = SquareReading::empty();
    blurred_.erase(square);
    if (!before.is_empty()) say(Up{square, told_piece(before)}, now);
}

void PegSimulator::place(const Place& act, Instant now) {
    const SquareReading before = sensed(act.square);
    truth_[act.square] = act.piece ? SquareReading::of(*act.piece) : SquareReading::occupied();
    blurred_.erase(act.square);
    const SquareReading after = sensed(act.square);
    if (before != after) say(Down{act.square, told_piece(after)}, now);
}

void PegSimulator::blur(Square square, Instant now) {
    blurred_.insert(square);
    say(UnsureSquare{square}, now);
}

void PegSimulator::press(Color side, Instant now) {
    std::uint8_t& count = counts_.levers[static_cast<std::size_t>(side)];
    ++count;
    say(LeverPress{side, count}, now);
}

void PegSimulator::press(Button button, Instant now) {
    std::uint8_t& count = counts_.buttons[static_cast<std::size_t>(button)];
    ++count;
    say(ButtonPress{button, count}, now);
}

SquareReading PegSimulator::sensed(Square square) const {
    const SquareReading seen = truth_[square];
    if (blurred_.contains(square)) return SquareReading::unsure();
    const bool is_anonymous = settings_.kind == BoardKind::occupancy && seen.is_occupied();
    return is_anonymous ? SquareReading::occupied() : seen;
}

std::optional<Piece> PegSimulator::told_piece(SquareReading seen) const {
    return settings_.kind == BoardKind::identity ? seen.piece() : std::nullopt;
}

} // namespace ansage::devices::peg
