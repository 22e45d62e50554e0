// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/time_of_day.hpp"

#include "terminal/text.hpp"

#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace ansage::acts {

namespace {

// Where a clock shows the same time twice in a night, or skips it, the caller says which is meant.
std::time_t on_day(const std::tm& today, int days_ago, std::chrono::minutes of_day, int is_summer) {
    std::tm named{};
    named.tm_year = today.tm_year;
    named.tm_mon = today.tm_mon;
    named.tm_mday = today.tm_mday - days_ago;
    named.tm_min = static_cast<int>(of_day.count());
    named.tm_isdst = is_summer;
    return std::mktime(&named);
}

bool shows(std::time_t time, std::chrono::minutes of_day) {
    std::tm local{};
    ::localtime_r(&time, &local);
    return std::chrono::hours{local.tm_hour} + std::chrono::minutes{local.tm_min} == of_day;
}

// The newest moment at which the clocks on the wall showed it.
std::time_t newest(std::time_t now, std::chrono::minutes of_day) {
    std::tm today{};
    ::localtime_r(&now, &today);
    constexpr int unknown = -1;
    std::optional<std::time_t> found;
    for (const int days_ago : {0, 1, 2}) { // one of them may have skipped it
        for (const int is_summer : {0, 1}) {
            const std::time_t time = on_day(today, days_ago, of_day, is_summer);
            if (time <= now && shows(time, of_day) && (!found || *found < time)) found = time;
        }
    }
    return found.value_or(on_day(today, 1, of_day, unknown));
}

} // namespace

std::string with_time_of_day(std::string_view line, base::Millis wall_clock) {
    const std::vector<std::string> words = terminal::split_words(line);
    const std::size_t key = words.size() == 3 ? 1 : 0;
    const bool asks = (words.size() == 2 || words.size() == 3) &&
        (words[key] == "h" || words[key] == "H") && words.back().find(':') != std::string::npos;
    const auto named = asks ? terminal::parse_clock_time(words.back() + ":00") : std::nullopt;
    if (!named || *named >= std::chrono::hours{24}) return std::string{line};
    const std::time_t now = std::chrono::floor<std::chrono::seconds>(wall_clock).count();
    const auto back = now - newest(now, std::chrono::duration_cast<std::chrono::minutes>(*named));
    const std::string player = key == 0 ? "" : words.front() + ' ';
    return fmt::format(
        "{}asks since {}:{:02}:{:02}", player, back / 3600, back / 60 % 60, back % 60
    );
}

} // namespace ansage::acts
