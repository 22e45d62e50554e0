// SPDX-License-Identifier: GPL-3.0-or-later
// A pty that libserialport takes for a serial port.
#pragma once

#include <string>

namespace ansage::devices::testing {

// The name under which the port is seen.
inline constexpr const char* pretend_name = "/dev/ttyANSAGE0";

// From here on the name leads to the pty; an empty path takes the port away.
void pretend_port(const std::string& pty_path);

// How often the modem lines were asked for: the library really was there.
int modem_questions();

} // namespace ansage::devices::testing
