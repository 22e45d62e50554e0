// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/louis.hpp"

#include "base/utf8.hpp"

#include <cstddef>
#include <filesystem>
#include <liblouis.h>
#include <utility>

namespace ansage::scoresheet {

using base::Error;
using base::Result;

namespace {

using Letters = std::vector<widechar>;

constexpr widechar first_pattern = 0x2800;
constexpr widechar last_pattern = 0x28FF;

// liblouis tells its troubles on stderr, which a screen reader would read.
void ignore_log(logLevels /*level*/, const char* /*message*/) {}

// The text is UTF-8 of any origin: what is not becomes U+FFFD, which no table knows.
Letters to_letters(std::string_view text) {
    const std::u32string values = base::code_points(text);
    return {values.begin(), values.end()};
}

// U+00C0 to U+017F without their accents.
constexpr std::string_view plain_letters =
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlL"
    "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
constexpr widechar first_accent = 0xC0;
static_assert(plain_letters.size() == 0x180 - first_accent);

widechar without_accent(widechar letter) {
    const bool known = letter >= first_accent && letter < first_accent + plain_letters.size();
    return known ? static_cast<unsigned char>(plain_letters[letter - first_accent]) : letter;
}

Cells translate_letters(const std::string& list, const Letters& letters) {
    // No character of any table grows beyond this, number and capital signs included.
    constexpr std::size_t most_cells = 16;
    int count = static_cast<int>(letters.size());
    Letters output(letters.size() * most_cells + most_cells);
    int size = static_cast<int>(output.size());
    const int done = lou_translateString(
        list.c_str(), letters.data(), &count, output.data(), &size, nullptr, nullptr, noUndefined
    );
    Cells cells;
    for (int i = 0; done != 0 && i < size; ++i) {
        const widechar pattern = output[static_cast<std::size_t>(i)];
        const bool is_pattern = first_pattern <= pattern && pattern <= last_pattern;
        cells.push_back(is_pattern ? static_cast<Cell>(pattern - first_pattern) : blank_cell);
    }
    return cells;
}

} // namespace

Result<LouisTable, Error> LouisTable::open(const std::string& name) {
    lou_registerLogCallback(ignore_log);
    // It takes a list of names with commas between them, and would read parts of this one.
    std::error_code ignored;
    if (name.find(',') != std::string::npos && std::filesystem::exists(name, ignored)) {
        return tl::unexpected(Error{
            base::phrase("liblouis takes a comma for the end of a name"),
            name,
            base::phrase("give this table a name without one")});
    }
    // Without unicode.dis the cells come out in the letters of some display.
    std::string list = "unicode.dis," + name;
    if (lou_getTable(list.c_str()) == nullptr) {
        return tl::unexpected(Error{
            base::phrase("liblouis cannot load its table {}", name),
            "braille",
            base::phrase(
                "install the package liblouis-data, or name another table in the braille code"
            )});
    }
    return LouisTable{std::move(list)};
}

LouisTable::LouisTable(std::string list)
    : list_(std::move(list)) {}

Cells LouisTable::translate(std::string_view text) const {
    Letters letters = to_letters(text);
    for (widechar& letter : letters) {
        if (letter >= first_accent && translate_letters(list_, {letter}).empty())
            letter = without_accent(letter);
    }
    return translate_letters(list_, letters);
}

} // namespace ansage::scoresheet
