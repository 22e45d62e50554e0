// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/boot_time.hpp"

#include <ctime>

namespace ansage::session {

base::Millis boot_time() {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::duration_cast<base::Millis>(
        std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec}
    );
}

} // namespace ansage::session
