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

// What each measure of a verdict lets one doubt, in nats of the odds that something else was said:
// nothing where it is clear, and as much more as it is further from there. Doubts add up. Found by
// logistic regression over sounds of six people of the Heidelberg Digits, quiet and in noise, with
// announcements of legal and illegal moves and with other sounds, and of synthetic voices that say
// D.2.1's words; tried on six other people (docs/hearing.md). They hold for the library and the
// model of Debian 12, and for costs that include what loudness says.
struct Thresholds {
    double clear_margin = 0.4; // nats a frame of the words, as all that have no other unit
    double for_margin = 6.8; // of what m lacks to be clear
    double clear_off = 0.3;
    double for_off = 3.7; // of what o lacks to be clear
    double for_announcement = 2.5; // of x
    double for_words = 0.5; // of l
    double for_loud_besides = 5.2; // of b
    int clear_word = 24; // frames
    double for_frame = 0.24; // of those that the shortest word lacks to be clear
    double most_doubt = 3.0;
    // However well the rest fits: two moves are as likely, or nobody speaks so.
    double least_margin = 0.05;
    double most_for_phones = 6.0;
    double most_for_word = 7.0;
};

inline constexpr Thresholds measured_thresholds{};

// Why something is not understood: what lets one doubt it most.
enum class Doubt : std::uint8_t {
    no_words, // no line fits at all, or phones in any order fit much better
    other_words, // words in any order fit better, or more was said than the words
    other_announcement, // another well-formed announcement fits as well, or one with another word
    two_lines, // two lines that mean different things fit nearly as well
    unclear_word, // one word fits badly
    hasty_word, // one word is shorter than people say it
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
    // To the best announcement that is no line and has one word otherwise; absent: there is none.
    std::optional<double> o;
    double b = 0; // for each frame of its words, those that are as loud and of none
    double worst_word = 0;
    int shortest_word = 0;
    double d = 0; // all doubts together

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
