// SPDX-License-Identifier: GPL-3.0-or-later
// The table of well-formed and ill-formed bytes is tests/data/base/utf8.txt.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <sstream>
#include <vector>

namespace ansage::base {
namespace {

struct Row {
    std::string line; // as it is in the file
    std::string bytes;
    std::u32string expected;
};

std::vector<unsigned> hexadecimal(std::string_view text) {
    std::vector<unsigned> numbers;
    std::istringstream words{std::string{text}};
    for (std::string word; words >> word;) numbers.push_back(*parse_number<unsigned>(word, 16));
    return numbers;
}

std::vector<Row> rows() {
    std::vector<Row> rows;
    std::ifstream file{ANSAGE_ROOT "/tests/data/base/utf8.txt"};
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        Row row{.line = line};
        std::string_view rest = line;
        for (const unsigned byte : hexadecimal(take_until(rest, '=')))
            row.bytes += static_cast<char>(byte);
        for (const unsigned value : hexadecimal(rest)) row.expected += value;
        rows.push_back(row);
    }
    return rows;
}

} // namespace

TEST_CASE("Ill-formed bytes are read as the Unicode standard recommends") {
    REQUIRE(rows().size() > 50);
    for (const Row& row : rows()) {
        INFO(row.line);
        CHECK((code_points(row.bytes) == row.expected));
        CHECK(count_code_points(row.bytes) == row.expected.size());
        CHECK(is_utf8(row.bytes) == (to_utf8(row.expected) == row.bytes));
        CHECK((code_points(to_utf8(row.expected)) == row.expected));
        CHECK(is_utf8(visible(row.bytes)));
    }
}

TEST_CASE("Any two bytes are read whole, whatever follows them") {
    for (unsigned first = 0; first < 0x100; ++first) {
        for (unsigned second = 0; second < 0x100; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second), 'x'};
            const std::u32string values = code_points(text);
            INFO(first << " " << second);
            CHECK(values.back() == U'x');
            CHECK(is_utf8(to_utf8(values)));
        }
    }
}

TEST_CASE("A character knows its size, and whether it was one") {
    const CodePoint umlaut = first_code_point("ä3");
    CHECK(umlaut.value == U'ä');
    CHECK(umlaut.size == 2);
    CHECK(umlaut.is_well_formed);
    CHECK(first_code_point("\uFFFD").is_well_formed);
    const CodePoint cut_off = first_code_point("\xE2\x99");
    CHECK(cut_off.value == replacement_character);
    CHECK(cut_off.size == 2);
    CHECK_FALSE(cut_off.is_well_formed);
}

TEST_CASE("Texts are cut between characters") {
    CHECK(first_code_points("Läufer", 2) == "Lä");
    CHECK(first_code_points("Lä", 9) == "Lä");
    CHECK(first_code_points("L\xC3", 2) == "L\xC3");
    CHECK(first_code_points("Lä", 0).empty());

    CHECK(without_last_code_point("a♞") == "a");
    CHECK(without_last_code_point("a🂡") == "a");
    CHECK(without_last_code_point("ä").empty());
    CHECK(without_last_code_point("a\x9E") == "a");
    CHECK(without_last_code_point("♞\x9E") == "♞");
    CHECK(without_last_code_point("").empty());

    CHECK(without_unfinished_end("a♞") == "a♞");
    CHECK(without_unfinished_end("a\xE2\x99") == "a");
    CHECK(without_unfinished_end("a\xE2") == "a");
    CHECK(without_unfinished_end("\xF0\x9F\x82").empty());
    CHECK(without_unfinished_end("a\xFF") == "a\xFF");
    CHECK(without_unfinished_end("").empty());
}

TEST_CASE("What is no code point is written as U+FFFD") {
    CHECK(
        to_utf8(std::u32string{0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF}) == "\uFFFD\uFFFD\uFFFD\uFFFD"
    );
    CHECK(to_utf8(U"aä♞🂡") == "aä♞🂡");
}

} // namespace ansage::base
