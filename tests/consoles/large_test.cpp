// SPDX-License-Identifier: GPL-3.0-or-later
// Text for eyes: wrapped by words, a blank line after each fact.
#include "consoles/large.hpp"
#include "support/catch.hpp"
#include "terminal/line_editor.hpp"

namespace ansage::consoles {

TEST_CASE("Large text keeps words whole and counts letters, not bytes") {
    CHECK(large_text("Black: Eva fünf.", 9, LetterSize::plain) == "Black:\nEva fünf.\n\n");
    CHECK(large_text("Verwandlung", 4, LetterSize::plain) == "Verwandlung\n\n");
    CHECK(large_text("", 20, LetterSize::plain) == "\n");
}

TEST_CASE("Letters of double size take two cells") {
    CHECK(
        large_text("Eva vier", 10, LetterSize::double_size) ==
        "\x1b#3Eva\n\x1b#4Eva\n\x1b#3vier\n\x1b#4vier\n\n"
    );
}

TEST_CASE("The prompt comes once, after the last of some lines, and not before an answer") {
    terminal::EditedLine line{"white: "};
    std::vector<std::string> typed;
    CHECK(line.prompt() == "white: ");
    CHECK(line.prompt().empty());
    CHECK(line.show("Claim: not right.", false) == "\nClaim: not right.\n");
    CHECK(line.show("Clock set: Black.", false) == "Clock set: Black.\n");
    CHECK(line.prompt() == "white: ");
    CHECK(line.type('t', typed) == "t");
    CHECK(line.type('\n', typed) == "\n");
    CHECK(line.show("Your time: one minute.", false) == "Your time: one minute.\n");
    CHECK(line.type('t', typed) == "white: t"); // typed before the prompt came
    CHECK(line.prompt().empty());
}

TEST_CASE("While a line is typed only important lines come between, then the prompt returns") {
    terminal::EditedLine line{"white: "};
    std::vector<std::string> typed;
    CHECK(line.type('l', typed) == "white: l");
    CHECK(line.show("Clock: Black.", false).empty());
    CHECK(line.show("Please call the arbiter.", true) == "\nPlease call the arbiter.\nwhite: l");
    CHECK(line.type('\n', typed) == "\nClock: Black.\n");
    CHECK(line.prompt() == "white: ");
    CHECK(typed == std::vector<std::string>{"l"});
}

TEST_CASE("The prompt is in the language of whoever sits there, once the table told it") {
    terminal::EditedLine line{"white: "};
    line.ask_with("Weiß: ");
    CHECK(line.prompt() == "Weiß: ");
}

TEST_CASE("A letter of several bytes is erased as one, and nothing else is written back") {
    terminal::EditedLine line{"white: "};
    std::vector<std::string> typed;
    CHECK(line.prompt() == "white: ");
    std::string shown; // no part of a letter is
    for (const char letter : std::string{"fü"}) {
        const std::string more = line.type(letter, typed);
        CHECK((more.empty() || more == "f" || more == "ü"));
        shown += more;
    }
    CHECK(shown == "fü");
    CHECK(line.type('\x7f', typed) == "\b \b");
    for (const char letter : std::string{"\x1b[A\x1b[1;5C\x1bOP"}) // cursor and function keys
        CHECK(line.type(letter, typed).empty());
    CHECK(line.type('\n', typed) == "\n");
    CHECK(typed == std::vector<std::string>{"f"});
    CHECK(line.type('\x7f', typed).empty());
}

} // namespace ansage::consoles
