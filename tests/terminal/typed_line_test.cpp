// SPDX-License-Identifier: GPL-3.0-or-later
// What a line that is being typed is, and what stands on the terminal: what is written for each key
// is carried out on a screen of one line.
#include "base/utf8.hpp"
#include "support/catch.hpp"
#include "terminal/letters.hpp"
#include "terminal/line_editor.hpp"
#include "terminal/typed_line.hpp"

#include <string>
#include <vector>

namespace ansage::terminal {
namespace {

// A cell for each column; the second one of a wide letter is empty.
class OneLine {
public:
    void write(std::string_view text) {
        for (const char32_t letter : base::code_points(text)) put(letter);
    }

    // Without the blanks behind it.
    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& cell : cells_) all += cell;
        return all.substr(0, all.find_last_not_of(' ') + 1);
    }

    [[nodiscard]] std::size_t column() const { return column_; }

private:
    void put(char32_t letter) {
        if (letter == U'\b') {
            REQUIRE(column_ > 0);
            --column_;
            return;
        }
        REQUIRE(letter >= U' ');
        const std::string bytes = base::to_utf8(std::u32string_view{&letter, 1});
        const std::size_t width = cells_of(bytes);
        if (width == 0) {
            cells_.at(column_ - 1) += bytes;
            return;
        }
        cells_.resize(std::max(cells_.size(), column_ + width), " ");
        cells_.at(column_) = bytes;
        if (width == 2) cells_.at(column_ + 1).clear();
        column_ += width;
    }

    std::vector<std::string> cells_;
    std::size_t column_ = 0;
};

struct Row {
    std::string keys;
    std::string text;
    std::string shown;
};

TEST_CASE("A line is what it shows, whatever is taken back", "[terminal]") {
    const Row row = GENERATE(values<Row>({
        {"e2 e4", "e2 e4", "e2 e4"},
        {"abc\x7f", "ab", "ab"},
        {"\x7f\x08"
         "a",
         "a",
         "a"},
        {"ä\x7fo", "o", "o"},
        {"ae\u0301\x7f"
         "b",
         "ab",
         "ab"}, // an accent of its own
        {"a\u68CB\x7f"
         "b",
         "ab",
         "ab"}, // two cells
        {"\u68CB\u68CB\x7f", "\u68CB", "\u68CB"},
        {"x\u1112\u1161\u11AB\x7f", "x", "x"}, // one syllable in three letters
        {"x\U0001F1E9\U0001F1EA\x7f", "x", "x"}, // a flag
        {"x\U0001F1E9\U0001F1EA\U0001F1F8\U0001F1EA\x7f",
         "x\U0001F1E9\U0001F1EA",
         "x\U0001F1E9\U0001F1EA"},
        {"x\U0001F469\u200D\U0001F4BB\x7f", "x", "x"}, // joined
        {"x\U0001F44D\U0001F3FD\x7f", "x", "x"}, // with a colour of skin
        {"one two\x17three", "one three", "one three"},
        {"one two  \x17", "one ", "one"},
        {"one\x17\x17"
         "a",
         "a",
         "a"},
        {"one two\x15three", "three", "three"},
        {"\u68CB one\x15z", "z", "z"},
        {"a\x1b[Ab\x1b[1;5Dc\x1bOPd\x1b[15~e\x1b[[Af", "abcdef", "abcdef"}, // cursor, function keys
        {"a\x01\x1a"
         "b",
         "ab",
         "ab"},
        {"a\u202Eb", "a\u202Eb", "a\uFFFDb"}, // kept as typed, and seen
        {"a\u202Eb\x7f\x7f"
         "c",
         "ac",
         "ac"},
        {"a\xC2\x9B"
         "31m",
         "a\xC2\x9B"
         "31m",
         "a\uFFFD"
         "31m"},
        {"a\xFF"
         "b",
         "a\xFF"
         "b",
         "a\uFFFDb"},
        {"a\xC3"
         "b\x7f\x7f"
         "c",
         "ac",
         "ac"},
    }));
    INFO("typed " << row.text);
    TypedLine line;
    OneLine screen;
    for (const char key : row.keys) screen.write(line.type(key));
    CHECK(line.text() == row.text);
    CHECK(screen.text() == row.shown);
    CHECK(screen.column() == cells_of(line.shown()));
    CHECK(line.take() == row.text);
    CHECK(line.shown().empty());
}

TEST_CASE("A line that comes while another is typed stands above it", "[terminal]") {
    EditedLine line{"White: "};
    std::vector<std::string> lines;
    CHECK(line.prompt() == "White: ");
    CHECK(line.type('e', lines) == "e");
    CHECK(line.show("Draw offered.", true) == "\nDraw offered.\nWhite: e");
    CHECK(line.show("Clock: Black.", false).empty());
    CHECK(line.begin_anew() == "White: e"); // the shell has written meanwhile
    CHECK(line.type('4', lines) == "4");
    CHECK(line.type('\n', lines) == "\nClock: Black.\n");
    CHECK(lines == std::vector<std::string>{"e4"});

    EditedLine bare{""};
    CHECK(bare.show("one", true) == "one\n");
    CHECK(bare.type('a', lines) == "a");
    CHECK(bare.show("two", true) == "\ntwo\na");
    CHECK(bare.type('\x7f', lines) == "\b \b");
    CHECK(bare.show("three", true) == "three\n");
}

} // namespace
} // namespace ansage::terminal
