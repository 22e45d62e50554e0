// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a catalogue of messages: it is read, and each of its sentences is filled, respelled
// and taken for a list of phrases.
#include "base/check.hpp"
#include "wording/fill.hpp"
#include "wording/phrases.hpp"
#include "wording/po_file.hpp"

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

using namespace ansage;

namespace {

void check(const std::string& sentence) {
    const std::string kept = wording::fill(sentence, [](std::string_view name) {
        return "{" + std::string{name} + "}";
    });
    ANSAGE_CHECK(kept == sentence);
    ANSAGE_CHECK(wording::respelled(sentence, {}) == sentence);
    for (const auto& [word, instead] : wording::read_spellings(sentence)) {
        ANSAGE_CHECK(sentence.find(word) != std::string::npos);
        ANSAGE_CHECK(sentence.find(instead) != std::string::npos);
    }
    ANSAGE_CHECK(!wording::is_phrase_of(sentence, ","));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream stream{std::string{reinterpret_cast<const char*>(data), size}};
    const wording::PoFile file = wording::read_po(stream, "fuzz.po");
    for (const wording::PoEntry& entry : file.entries) {
        for (const std::string& form : entry.forms) check(form);
        ANSAGE_CHECK(wording::placeholders(entry).size() <= size);
    }
    return 0;
}
