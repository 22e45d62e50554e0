// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/chronicle.hpp"

#include "base/try.hpp"
#include "consoles/wire.hpp"
#include "table/apply/apply.hpp"

#include <algorithm>

namespace ansage::hall {

namespace {

table::ConsoleRole viewer_of(Audience audience) {
    return audience == Audience::arbiter ? table::ConsoleRole::arbiter
                                         : table::ConsoleRole::spectator;
}

} // namespace

Chronicle::Chronicle(
    journal::Journal& journal, const table::TableSetup& setup, const telling::TableWords& words
)
    : journal_(journal),
      setup_(setup),
      view_(words),
      state_(table::open_table(setup)) {}

journal::Result<const Entry*> Chronicle::next(unsigned& inputs) {
    if (waiting_.empty() && inputs > 0 && inputs_ < journal_.size()) ANSAGE_TRY(read_on(inputs));
    return waiting_.empty() ? nullptr : &waiting_.front();
}

journal::Result<void> Chronicle::read_on(unsigned& inputs) {
    auto reader = ANSAGE_TRY(journal_.read(inputs_ + 1));
    for (; waiting_.empty() && inputs > 0; --inputs) {
        const auto entry = ANSAGE_TRY(reader.next());
        if (!entry) break;
        take(*entry);
    }
    return {};
}

void Chronicle::sent() {
    const Entry& entry = waiting_.front();
    wanted_[index(entry.audience)] = entry.number + 1;
    waiting_.pop_front();
}

void Chronicle::tell_again(Audience audience, std::uint64_t first) {
    std::uint64_t& wanted = wanted_[index(audience)];
    first = std::max<std::uint64_t>(first, 1);
    if (first < wanted) {
        wanted = first;
        begin_anew();
    }
}

bool Chronicle::is_at_end() const { return waiting_.empty() && inputs_ == journal_.size(); }

// As consoles are told: each event, with the state after all of them.
void Chronicle::take(const journal::Entry& entry) {
    inputs_ = entry.number;
    for (const table::Event& event : entry.events) {
        table::apply(state_, event);
        note_ending(event);
        if (const auto* raised = std::get_if<table::Raised>(&event.body))
            begun_[raised->number] = {event.at, raised->message.words};
    }
    for (const table::Event& event : entry.events)
        for (const Audience audience : both_audiences) tell(event, audience);
}

// A ruling that is taken back takes the result and what was signed with it.
void Chronicle::note_ending(const table::Event& event) {
    if (std::holds_alternative<table::Ended>(event.body)) ending_ = Ending{.at = event.at};
    else if (!state_.result) ending_.reset();
    if (const auto* signs = std::get_if<table::Signed>(&event.body); signs != nullptr && ending_)
        ending_->is_signed[signs->seat] = true;
}

void Chronicle::tell(const table::Event& event, Audience audience) {
    const auto line = view_.line(event, state_, {.role = viewer_of(audience)});
    if (!line) return;
    const std::uint64_t number = ++counts_[index(audience)];
    if (number >= wanted_[index(audience)])
        waiting_.push_back({audience, number, consoles::wire::to_text(number, *line)});
}

void Chronicle::begin_anew() {
    state_ = table::open_table(setup_);
    begun_.clear();
    ending_.reset();
    inputs_ = 0;
    counts_ = {};
    waiting_.clear();
}

} // namespace ansage::hall
