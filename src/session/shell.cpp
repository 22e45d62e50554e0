// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/shell.hpp"

#include "base/check.hpp"
#include "table/asking/rights.hpp"
#include "table/decide/decide.hpp"
#include "table/model/input_parts.hpp"
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

// Of an answer that is only counted nothing else is stored, so it has no number of its own.
constexpr std::uint64_t uncommitted_id = 0;

bool is_report_of_uncommitted(const table::InputBody& body) {
    const auto* const report = std::get_if<table::UtteranceReported>(&body);
    return report != nullptr && report->id == uncommitted_id;
}

bool is_answer(const table::Event& event) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return std::holds_alternative<table::Refused>(event.body) ||
        (said != nullptr && said->priority == table::Priority::text &&
         (said->cause == table::Cause::request || said->cause == table::Cause::refusal ||
          said->cause == table::Cause::table));
}

void add_all(std::vector<table::Event>& events, std::vector<table::Event> more) {
    events.insert(
        events.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end())
    );
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
    return testimony || table::is_counted(input.body) ? journal::Durability::with_next
                                                      : journal::Durability::full;
}

Shell::Shell(
    table::State state, telling::TableWords words, journal::Journal* journal, base::Instant now
)
    : state_(std::move(state)),
      words_(std::move(words)),
      journal_(journal),
      now_(now) {}

std::optional<base::Instant> Shell::next_deadline() const {
    std::optional<base::Instant> next = table::next_deadline(state_);
    if (unflushed_since_) {
        const base::Instant flush = *unflushed_since_ + longest_unflushed;
        next = std::min(next.value_or(flush), flush);
    }
    if (const auto counted = tally_.next_deadline())
        next = std::min(next.value_or(*counted), *counted);
    return next;
}

base::Result<void, base::Error>
Shell::record(const table::Input& input, std::span<const table::Event> events) {
    if (journal_ == nullptr || is_idle(input, events)) return {};
    const journal::Durability durability = durability_of(input, events);
    if (durability == journal::Durability::full) unflushed_since_.reset();
    else unflushed_since_ = unflushed_since_.value_or(input.at);
    auto recorded = journal_->record(input, events, durability);
    tell_if_rewritten();
    return recorded;
}

// Removed, replaced or cut during the game.
void Shell::tell_if_rewritten() {
    if (journal_ != nullptr && journal_->take_rewritten()) {
        terminal::print_notice(words_.catalogue(state_.setup->arbiter_language)
                                   .sentence(
                                       journal_->is_kept() ? "journal.rewritten"
                                                           : "journal.in_memory",
                                       {{"where", journal_->file()}}
                                   ));
    }
}

base::Result<void, base::Error> Shell::look_after_journal() {
    if (journal_ == nullptr) return {};
    auto kept = journal_->keep_place();
    tell_if_rewritten();
    return kept;
}

base::Result<void, base::Error> Shell::flush_if_due() {
    const bool due = unflushed_since_ && now_ - *unflushed_since_ >= longest_unflushed;
    if (!due) return {};
    unflushed_since_.reset();
    return journal_->flush();
}

base::Result<void, base::Error>
Shell::decide(const table::Input& input, std::vector<table::Event>& events) {
    std::vector<table::Event> decided = table::step(state_, input);
    words_.dress(decided, state_);
    if (auto recorded = record(input, decided); !recorded) return recorded;
    for (const table::Event& event : decided) {
        if (const auto* said = std::get_if<table::Said>(&event.body))
            heard_counted_.erase(said->audience);
    }
    add_all(events, std::move(decided));
    return {};
}

base::Result<void, base::Error>
Shell::decide_all(std::vector<table::InputBody> bodies, std::vector<table::Event>& events) {
    for (table::InputBody& body : bodies)
        if (auto decided = decide({now_, std::move(body)}, events); !decided) return decided;
    return {};
}

base::Result<void, base::Error> Shell::store_counted() {
    std::vector<table::Event> none;
    return decide_all(tally_.take_all(now_), none);
}

// A replay would repeat what it knows of, so what it does not know of is never repeated in it.
bool Shell::must_count(const Question& question) {
    const auto ear = table::audience_of(question.asker);
    const bool repeats_counted = question.wants_last && ear && heard_counted_.contains(*ear);
    return repeats_counted || !tally_.may_be_stored(question.asker, now_);
}

// Decided as ever, on a table that is thrown away. Two things of it stay, neither of which decides
// anything that is stored: the place in the own score, and what that ear heard last. Absent: more
// follows of it than an answer.
std::optional<std::vector<table::Event>> Shell::answer_uncommitted(const table::Input& input) {
    table::State copy = state_;
    std::vector<table::Event> events = table::step(copy, input);
    if (!std::ranges::all_of(events, is_answer)) return std::nullopt;
    words_.dress(events, copy);
    for (table::Event& event : events) {
        if (auto* said = std::get_if<table::Said>(&event.body)) {
            said->id = state_.next_id - 1; // after all that was said, before all that will be
            state_.last_said.insert_or_assign(said->audience, *said);
            heard_counted_.insert(said->audience);
            said->id = uncommitted_id;
        }
    }
    state_.reviewed = copy.reviewed;
    return events;
}

// Whoever asks more than the journal stores is answered just as soon.
base::Result<void, base::Error>
Shell::ask(const Question& question, table::InputBody body, std::vector<table::Event>& events) {
    if (must_count(question)) {
        if (auto answered = answer_uncommitted({now_, body})) {
            tally_.count(question, now_);
            add_all(events, *std::move(answered));
            return {};
        }
    }
    std::vector<table::InputBody> bodies = tally_.take(question.asker, now_);
    bodies.push_back(std::move(body));
    return decide_all(std::move(bodies), events);
}

base::Result<std::vector<table::Event>, base::Error> Shell::reach(base::Instant at) {
    now_ = std::max(now_, at);
    std::vector<table::Event> events;
    const std::optional<base::Instant> deadline = table::next_deadline(state_);
    if (deadline && *deadline <= now_) {
        if (auto decided = decide({now_, table::TimeReached{}}, events); !decided)
            return tl::unexpected(decided.error());
    }
    if (auto stored = decide_all(tally_.take_due(now_), events); !stored)
        return tl::unexpected(stored.error());
    if (auto flushed = flush_if_due(); !flushed) return tl::unexpected(flushed.error());
    return events;
}

base::Result<std::vector<table::Event>, base::Error>
Shell::submit(base::Instant at, table::InputBody body) {
    auto events = reach(at);
    if (!events || is_report_of_uncommitted(body)) return events;
    words_.hearing().resolve(body, state_);
    const auto question = journal_ == nullptr ? std::nullopt : question_of(body);
    auto decided = question ? ask(*question, std::move(body), *events)
                            : decide({now_, std::move(body)}, *events);
    if (!decided) return tl::unexpected(decided.error());
    return events;
}

} // namespace ansage::session
