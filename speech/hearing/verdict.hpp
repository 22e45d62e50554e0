// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what was heard is understood.
#pragma once

#include "speech/hearing/recogniser.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ansage::speech::hearing {

// All in nats a frame of the words, but the last two: frames for each of these, and frames. Found
// with the digits of six people of the Heidelberg Digits, quiet and in noise, and with synthetic
// voices that say D.2.1's words; tried on six other people (docs/hearing.md). They hold for the
// library and the model of Debian 12, and for costs that include what loudness says.
struct Thresholds {
    double least_margin = 0.2;
    double least_for_other_word = -0.25;
    double most_for_announcement = 0.35;
    double most_for_words = 1.2;
    double most_for_phones = 5.0;
    double most_for_word = 6.0;
    double most_loud_besides = 0.25;
    int shortest_word = 16;
};

inline constexpr Thresholds measured_thresholds{};

// Why something is not understood, the first that holds.
enum class Doubt : std::uint8_t {
    no_words, // no line fits at all, or phones in any order fit much better
    other_words, // words in any order fit much better, or more was said than the words
    other_announcement, // another well-formed announcement fits better, or one with another word
    two_lines, // two lines that mean different things fit nearly as well
    unclear_word, // one word fits badly
    hasty_word, // one word is shorter than anybody says it
};

// As programs read them.
std::string_view to_string(Doubt doubt);

struct Verdict {
    std::optional<std::size_t> best; // the line that fits best
    std::optional<Doubt> doubt; // absent: it was understood
    // In the letters of docs/hearing.md.
    std::optional<double> m; // to the best line of another meaning; absent: there is none
    double x = 0; // any well-formed announcement
    double l = 0; // any words
    double r = 0; // any phones
    std::optional<double> o; // another word where one was said; absent: there is none
    double b = 0; // for each frame of its words, those that are as loud and of none
    double worst_word = 0;
    int shortest_word = 0;

    bool is_understood() const { return best && !doubt; }
};

// `meanings` tells for each line what it means: lines with one meaning are no rivals.
Verdict judge(
    const Readings& readings,
    std::span<const Line> lines,
    std::span<const std::size_t> meanings,
    const Thresholds& thresholds = measured_thresholds
);

} // namespace ansage::speech::hearing
