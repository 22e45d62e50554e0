// SPDX-License-Identifier: GPL-3.0-or-later
// The tone that the proofs of the recording rest on tells what is missing of it.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "tone.hpp"

#include <fstream>
#include <iterator>
#include <vector>

namespace ansage::tests {
namespace {

using base::Millis;

constexpr int rate = 16'000;
constexpr std::ptrdiff_t second = rate;

std::vector<std::int16_t> rising_tone() {
    const Folder folder;
    write_rising_tone(folder / "tone.raw", rate);
    std::ifstream file{folder / "tone.raw", std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    std::vector<std::int16_t> samples(bytes.size() / 2);
    std::copy_n(bytes.data(), samples.size() * 2, reinterpret_cast<char*>(samples.data()));
    return samples;
}

bool is_near(Millis one, Millis other) {
    return one - other <= Millis{3} && other - one <= Millis{3};
}

TEST_CASE("a tone that rises tells how late it is, what is missing and what was silence") {
    std::vector<std::int16_t> tone = rising_tone();
    tone.resize(static_cast<std::size_t>(4 * second));
    CHECK(is_near(told_by_tone(tone, rate), Millis{4000}));
    const auto whole = measure(tone, rate);
    REQUIRE(whole.has_value());
    CHECK(is_near(whole->missing, Millis{0}));
    CHECK(whole->silence == Millis{0});

    const auto missing = GENERATE(20, 64, 700);
    auto hole = tone;
    hole.erase(hole.begin() + second, hole.begin() + second + missing * second / 1000);
    CHECK(is_near(measure(hole, rate).value().missing, Millis{missing}));

    auto stumbled = tone;
    stumbled.insert(stumbled.begin() + 2 * second, static_cast<std::size_t>(second / 10), 0);
    const auto silent = measure(stumbled, rate);
    REQUIRE(silent.has_value());
    CHECK(is_near(silent->silence, Millis{100}));
    CHECK(is_near(silent->missing, Millis{0}));

    const auto part = part_between(tone, rate, Millis{1500}, Millis{2500});
    const auto told = measure(part, rate);
    REQUIRE(told.has_value());
    CHECK(told->from >= Millis{1500});
    CHECK(told->to <= Millis{2500});
    CHECK(told->to - told->from > Millis{950});
    CHECK_FALSE(measure(std::span{tone}.first(100), rate).has_value());
}

} // namespace
} // namespace ansage::tests
