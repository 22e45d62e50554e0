// SPDX-License-Identifier: GPL-3.0-or-later
// What `ansage play` was given: its options, the seat files that they name, and the header lines of
// the table that they make.
#pragma once

#include "acts/table_header.hpp"
#include "app/setup/setup_answers.hpp"
#include "record/braille_choice.hpp"
#include "record/pairing.hpp"
#include "terminal/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::app {

// As they were given; absent: nothing was.
using Choices = table::PerColor<std::optional<std::string>>;

struct PlaySettings {
    acts::TableHeader header;
    Choices ports;
    record::BrailleChoice braille;
    Choices tones; // what each player hears as a tone
    std::optional<record::Pairings> pairing; // the one game of it
};

[[nodiscard]] terminal::Options play_options();
// --white-WHAT and --black-WHAT.
[[nodiscard]] Choices choices_given(const terminal::Arguments& given, std::string_view what);
[[nodiscard]] record::BrailleChoice braille_codes_given(const terminal::Arguments& given);
[[nodiscard]] base::Result<PlaySettings, base::Error> play_settings(const terminal::Arguments& given
);

// A game that is resumed goes on as it was begun: the options that state something else of its
// table, as they were typed; an error each, to be told.
[[nodiscard]] std::vector<base::Error> given_in_vain(const terminal::Arguments& given);

// Nothing of the table was given, and somebody is at the terminal.
[[nodiscard]] bool is_set_up_by_ear(const terminal::Arguments& given);
// What set-up asks for begins with what was given.
[[nodiscard]] base::Result<SetupAnswers, base::Error>
with_settings(SetupAnswers answers, const terminal::Arguments& given);
// What was given besides, such as --speech none, with the answers of a set-up.
[[nodiscard]] base::Result<terminal::Arguments, base::Error>
with_answers(const terminal::Arguments& given, const SetupAnswers& answers);

} // namespace ansage::app
