// SPDX-License-Identifier: GPL-3.0-or-later
// Typed lines, whatever they were saved in and however they are cut on their way.
#include "support/catch.hpp"
#include "terminal/lines_of_bytes.hpp"
#include "terminal/typed_line.hpp"

namespace ansage::terminal {
namespace {

using Lines = std::vector<std::string>;
using namespace std::string_literals;

// In pieces of that many bytes; what has no end is the last.
Lines taken(const std::string& bytes, std::size_t piece) {
    LinesOfBytes lines;
    Lines read;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        for (std::string& line : lines.take(std::string_view{bytes}.substr(at, piece)))
            read.push_back(std::move(line));
    }
    if (lines.has_begun()) read.push_back(lines.take_rest());
    return read;
}

} // namespace

TEST_CASE("Typed lines are read whatever they were saved in, and however they are cut") {
    for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
        INFO(piece);
        CHECK(taken("Eva fünf\n\nq", piece) == Lines{"Eva fünf", "", "q"});
        CHECK(taken("Eva fünf\r\n\r\nq\r\n", piece) == Lines{"Eva fünf", "", "q"});
        CHECK(taken("Eva fünf\r\rq\r", piece) == Lines{"Eva fünf", "", "q"});
        CHECK(taken("\n\nq\n", piece) == Lines{"", "", "q"});
        CHECK(taken("Eva f\xFCnf\nEva fünf\n", piece) == Lines{"Eva fünf", "Eva fünf"});
        CHECK(taken("\xEF\xBB\xBFq\n", piece) == Lines{"q"});
        CHECK(taken("\xFF\xFE\xFC\0\r\0\n\0q\0"s, piece) == Lines{"ü", "q"});
        CHECK(taken("\xFE\xFF\0\xFC\0\n\0q\0\n"s, piece) == Lines{"ü", "q"});
        CHECK(taken("q\0\n\0q\0"s, piece) == Lines{"q", "q"});
        CHECK(taken("q", piece) == Lines{"q"});
        CHECK(taken("", piece).empty());
    }
}

TEST_CASE("Of a line that is too long the beginning is taken, in whole letters") {
    std::string line;
    while (line.size() < longest_typed_line + 9) line += "ü";
    line.insert(0, "x");
    const Lines read = taken(line + "\nq\n", 100);
    REQUIRE(read.size() == 2);
    CHECK(read[0] == line.substr(0, read[0].size()));
    CHECK(read[0].size() + 2 > longest_typed_line);
    CHECK(read[1] == "q");
}

} // namespace ansage::terminal
