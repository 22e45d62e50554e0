// SPDX-License-Identifier: GPL-3.0-or-later
// Which articles of the edition an event rests on, so that whoever is told of it can be told where
// it stands. Cited after the fact; nothing is decided by it.
#pragma once

#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ansage::table {

// What led to an event.
struct Circumstances {
    const InputBody& input;
    const State& before;
    const State& after;
};

// Keys of the edition's articles, the chief one first.
[[nodiscard]] std::vector<std::string_view>
article_keys_of(const Event& event, const Circumstances& circumstances);

// The articles of that key at this table, as its class has them; none where nothing is printed.
[[nodiscard]] std::string
article_of(const TableSetup& setup, std::string_view key, std::string_view language);

// ... of an event, each once.
[[nodiscard]] std::vector<std::string>
articles_of(const Event& event, const Circumstances& circumstances, std::string_view language);

} // namespace ansage::table
