// SPDX-License-Identifier: GPL-3.0-or-later
// Any text: an error, or a time control that is read again as itself and runs.
#include "base/check.hpp"
#include "clock/clocks.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ansage;
    const std::string text{data, data + size};
    const auto control = clock::parse_time_control(text);
    if (!control) return 0;
    ANSAGE_CHECK(clock::parse_time_control(clock::to_string(*control)) == *control);
    clock::Clocks clocks{*control};
    ANSAGE_CHECK(clocks.remaining(chess::Color::white, {}) > base::Millis{0});
    clocks.start(chess::Color::white, {});
    const auto flag = clocks.flag_at();
    ANSAGE_CHECK(flag.has_value());
    ANSAGE_CHECK(clocks.remaining(chess::Color::white, *flag) == base::Millis{0});
    clocks.set_completed(chess::Color::white, 4'000'000'000U, *flag);
    ANSAGE_CHECK(clocks.moves_to_period_end(chess::Color::white) != 0U);
    return 0;
}
