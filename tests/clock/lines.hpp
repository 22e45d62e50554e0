// SPDX-License-Identifier: GPL-3.0-or-later
// Data files of the tests: one case a line, '#' begins a comment line, fields between bars.
#pragma once
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::tests {

struct Line {
    std::string text;
    std::string where; // file:line
};

// `name` is under tests/data. An unreadable or empty file is an empty list, so check the size.
inline std::vector<Line> read_lines(std::string_view name) {
    const auto path = std::filesystem::path{tests::root()} / "tests/data" / name;
    std::ifstream file{path};
    std::vector<Line> lines;
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        if (!text.empty() && !text.starts_with('#'))
            lines.push_back({text, fmt::format("tests/data/{}:{}", name, number)});
    }
    return lines;
}

// Between " | ".
inline std::vector<std::string> fields_of(std::string_view text) {
    constexpr std::string_view bar = " | ";
    std::vector<std::string> fields;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(bar, from), text.size());
        fields.emplace_back(text.substr(from, to - from));
        from = to + bar.size();
    }
    return fields;
}

} // namespace ansage::tests
