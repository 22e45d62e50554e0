// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of whoever sits at a console now, and the answers there are, each as the lines that
// would be typed: for a page, which has buttons instead of keys.
#pragma once

#include "consoles/outlook.hpp"
#include "consoles/view.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::consoles {

struct Answer {
    std::string id; // "answered", for programs
    std::string text; // of the button, in the language of whoever sits there
    std::string about; // the question; empty: none was put in words
    std::vector<std::string> typed; // one line after the other
    // Of the arbiter's, which matter it answers or takes back, what to think of before, in a word
    // or two, and what follows.
    std::optional<table::MatterNumber> matter{};
    std::string note{};
    std::optional<Outlook> outlook{};
};

// What leaves the matter as it is proposed, or as it is claimed.
[[nodiscard]] bool is_acceptance(const Answer& answer);

// What the console itself was asked, and answers before anything else.
struct Asked {
    std::string question; // in words, the newest; also of a line that was read back
    bool is_open = false; // `yes` does what was typed
    std::string yes = "y"; // or a word of its own, which the question names
};

// Nothing of it depends on whether words were right or legal before they may be told of (first
// principles 3 and 4). Empty for a spectator. Of the arbiter's answers those are given with one
// press that can be taken back; the others the table asks again.
[[nodiscard]] std::vector<Answer> answers_due(
    table::ConsoleRole role,
    const table::State& state,
    const ConsoleView& view,
    const Asked& asked,
    base::Instant now
);

// In a tournament a repetition is chosen piece by piece: a key for what the table itself has said
// would be no repetition (D.2.1).
[[nodiscard]] bool is_repetition_chosen(table::ConsoleRole role, const table::State& state);

// What a player may do besides at any time, such as offering a draw.
[[nodiscard]] std::vector<Answer>
menu_of(table::ConsoleRole role, const table::State& state, const ConsoleView& view);

// The player's clock. Always there and always the same, for a press always switches and nobody may
// remind him of it (12.6). Absent: no player.
[[nodiscard]] std::optional<Answer>
press_of(table::ConsoleRole role, const table::State& state, const ConsoleView& view);

} // namespace ansage::consoles
