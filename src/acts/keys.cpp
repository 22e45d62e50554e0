// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/keys.hpp"

#include "acts/grammar.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::acts {

namespace {

constexpr std::array keys{
    ClockKey{' ', "clock presses", "clock_press"},
    ClockKey{'f', "white presses", "clock_white_presses"},
    ClockKey{'j', "black presses", "clock_black_presses"},
    ClockKey{'\n', "arbiter starts", "clock_start"},
    ClockKey{'.', "arbiter pauses", "clock_pause"},
    ClockKey{'q', "white asks time", "clock_white_time"},
    ClockKey{'w', "white asks opponent-time", "clock_white_opponent"},
    ClockKey{'e', "white asks both", "clock_white_both"},
    ClockKey{'r', "white asks moves", "clock_white_moves"},
    ClockKey{'a', "white asks running", "clock_white_running"},
    ClockKey{'s', "white asks period", "clock_white_period"},
    ClockKey{'p', "black asks time", "clock_black_time"},
    ClockKey{'o', "black asks opponent-time", "clock_black_opponent"},
    ClockKey{'i', "black asks both", "clock_black_both"},
    ClockKey{'u', "black asks moves", "clock_black_moves"},
    ClockKey{'l', "black asks running", "clock_black_running"},
    ClockKey{'k', "black asks period", "clock_black_period"},
};

// "white 12:34", "white +2:00", "white moves 24", "white alarms words"
std::vector<std::string> settings_of(const Reader& reader, std::string_view color) {
    Reader ahead{reader};
    if (ahead.take("alarms")) {
        Parts parts;
        if (!find_part("ALARMS")->read(ahead, parts) || !ahead.is_at_end()) return {};
        std::vector<std::string> acts{fmt::format("{} requests alarms {}", color, parts.name)};
        if (parts.name != "none") acts.push_back(fmt::format("arbiter accepts alarms {}", color));
        return acts;
    }
    if (ahead.take("moves")) return {fmt::format("arbiter sets {} moves {}", color, ahead.rest())};
    const bool adds = ahead.word().starts_with('+');
    const auto time =
        adds ? terminal::parse_clock_time(ahead.take_word().substr(1)) : ahead.take_time();
    if (!time || !ahead.is_at_end()) return {};
    return {fmt::format(
        "arbiter {} {} {}", adds ? "adds" : "sets", color, terminal::to_clock_time(*time)
    )};
}

} // namespace

std::span<const ClockKey> clock_keys() { return keys; }

const ClockKey* find_clock_key(char key) {
    const auto* const found = std::ranges::find(keys, key == '\r' ? '\n' : key, &ClockKey::key);
    return found == keys.end() ? nullptr : found;
}

std::vector<std::string> help_topics_of_clock() {
    std::vector<std::string> topics;
    topics.reserve(keys.size() + 1);
    for (const ClockKey& key : keys) topics.emplace_back(key.topic);
    topics.emplace_back("clock_line");
    return topics;
}

std::vector<std::string> acts_of_line(std::string_view line, Tongue tongue) {
    if (line == " ") return {std::string{find_clock_key(' ')->act}};
    const std::string_view text = terminal::trim(line);
    const ClockKey* const key = text.size() == 1 ? find_clock_key(text.front()) : nullptr;
    if (key != nullptr) return {std::string{key->act}};
    for (const chess::Color color : chess::both_colors) {
        Reader reader{text, tongue};
        if (!reader.take(chess::to_string(color))) continue;
        if (auto acts = settings_of(reader, chess::to_string(color)); !acts.empty()) return acts;
    }
    return text.empty() ? std::vector<std::string>{} : std::vector{std::string{text}};
}

} // namespace ansage::acts
