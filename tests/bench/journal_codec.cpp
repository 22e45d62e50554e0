// SPDX-License-Identifier: GPL-3.0-or-later
// Encoding and decoding: aim, below a microsecond an event encoded.
#include "journal/codec.hpp"
#include "journal/sample.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ansage::journal {
namespace {

constexpr std::uint64_t count = 1000;

// What a move at a table leads to: mostly testimony and speech.
std::vector<table::Event> events() {
    std::vector<table::Event> events;
    for (std::uint64_t number = 0; number < count; ++number) {
        tests::Sample sample{number};
        events.push_back({sample.value<base::Instant>(), sample.any<table::EventBody>()});
    }
    return events;
}

std::vector<std::string> lines(const std::vector<table::Event>& events) {
    std::vector<std::string> lines;
    for (const table::Event& event : events) lines.push_back(encode(event));
    return lines;
}

} // namespace

TEST_CASE("A thousand events of every kind") {
    const auto made = events();
    const auto encoded = lines(made);
    BENCHMARK("appended to a text") {
        std::string text;
        for (const table::Event& event : made) append(text, event);
        return text.size();
    };
    BENCHMARK("encoded one by one") { return lines(made).size(); };
    BENCHMARK("decoded") {
        std::size_t right = 0;
        for (const std::string& line : encoded) right += decode_event(line).has_value() ? 1U : 0U;
        return right;
    };
}

} // namespace ansage::journal
