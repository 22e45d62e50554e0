// SPDX-License-Identifier: GPL-3.0-or-later
// The shell around the table: stamps nothing, decides nothing. It lets time come first, reads
// words, decides, words what is said, journals, and only then shows what happened.
#pragma once

#include "base/result.hpp"
#include "journal/journal.hpp"
#include "session/question_tally.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <optional>
#include <set>
#include <span>
#include <vector>

namespace ansage::session {

class Shell {
public:
    // `journal` may be null: nothing is kept (run without --journal). It must outlive the shell.
    // `now` is the last stamp given, after a crash the last one stored.
    Shell(
        table::State state,
        telling::TableWords words,
        journal::Journal* journal,
        base::Instant now = {}
    );

    // What time did up to `at`, then what the input did, in order. Everything is committed, or will
    // be with the next act, when this returns. An error is the journal's: nothing of it was shown.
    [[nodiscard]] base::Result<std::vector<table::Event>, base::Error>
    submit(base::Instant at, table::InputBody body);

    // What was only counted belongs in the journal when the table closes.
    [[nodiscard]] base::Result<void, base::Error> store_counted();

    // Time alone, as between inputs at next_deadline().
    [[nodiscard]] base::Result<std::vector<table::Event>, base::Error> reach(base::Instant at);

    // Between inputs, every now and then: the journal is what was written, or is written anew.
    [[nodiscard]] base::Result<void, base::Error> look_after_journal();
    // Where it was; also after the journal was closed.
    void tell_if_rewritten();

    [[nodiscard]] const table::State& state() const { return state_; }

    [[nodiscard]] const telling::TableWords& words() const { return words_; }

    // The table's, or when what the boards told, or what was counted, must be on the disk at the
    // latest.
    [[nodiscard]] std::optional<base::Instant> next_deadline() const;

    // The last stamp given.
    [[nodiscard]] base::Instant now() const { return now_; }

private:
    [[nodiscard]] base::Result<void, base::Error>
    record(const table::Input& input, std::span<const table::Event> events);
    [[nodiscard]] base::Result<void, base::Error> flush_if_due();
    [[nodiscard]] base::Result<void, base::Error>
    decide(const table::Input& input, std::vector<table::Event>& events);
    [[nodiscard]] base::Result<void, base::Error>
    decide_all(std::vector<table::InputBody> bodies, std::vector<table::Event>& events);
    [[nodiscard]] base::Result<void, base::Error>
    ask(const Question& question, table::InputBody body, std::vector<table::Event>& events);
    [[nodiscard]] bool must_count(const Question& question);
    [[nodiscard]] std::optional<std::vector<table::Event>>
    answer_uncommitted(const table::Input& input);

    table::State state_;
    telling::TableWords words_;
    journal::Journal* journal_;
    base::Instant now_;
    std::optional<base::Instant> unflushed_since_;
    QuestionTally tally_;
    // What they heard last is an answer that was only counted.
    std::set<table::Audience> heard_counted_;
};

// Sensor testimony that leads to no word and no act is committed with the next act, at the latest
// after a second; all else before anybody sees or hears of it.
[[nodiscard]] journal::Durability
durability_of(const table::Input& input, std::span<const table::Event> events);

} // namespace ansage::session
