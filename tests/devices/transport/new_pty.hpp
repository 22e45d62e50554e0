// SPDX-License-Identifier: GPL-3.0-or-later
// A pty, or the test ends here.
#pragma once

#include "devices/transport/pty.hpp"
#include "support/catch.hpp"

#include <utility>

namespace ansage::tests {

inline devices::Pty new_pty() {
    auto pty = devices::open_pty();
    REQUIRE(pty.has_value());
    return *std::move(pty);
}

} // namespace ansage::tests
