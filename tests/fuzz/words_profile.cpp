// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a vocabulary: it loads, or is refused with a place and a way to mend it.
#include "base/check.hpp"
#include "phonetics/lexicon.hpp"
#include "profiles/words.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto document =
        profiles::Document::parse({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
    const auto words =
        document.and_then([](const auto& each) { return profiles::load_words(each); });
    if (words) {
        ANSAGE_CHECK(phonetics::Lexicon::from(*words).has_value());
        return 0;
    }
    ANSAGE_CHECK(words.error().where.text().starts_with("fuzz.toml"));
    ANSAGE_CHECK(!words.error().what.empty() && !words.error().mend.empty());
    return 0;
}
