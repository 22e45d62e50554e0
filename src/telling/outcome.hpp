// SPDX-License-Identifier: GPL-3.0-or-later
// What a script's `>` lines and `run --json` show of events: the outcomes of docs/table-script.md.
#pragma once

#include "table/disputes/articles.hpp"
#include "table/model/event.hpp"
#include "table/model/state.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::telling {

struct Outcome {
    base::Instant at;
    std::string kind; // "made", "alert" ...
    std::string fields; // "1. e4", "opponent_board_differs about white"; may be empty
    std::string words; // of an alert, a proposal, a refusal or something said
    std::vector<std::string> articles; // of the edition, on which it rests
    // For JSON, besides `at_ms`, `line`, `kind` and `words`: key and JSON value text.
    std::vector<std::pair<std::string, std::string>> json;
};

// Absent: the event is no outcome. `state` is the one after the decision.
std::optional<Outcome> outcome_of(const table::Event& event, const table::State& state);
// ... with its articles, in the arbiter's language.
std::optional<Outcome>
outcome_of(const table::Event& event, const table::Circumstances& circumstances);
// "alert opponent_board_differs about white: Board differs ..."; without words if there are none.
std::string to_line(const Outcome& outcome);
// One object; `line` 0 is left out.
std::string to_json(const Outcome& outcome, unsigned line);

// An alert, refused, proposal or result must be named by a checked script; the rest may go unnamed.
bool must_be_named(const Outcome& outcome);
// Whether `expected` (a `>` line without the mark) names this outcome: kind and leading fields
// equal, the words after ": " where given, and the article after " under " one of its own.
bool is_named_by(const Outcome& outcome, std::string_view expected);

// Words of that cause say aloud what was done in the open; a screen tells of the act itself, so
// that nobody reads it twice.
bool is_told_as_act(table::Cause cause);
// ... and the act is an outcome. A plain listing of outcomes leaves such words out.
bool repeats_an_outcome(const table::Event& event);

// "ear-white"
std::string audience_name(table::Audience audience);

// JSON text of a string.
std::string json_text(std::string_view text);

} // namespace ansage::telling
