// SPDX-License-Identifier: GPL-3.0-or-later
// Who is told of what was done in the open. What a person says aloud at a real table, such as the
// offer of a draw, and what the arbiter decides, both players hear alike and at once, each in the
// own language, and so does the assistant, who relays it to a player who does not; an answer that
// is a refusal goes to whoever asked. Alerts and proposals are the arbiter's alone, and both
// players' only where no arbiter is present (first principle 9).
#include "base/overloaded.hpp"
#include "table/asking/asking.hpp"
#include "table/asking/rights.hpp"
#include "table/model/event_words.hpp"
#include "table/model/input_parts.hpp"

#include <algorithm>

namespace ansage::table {

using base::Overloaded;
using chess::Color;

namespace {

// Who does it, as far as it is known; absent for what time, a sensor or an adapter did.
std::optional<Audience> doer_of(const InputBody& body) {
    using Doer = std::optional<Audience>;
    return std::visit(
        Overloaded{
            [](const Oversteps& input) -> Doer { return audience_of(input.console); },
            [](const TypesLine& input) -> Doer { return audience_of(input.console); },
            [](const ConfirmsLine& input) -> Doer { return audience_of(input.console); },
            [](const WithdrawsLine& input) -> Doer { return audience_of(input.console); },
            [](const Asks& input) -> Doer {
                return input.by ? audience_of(*input.by) : ear_of(input.seat);
            },
            [](const PressesButton& input) -> Doer { return ear_of(input.board); },
            [&]<class Act>(const Act&) -> Doer {
                if (is_arbiters_act<Act>) return Audience::arbiter;
                if (performer_of(body) == Performer::assistant) return Audience::assistant;
                const std::optional<Color> seat = acting_seat(body);
                return seat ? Doer{ear_of(*seat)} : std::nullopt;
            },
        },
        body
    );
}

// For what both players are told it.
Cause cause_of(const EventBody& body) {
    if (is_one_of<DrawOffered, DrawOfferEnded>(body)) return Cause::draw_offer;
    if (is_one_of<Claimed, ClaimEnded>(body)) return Cause::claim;
    return is_one_of<Ended, Adjourned>(body) ? Cause::result : Cause::act;
}

bool is_pressed_by_key(const InputBody& body) {
    const auto* const presses = std::get_if<Presses>(&body);
    return presses != nullptr && presses->through == Medium::keys;
}

// What is to be said, and how.
struct Notice {
    Audience audience{};
    Priority priority{};
    Cause cause{};
    Message message;
};

class Teller {
public:
    Teller(const State& state, const InputBody& body)
        : state_(state),
          doer_(doer_of(body)),
          is_by_clock_(std::holds_alternative<ClockShows>(body)),
          is_key_(is_pressed_by_key(body)) {}

    void take(const EventBody& body) {
        if (const auto* const refused = std::get_if<Refused>(&body)) {
            if (doer_) said_.push_back({*doer_, Priority::text, Cause::refusal, refused->message});
        } else if (is_told(body)) {
            Message message = words_of(body, state_).aloud;
            if (message.id.empty()) return;
            const bool halts = std::holds_alternative<ClockHalted>(body);
            const bool is_clock = halts || std::holds_alternative<ClockStarted>(body);
            if (is_clock) message.arguments = {}; // its sentence names the player
            both(cause_of(body), message, halts ? Priority::important : Priority::message);
            tell_besides(body, message);
        } else if (const auto player = started_by_key(body)) {
            said_.push_back(
                {ear_of(*player), Priority::message, Cause::act, {"answer.own_clock_runs"}}
            );
        }
    }

    const std::vector<Notice>& notices() const { return said_; }

private:
    // Whose clock a key at the other one's console has started, which nobody hears as a hand on the
    // clock is heard.
    std::optional<Color> started_by_key(const EventBody& body) const {
        const auto* const pressed = std::get_if<ClockPressed>(&body);
        const auto* const started = std::get_if<ClockStarted>(&body);
        if (started != nullptr && is_key_) return started->color;
        const bool is_key =
            pressed != nullptr && pressed->switched && pressed->through == Medium::keys;
        return is_key ? std::optional{!pressed->seat} : std::nullopt;
    }

    // A press that starts the opponent's clock is heard as a press; what the official clock shows
    // they see, or ask; and a matter is the arbiter's agenda, where there is one.
    bool is_told(const EventBody& body) const {
        if (is_one_of<ClockPressed, Raised>(body)) return false;
        if (std::holds_alternative<ClockStarted>(body)) return doer_ == Audience::arbiter;
        if (std::holds_alternative<ClockAdjusted>(body)) return !is_by_clock_;
        return !is_arbiters(body) || state_.setup->mode != Mode::tournament;
    }

    void tell_besides(const EventBody& body, const Message& told) {
        if (std::holds_alternative<Ended>(body)) both(Cause::result, {"console.to_sign"}); // 8.7
        if (std::holds_alternative<Proposed>(body)) tell_of_agenda();
        if (const auto* const ended = std::get_if<ClaimEnded>(&body)) tell_of_offer(*ended);
        if (std::holds_alternative<Obliged>(body) && state_.setup->mode == Mode::tournament)
            said_.push_back({Audience::arbiter, Priority::message, Cause::act, told});
    }

    // 9.1.2.3: the opponent may still take it as an offer.
    void tell_of_offer(const ClaimEnded& ended) {
        const Matter* const matter = state_.find_matter(ended.matter);
        const bool is_offer = !ended.correct && matter != nullptr && matter->claim &&
            state_.draw_offer == matter->claim->seat;
        if (is_offer)
            both(Cause::draw_offer, {"console.claim_offers", {.player = matter->claim->seat}});
    }

    // Where more than one can be agreed on they are answered by number.
    void tell_of_agenda() {
        const auto count =
            static_cast<unsigned>(std::ranges::count_if(state_.agenda, is_answerable));
        if (count > 1) both(Cause::act, {"agenda.several", {.count = count}});
    }

    // The players, and whoever assists them.
    void both(Cause cause, const Message& message, Priority priority = Priority::message) {
        for (const Color color : chess::both_colors)
            said_.push_back({ear_of(color), priority, cause, message});
        if (has_assistant(state_)) said_.push_back({Audience::assistant, priority, cause, message});
    }

    const State& state_;
    std::optional<Audience> doer_;
    bool is_by_clock_;
    bool is_key_;
    std::vector<Notice> said_;
};

} // namespace

void notify_people(Decision& decision, const InputBody& body, std::span<const Event> decided) {
    Teller teller{decision.state(), body};
    for (const Event& event : decided) teller.take(event.body);
    for (const Notice& notice : teller.notices())
        decision.say(notice.audience, notice.priority, notice.cause, notice.message);
}

} // namespace ansage::table
