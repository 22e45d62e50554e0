// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever arrives as JSON is refused, or is a value whose JSON reads back as itself.
#include "journal/codec.hpp"

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace ansage;

void check_input(std::string_view text) {
    if (const auto input = journal::decode_input(text)) {
        const std::string json = journal::encode(*input);
        const auto again = journal::decode_input(json);
        ANSAGE_CHECK(again.has_value());
        ANSAGE_CHECK(journal::encode(*again) == json);
    }
}

void check_events(std::string_view text) {
    const auto events = journal::decode_events(text);
    if (!events) return;
    for (const table::Event& event : *events) {
        const std::string json = journal::encode(event);
        const auto again = journal::decode_event(json);
        ANSAGE_CHECK(again.has_value());
        ANSAGE_CHECK(journal::encode(*again) == json);
    }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // libFuzzer's bytes as the chars that a socket would bring.
    const std::string_view text{reinterpret_cast<const char*>(data), size}; // NOLINT
    check_input(text);
    check_events(text);
    return 0;
}
