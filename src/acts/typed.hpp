// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed at a console: keys of one or two letters, acts as in table scripts but without the
// actor, and "?".
#pragma once

#include "acts/script.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ansage::acts {

struct HelpWanted {
    std::string topic; // absent words: the next one
};

struct LeaveWanted {};

// The voice is to stop. Whatever is typed stops it.
struct HushWanted {};

// What Enter alone does is switched (docs/play.md).
struct EnterWanted {};

// An act that is done only after it was confirmed in words that name its object.
struct TypedAct {
    table::InputBody body;
    std::optional<table::Reply> confirm;
    std::string text; // as it was typed
    bool is_plain = true; // in the words that are taught, and no question
    std::string guessed{}; // what it may mean, in those words; empty: it is certain
};

using Typed = std::variant<TypedAct, HelpWanted, LeaveWanted, HushWanted, EnterWanted>;

// An error means that it was not understood; its words are for somebody who wrote a program.
[[nodiscard]] base::Result<Typed, base::Error> read_typed(
    std::string_view line, table::ConsoleRole role, const table::State& state, Tongue tongue = {}
);

// At the table's own terminal, where the arbiter types, or somebody who writes down what all of
// them do: an act as in table scripts, a line of the arbiter's console, or one of a player's
// console behind his name, such as "white e4".
[[nodiscard]] base::Result<Typed, base::Error>
read_at_terminal(std::string_view line, const table::State& state, Tongue tongue);

// What "?" teaches a role, one at a time, in this order.
[[nodiscard]] std::vector<std::string>
help_topics(table::ConsoleRole role, const table::State& state);

// What "?" teaches first as things stand: how to begin, to answer, to sign. Empty: nothing special.
[[nodiscard]] std::string topic_of_now(table::ConsoleRole role, const table::State& state);

} // namespace ansage::acts
