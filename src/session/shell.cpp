// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/shell.hpp"

#include "base/check.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>

namespace ansage::session {

namespace {

constexpr base::Millis longest_unflushed{1000};

bool is_sensor_testimony(const table::Event& event) {
    return std::holds_alternative<table::Sensed>(event.body) ||
        std::holds_alternative<table::Read>(event.body) ||
        std::holds_alternative<table::Settled>(event.body) ||
        std::holds_alternative<table::Touched>(event.body);
}

bool is_from_sensor(const table::Input& input) {
    return std::holds_alternative<table::Lifts>(input.body) ||
        std::holds_alternative<table::Places>(input.body) ||
        std::holds_alternative<table::Unsure>(input.body) ||
        std::holds_alternative<table::Shows>(input.body) ||
        std::holds_alternative<table::TimeReached>(input.body);
}

// An input that changed nothing and that nobody said or did leaves no trace: a board that shows
// what it has shown, and time that only passed.
bool is_idle(const table::Input& input, std::span<const table::Event> events) {
    const bool silent = std::holds_alternative<table::TimeReached>(input.body) ||
        std::holds_alternative<table::Shows>(input.body) ||
        std::holds_alternative<table::ClockShows>(input.body);
    return silent && events.empty();
}

} // namespace

journal::Durability durability_of(const table::Input& input, std::span<const table::Event> events) {
    const bool testimony =
        is_from_sensor(input) && std::ranges::all_of(events, is_sensor_testimony);
    return testimony ? journal::Durability::with_next : journal::Durability::full;
}

Shell::Shell(
    table::State state, telling::TableWords words, journal::Journal* journal, base::Instant now
)
    : state_(std::move(state)),
      words_(std::move(words)),
      journal_(journal),
      now_(now) {}

std::optional<base::Instant> Shell::next_deadline() const {
    const std::optional<base::Instant> deadline = table::next_deadline(state_);
    if (!unflushed_since_) {
        return deadline;
    }
    const base::Instant flush = *unflushed_since_ + longest_unflushed;
    return deadline ? std::min(*deadline, flush) : flush;
}

base::Result<void, base::Error>
Shell::record(const table::Input& input, std::span<const table::Event> events) {
    if (journal_ == nullptr || is_idle(input, events)) {
        return {};
    }
    const journal::Durability durability = durability_of(input, events);
    if (durability == journal::Durability::full) {
        unflushed_since_.reset();
    } else {
        unflushed_since_ = unflushed_since_.value_or(input.at);
    }
    auto recorded = journal_->record(input, events, durability);
    tell_if_rewritten();
    return recorded;
}

// Removed, replaced or cut during the game.
void Shell::tell_if_rewritten() {
    if (journal_ != nullptr && journal_->take_rewritten()) {
        const std::string file = journal_->file();
        terminal::print_notice(words_.catalogue(state_.setup->arbiter_language)
                                   .sentence(
                                       journal_->is_kept() ? "journal.rewritten"
                                                           : "journal.in_memory",
                                       {{"where", std::string_view{file}}}
                                   ));
    }
}

base::Result<void, base::Error> Shell::look_after_journal() {
    if (journal_ == nullptr) {
        return {};
    }
    auto kept = journal_->keep_place();
    tell_if_rewritten();
    return kept;
}

base::Result<void, base::Error> Shell::flush_if_due() {
    const bool due = unflushed_since_ && now_ - *unflushed_since_ >= longest_unflushed;
    if (!due) {
        return {};
    }
    unflushed_since_.reset();
    return journal_->flush();
}

base::Result<void, base::Error>
Shell::decide(const table::Input& input, std::vector<table::Event>& events) {
    std::vector<table::Event> decided = table::step(state_, input);
    words_.dress(decided, state_);
    if (auto recorded = record(input, decided); !recorded) {
        return recorded;
    }
    events.insert(
        events.end(),
        std::make_move_iterator(decided.begin()),
        std::make_move_iterator(decided.end())
    );
    return {};
}

base::Result<std::vector<table::Event>, base::Error> Shell::reach(base::Instant at) {
    now_ = std::max(now_, at);
    std::vector<table::Event> events;
    const std::optional<base::Instant> deadline = table::next_deadline(state_);
    if (deadline && *deadline <= now_) {
        if (auto decided = decide({now_, table::TimeReached{}}, events); !decided) {
            return tl::unexpected(decided.error());
        }
    }
    if (auto flushed = flush_if_due(); !flushed) {
        return tl::unexpected(flushed.error());
    }
    return events;
}

base::Result<std::vector<table::Event>, base::Error>
Shell::submit(base::Instant at, table::InputBody body) {
    auto events = reach(at);
    if (!events) {
        return events;
    }
    words_.hearing().resolve(body, state_);
    if (auto decided = decide({now_, std::move(body)}, *events); !decided) {
        return tl::unexpected(decided.error());
    }
    return events;
}

} // namespace ansage::session
