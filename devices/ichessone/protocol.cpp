// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/ichessone/protocol.hpp"

namespace ansage::devices::ichessone {

std::string_view text_of(Command command) {
    switch (command) {
    case Command::report_changes: return "CPIRQ";
    case Command::ask_board: return "RP";
    case Command::ask_battery: return "RB";
    }
    return "";
}

} // namespace ansage::devices::ichessone
