// SPDX-License-Identifier: GPL-3.0-or-later
// The tables for braille displays: every letter of chess in one cell, no two alike.
#include "codes.hpp"
#include "scoresheet/display_cells.hpp"
#include "support/catch.hpp"

#include <map>
#include <set>
#include <string>

namespace ansage::scoresheet {
namespace {

TEST_CASE("Every language has a table for displays that confuses nothing of chess") {
    std::set<std::string> languages;
    for (const std::string& name : code_names()) {
        const BrailleCode code = open_code(name).code();
        if (code.display.empty()) continue;
        INFO(name << ", " << code.display);
        languages.insert(code.language);
        auto display = DisplayCells::open(code.display);
        REQUIRE(display.has_value());
        std::map<Cell, char> seen;
        for (const char letter : std::string{"abcdefgh0123456789KQRBNDTLSPOx-+#=:"}) {
            INFO("character " << letter);
            const auto cell = display->of(letter);
            REQUIRE(cell.has_value());
            CHECK(*cell != blank_cell);
            CHECK(seen.emplace(*cell, letter).second);
            CHECK(display->of(letter) == cell);
        }
    }
    CHECK(languages == std::set<std::string>{"da", "de", "en", "nb", "nl", "sv"});
}

TEST_CASE("The German display's cells are those of brltty's German table") {
    auto display = DisplayCells::open("de-de-comp8.ctb");
    REQUIRE(display.has_value());
    CHECK(display->of('S') == Cell{0x4e});
    CHECK(display->of('f') == Cell{0x0b});
    CHECK(display->of('3') == Cell{0x29});
}

TEST_CASE("A table that liblouis does not have is named") {
    const auto display = DisplayCells::open("no-such-table.ctb");
    REQUIRE_FALSE(display.has_value());
    CHECK(display.error().what.text().find("no-such-table.ctb") != std::string::npos);
}

} // namespace
} // namespace ansage::scoresheet
