// SPDX-License-Identifier: GPL-3.0-or-later
// Who is told of what was done in the open. What a person says aloud at a real table, such as the
// offer of a draw, and what the arbiter decides, both players hear alike and at once, each in the
// own language, and so does the assistant, who relays it to a player who does not; an answer that
// is a refusal goes to whoever asked. Alerts and proposals are the arbiter's alone, and both
// players' only where no arbiter is present (first principle 9).
#include "base/overloaded.hpp"
#include "table/asking/asking.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"

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
            [](const Asks& input) -> Doer {
                return input.by ? audience_of(*input.by) : ear_of(input.seat);
            },
            [](const PressesButton& input) -> Doer { return ear_of(input.board); },
            []<class Act>(const Act& input) -> Doer {
                if constexpr (is_arbiters_act<Act>) return Audience::arbiter;
                else if constexpr (requires { input.by == Performer::assistant; })
                    return input.by == Performer::assistant ? Audience::assistant
                                                            : ear_of(input.seat);
                else if constexpr (requires { Color{input.seat}; }) return ear_of(input.seat);
                return std::nullopt;
            },
        },
        body
    );
}

Message message_of(std::string id, std::optional<Color> player = {}) {
    Message message{.id = std::move(id), .arguments = {}, .words = {}};
    message.arguments.player = player;
    return message;
}

Message claim_of(const State& state, const Claimed& claimed) {
    Message message = message_of("console.claimed", claimed.seat);
    message.arguments.name = "claim." + std::string{to_string(claimed.kind)};
    if (claimed.with) {
        message.id = "console.claimed_with";
        message.arguments.ply = state.made() + 1;
        message.arguments.move = claimed.with;
    }
    return message;
}

// To a half-move a number says little: its move is named.
Message place_of(const State& state, const Restored& restored) {
    if (restored.ply == 0) return message_of("console.restored_start");
    const Ply& ply = state.plies[restored.ply - 1];
    Message message = message_of("console.restored", ply.mover);
    message.arguments.ply = restored.ply;
    message.arguments.number = state.positions[restored.ply - 1].fullmove_number();
    message.arguments.move = ply.move;
    return message;
}

// 7.5.1 and 4.3, or 9.5.3: what the next move has to be.
Message duty_of(const State& state, const Obliged& obliged) {
    Message message = message_of("console.must_move", obliged.seat);
    message.arguments.ply = state.made() + 1;
    if (obliged.move) {
        message.id = "console.must_play";
        message.arguments.move = obliged.move;
        return message;
    }
    const bool is_capture = obliged.squares.size() > 1;
    for (const chess::Square square : obliged.squares) {
        const auto piece = state.position().at(square);
        const bool is_own = piece && piece->color == obliged.seat;
        if (is_own) {
            message.arguments.square = square;
            message.arguments.piece = piece;
        } else {
            message.arguments.second_square = square;
        }
    }
    message.id += is_capture ? "_and_take" : "";
    return message;
}

Message result_of(const Ended& ended) {
    Message message =
        message_of(ended.reason.empty() ? "console.result" : "console.result_in_words");
    message.arguments.score = ended.score;
    message.arguments.name =
        ended.reason.empty() ? std::string{laws::to_string(ended.termination)} : ended.reason;
    return message;
}

// What is to be said, and how.
struct Words {
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
          is_by_clock_(std::holds_alternative<ClockShows>(body)) {}

