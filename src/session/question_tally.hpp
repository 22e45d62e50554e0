// SPDX-License-Identifier: GPL-3.0-or-later
// Which questions the journal stores one by one, and how many others each asker was answered.
// A person's are stored. A console that asks without end, as one whose key is stuck, is answered
// just as soon, and fills no disk.
#pragma once

#include "table/model/input.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ansage::session {

// A question of one kind, from one asker.
struct Question {
    table::ConsoleRole asker{};
    table::InputBody counted; // what is stored of many: Asks without its square, or Replies
    bool wants_last = false; // what that ear heard last, again
};

// Absent: the input is an act.
[[nodiscard]] std::optional<Question> question_of(const table::InputBody& body);

class QuestionTally {
public:
    // True takes one from the asker's allowance.
    [[nodiscard]] bool may_be_stored(table::ConsoleRole asker, base::Instant now);

    void count(const Question& question, base::Instant now);

    // What was counted for this asker, to be stored now; then for anyone whose minute is over; then
    // for everyone.
    [[nodiscard]] std::vector<table::InputBody> take(table::ConsoleRole asker, base::Instant now);
    [[nodiscard]] std::vector<table::InputBody> take_due(base::Instant now);
    [[nodiscard]] std::vector<table::InputBody> take_all(base::Instant now);

    [[nodiscard]] std::optional<base::Instant> next_deadline() const;

private:
    struct Counted {
        table::InputBody body;
        unsigned count = 0;
        base::Instant from;
    };

    struct Asker {
        base::Instant paid_at; // all of the allowance is there again
        std::map<std::string, Counted> counted; // by what is stored
        base::Instant counted_from;

        void pay(base::Instant now, unsigned rows);
        [[nodiscard]] base::Instant due_at() const;
        void take(base::Instant now, std::vector<table::InputBody>& taken);
    };

    [[nodiscard]] Asker& of(table::ConsoleRole asker) {
        return askers_[static_cast<std::size_t>(asker)];
    }

    std::array<Asker, 5> askers_; // by role
};

} // namespace ansage::session
