// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock/time_control.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace ansage::clock {
namespace {

using base::Error;
using base::Result;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Millis longest_base = hours{100};
constexpr Millis longest_increment = hours{1};
constexpr unsigned most_moves = 999;
constexpr std::size_t most_periods = 16;

// What A.1 and B.1 multiply an increment by.
constexpr int moves_of_a_game = 60;

struct Unit {
    char letter;
    Millis length;
};

constexpr std::array units{Unit{'h', hours{1}}, Unit{'m', minutes{1}}, Unit{'s', seconds{1}}};

Error problem(std::string_view text, base::Phrase what) {
    return Error{
        .what = std::move(what),
        .where = base::phrase("time control '{}'", text),
        .mend = base::phrase(
            "write it like 90m+30s, 90m d5s, 90m b5s, 60m, 40/90m+30s,30m+30s or hourglass 1m"
        ),
    };
}

// Takes what it has read from the front of `text`.
std::optional<unsigned> take_number(std::string_view& text) {
    unsigned value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

void skip_spaces(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

// "1h30m", "90m", "45s": takes all of them that follow each other in this order.
std::optional<Millis> take_duration(std::string_view& text) {
    std::optional<Millis> total;
    auto next_unit = units.begin();
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        const auto number = take_number(text);
        const auto unit = std::find_if(next_unit, units.end(), [&](const Unit& candidate) {
            return !text.empty() && text.front() == candidate.letter;
        });
        if (!number || unit == units.end()) return std::nullopt;
        text.remove_prefix(1);
        total = total.value_or(Millis{0}) + unit->length * std::int64_t{*number};
        next_unit = unit + 1;
    }
    return total;
}

std::optional<IncrementKind> take_increment_kind(std::string_view& text) {
    if (take(text, "+")) return IncrementKind::fischer;
    if (take(text, "d")) return IncrementKind::delay;
    if (take(text, "b")) return IncrementKind::bronstein;
    return std::nullopt;
}

// "40/" before a duration; absent where no slash follows.
Result<std::optional<unsigned>, base::Phrase> take_moves(std::string_view& text) {
    if (text.substr(0, text.find(',')).find('/') == std::string_view::npos) return std::nullopt;
    const auto moves = take_number(text);
    if (!moves || !take(text, "/") || *moves == 0 || *moves > most_moves) {
        return tl::unexpected(
            base::phrase("before the slash stands a number of moves, 1 to {}", most_moves)
        );
    }
    return moves;
}

Result<void, base::Phrase> take_increment(std::string_view& text, Period& period) {
    const auto kind = take_increment_kind(text);
    if (!kind) return {};
    const auto increment = take_duration(text);
    if (!increment || *increment == Millis{0} || *increment > longest_increment)
        return tl::unexpected(base::phrase("an increment is a time above zero, at most one hour"));
    period.kind = *kind;
    period.increment = *increment;
    return {};
}

Result<Period, base::Phrase> take_period(std::string_view& text) {
    const auto moves = ANSAGE_TRY(take_moves(text));
    const auto base = take_duration(text);
    if (!base || *base > longest_base) {
        return tl::unexpected(base::phrase(
            "a period is a time in hours, minutes and seconds (1h30m), at most 100 hours"
        ));
    }
    Period period{.moves = moves, .base = *base};
    skip_spaces(text);
    ANSAGE_TRY(take_increment(text, period));
    skip_spaces(text);
    return period;
}

Result<std::vector<Period>, base::Phrase> take_periods(std::string_view text) {
    std::vector<Period> periods;
    do {
        skip_spaces(text);
        if (periods.size() == most_periods)
            return tl::unexpected(base::phrase("there are at most {} periods", most_periods));
        if (!periods.empty() && !periods.back().moves) {
            return tl::unexpected(
                base::phrase("a period that another one follows needs a number of moves")
            );
        }
        const auto period = ANSAGE_TRY(take_period(text));
        periods.push_back(period);
    } while (take(text, ","));
    if (!text.empty()) return tl::unexpected(base::phrase("'{}' is not understood", text));
    return periods;
}

bool fits_hourglass(const TimeControl& control) {
    return control.periods.size() == 1 && !control.periods.front().moves &&
        control.periods.front().kind == IncrementKind::none;
}

std::string to_string(Millis duration) {
    const auto total = std::chrono::duration_cast<seconds>(duration).count();
    if (total % 60 == 0 && total != 0) return fmt::format("{}m", total / 60);
    return total < 60 ? fmt::format("{}s", total) : fmt::format("{}m{}s", total / 60, total % 60);
}

std::string_view prefix_of(IncrementKind kind) {
    switch (kind) {
    case IncrementKind::none: return "";
    case IncrementKind::fischer: return "+";
    case IncrementKind::delay: return " d";
    case IncrementKind::bronstein: return " b";
    }
    return "";
}

std::string to_string(const Period& period) {
    std::string text = period.moves ? fmt::format("{}/", *period.moves) : "";
    text += to_string(period.base);
    if (period.kind != IncrementKind::none)
        text += fmt::format("{}{}", prefix_of(period.kind), to_string(period.increment));
    return text;
}

} // namespace

Result<TimeControl, Error> parse_time_control(std::string_view text) {
    std::string_view rest = text;
    skip_spaces(rest);
    TimeControl control;
    control.hourglass = take(rest, "hourglass ");
    auto periods = take_periods(rest);
    if (!periods) return tl::unexpected(problem(text, periods.error()));
    control.periods = std::move(*periods);
    if (control.hourglass && !fits_hourglass(control)) {
        return tl::unexpected(
            problem(text, base::phrase("an hourglass has one time, without moves or increment"))
        );
    }
    if (start_time(control) <= Millis{0})
        return tl::unexpected(problem(text, base::phrase("the start time must be above zero")));
    return control;
}

std::string to_string(const TimeControl& control) {
    std::string text = control.hourglass ? "hourglass " : "";
    for (const Period& period : control.periods) {
        text += &period == control.periods.data() ? "" : ",";
        text += to_string(period);
    }
    return text;
}

Millis start_time(const TimeControl& control) {
    const Period& first = control.periods.front();
    return first.kind == IncrementKind::fischer ? first.base + first.increment : first.base;
}

TimeClass time_class(const TimeControl& control, const ClassLimits& limits) {
    Millis base{0};
    Millis increment{0};
    for (const Period& period : control.periods) {
        base += period.base;
        increment = std::max(increment, period.increment);
    }
    const Millis total = base + increment * moves_of_a_game;
    if (total <= limits.blitz_at_most) return TimeClass::blitz;
    return total < limits.rapid_below ? TimeClass::rapid : TimeClass::standard;
}

} // namespace ansage::clock
