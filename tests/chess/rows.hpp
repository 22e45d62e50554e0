// SPDX-License-Identifier: GPL-3.0-or-later
// Cases in data files: one a line, fields between separators, comments on lines that begin with #.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ansage::chess {

struct Row {
    std::string where; // file:line
    std::vector<std::string> fields;
};

// Rows of tests/data/chess/<name>, fields without white space around them. Fails the test if there
// are none.
[[nodiscard]] std::vector<Row> read_rows(std::string_view name, char separator);

} // namespace ansage::chess