    void take(const EventBody& body) {
        std::visit(
            Overloaded{
                [&](const Refused& refused) { tell_refused(refused); },
                [&](const DrawOffered& offered) {
                    both(Cause::draw_offer, message_of("console.draw_offered", offered.seat));
                },
                [&](const DrawOfferEnded&) {
                    both(Cause::draw_offer, message_of("console.draw_declined"));
                },
                [&](const Claimed& claimed) { both(Cause::claim, claim_of(state_, claimed)); },
                [&](const ClaimEnded& ended) { tell_claim(ended); },
                [&](const Obliged& obliged) { tell_duty(duty_of(state_, obliged)); },
                [&](const TakenBack&) { both(Cause::act, message_of("console.taken_back")); },
                [&](const Ended& ended) {
                    both(Cause::result, result_of(ended));
                    both(Cause::result, message_of("console.to_sign")); // 8.7
                },
                [&](const Adjourned&) { both(Cause::result, message_of("console.adjourned")); },
                [&](const Signed& signs) {
                    both(Cause::act, message_of("console.signed", signs.seat));
                },
                [&](const Restored& restored) { both(Cause::act, place_of(state_, restored)); },
                [&](const Warned& warned) {
                    both(Cause::act, message_of("console.warned", warned.color));
                },
                [&](const Overridden& overridden) {
                    Message message = message_of("console.overridden");
                    message.arguments.name = overridden.clause;
                    message.arguments.where = overridden.reason;
                    both(Cause::act, message);
                },
                [&](const IllegalCounted& counted) {
                    const bool two_hands = counted.two_hands.value_or(false);
                    Message message = message_of(
                        two_hands ? "console.ruled_two_hands" : "console.ruled_illegal",
                        counted.color
                    );
                    message.arguments.count = state_.illegal_moves[counted.color];
                    both(Cause::act, message);
                },
                [&](const RecordCorrected& corrected) {
                    const auto& [ply, move] = corrected.correction;
                    Message message =
                        message_of("console.record_corrected", state_.plies[ply - 1].mover);
                    message.arguments.ply = ply;
                    message.arguments.move = move;
                    both(Cause::act, message);
                },
                [&](const ClockAdjusted& adjusted) {
                    if (is_by_clock_) return; // they see or ask what the official clock shows
                    Message message = message_of("console.clock_set", adjusted.color);
                    message.arguments.time = adjusted.remaining;
                    both(Cause::act, message);
                },
                [&](const auto& other) { tell_of_clock_or_alert(other); },
            },
            body
        );
    }

    [[nodiscard]] const std::vector<Words>& words() const { return said_; }

private:
    void tell_duty(const Message& message) {
        both(Cause::act, message);
        if (state_.setup->mode == Mode::tournament)
            said_.push_back({Audience::arbiter, Priority::message, Cause::act, message});
    }

    void tell_claim(const ClaimEnded& ended) {
        both(
            Cause::claim, message_of(ended.correct ? "console.claim_right" : "console.claim_wrong")
        );
        // 9.1.2.3: the opponent may still take it as an offer.
        const Matter* const matter = state_.find_matter(ended.matter.value_or(0));
        const bool is_offer = !ended.correct && matter != nullptr && matter->claim &&
            state_.draw_offer == matter->claim->seat;
        if (is_offer)
            both(Cause::draw_offer, message_of("console.claim_offers", matter->claim->seat));
    }

    template <class Event>
    void tell_of_clock_or_alert(const Event& event) {
        if constexpr (std::is_same_v<Event, ClockHalted>) {
            both(Cause::act, message_of("clock.stopped"), Priority::important);
        } else if constexpr (std::is_same_v<Event, ClockStarted>) {
            // A press that starts the opponent's clock is heard as a press.
            if (doer_ == Audience::arbiter) {
                const bool white = event.color == Color::white;
                both(Cause::act, message_of(white ? "clock.white" : "clock.black"));
            }
        } else if (state_.setup->mode != Mode::tournament) {
            tell_as_arbiter(event);
        }
    }

    template <class Event>
    void tell_as_arbiter(const Event& event) {
        if constexpr (std::is_same_v<Event, Alerted>) {
            both(Cause::act, event.message);
        } else if constexpr (std::is_same_v<Event, Proposed>) {
            both(Cause::act, event.proposal.message);
            tell_of_agenda();
        } else if constexpr (std::is_same_v<Event, ProposalAgreed>) {
            both(Cause::act, words_of_agreement(event));
        } else if constexpr (std::is_same_v<Event, ProposalEnded>) {
            if (!event.accepted) both(Cause::act, message_of("console.rejected"));
        } else if constexpr (std::is_same_v<Event, AlertSettled>) {
            Message message = message_of("console.settled");
            message.arguments.name = "kind." + std::string{to_string(event.kind)};
            both(Cause::act, message);
        }
    }

    static Message words_of_agreement(const ProposalAgreed& event) {
        Message message =
            message_of(event.matter ? "console.agreed_on" : "console.agreed", event.seat);
        message.arguments.number = event.matter;
        return message;
    }

    // Where more than one can be agreed on they are answered by number.
    void tell_of_agenda() {
        Message message = message_of("agenda.several");
        message.arguments.count =
            static_cast<unsigned>(std::ranges::count_if(state_.agenda, is_answerable));
        if (message.arguments.count > 1U) both(Cause::act, message);
    }

    void tell_refused(const Refused& refused) {
        if (doer_) said_.push_back({*doer_, Priority::text, Cause::refusal, refused.message});
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
    std::vector<Words> said_;
};

} // namespace

void notify_people(Decision& decision, const InputBody& body, std::span<const Event> decided) {
    Teller teller{decision.state(), body};
    for (const Event& event : decided) teller.take(event.body);
    for (const Words& words : teller.words())
        decision.say(words.audience, words.priority, words.cause, words.message);
}

} // namespace ansage::table
