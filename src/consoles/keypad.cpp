// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/keypad.hpp"

#include "acts/typed.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace ansage::consoles {

namespace {

struct KeyRow {
    std::string_view topic; // of the help that teaches it
    std::string_view id; // "keypad.ID" names it
    std::string_view typed;
    bool is_begun = false;
};

constexpr std::array rows{
    KeyRow{"last", "last", "l"},
    KeyRow{"repeat", "repeat", "r"},
    KeyRow{"clocks", "clocks", "c"},
    KeyRow{"time", "time", "t"},
    KeyRow{"opponent", "opponent", "o"},
    KeyRow{"moves", "moves", "m"},
    KeyRow{"score", "score", "k"},
    KeyRow{"score", "score_before", "k -"},
    KeyRow{"score", "score_after", "k +"},
    KeyRow{"since", "since", "h"},
    KeyRow{"board", "board", "b"},
    KeyRow{"squares", "squares", "s ", true},
    KeyRow{"squares", "diagonals", "d ", true},
    KeyRow{"squares", "around", "a ", true},
    KeyRow{"pieces", "pieces", "p ", true},
    KeyRow{"records", "records", "v"},
    KeyRow{"records", "hears", "v"},
    KeyRow{"unheard", "unheard", "unheard"},
    KeyRow{"withdraws", "withdraws", "x"},
    KeyRow{"repeats", "repeats", "w ", true},
    KeyRow{"executes", "executes", "n ", true},
    KeyRow{"corrects", "corrects", "k ", true},
    KeyRow{"voice", "silence", "hush"},
    KeyRow{"voice", "louder", ">"},
    KeyRow{"voice", "softer", "<"},
    KeyRow{"voice", "faster", "+"},
    KeyRow{"voice", "slower", "-"},
};

// One key opens a window that is recorded, heard, or both: the button tells of what is kept.
bool is_named(const KeyRow& row, const table::State& state) {
    if (row.topic != "records") return true;
    const bool records = state.recorder && !state.recorder->is_continuous;
    return (row.id == "records") == records;
}

} // namespace

std::vector<Key>
keys_of(table::ConsoleRole role, const table::State& state, const ConsoleView& view) {
    const std::vector<std::string> taught = acts::help_topics(role, state);
    std::vector<Key> keys;
    const auto add = [&](std::string_view id, std::string_view typed, bool is_begun) {
        keys.push_back(
            {.id = std::string{id},
             .text = view.sentence(role, state, fmt::format("keypad.{}", id)),
             .typed = std::string{typed},
             .is_begun = is_begun}
        );
    };
    for (const KeyRow& row : rows) {
        const bool is_taught = std::ranges::find(taught, row.topic) != taught.end();
        if (is_taught && is_named(row, state)) add(row.id, row.typed, row.is_begun);
    }
    add("help", "?", false);
    return keys;
}

} // namespace ansage::consoles
