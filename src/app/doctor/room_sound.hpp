// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone that a table could listen to, tried for a moment in which nobody has to speak.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>

namespace ansage::app {

enum class RoomSound : std::uint8_t {
    quiet, // enough for moves to be understood
    noisy, // louder than speech hearing was measured in
    silent, // not one sample that differs from nothing: switched off
    narrow, // a telephone, or a headset in its telephone mode
    stuck, // the microphone is there, and nothing comes of it
};

struct RoomHeard {
    std::string device; // its whole name
    RoomSound sound{};
};

// Two seconds, of which nothing is kept; longer only where nothing comes.
// Errors: there is no such microphone, or it cannot be opened.
[[nodiscard]] base::Result<RoomHeard, base::Error> hear_room(const std::string& device);

} // namespace ansage::app
