// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::gateway {

namespace {

// Of what is sent at once, so that a browser that comes late gets a long game in pieces.
constexpr std::size_t enough_bytes = std::size_t{64} * 1024;

std::string_view name_of(Standing standing) {
    switch (standing) {
    case Standing::coming: return "coming";
    case Standing::open: return "open";
    case Standing::lost: return "lost";
    case Standing::over: return "over";
    }
    return {};
}

} // namespace

void Lines::put(Newest& newest, std::string json) {
    {
        const std::lock_guard lock{mutex_};
        if (newest.json == json) return;
        newest.json = std::move(json);
        ++newest.change;
    }
    changed_.notify_all();
}

void Lines::welcome(std::string json) { put(welcome_, std::move(json)); }

void Lines::state(std::string json) { put(state_, std::move(json)); }

void Lines::add(std::uint64_t number, std::string json) {
    {
        const std::lock_guard lock{mutex_};
        if (!lines_.empty() && number <= lines_.back().number) return;
        lines_.push_back({number, std::move(json)});
    }
    changed_.notify_all();
}

void Lines::stand(Standing standing, std::string words) {
    const nlohmann::ordered_json told{{"standing", name_of(standing)}, {"text", std::move(words)}};
    {
        const std::lock_guard lock{mutex_};
        standing_ = standing;
    }
    put(standing_told_, told.dump());
}

void Lines::close() {
    {
        const std::lock_guard lock{mutex_};
        is_closed_ = true;
    }
    changed_.notify_all();
}

bool Lines::has_news(const Place& place) const {
    return is_closed_ || (!lines_.empty() && lines_.back().number > place.line) ||
        welcome_.change > place.welcome || state_.change > place.state ||
        standing_told_.change > place.standing;
}

Lines::News Lines::after(const Place& place, std::chrono::milliseconds limit) const {
    std::unique_lock lock{mutex_};
    changed_.wait_for(lock, limit, [&] { return has_news(place); });
    return news(place);
}

Lines::News Lines::news(const Place& place) const {
    News news{.place = place, .is_closed = is_closed_};
    const auto tell = [&news](std::string_view event, const Newest& newest, std::uint64_t& told) {
        if (newest.change <= told) return;
        news.events += fmt::format("event: {}\ndata: {}\n\n", event, newest.json);
        told = newest.change;
    };
    tell("welcome", welcome_, news.place.welcome);
    tell("state", state_, news.place.state);
    auto line = std::ranges::upper_bound(lines_, place.line, {}, &Line::number);
    for (; line != lines_.end() && news.events.size() < enough_bytes; ++line) {
        news.events += fmt::format("id: {}\ndata: {}\n\n", line->number, line->json);
        news.place.line = line->number;
    }
    if (line == lines_.end()) tell("standing", standing_told_, news.place.standing);
    return news;
}

Standing Lines::standing() const {
    const std::lock_guard lock{mutex_};
    return standing_;
}

std::uint64_t Lines::last() const {
    const std::lock_guard lock{mutex_};
    return lines_.empty() ? 0 : lines_.back().number;
}

} // namespace ansage::gateway
