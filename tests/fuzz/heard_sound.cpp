// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a sound file in which an announcement is looked for: a minute at most is read of it,
// and what spoils it is found without dividing by nothing.
#include "base/check.hpp"
#include "speech/hearing/sound.hpp"

#include <cstdint>
#include <sstream>
#include <string>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace speech::hearing;
    std::istringstream stream{std::string{reinterpret_cast<const char*>(data), size}};
    const auto sound = read_sound(stream, "fuzz");
    if (!sound) return 0;
    constexpr std::size_t longest = 61 * std::size_t{hearing_rate};
    ANSAGE_CHECK(sound->size() <= longest);
    static_cast<void>(fault_of(*sound));
    return 0;
}
