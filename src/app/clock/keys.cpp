#include "app/clock/keys.hpp"

#include "app/cli/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::app {

namespace {

constexpr std::array keys{
    ClockKey{' ', "clock presses", "clock.key.press"},
    ClockKey{'f', "white presses", "clock.key.white_presses"},
    ClockKey{'j', "black presses", "clock.key.black_presses"},
    ClockKey{'\n', "arbiter starts", "clock.key.start"},
    ClockKey{'.', "arbiter pauses", "clock.key.pause"},
    ClockKey{'q', "white asks time", "clock.key.white_time"},
    ClockKey{'w', "white asks opponent-time", "clock.key.white_opponent"},
    ClockKey{'e', "white asks both", "clock.key.white_both"},
    ClockKey{'r', "white asks moves", "clock.key.white_moves"},
    ClockKey{'a', "white asks running", "clock.key.white_running"},
    ClockKey{'s', "white asks period", "clock.key.white_period"},
    ClockKey{'p', "black asks time", "clock.key.black_time"},
    ClockKey{'o', "black asks opponent-time", "clock.key.black_opponent"},
    ClockKey{'i', "black asks both", "clock.key.black_both"},
    ClockKey{'u', "black asks moves", "clock.key.black_moves"},
    ClockKey{'l', "black asks running", "clock.key.black_running"},
    ClockKey{'k', "black asks period", "clock.key.black_period"},
};

bool is_player(const std::string& word) {
    return word == "white" || word == "black";
}

bool is_alarms(const std::vector<std::string>& words) {
    return words.size() == 3 && words[1] == "alarms";
}

std::optional<std::string> setting_of(const std::vector<std::string>& words) {
    const bool adds = words.size() == 2 && words[1].starts_with('+');
    if (adds && parse_clock_time(words[1].substr(1))) {
        return fmt::format("arbiter adds {} {}", words[0], words[1].substr(1));
    }
    if (words.size() == 2 && parse_clock_time(words[1])) {
        return fmt::format("arbiter sets {} {}", words[0], words[1]);
    }
    if (words.size() == 3 && words[1] == "moves") {
        return fmt::format("arbiter sets {} moves {}", words[0], words[2]);
    }
    return std::nullopt;
}

} // namespace

std::span<const ClockKey> clock_keys() {
    return keys;
}

const ClockKey* find_clock_key(char key) {
    const auto* const found = std::ranges::find(keys, key == '\r' ? '\n' : key, &ClockKey::key);
    return found == keys.end() ? nullptr : found;
}

std::string name_of_key(char key) {
    if (key == ' ') {
        return "space";
    }
    return key == '\n' ? std::string{"Enter"} : std::string{key};
}

std::vector<std::string> acts_of_line(std::string_view line) {
    if (line == " ") {
        return {std::string{find_clock_key(' ')->act}};
    }
    const std::string_view text = trim(line);
    const ClockKey* const key = text.size() == 1 ? find_clock_key(text.front()) : nullptr;
    if (key != nullptr) {
        return {std::string{key->act}};
    }
    const std::vector<std::string> words = split_words(text);
    if (words.empty()) {
        return {};
    }
    if (!is_player(words[0])) {
        return {std::string{text}};
    }
    if (is_alarms(words)) {
        std::vector<std::string> acts{fmt::format("{} requests alarms {}", words[0], words[2])};
        if (words[2] != "none") {
            acts.push_back(fmt::format("arbiter accepts alarms {}", words[0]));
        }
        return acts;
    }
    return {setting_of(words).value_or(std::string{text})};
}

} // namespace ansage::app
