// SPDX-License-Identifier: GPL-3.0-or-later
// A test that goes on without rights, which root has everywhere.
#pragma once

#include "support/catch.hpp"

#include <cstdlib>
#include <unistd.h>

namespace ansage::tests {

class Nobody {
public:
    Nobody() { REQUIRE((!is_root_ || ::seteuid(65'534) == 0)); }

    Nobody(const Nobody&) = delete;
    Nobody& operator=(const Nobody&) = delete;
    Nobody(Nobody&&) = delete;
    Nobody& operator=(Nobody&&) = delete;

    ~Nobody() {
        if (is_root_ && ::seteuid(0) != 0) std::abort();
    }

private:
    bool is_root_ = ::geteuid() == 0;
};

} // namespace ansage::tests
