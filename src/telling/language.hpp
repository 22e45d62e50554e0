// SPDX-License-Identifier: GPL-3.0-or-later
// The languages in which people are told something, as they were given.
#pragma once

#include "base/result.hpp"
#include "chess/types.hpp"
#include "terminal/options.hpp"
#include "wording/wording.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::telling {

// A language that somebody asked for is there, or an error names those that are.
[[nodiscard]] base::Result<void, base::Error>
check_language(const wording::Wording& wording, std::string_view language, std::string where);

// As the environment names it (LC_ALL, LC_MESSAGES, LANG); empty if it does not.
std::string locale();

// The one rule of all commands is --language, else the seat, else this: the first of LANGUAGE that
// there is, else the locale's (LC_ALL, LC_MESSAGES, LANG), else English.
std::string language_of_locale(const wording::Wording& wording);

// --language of a command that speaks to one person; `otherwise` if it was not given.
[[nodiscard]] base::Result<std::string, base::Error> language_given(
    const terminal::Arguments& given, const wording::Wording& wording, std::string_view otherwise
);

// A part that does not work, on stderr: what it is in the language of whoever is at the terminal
// (one of problem.*), then what was reported. `player`: whose it is, if it is one player's.
void print_problem(
    std::string_view id,
    const base::Error& problem,
    const wording::Catalogue& in,
    std::optional<chess::Color> player = {}
);

// A line that a terminal's table does not understand, on stderr, in the language of whoever is
// there. How a script would write it helps in English only, for people type in their own words; an
// error without a remedy is of no words that a script has.
void print_not_understood(
    std::string_view typed, unsigned line, base::Error error, const wording::Catalogue& in
);

} // namespace ansage::telling
