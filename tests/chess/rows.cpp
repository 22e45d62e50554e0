// SPDX-License-Identifier: GPL-3.0-or-later
#include "rows.hpp"

#include "support/catch.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>

namespace ansage::chess {
namespace {

std::string trimmed(std::string_view text) {
    constexpr std::string_view white_space = " \t\r";
    const std::size_t start = text.find_first_not_of(white_space);
    if (start == std::string_view::npos) return {};
    return std::string{text.substr(start, text.find_last_not_of(white_space) - start + 1)};
}

std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> fields;
    for (;;) {
        const std::size_t length = line.find(separator);
        fields.push_back(trimmed(line.substr(0, length)));
        if (length == std::string_view::npos) return fields;
        line.remove_prefix(length + 1);
    }
}

} // namespace

std::vector<Row> read_rows(std::string_view name, char separator) {
    std::ifstream file{fmt::format("{}/tests/data/chess/{}", tests::root(), name)};
    std::vector<Row> rows;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (!line.empty() && !line.starts_with('#')) {
            rows.push_back(
                {fmt::format("tests/data/chess/{}:{}", name, number), split(line, separator)}
            );
        }
    }
    REQUIRE_FALSE(rows.empty());
    return rows;
}

} // namespace ansage::chess
