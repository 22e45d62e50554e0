// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/ichessone/simulator.hpp"

#include "base/names.hpp"

#include <algorithm>

namespace ansage::devices::ichessone {

using base::Instant;

namespace {

constexpr auto all_commands = base::all_enumerators<Command>;
constexpr unsigned simulated_percent = 88;

} // namespace

IChessOneSimulator::IChessOneSimulator(const SimulatedBoard& board, LineTime time, Instant now)
    : ScanningSimulator(BoardKind::identity, board, now),
      reports_changes_(time == LineTime::virtual_time) {}

void IChessOneSimulator::receive(std::span<const std::byte> bytes, Instant /*now*/) {
    for (const std::byte byte : bytes) {
        heard_ += static_cast<char>(byte);
        const auto* const command = std::ranges::find_if(all_commands, [&](Command known) {
            return heard_.ends_with(text_of(known));
        });
        if (command != all_commands.end()) {
            heard_.clear();
            obey(*command);
        }
        const std::size_t longest = text_of(Command::report_changes).size();
        heard_.erase(0, heard_.size() - std::min(heard_.size(), longest));
    }
}

void IChessOneSimulator::obey(Command command) {
    if (!is_plugged()) return;
    switch (command) {
    case Command::report_changes: reports_changes_ = true; return;
    case Command::ask_board: say_scan(); return;
    case Command::ask_battery: send(encode(format, Battery{.percent = simulated_percent})); return;
    }
}

void IChessOneSimulator::after_act(bool has_changed) {
    if (has_changed && reports_changes_) say_scan();
}

void IChessOneSimulator::say_scan() {
    if (is_plugged()) send(encode(format, scan()));
}

} // namespace ansage::devices::ichessone
