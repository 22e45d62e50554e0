// SPDX-License-Identifier: GPL-3.0-or-later
// Table scripts: a whole session at the table in lines that an arbiter can read aloud
// (docs/table-script.md).
#pragma once

#include "acts/reader.hpp"
#include "acts/table_header.hpp"
#include "base/result.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

// What one line does. Spoken moves hold their text only; the shell reads them when their time
// comes.
struct Act {
    std::optional<table::InputBody> body; // absent: time passes
    // "assistant", not said for whom: for whoever's move it is by then.
    bool for_either = false;
    bool by_assistant = false;
    bool is_plain = true; // said in the words that are taught, and no question
    std::string guessed{}; // what it may mean, in words that are taught; empty: it is certain
    std::string text;
};

struct ScriptLine {
    unsigned number = 0;
    base::Instant at;
    Act act;
    std::string text;

    struct Expected {
        unsigned number = 0;
        std::string text; // after the mark
    };

    std::vector<Expected> expected;
};

struct Script {
    std::string file;
    TableHeader header;
    std::vector<ScriptLine> lines;
    bool has_expectations = false;
};

// "ACTOR VERB [words]". Error.where is left for the caller, and so is Error.mend where nobody is
// called so, or nobody does that.
[[nodiscard]] base::Result<Act, base::Error> parse_act(std::string_view text, Tongue tongue = {});

// Errors name `file`:line.
[[nodiscard]] base::Result<Script, base::Error>
parse_script(std::string_view text, std::string_view file);

// The input of an act at a table: fills in for whom an assistant acts, and holds him to his duties
// (D.2.10).
[[nodiscard]] table::InputBody input_of(const Act& act, const table::State& state);

} // namespace ansage::acts
