// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles come and go, answer what was typed at them, and let the players of a club decide
// together.
#include "table/asking/asking.hpp"
#include "table/asking/rights.hpp"
#include "table/disputes/rulings.hpp"
#include "table/model/names.hpp"

namespace ansage::table {

using chess::Color;

namespace {

// The arbiter is told who listens and who does not any more.
void tell_arbiter(Decision& decision, const ConsoleReports& input) {
    Message message{
        "console." + std::string{to_string(input.change)},
        {.count = input.count, .name = "role." + std::string{to_string(input.console)}}};
    if (input.count) message.id += "_often";
    decision.say(Audience::arbiter, Priority::text, Cause::table, std::move(message));
}

// "white signs Anna Ember": with another name than the seat's.
std::string name_signed(const std::string& act) {
    constexpr std::string_view verb = " signs ";
    const std::size_t at = act.find(verb);
    return at == std::string::npos ? std::string{} : act.substr(at + verb.size());
}

Message reply(const State& state, const Replies& input, base::Instant now) {
    Message message{"console." + std::string{to_string(input.reply)}, {.name = input.topic}};
    if (const std::optional<Color> seat = seat_of(input.console)) {
        message.arguments.player = seat;
        message.arguments.time = state.clocks.remaining(*seat, now);
        message.arguments.opponent_time = state.clocks.remaining(!*seat, now);
    }
    const bool has_reason = !input.topic.empty() &&
        (input.reply == Reply::not_understood || input.reply == Reply::unchanged);
    if (input.word && input.reply == Reply::confirm_act) message.id += '_' + *input.word;
    if (input.reply == Reply::help || has_reason) {
        message.id += '.' + input.topic;
    } else if (input.reply == Reply::confirm_signature && state.result) {
        // 8.7: what is signed stands even if it is wrong, so it is read out first.
        message.arguments.score = state.result->score;
        message.arguments.name = laws::to_string(state.result->termination);
        if (const std::string name = name_signed(input.topic); !name.empty()) {
            message.id += "_as";
            message.arguments.where = name;
        }
        if (!state.result->reason.empty()) {
            message.id += "_in_words";
            message.arguments.name = state.result->reason;
        }
    }
    return message;
}

Priority priority_of(Reply reply) {
    switch (reply) {
    case Reply::taken_down: return Priority::notification;
    case Reply::not_understood:
    case Reply::unchanged:
    case Reply::help: return Priority::text;
    case Reply::confirm_resignation:
    case Reply::confirm_draw:
    case Reply::confirm_signature:
    case Reply::confirm_act:
    case Reply::confirm_move: return Priority::message;
    }
    return Priority::text;
}

} // namespace

void report_console(Decision& decision, const ConsoleReports& input) {
    decision.emit(ConsoleStatus{.console = input.console, .change = input.change});
    tell_arbiter(decision, input);
}

// Once, however many were on it: their places wait for them.
void on(Decision& decision, const PageReports& input) {
    decision.say(
        Audience::arbiter,
        Priority::text,
        Cause::table,
        Message{input.is_there ? "pages.back" : "pages.lost"}
    );
}

void on(Decision& decision, const Oversteps& input) {
    decision.refuse(Refusal::not_allowed, seat_of(input.console), "refused.not_your_part");
}

void on(Decision& decision, const Replies& input) {
    const std::optional<Audience> audience = audience_of(input.console);
    if (audience && !input.count) {
        decision.say(
            *audience,
            priority_of(input.reply),
            Cause::request,
            reply(decision.state(), input, decision.at())
        );
    }
}

namespace {

// The matter that is answered: of that number, or the newest that can be agreed on. Absent if
// refused.
std::optional<MatterNumber> matter_answered(Decision& decision, const AnswersProposal& input) {
    const State& state = decision.state();
    if (state.setup->mode == Mode::tournament) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.arbiter_answers");
        return std::nullopt;
    }
    if (input.matter && !open_matter(decision, *input.matter, input.seat)) return std::nullopt;
    const Matter* const matter =
        input.matter ? state.find_matter(*input.matter) : state.newest_answerable();
    if (matter == nullptr || !is_answerable(*matter)) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.no_proposal");
        return std::nullopt;
    }
    return matter->number;
}

} // namespace

// First principle 9: where there is no arbiter, nothing is repaired before both players agree.
void on(Decision& decision, const AnswersProposal& input) {
    const std::optional<MatterNumber> number = matter_answered(decision, input);
    if (!number) return;
    if (!input.accepts) {
        on(decision, Arbiter{.act = ArbiterAct::rejects_proposal, .matter = number});
        return;
    }
    decision.emit(ProposalAgreed{.seat = input.seat, .matter = input.matter});
    const PerColor<bool> agreed = decision.state().find_matter(number)->agreed;
    if (agreed.white && agreed.black)
        on(decision, Arbiter{.act = ArbiterAct::accepts_proposal, .matter = number});
}

} // namespace ansage::table
