// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/watching.hpp"

#include <charconv>

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;

namespace {

// Whoever has left is noticed at the latest then.
constexpr std::chrono::milliseconds look_every{500};

class WatcherEvents final : public Events {
public:
    WatcherEvents(const Lines& lines, std::uint64_t known)
        : lines_(lines) {
        place_.line = known;
    }

    std::optional<std::string> next(const Connection& browser, Clock::time_point until) override {
        while (Clock::now() < until) {
            Lines::News news = lines_.after(place_, look_every);
            if (news.is_closed || browser.is_left()) return std::nullopt;
            place_ = news.place;
            if (!news.events.empty()) return std::move(news.events);
        }
        return std::string{};
    }

private:
    const Lines& lines_;
    Lines::Place place_;
};

} // namespace

Reply Watching::answer(const Request& request) {
    if (request.path != "events") return {};
    std::uint64_t known = 0;
    std::from_chars(request.last.data(), request.last.data() + request.last.size(), known);
    return {.status = 200, .events = std::make_unique<WatcherEvents>(lines_, known)};
}

} // namespace ansage::gateway
