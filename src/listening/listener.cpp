// SPDX-License-Identifier: GPL-3.0-or-later
#include "listening/listener.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ansage::listening {

using base::Error;
using base::Result;
using speech::hearing::Readings;

namespace {

constexpr std::size_t most_candidates = 3;

// Each move once, in the words that fit it best.
std::vector<Candidate> likeliest(
    const Expected& expected,
    const Readings& readings,
    const phonetics::Vocabulary& vocabulary,
    const chess::Position& position
) {
    const auto& lines = readings.lines;
    std::vector<std::size_t> order;
    for (std::size_t line = 0; line < lines.size(); ++line)
        if (lines[line]) order.push_back(line);
    std::ranges::stable_sort(order, {}, [&](std::size_t line) { return lines[line]->cost; });
    std::vector<Candidate> candidates;
    for (const std::size_t line : order) {
        const chess::Move move = expected.moves[expected.meanings[line]];
        if (candidates.size() == most_candidates) break;
        if (std::ranges::find(candidates, move, &Candidate::move) != candidates.end()) continue;
        const auto words = announce(vocabulary, position, move, phonetics::Style::full);
        const double above_phones = lines[line]->cost - readings.phones;
        candidates.push_back({move, to_text(words), above_phones / lines[line]->frames});
    }
    return candidates;
}

} // namespace

Listener::Listener(SpokenWords words, speech::hearing::Recogniser recogniser)
    : words_(std::move(words)),
      recogniser_(std::move(recogniser)) {}

Result<Listener, Error> Listener::open(
    phonetics::Vocabulary vocabulary,
    speech::hearing::Recogniser recogniser,
    speech::hearing::AskPhonemes ask
) {
    speech::hearing::Pronouncer pronouncer{vocabulary.language, std::move(ask)};
    auto words = ANSAGE_TRY(SpokenWords::of(std::move(vocabulary), pronouncer));
    return Listener{std::move(words), std::move(recogniser)};
}

Result<HeardSound, Error>
Listener::hear(std::span<const std::int16_t> sound, const chess::Position& position) {
    const Expected expected = words_.expected(position);
    const Readings readings = ANSAGE_TRY(recogniser_.listen(sound, expected.question));
    HeardSound heard;
    heard.verdict = judge(readings, expected.question.lines, expected.meanings);
    heard.candidates = likeliest(expected, readings, vocabulary(), position);
    if (!heard.verdict.best) return heard;
    const std::size_t best = *heard.verdict.best;
    constexpr int frame_ms = 1000 / speech::hearing::frames_a_second;
    heard.spoken_for = base::Millis{readings.lines[best]->frames * frame_ms};
    if (heard.verdict.is_understood()) heard.move = expected.moves[expected.meanings[best]];
    return heard;
}

} // namespace ansage::listening
