// SPDX-License-Identifier: GPL-3.0-or-later
// What several inputs have in common. It is found by its type, or those that lack it are listed:
// a new input, or a member with another name, is not left out without a word.
#pragma once

#include "base/names.hpp"
#include "table/model/input.hpp"

#include <optional>
#include <string>

namespace ansage::table {

// Whose name says it: Arbiter, ArbiterSets.
template <class Act>
inline constexpr bool is_arbiters_act = base::type_name<Act>().starts_with("Arbiter");

// The move that somebody announces, repeats, corrects, executes or writes; null: none is told.
const HeardMove* move_in(const InputBody& body);

// The seat whose player acts, or in whose name; absent where it is a board, an arbiter, a console,
// an adapter or time, and where it may be the arbiter as well.
std::optional<chess::Color> acting_seat(const InputBody& body);

// Of what a player's assistant may do for him.
std::optional<Performer> performer_of(const InputBody& body);

// The console that it came from, or that it is about.
std::optional<ConsoleRole> console_of(const InputBody& body);

// How it was said; absent: aloud, or nothing was said.
std::optional<Medium> medium_of(const InputBody& body);

// Of a move that was said: it was typed.
void mark_as_typed(InputBody& body);

// The arbiter's own words, which are kept with what he does.
std::optional<std::string> reason_of(const InputBody& body);

// A question or an answer that was given before it was stored: since then there were several.
bool is_counted(const InputBody& body);

} // namespace ansage::table
