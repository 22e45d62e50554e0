// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/keys.hpp"

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

bool is_player(const std::string& word) { return word == "white" || word == "black"; }

bool is_alarms(const std::vector<std::string>& words) {
    return words.size() == 3 && words[1] == "alarms";
}

std::optional<std::string> setting_of(const std::vector<std::string>& words) {
    const bool adds = words.size() == 2 && words[1].starts_with('+');
    if (adds && terminal::parse_clock_time(words[1].substr(1)))
        return fmt::format("arbiter adds {} {}", words[0], words[1].substr(1));
    if (words.size() == 2 && terminal::parse_clock_time(words[1]))
        return fmt::format("arbiter sets {} {}", words[0], words[1]);
    if (words.size() == 3 && words[1] == "moves")
        return fmt::format("arbiter sets {} moves {}", words[0], words[2]);
    return std::nullopt;
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

std::vector<std::string> acts_of_line(std::string_view line) {
    if (line == " ") return {std::string{find_clock_key(' ')->act}};
    const std::string_view text = terminal::trim(line);
    const ClockKey* const key = text.size() == 1 ? find_clock_key(text.front()) : nullptr;
    if (key != nullptr) return {std::string{key->act}};
    const std::vector<std::string> words = terminal::split_words(text);
    if (words.empty()) return {};
    if (!is_player(words[0])) return {std::string{text}};
    if (is_alarms(words)) {
        std::vector<std::string> acts{fmt::format("{} requests alarms {}", words[0], words[2])};
        if (words[2] != "none") acts.push_back(fmt::format("arbiter accepts alarms {}", words[0]));
        return acts;
    }
    return {setting_of(words).value_or(std::string{text})};
}

} // namespace ansage::acts
