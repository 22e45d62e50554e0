// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what can be asked: a row a question, in answers.cpp. Scripts, consoles, keys, help,
// the rights of an assistant and the answers read that row. A question without a row does not
// compile.
#pragma once

#include "table/model/input.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace ansage::table {

class Decision;

// What a question is about decides who may ask it.
enum class About : std::uint8_t {
    words, // what was said, which everybody may hear twice: it was said aloud, or to him
    play, // clocks, moves and the own score, which a sighted player looks up (D.2.6)
    squares, // what stands on the board that may be read to him (11.3.1)
    matters, // what is open: the arbiter's question, or the players' where there is no arbiter
};

struct QuestionRow {
    Question question{};
    std::string_view written{}; // in a table script, behind "asks"
    // What follows there, in either of these forms: parts of src/acts/parts.cpp. Both empty:
    // nothing.
    std::array<std::string_view, 2> forms{};
    // Of the catalogue: how it is typed, "command.last"; empty: as it is written.
    std::string_view phrase{};
    // ... and how people put it in words of their own where it has no phrase.
    std::string_view meant{};
    std::string_view key{}; // at a console
    std::string_view topic{}; // console.help.TOPIC teaches it; empty: nobody is taught it
    About about{};
    bool is_told_by_assistant = false; // who informs his player of times and moves (D.2.10.4)
    bool looks_at_turn = false; // the answer depends on whose turn it is
    void (*answer)(Decision&, const Asks&) = nullptr;
};

// In the order in which they are taught.
[[nodiscard]] std::span<const QuestionRow> questions();
[[nodiscard]] const QuestionRow& row_of(Question question);

[[nodiscard]] inline bool is_about(const Asks& asks, About what) {
    return row_of(asks.question).about == what;
}

} // namespace ansage::table
