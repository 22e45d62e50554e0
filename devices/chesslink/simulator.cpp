// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chesslink/simulator.hpp"

#include "base/overloaded.hpp"

#include <algorithm>

namespace ansage::devices::chesslink {

using base::Instant;
using base::Millis;
using chess::Seen;

namespace {

constexpr std::uint8_t usual_scan = 20;
constexpr std::uint8_t least_scan = 15;

} // namespace

ChessLinkSimulator::ChessLinkSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      next_scan_(now) {
    kept_[scan_time_address] = usual_scan;
    kept_[reports_address] = static_cast<std::uint8_t>(settings.reports);
}

void ChessLinkSimulator::receive(std::span<const std::byte> bytes, Instant /*now*/) {
    if (!is_plugged_) {
        return;
    }
    // What is damaged it does not answer.
    reader_.receive(
        bytes, [this](char letter, std::string_view data) { answer(letter, data); }, [] {}
    );
}

void ChessLinkSimulator::answer(char letter, std::string_view data) {
    switch (static_cast<Command>(letter)) {
    case Command::status:
        say_status();
        return;
    case Command::version:
        say(Version{1, 4});
        return;
    case Command::lights:
    case Command::lights_out:
        say(Done{static_cast<char>(letter | 0x20), ""});
        return;
    case Command::write:
        write(data);
        return;
    case Command::read:
        read(data);
        return;
    case Command::reset:
        return; // it starts anew, and says nothing of it
    }
}

void ChessLinkSimulator::write(std::string_view data) {
    const auto address = read_hex(data.substr(0, 2));
    const auto value = read_hex(data.substr(2, 2));
    if (address && value) {
        kept_[*address] = *value;
        say(Done{'w', std::string{data}});
    }
}

void ChessLinkSimulator::read(std::string_view data) {
    if (const auto address = read_hex(data)) {
        say(Done{'r', to_hex(*address) + to_hex(kept_[*address])});
    }
}

void ChessLinkSimulator::do_hand(const HandAct& act, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const Lift& a) {
                truth_[a.square] = Seen::empty();
                blurred_.erase(a.square);
                change();
            },
            [&](const Place& a) {
                truth_[a.square] = a.piece ? Seen::of(*a.piece) : Seen::occupied();
                blurred_.erase(a.square);
                change();
            },
            [](const PressLever&) {}, // it has no clock
            [](const PressButton&) {}, // and no buttons
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
                change();
            },
            [&](const BlurSensor& a) {
                blurred_.insert(a.square);
                change();
            },
            [&](const PullCable&) {
                is_plugged_ = false;
                discard_output();
            },
            [&](const PlugCable&) {
                is_plugged_ = true;
                reader_.reset();
                next_scan_ = now;
            },
        },
        act
    );
}

void ChessLinkSimulator::on_time(Instant now) {
    while (scans_aloud() && next_scan_ <= now) {
        say_status();
        next_scan_ = next_scan_ + scan_time();
    }
    if (!scans_aloud()) {
        next_scan_ = now;
    }
}

std::optional<Instant> ChessLinkSimulator::next_deadline() const {
    return scans_aloud() ? std::optional{next_scan_} : std::nullopt;
}

bool ChessLinkSimulator::scans_aloud() const {
    return kept_[reports_address] % 8 == static_cast<std::uint8_t>(Reports::every_scan);
}

Millis ChessLinkSimulator::scan_time() const {
    const unsigned units =
        kept_[scan_time_address] < least_scan ? usual_scan : kept_[scan_time_address];
    constexpr unsigned microseconds = 2048;
    return Millis{units * microseconds / 1000};
}

void ChessLinkSimulator::change() {
    if (kept_[reports_address] % 8 >= static_cast<std::uint8_t>(Reports::on_change)) {
        say_status();
    }
}

void ChessLinkSimulator::say_status() {
    Status status;
    for (unsigned index = 0; index < 64; ++index) {
        const unsigned turned = settings_.is_turned ? 63U - index : index;
        const unsigned own = settings_.is_mirrored ? turned ^ 7U : turned;
        const bool is_blurred = blurred_.contains(chess::Square::from_index(index));
        status.reading.squares[own] = is_blurred ? Seen::empty() : truth_.squares[index];
    }
    say(status);
}

void ChessLinkSimulator::say(const Message& message) {
    if (is_plugged_) {
        send(encode(message));
    }
}

} // namespace ansage::devices::chesslink
