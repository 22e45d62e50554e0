// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/text.hpp"

#include "base/text.hpp"

#include <array>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace ansage::terminal {

using base::Millis;

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f"; // what parts words, all of it

// Exactly `digits` digits, or 1 to `digits` if `fewer`.
std::optional<unsigned> parse_digits(std::string_view text, std::size_t digits, bool fewer) {
    const bool length_fits =
        text.size() == digits || (fewer && !text.empty() && text.size() < digits);
    return length_fits ? parse_number(text) : std::nullopt;
}

std::optional<Millis> parse_fraction(std::string_view text) {
    const std::optional<unsigned> value = parse_digits(text, 3, true);
    if (!value) return std::nullopt;
    constexpr std::array<unsigned, 4> scale{1, 100, 10, 1};
    return Millis{*value * scale[text.size()]};
}

} // namespace

std::vector<std::string> split_words(std::string_view line) {
    std::istringstream stream{std::string{line}};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(std::move(word));
    return words;
}

std::string join_words(const std::vector<std::string>& words, std::size_t first) {
    std::string text;
    for (std::size_t i = first; i < words.size(); ++i) text += (i == first ? "" : " ") + words[i];
    return text;
}

std::string_view trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::optional<unsigned> parse_number(std::string_view text) {
    return base::parse_number<unsigned>(text);
}

std::optional<Millis> parse_clock_time(std::string_view text) {
    Millis fraction{0};
    if (const std::size_t dot = text.find('.'); dot != std::string_view::npos) {
        const std::optional<Millis> parsed = parse_fraction(text.substr(dot + 1));
        if (!parsed) return std::nullopt;
        fraction = *parsed;
        text = text.substr(0, dot);
    }
    const std::size_t last = text.rfind(':');
    if (last == std::string_view::npos) return std::nullopt;
    const std::optional<unsigned> seconds = parse_digits(text.substr(last + 1), 2, false);
    std::string_view front = text.substr(0, last);
    std::optional<unsigned> hours = 0;
    const std::size_t first = front.find(':');
    if (first != std::string_view::npos) {
        hours = parse_digits(front.substr(0, first), 4, true);
        front = front.substr(first + 1);
    }
    const std::optional<unsigned> minutes =
        parse_digits(front, first == std::string_view::npos ? 6 : 2, true);
    if (!seconds || !minutes || !hours || *seconds > 59) return std::nullopt;
    return Millis{((*hours * std::int64_t{60} + *minutes) * 60 + *seconds) * 1000} + fraction;
}

std::string to_clock_time(Millis time) {
    const std::int64_t milliseconds = time.count() % 1000;
    const std::int64_t seconds = time.count() / 1000;
    std::string text = seconds >= 3600
        ? fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
        : fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    if (milliseconds != 0) text += fmt::format(".{:03}", milliseconds);
    return text;
}

namespace {

std::tm local(Millis wall_clock) {
    const std::time_t time = std::chrono::duration_cast<std::chrono::seconds>(wall_clock).count();
    return fmt::localtime(time);
}

} // namespace

std::string to_local_time(Millis wall_clock) {
    return fmt::format("{:%H:%M:%S}", local(wall_clock));
}

std::string to_local_day(Millis wall_clock) {
    return fmt::format("{:%Y-%m-%d}", local(wall_clock));
}

tl::unexpected<base::Error> refused(base::Phrase what, base::Phrase mend) {
    return tl::unexpected(base::Error{.what = std::move(what), .mend = std::move(mend)});
}

} // namespace ansage::terminal
