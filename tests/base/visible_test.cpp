// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.hpp"
#include "base/visible.hpp"
#include "support/catch.hpp"

namespace ansage::base {

TEST_CASE("Text from outside moves no cursor, hides nothing and turns no direction") {
    CHECK(visible("Läufer schlägt ♞ 🂡") == "Läufer schlägt ♞ 🂡");
    CHECK(visible("a\x1b]0;b\x07") == "a\u241B]0;b\u2407");
    CHECK(visible(std::string_view{"\0", 1}) == "\u2400");
    CHECK(visible("a\r\n\tb") == "a\u240D\u240A\u2409b");
    CHECK(visible("a\n\tb", "\n\t") == "a\n\tb");
    CHECK(visible("\x7f") == "\u2421");
    CHECK(
        visible("\xC2\x9B"
                "31m") ==
        "\uFFFD"
        "31m"
    );
    CHECK(
        visible("\x9B"
                "31m") ==
        "\uFFFD"
        "31m"
    );
    CHECK(visible("\xC3") == "\uFFFD");
    // Neither an escape in a form that is too long nor half of a character passes.
    CHECK(visible("\xE0\x82\x9B") == "\uFFFD\uFFFD\uFFFD");
    CHECK(visible("\xED\xA0\xBD") == "\uFFFD\uFFFD\uFFFD");
    CHECK(visible("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
    CHECK(
        visible("\u202Eabc\u2066") ==
        "\uFFFD"
        "abc\uFFFD"
    );
    CHECK(
        visible("An\u200Bna\u200D\u2060 \u2028\u00AD\uFEFF\U000E0041") ==
        "An\uFFFDna\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD\uFFFD"
    );
    CHECK(visible("שלום ö ™ ⁊ 🏴") == "שלום ö ™ ⁊ 🏴");
    CHECK(visible("") == "");
}

TEST_CASE("An error is one line, whatever it quotes") {
    CHECK(
        to_line({as_it_is(std::string{"\"\x1b[2J\""}), "a\nb", as_it_is(std::string{"c\td"})}) ==
        "a\u240Ab: \"\u241B[2J\"; c\u2409d"
    );
}

} // namespace ansage::base
