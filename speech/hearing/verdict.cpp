// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/verdict.hpp"

#include <algorithm>

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

std::optional<Doubt> doubt_of(const Verdict& verdict, const Thresholds& limits) {
    if (verdict.r > limits.most_for_phones) return Doubt::no_words;
    if (verdict.l > limits.most_for_words) return Doubt::other_words;
    if (verdict.b > limits.most_loud_besides) return Doubt::other_words;
    if (verdict.x > limits.most_for_announcement) return Doubt::other_announcement;
    if (verdict.o && *verdict.o < limits.least_for_other_word) return Doubt::other_announcement;
    if (verdict.m && *verdict.m < limits.least_margin) return Doubt::two_lines;
    if (verdict.worst_word > limits.most_for_word) return Doubt::unclear_word;
    if (verdict.shortest_word < limits.shortest_word) return Doubt::hasty_word;
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
    verdict.o = readings.other_word;
    verdict.b = static_cast<double>(best.loud_besides) / best.frames;
    verdict.worst_word = best.worst_word;
    verdict.shortest_word = best.shortest_word;
    verdict.doubt = doubt_of(verdict, thresholds);
    return verdict;
}

} // namespace ansage::speech::hearing
