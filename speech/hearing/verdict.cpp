// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ansage::speech::hearing {

namespace {

// The line that costs least, of those that mean something else than `meaning`, if one is given.
std::optional<std::size_t> best_line(
    const Readings& readings,
    std::span<const std::size_t> meanings,
    std::optional<std::size_t> meaning = {}
) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < readings.lines.size(); ++i) {
        const auto& each = readings.lines[i];
        if (!each || (meaning && meanings[i] == *meaning)) continue;
        if (!best || each->cost < readings.lines[*best]->cost) best = i;
    }
    return best;
}

// How much less something else costs.
double gain(const std::optional<Reading>& other, const Reading& best) {
    return other ? std::max(0.0, best.cost - other->cost) / best.frames : 0;
}

// What each measure lets one doubt.
struct Doubts {
    double other_words = 0;
    double other_announcement = 0;
    double two_lines = 0;
    double hasty_word = 0;

    double sum() const { return other_words + other_announcement + two_lines + hasty_word; }
};

Doubts doubts_of(const Verdict& verdict, const Thresholds& limits) {
    const auto lack = [](const std::optional<double>& margin, double clear) {
        return margin ? std::max(0.0, clear - *margin) : 0;
    };
    return {
        .other_words = limits.for_words * verdict.l + limits.for_loud_besides * verdict.b,
        .other_announcement = limits.for_announcement * verdict.x +
            limits.for_off * lack(verdict.o, limits.clear_off),
        .two_lines = limits.for_margin * lack(verdict.m, limits.clear_margin),
        .hasty_word = limits.for_frame * std::max(0, limits.clear_word - verdict.shortest_word)};
}

// Of those that together are too much.
Doubt greatest(const Doubts& doubts) {
    const std::array<std::pair<double, Doubt>, 4> all{
        {{doubts.other_words, Doubt::other_words},
         {doubts.other_announcement, Doubt::other_announcement},
         {doubts.two_lines, Doubt::two_lines},
         {doubts.hasty_word, Doubt::hasty_word}}};
    return std::ranges::max(all, {}, &std::pair<double, Doubt>::first).second;
}

std::optional<Doubt> doubt_of(const Verdict& verdict, const Thresholds& limits) {
    if (verdict.r > limits.most_for_phones) return Doubt::no_words;
    if (verdict.worst_word > limits.most_for_word) return Doubt::unclear_word;
    if (verdict.m && *verdict.m < limits.least_margin) return Doubt::two_lines;
    if (verdict.d > limits.most_doubt) return greatest(doubts_of(verdict, limits));
    return std::nullopt;
}

} // namespace

std::string_view to_string(Doubt doubt) {
    switch (doubt) {
    case Doubt::no_words: return "no_words";
    case Doubt::other_words: return "other_words";
    case Doubt::other_announcement: return "other_announcement";
    case Doubt::two_lines: return "two_moves";
    case Doubt::unclear_word: return "unclear_word";
    case Doubt::hasty_word: return "hasty_word";
    }
    return {};
}

Verdict judge(
    const Readings& readings,
    std::span<const Line> lines,
    std::span<const std::size_t> meanings,
    const Thresholds& thresholds
) {
    Verdict verdict;
    verdict.best = best_line(readings, meanings);
    if (!verdict.best) {
        verdict.doubt = Doubt::no_words;
        return verdict;
    }
    const Reading& best = *readings.lines[*verdict.best];
    const std::size_t meaning = meanings[*verdict.best];
    if (const auto rival = best_line(readings, meanings, meaning))
        verdict.m = (readings.lines[*rival]->cost - best.cost) / best.frames;
    // The same move in other words is no other announcement.
    const auto& other = readings.any_announcement;
    bool means_the_same = false;
    for (std::size_t i = 0; other && i < lines.size(); ++i)
        means_the_same = means_the_same || (lines[i] == other->words && meanings[i] == meaning);
    verdict.x = means_the_same ? 0 : gain(other, best);
    verdict.l = gain(readings.any_words, best);
    verdict.r = (best.cost - readings.phones) / best.frames;
    if (const auto& near = readings.one_word_off)
        verdict.o = (near->cost - best.cost) / best.frames;
    verdict.b = static_cast<double>(best.loud_besides) / best.frames;
    verdict.worst_word = best.worst_word;
    verdict.shortest_word = best.shortest_word;
    verdict.d = doubts_of(verdict, thresholds).sum();
    verdict.doubt = doubt_of(verdict, thresholds);
    return verdict;
}

} // namespace ansage::speech::hearing
