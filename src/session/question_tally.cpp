// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/question_tally.hpp"

#include "base/overloaded.hpp"
#include "journal/codec.hpp"

#include <algorithm>

namespace ansage::session {

using base::Instant;
using base::Millis;
using table::ConsoleRole;
using table::InputBody;

namespace {

// Six questions at once, and six a minute for hours: more than people ask. A question that is
// stored costs two rows, for the journal also has that its answer was heard.
constexpr Millis time_of_row{5000};
constexpr unsigned rows_of_question = 2;
constexpr Millis allowance = 6 * rows_of_question * time_of_row;
constexpr Millis longest_counted{60'000};

ConsoleRole role_of(chess::Color seat) {
    return seat == chess::Color::white ? ConsoleRole::white : ConsoleRole::black;
}

Question asked(ConsoleRole asker, const table::Asks& asks) {
    return {
        .asker = asker,
        .counted = table::Asks{.seat = asks.seat, .question = asks.question, .by = asks.by},
        .wants_last = asks.question == table::Question::repeat};
}

// The buttons of a board ask for the last move and for both times.
std::optional<Question> asked_by(const table::PressesButton& pressed) {
    table::Asks asks{.seat = pressed.board, .question = table::Question::both};
    if (pressed.button == table::BoardButton::repeat) asks.question = table::Question::last;
    else if (pressed.button != table::BoardButton::time) return std::nullopt;
    return asked(role_of(pressed.board), asks);
}

void set_count(InputBody& body, unsigned count, Instant from) {
    if (auto* const asks = std::get_if<table::Asks>(&body)) {
        asks->count = count;
        asks->from = from;
    } else if (auto* const replies = std::get_if<table::Replies>(&body)) {
        replies->count = count;
        replies->from = from;
    }
}

} // namespace

std::optional<Question> question_of(const InputBody& body) {
    using Asked = std::optional<Question>;
    return std::visit(
        base::Overloaded{
            [](const table::Asks& asks) -> Asked {
                return asked(asks.by.value_or(role_of(asks.seat)), asks);
            },
            [](const table::Replies& replies) -> Asked {
                return Question{
                    .asker = replies.console,
                    .counted = table::Replies{.console = replies.console, .reply = replies.reply}};
            },
            [](const table::PressesButton& pressed) -> Asked { return asked_by(pressed); },
            [](const auto&) -> Asked { return std::nullopt; }},
        body
    );
}

void QuestionTally::Asker::pay(Instant now, unsigned rows) {
    paid_at = std::max(paid_at, now) + rows * time_of_row;
}

Instant QuestionTally::Asker::due_at() const { return counted_from + longest_counted; }

// What is stored as a count costs its row, too, so that no order of keys fills the journal.
void QuestionTally::Asker::take(Instant now, std::vector<InputBody>& taken) {
    pay(now, static_cast<unsigned>(counted.size()));
    for (auto& [kind, its] : counted) {
        set_count(its.body, its.count, its.from);
        taken.push_back(std::move(its.body));
    }
    counted.clear();
}

bool QuestionTally::may_be_stored(ConsoleRole asker, Instant now) {
    Asker& its = of(asker);
    if (its.paid_at + rows_of_question * time_of_row > now + allowance) return false;
    its.pay(now, rows_of_question);
    return true;
}

void QuestionTally::count(const Question& question, Instant now) {
    Asker& its = of(question.asker);
    if (its.counted.empty()) its.counted_from = now;
    const auto added = its.counted.try_emplace(
        journal::encode(question.counted), Counted{.body = question.counted, .from = now}
    );
    ++added.first->second.count;
}

std::vector<InputBody> QuestionTally::take(ConsoleRole asker, Instant now) {
    std::vector<InputBody> taken;
    of(asker).take(now, taken);
    return taken;
}

std::vector<InputBody> QuestionTally::take_due(Instant now) {
    std::vector<InputBody> taken;
    for (Asker& asker : askers_)
        if (asker.due_at() <= now) asker.take(now, taken);
    return taken;
}

std::vector<InputBody> QuestionTally::take_all(Instant now) {
    std::vector<InputBody> taken;
    for (Asker& asker : askers_) asker.take(now, taken);
    return taken;
}

std::optional<Instant> QuestionTally::next_deadline() const {
    std::optional<Instant> next;
    for (const Asker& asker : askers_)
        if (!asker.counted.empty()) next = std::min(next.value_or(asker.due_at()), asker.due_at());
    return next;
}

} // namespace ansage::session
