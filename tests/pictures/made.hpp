// SPDX-License-Identifier: GPL-3.0-or-later
// What the program makes of its own demo: the pages and the words that the pictures show.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ansage::pictures {

using Cells = std::vector<std::string>; // HTML, without elements

struct Made {
    std::string sheet; // the scoresheet's page
    std::string day; // on which it was played, as the page has it
    std::string report; // the report's
    std::string report_json;
    std::vector<std::string> terminal; // what the demo tells, a line each
};

// In that language; made once.
const Made& made(const std::string& language);

// What stands between the first `begin` and the next `end`, from `from` on.
std::string between(
    const std::string& text, std::string_view begin, std::string_view end, std::size_t from = 0
);
// Each element of that name, without the elements in it.
std::vector<std::string> each(const std::string& html, const std::string& element);
// The rows of a table, each its cells.
std::vector<Cells> rows_of(const std::string& html);
// The drawing around `mark`, an <svg> element.
std::string svg_around(const std::string& html, const std::string& mark);

} // namespace ansage::pictures
