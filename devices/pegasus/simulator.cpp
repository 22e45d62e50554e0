// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/pegasus/simulator.hpp"

namespace ansage::devices::pegasus {

using base::Instant;
using chess::Reading;
using chess::Square;

namespace {

bool is_long(std::byte byte) {
    return byte == static_cast<std::byte>(LongCommand::lights) ||
        byte == static_cast<std::byte>(LongCommand::developer_key);
}

} // namespace

PegasusSimulator::PegasusSimulator(const SimulatedBoard& board, LineTime time, Instant now)
    : ScanningSimulator(BoardKind::occupancy, board, now),
      is_reporting_by_itself_(time == LineTime::virtual_time),
      reports_changes_(is_reporting_by_itself_),
      told_(seen_now()) {}

// A host that was ended in the middle of a command must not cost the next one its first.
void PegasusSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    constexpr base::Millis pause{500};
    if (now - heard_at_ >= pause) heard_.clear();
    heard_at_ = now;
    for (const std::byte byte : bytes) hear(byte);
}

void PegasusSimulator::hear(std::byte byte) {
    if (heard_.empty() && !is_long(byte)) {
        obey(static_cast<Command>(byte));
        return;
    }
    heard_.push_back(byte);
    const bool is_whole =
        heard_.size() >= 2 && heard_.size() == 2 + std::to_integer<std::size_t>(heard_[1]);
    if (is_whole) {
        const bool is_key = heard_.front() == static_cast<std::byte>(LongCommand::developer_key);
        show(is_key ? "developer key" : "lights");
        heard_.clear();
    }
}

void PegasusSimulator::obey(Command command) {
    if (!is_plugged()) return;
    if (command == Command::reset) {
        reports_changes_ = is_reporting_by_itself_;
    } else if (command == Command::update_board) {
        reports_changes_ = true;
    } else if (command == Command::ask_board) {
        say_scan();
    } else if (command == Command::ask_serial) {
        send(dgt::encode(dgt::Serial{"00001"}));
    } else if (command == Command::ask_long_serial) {
        send(dgt::encode(dgt::LongSerial{"P000000001"}));
    } else if (command == Command::ask_version) {
        send(dgt::encode(dgt::Version{1, 0}));
    } else if (command == Command::ask_trademark) {
        send(dgt::encode(dgt::Trademark{"Ansage - This board is simulated.\r\nNo board of DGT's."})
        );
    } else if (command == Command::ask_battery) {
        send(dgt::encode(dgt::Battery{.percent = 88, .is_discharging = true}));
    }
}

Reading PegasusSimulator::seen_now() const { return as_ones(scan()); }

void PegasusSimulator::say_scan() {
    told_ = seen_now();
    send(dgt::encode(dgt::BoardDump{told_}));
}

void PegasusSimulator::after_act(bool has_changed) {
    const Reading before = std::exchange(told_, seen_now());
    if (!has_changed || !reports_changes_ || !is_plugged()) return;
    for (const Square square : chess::all_squares) {
        if (told_[square] != before[square])
            send(dgt::encode(dgt::FieldUpdate{square, told_[square]}));
    }
}

} // namespace ansage::devices::pegasus
