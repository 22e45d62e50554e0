// SPDX-License-Identifier: GPL-3.0-or-later
// What each role's consoles may have of the table's time and of its journal.
#include "consoles/shares.hpp"

#include "consoles/wire.hpp"

#include <algorithm>
#include <utility>

namespace ansage::consoles {
namespace {

using table::ConsoleChange;
using table::ConsoleRole;

// What of a role's goes into the journal, about a thousand bytes each.
constexpr double most_acts_at_once = 30;
constexpr double most_acts_a_second = 2;
constexpr double bytes_of_an_act = 250;
constexpr double acts_of_a_join = 4;
constexpr std::size_t longest_overstep = 200;
constexpr double most_news_at_once = 12;
constexpr double most_news_a_second = 0.5;
// Whatever comes back by itself is back sooner.
constexpr std::chrono::seconds missed_after{10};

Allowance share_of_news() { return {most_news_at_once, most_news_a_second}; }

} // namespace

Shares::Shares()
    : acts_(all_roles.size(), Allowance{most_acts_at_once, most_acts_a_second}),
      overstepped_(all_roles.size(), Overstepped{.share = share_of_news()}) {}

// Showing what was shown costs little, and what is stored most.
bool Shares::may_go_on(ConsoleSession& session, SteadyTime now) {
    if (session.waits_until > now) return false;
    if (!session.lines.take(now)) {
        session.waits_until = session.lines.ready_at(now);
        return false;
    }
    const bool is_stored = session.role && session.role != ConsoleRole::spectator &&
        !wire::is_line_ack(*session.next_line());
    const double cost = 1 + static_cast<double>(session.next_line()->size()) / bytes_of_an_act;
    if (is_stored && !acts_of(*session.role).take(now, cost)) {
        session.waits_until = acts_of(*session.role).ready_at(now, cost);
        return false;
    }
    return true;
}

bool Shares::may_be_told(ConsoleRole role) {
    return acts_of(role).take(std::chrono::steady_clock::now(), acts_of_a_join);
}

std::optional<table::Oversteps> Shares::overstep(ConsoleRole role, const std::string& text) {
    Overstepped& its = overstepped_[static_cast<std::size_t>(role)];
    std::string kept = text.substr(0, longest_overstep);
    if (!its.share.take(std::chrono::steady_clock::now())) {
        ++its.uncounted;
        its.text = std::move(kept);
        return std::nullopt;
    }
    const unsigned before = std::exchange(its.uncounted, 0);
    return table::Oversteps{
        .console = role,
        .text = std::move(kept),
        .count = before > 0 ? std::optional{before + 1} : std::nullopt};
}

std::vector<table::Oversteps> Shares::take_counted() {
    std::vector<table::Oversteps> counted;
    for (const ConsoleRole role : all_roles) {
        Overstepped& its = overstepped_[static_cast<std::size_t>(role)];
        if (its.uncounted > 0) {
            const unsigned count = std::exchange(its.uncounted, 0);
            counted.push_back({.console = role, .text = its.text, .count = count});
        }
    }
    return counted;
}

Comings::Comings()
    : news_(share_of_news()) {}

void Comings::add(ConsoleRole role, ConsoleChange change) {
    const auto waiting = std::ranges::find_if(waiting_, [&](const auto& report) {
        return report.console == role && report.change == change;
    });
    if (waiting != waiting_.end()) waiting->count = waiting->count.value_or(1) + 1;
    else waiting_.push_back({.console = role, .change = change});
}

void Comings::went_silently(ConsoleRole role, SteadyTime now) {
    silent_.push_back({.role = role, .missed_at = now + missed_after});
}

bool Comings::take_silent(ConsoleRole role) {
    const auto found = std::ranges::find(silent_, role, &Silent::role);
    if (found == silent_.end()) return false;
    silent_.erase(found);
    return true;
}

void Comings::forget_silent(ConsoleRole role) {
    std::erase_if(silent_, [role](const Silent& one) { return one.role == role; });
}

void Comings::miss(SteadyTime now) {
    while (!silent_.empty() && silent_.front().missed_at <= now) {
        add(silent_.front().role, ConsoleChange::left);
        silent_.pop_front();
    }
}

std::optional<table::ConsoleReports> Comings::take(SteadyTime now) {
    miss(now);
    if (waiting_.empty() || !news_.take(now)) return std::nullopt;
    const table::ConsoleReports report = waiting_.front();
    waiting_.pop_front();
    return report;
}

std::optional<SteadyTime> Comings::ready_at(SteadyTime now) const {
    std::optional<SteadyTime> ready;
    if (!waiting_.empty()) ready = news_.ready_at(now);
    if (!silent_.empty())
        ready = std::min(ready.value_or(silent_.front().missed_at), silent_.front().missed_at);
    return ready;
}

std::vector<table::ConsoleReports> Comings::take_refused() {
    std::vector<table::ConsoleReports> refused;
    for (const table::ConsoleReports& report : std::exchange(waiting_, {}))
        if (report.change == ConsoleChange::refused) refused.push_back(report);
    return refused;
}

} // namespace ansage::consoles
