// SPDX-License-Identifier: GPL-3.0-or-later
// How an arbiter of the hall rules on a matter of a table, and what the table answers
// (docs/hall.md).
#pragma once

#include "table/model/state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::hall {

struct Ruling {
    table::HallRules rules;
    std::uint64_t game = 0; // the one that the arbiter saw, as its table's state names it
};

// Nobody else makes the same.
std::string new_ruling_id();

std::string to_json(const Ruling& ruling);

// What that arbiter's account has said; absent: it is no ruling.
std::optional<Ruling> read_ruling(std::string_view arbiter, const std::string& json);

// An answer of the table; its words are those of "hall.answer.NAME".
struct RulingAnswer {
    std::string id; // of the ruling
    std::string name;
};

std::string to_json(const RulingAnswer& answer);
std::optional<RulingAnswer> read_answer(const std::string& json);

// What is answered before anybody at the table is asked; absent: the console is asked. `owner` has
// taken the matter; empty: nobody has.
std::optional<RulingAnswer> answer_at_once(
    const table::State& state, const Ruling& ruling, std::uint64_t game, std::string_view owner
);

} // namespace ansage::hall
