// SPDX-License-Identifier: GPL-3.0-or-later
// Games from files of any kind that a score is kept in.
#pragma once

#include "base/result.hpp"
#include "scoresheet/braille.hpp"
#include "scoresheet/pgn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::record {

// What a file holds; `guess` looks at it.
enum class SheetKind : std::uint8_t { guess, pgn, text, braille, json };

struct ReadSettings {
    SheetKind kind = SheetKind::guess;
    std::optional<std::string> code; // whose letters and cells; each is tried if absent
    std::optional<chess::Position> start; // of text and braille that do not say
    std::optional<std::string> data; // the --data option
};

bool is_journal(std::string_view text);

// Every game of the text. What cannot be read is among the games' problems, each with file:line; an
// error is one of the profiles. Where several codes could be meant, the one that reads most is.
[[nodiscard]] base::Result<std::vector<scoresheet::PgnGame>, base::Error>
read_sheets(std::string_view text, const std::string& file, const ReadSettings& settings);

// The braille code of that name.
[[nodiscard]] base::Result<scoresheet::BrailleCode, base::Error>
find_code(const std::string& name, const std::optional<std::string>& data);

// The name of the first code of that language, else of a locale such as "en_US.UTF-8", else "de".
std::string code_of_language(const std::string& language, const std::string& data);

} // namespace ansage::record
