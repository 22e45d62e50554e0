// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ansage::session {

using base::Error;
using base::Instant;
using base::Result;

namespace {

// What becomes of the journal's file is told within a second.
constexpr base::Millis look_every{500};

bool matters(const table::Said& said) {
    return said.priority == table::Priority::important || said.priority == table::Priority::message;
}

void bring_forward(std::optional<Instant>& next, std::optional<Instant> candidate) {
    if (candidate) next = next ? std::min(*next, *candidate) : *candidate;
}

} // namespace

Session::Session(Parts parts)
    : parts_(std::move(parts)) {}

Instant Session::now() const { return std::max(parts_.pacer->now(), parts_.shell.now()); }

Result<End, Error> Session::run() {
    if (parts_.resumed) offer_again();
    for (const auto& participant : parts_.participants) {
        participant->start(*this);
        if (const int descriptor = participant->wake_descriptor(); descriptor >= 0)
            parts_.pacer->watch(descriptor);
    }
    End end = End::over;
    while (goes_on()) {
        reach();
        note_time();
        look_after_journal();
        if (!goes_on()) continue;
        if (const Waited waited = give_turns() ? parts_.pacer->look() : wait();
            waited != Waited::reached) {
            end = waited == Waited::stopped ? End::stopped : End::over;
            break;
        }
    }
    Result<void, Error> closed = close();
    if (failure_) return tl::unexpected(*failure_);
    return closed.map([end] { return end; });
}

// What somebody was to hear and did not hear to its end comes first, so that nothing old is said
// after something new; then the clocks stand, and the arbiter is told the gap.
void Session::offer_again() {
    for (const auto& [id, said] : std::map{state().unfinished}) {
        if (matters(said)) {
            const table::Event again{.at = now(), .body = said};
            tell(nullptr, table::TimeReached{}, {&again, 1});
        } else {
            submit(
                nullptr, table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::cut}
            );
        }
    }
    submit(nullptr, table::Resumed{parts_.resumed->gap});
}

void Session::reach() {
    const auto events = parts_.shell.reach(now());
    if (!events) {
        fail(events.error());
        return;
    }
    tell(nullptr, table::TimeReached{}, *events);
}

bool Session::submit(Participant* source, table::InputBody body) {
    if (failure_) return false;
    const auto events = parts_.shell.submit(now(), body);
    if (!events) {
        fail(events.error());
        return false;
    }
    tell(source, body, *events);
    return true;
}

void Session::fail(Error error) {
    if (!failure_) failure_ = std::move(error);
}

void Session::tell(
    const Participant* source, const table::InputBody& input, std::span<const table::Event> events
) {
    const bool is_idle = events.empty() && std::holds_alternative<table::TimeReached>(input);
    if (is_idle) return;
    const Happened happened{
        .source = source,
        .input = input,
        .events = events,
        .after = state(),
        .words = words(),
        .now = now()};
    for (const auto& participant : parts_.participants) participant->note(happened);
}

void Session::note_time() {
    if (!parts_.note_every || !state().clocks.running()) {
        note_at_.reset();
        return;
    }
    const Instant at = now();
    const bool due = note_at_ && *note_at_ <= at;
    if (due || !note_at_) note_at_ = at + *parts_.note_every;
    if (due) submit(nullptr, table::TimeNoted{});
}

void Session::look_after_journal() {
    if (!parts_.note_every || now() < look_at_) return;
    look_at_ = now() + look_every;
    if (auto kept = parts_.shell.look_after_journal(); !kept) fail(kept.error());
}

bool Session::give_turns() {
    bool did_something = false;
    for (const auto& participant : parts_.participants) {
        if (!goes_on() || (did_something && participant->looks_first())) continue;
        did_something = participant->take_turn(*this) || did_something;
    }
    return did_something;
}

std::optional<Instant> Session::next_deadline() const {
    const Instant at = now();
    std::optional<Instant> next = parts_.shell.next_deadline();
    bring_forward(next, note_at_);
    if (parts_.note_every && parts_.journal != nullptr) bring_forward(next, look_at_);
    for (const auto& participant : parts_.participants)
        bring_forward(next, participant->next_deadline(at));
    return next;
}

Waited Session::wait() {
    return goes_on() ? parts_.pacer->wait_until(next_deadline()) : Waited::reached;
}

// The clocks stop where the program does.
Result<void, Error> Session::close() {
    if (!failure_ && parts_.note_every && state().clocks.running())
        submit(nullptr, table::TimeNoted{});
    for (const auto& participant : parts_.participants) participant->close(*this);
    if (!failure_) {
        if (auto stored = parts_.shell.store_counted(); !stored) fail(stored.error());
    }
    auto closed = parts_.journal == nullptr ? Result<void, Error>{} : parts_.journal->close();
    parts_.shell.tell_if_rewritten();
    return closed;
}

} // namespace ansage::session
