// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a game, or changes a clock, a position or a signature, is done only after whoever typed
// it was asked again in words that name it. So is an offer of a draw or a claim that is not in the
// words that are taught: neither can be withdrawn (9.1.2.1, 9.5.1).
#pragma once

#include "table/model/input.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::acts {

// How a player's or the arbiter's own console asks again; absent: it is done at once.
[[nodiscard]] std::optional<table::Reply>
confirmation_of(const table::InputBody& body, const table::State& state, bool is_plain = true);

// The act with the number of the matter that it means while it is asked again: his answer is not to
// one that is raised meanwhile.
[[nodiscard]] table::InputBody naming_matter(table::InputBody body, const table::State& state);

// What of the arbiter's acts ends the game, loses moves or takes time is confirmed by a word of its
// own, which the question names: "win", "draw", "back" or "time", for the catalogues'
// `command.confirms_`. Absent: a "y" is enough.
[[nodiscard]] std::optional<std::string>
word_wanted(const table::InputBody& body, const table::State& state, base::Instant now);

// What a line does that a person types there and that is read back to him first: an announcement
// where no sensor sees the move, a claim, a resignation, the acceptance of a draw, an offer in any
// but its plain words. Absent: it counts at once.
std::optional<table::ReadBackAct>
read_back_of(const table::InputBody& body, const table::State& state, bool is_plain = true);

// What is asked again, for Reply::confirm_act: "the game ends, 1-0, ...".
[[nodiscard]] std::string words_of_act(
    const table::InputBody& body,
    const table::State& state,
    const telling::TableWords& words,
    std::string_view language
);

// "y", "yes", "ja": what whoever is asked types in that language. Nothing typed is a no.
[[nodiscard]] bool
is_word(std::string_view line, const std::string& wanted, const wording::Catalogue& in);
[[nodiscard]] bool is_yes(std::string_view line, const wording::Catalogue& in);
[[nodiscard]] bool is_no(std::string_view line, const wording::Catalogue& in);

} // namespace ansage::acts
