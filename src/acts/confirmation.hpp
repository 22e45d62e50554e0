// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a game, or changes a clock, a position or a signature, is done only after whoever typed
// it was asked again in words that name it.
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
confirmation_of(const table::InputBody& body, const table::State& state);

// What is asked again, for Reply::confirm_act: "the game ends, 1-0, ...".
[[nodiscard]] std::string words_of_act(
    const table::InputBody& body,
    const table::State& state,
    const telling::TableWords& words,
    std::string_view language
);

// "y", "yes", "ja": what whoever is asked types in that language. Nothing typed is a no.
[[nodiscard]] bool is_yes(std::string_view line, const wording::Catalogue& in);
[[nodiscard]] bool is_no(std::string_view line, const wording::Catalogue& in);

} // namespace ansage::acts
