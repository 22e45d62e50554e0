// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, cells and keys, without a display.
#include "devices/braille_display/protocol.hpp"
#include "support/catch.hpp"

#include <brlapi_constants.h>
#include <brlapi_keycodes.h>
#include <map>
#include <vector>

namespace ansage::devices::braille_display {
namespace {

constexpr std::size_t cells = 20;

Key press(Command command) { return Pressed{command}; }

std::string trimmed(std::string text) {
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
}

TEST_CASE("A text is exactly as long as the display") {
    CHECK(padded("Eva vier", 12) == "Eva vier    ");
    CHECK(padded("Läufer", 8) == "Läufer  ");
    CHECK(padded("Läufer", 3) == "Läu");
    CHECK(padded("", 3) == "   ");
    CHECK(padded("a\tb\n", 5) == "a b  ");
    CHECK(padded("\xff\xc3", 3) == "?? ");
    CHECK(padded("\xc3(d4)", 5) == "?(d4)");
    CHECK(padded("\xe0\x81\xa1", 4) == "??? "); // an a in three bytes
    CHECK(padded("\xed\xa0\x80", 4) == "??? "); // a surrogate
    CHECK(padded("⠓𝄞", 3) == "⠓𝄞 ");
}

TEST_CASE("The newest line is shown; earlier ones come back with the keys for it") {
    Window window;
    CHECK(trimmed(window.shown(cells)).empty());
    CHECK(window.take(press(Command::earlier), cells));
    window.add("one");
    window.add("two");
    window.add("three");
    CHECK(trimmed(window.shown(cells)) == "three");
    CHECK(window.take(press(Command::earlier), cells));
    CHECK(trimmed(window.shown(cells)) == "two");
    for (int i = 0; i < 9; ++i) CHECK(window.take(press(Command::earlier), cells));
    CHECK(trimmed(window.shown(cells)) == "one");
    CHECK(window.take(press(Command::later), cells));
    CHECK(trimmed(window.shown(cells)) == "two");
    CHECK(window.take(press(Command::newest), cells));
    CHECK(trimmed(window.shown(cells)) == "three");
    CHECK(window.take(press(Command::earlier), cells));
    window.add("four"); // what is new is never hidden by what is old
    CHECK(trimmed(window.shown(cells)) == "four");
}

TEST_CASE("A line that is over gives way to the one before it") {
    Window window;
    window.take_back(); // there is none
    window.add("White: Eva vier.");
    window.add("Taken down.");
    window.take_back();
    CHECK(trimmed(window.shown(cells)) == "White: Eva vier.");
    window.take_back();
    CHECK(trimmed(window.shown(cells)).empty());
}

TEST_CASE("A line that is longer than the display is read in parts") {
    Window window;
    window.add("Your time: one hour 29 minutes 30 seconds.");
    CHECK(window.shown(20) == "Your time: one hour ");
    CHECK(window.take(press(Command::pan_right), 20));
    CHECK(trimmed(window.shown(20)) == "29 minutes 30");
    CHECK(window.take(press(Command::pan_right), 20));
    CHECK(trimmed(window.shown(20)) == "seconds.");
    CHECK(window.take(press(Command::pan_right), 20));
    CHECK(trimmed(window.shown(20)) == "seconds.");
    CHECK(window.take(press(Command::pan_left), 20));
    CHECK(window.take(press(Command::pan_left), 20));
    CHECK(window.take(press(Command::pan_left), 20));
    CHECK(window.shown(20) == "Your time: one hour ");
}

TEST_CASE("A rank has a routing key for each of its squares, and only while it is shown") {
    Window window;
    window.add("Eva vier");
    CHECK_FALSE(window.square_at(2));
    CHECK(window.take(Typed{U'4'}, cells));
    CHECK(trimmed(window.shown(cells)) == "4 abcdefgh");
    CHECK_FALSE(window.square_at(0));
    CHECK_FALSE(window.square_at(1));
    CHECK(window.square_at(2) == RoutedSquare{.file = 0, .rank = 3});
    CHECK(window.square_at(9) == RoutedSquare{.file = 7, .rank = 3});
    CHECK_FALSE(window.square_at(10));
    CHECK(window.take(press(Command::rank_up), cells));
    CHECK(trimmed(window.shown(cells)) == "5 abcdefgh");
    for (int i = 0; i < 9; ++i) CHECK(window.take(press(Command::rank_down), cells));
    CHECK(trimmed(window.shown(cells)) == "1 abcdefgh");
    window.add("Your time: 5 minutes.");
    CHECK_FALSE(window.square_at(2));
    CHECK_FALSE(window.take(Typed{U'9'}, cells));
    CHECK_FALSE(window.take(Routed{3}, cells));
}

// An answer takes its place; whoever asks square after square goes on where the finger was.
TEST_CASE("After an answer the keys for ranks go back to the rank that was asked about") {
    Window window;
    CHECK(window.take(Typed{U'4'}, cells));
    window.add("Eva vier: leer.");
    CHECK(window.take(press(Command::rank_down), cells));
    CHECK(trimmed(window.shown(cells)) == "4 abcdefgh");
    CHECK(window.take(press(Command::rank_down), cells));
    CHECK(trimmed(window.shown(cells)) == "3 abcdefgh");
    window.add("Eva drei: leer.");
    CHECK(window.take(press(Command::rank_up), cells));
    CHECK(trimmed(window.shown(cells)) == "3 abcdefgh");
}

TEST_CASE("The letters of words with a digit are known by their cells, also beyond the first part"
) {
    Window window;
    window.add("Läufer Sf3, 0-0 fünf 12:30.");
    using Letters = std::map<std::size_t, char>;
    CHECK(window.exact_letters(14) == Letters{{7, 'S'}, {8, 'f'}, {9, '3'}, {10, ','}});
    CHECK(window.take(press(Command::pan_right), 14));
    CHECK(window.exact_letters(14) == Letters{{0, '0'}, {1, '-'}, {2, '0'}});
    window.add("Springer Gustav");
    CHECK(window.exact_letters(20).empty());
    CHECK(window.take(Typed{U'4'}, 20));
    CHECK(window.exact_letters(20) == Letters{{0, '4'}});
}

TEST_CASE("A table confuses chess if a digit looks like a letter, or a capital like a small one") {
    std::vector<Dots> table(256);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<Dots>(i);
    CHECK_FALSE(confuses_chess(table));
    std::vector<Dots> digits = table;
    digits['3'] = digits['c'];
    CHECK(confuses_chess(digits));
    std::vector<Dots> capitals = table;
    capitals['B'] = capitals['b'];
    CHECK(confuses_chess(capitals));
    table['z'] = table['a']; // no letter of chess
    CHECK_FALSE(confuses_chess(table));
    CHECK_FALSE(confuses_chess({})); // an old brltty does not tell
}

TEST_CASE("A word longer than the display is cut, and every letter of a line comes once") {
    Window window;
    window.add("ab Donaudampfschifffahrt cd ef");
    std::string all;
    for (int part = 0; part < 5; ++part) {
        all += trimmed(window.shown(10)) + "|";
        CHECK(window.take(press(Command::pan_right), 10));
    }
    CHECK(all == "ab|Donaudampf|schifffahr|t cd ef|t cd ef|");
}

TEST_CASE("A rank shows its pieces to whoever may read them, and stays where the finger is") {
    Window window;
    BoardLetters letters{};
    letters.fill('-');
    letters[8] = 'P';
    letters[9] = 'n';
    window.set_board(letters);
    CHECK(window.take(Typed{U'2'}, cells));
    CHECK(trimmed(window.shown(cells)) == "2 Pn------");
    CHECK(window.square_at(3) == RoutedSquare{.file = 1, .rank = 1});
    window.answer("Berta zwei: schwarzer Springer.");
    CHECK(trimmed(window.shown(cells)) == "2 Pn------ Berta");
    CHECK(window.square_at(3) == RoutedSquare{.file = 1, .rank = 1});
    CHECK(window.exact_letters(cells).at(2) == 'P');
    CHECK(window.take(press(Command::rank_up), cells));
    CHECK(trimmed(window.shown(cells)) == "3 --------");
    window.add("Eva vier");
    CHECK(trimmed(window.shown(cells)) == "Eva vier");
}

TEST_CASE("Repeat and time are not the display's own business") {
    Window window;
    CHECK_FALSE(window.take(press(Command::repeat), cells));
    CHECK_FALSE(window.take(press(Command::time), cells));
}

TEST_CASE("Key codes of BrlAPI") {
    const auto command = [](std::uint64_t code) { return key_of(BRLAPI_KEY_TYPE_CMD | code); };
    CHECK(command(BRLAPI_KEY_CMD_TIME) == Key{Pressed{Command::time}});
    CHECK(command(BRLAPI_KEY_CMD_HOME) == Key{Pressed{Command::repeat}});
    CHECK(command(BRLAPI_KEY_CMD_ROUTE + 5) == Key{Routed{5}});
    CHECK_FALSE(command(BRLAPI_KEY_CMD_TOP));
    CHECK(key_of(BRLAPI_KEY_SYM_LINEFEED) == Key{Pressed{Command::newest}});
    CHECK(key_of('7') == Key{Typed{U'7'}});
    CHECK(key_of('l') == Key{Pressed{Command::repeat}});
    CHECK(key_of('c') == Key{Pressed{Command::time}});
    CHECK(key_of('\r') == Key{Pressed{Command::newest}});
    CHECK_FALSE(key_of(BRLAPI_KEY_SYM_ESCAPE));
}

} // namespace
} // namespace ansage::devices::braille_display
