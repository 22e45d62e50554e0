// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a profile of every kind but words: it loads, or is refused at a place in its file
// and with a way to mend it. What people's choices are written as is read as the same.
#include "base/check.hpp"
#include "profiles/braille.hpp"
#include "profiles/ears.hpp"
#include "profiles/laws.hpp"
#include "profiles/seats.hpp"
#include "profiles/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

using namespace ansage;

namespace {

template <class T>
void check(const base::Result<T, base::Error>& loaded) {
    if (!loaded) {
        ANSAGE_CHECK(loaded.error().where.text().starts_with("fuzz.toml"));
        ANSAGE_CHECK(!loaded.error().what.empty() && !loaded.error().mend.empty());
    }
}

void check_written(const speech::Ears& ears) {
    const auto again =
        profiles::Document::parse(profiles::to_toml(ears), "again.toml")
            .and_then([](const auto& document) { return profiles::load_ears(document); });
    ANSAGE_CHECK(again.has_value() && *again == ears);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto document =
        profiles::Document::parse({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
    if (!document) return 0;
    check(profiles::read_edition(*document));
    check(profiles::load_time(*document));
    constexpr std::array<std::string_view, 2> keys{"name", "time"};
    check(profiles::load_seat(*document, keys));
    check(profiles::load_braille(*document));
    const auto ears = profiles::load_ears(*document);
    check(ears);
    if (ears) check_written(*ears);
    return 0;
}
