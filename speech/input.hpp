// SPDX-License-Identifier: GPL-3.0-or-later
// Where recorded sound comes from: the interface behind which the microphone stands, and made-up
// sound in tests.
#pragma once

#include "base/interface.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ansage::speech {

// Samples a second of everything recorded; 16 bit, one channel.
inline constexpr int recording_rate = 16'000;

class Input : public base::Interface {
public:
    // What came since the last call, as much as there is room for; never waits. One thread at a
    // time.
    [[nodiscard]] virtual std::size_t read(std::span<std::int16_t> samples) = 0;
    // How often something was lost on its way here so far, because the system or the reader was too
    // slow.
    [[nodiscard]] virtual std::uint64_t losses() = 0;
    // False once nothing more will come: the device is gone.
    [[nodiscard]] virtual bool alive() = 0;
};

} // namespace ansage::speech
