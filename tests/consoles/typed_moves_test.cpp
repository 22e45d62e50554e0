// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as people type them in six languages, without a word before, at the table's own terminal
// and at a console that joined: the order of the words, other languages, letters without their
// marks, digits, slips, the word for castling alone. tests/data/phonetics/typed.tsv has the lines.
#include "consoles/joined.hpp"
#include "support/few.hpp"
#include "support/places.hpp"

#include <fstream>
#include <map>

using namespace ansage::tests;

namespace {

struct TypedMove {
    unsigned number = 0;
    std::string text;
    std::string heard; // what the consoles show as announced; empty: nothing
    std::string answer; // what is told besides; empty: that it was taken down
};

struct TypedGroup {
    std::string language;
    std::string words;
    std::string position;
    friend auto operator<=>(const TypedGroup&, const TypedGroup&) = default;
};

struct TypedMoves {
    std::map<std::string, std::string> positions;
    std::map<TypedGroup, std::vector<TypedMove>> groups;
};

Words typed_fields(const std::string& line) {
    Words fields{""};
    for (const char letter : line) {
        if (letter == '\t') fields.emplace_back();
        else fields.back() += letter;
    }
    return fields;
}

TypedMoves read_lines() {
    TypedMoves lines;
    std::ifstream file{ansage::tests::root() + "/tests/data/phonetics/typed.tsv"};
    unsigned number = 0;
    for (std::string text; std::getline(file, text);) {
        ++number;
        if (text.empty() || text.starts_with('#')) continue;
        Words fields = typed_fields(text);
        if (text.starts_with('@')) {
            lines.positions[fields.at(0).substr(1)] = fields.at(1);
            continue;
        }
        fields.resize(6);
        lines.groups[{fields[0], fields[1], fields[2]}].push_back(
            {number, fields[3], fields[4], fields[5]}
        );
    }
    return lines;
}

Words options_of(const TypedGroup& group, const TypedMoves& lines) {
    return {
        "--language",
        group.language,
        "--words",
        group.words,
        "--start",
        lines.positions.at(group.position),
        "--mode",
        "training"};
}

void type_all(Process& console, const std::vector<TypedMove>& typed) {
    console.write("starts");
    for (const TypedMove& line : typed) {
        INFO("typed.tsv:" << line.number << " " << line.text);
        console.write(line.text);
        if (!line.heard.empty()) {
            REQUIRE(console.await(line.heard));
            CHECK(console.last() == line.heard);
        }
        if (!line.answer.empty()) REQUIRE(console.await(line.answer));
    }
}

} // namespace

TEST_CASE("Moves are understood as people type them at the table's terminal", "[console]") {
    const TypedMoves lines = read_lines();
    REQUIRE(lines.groups.size() == 21);
    for (const auto& [group, typed] : lines.groups) {
        const Folder folder;
        Words line{
            "play", "--speech", "none", "--window", "white", "--journal", folder / "g.ansage"};
        line.insert(line.end(), {"--white", "sighted none", "--black", "sighted none"});
        const Words options = options_of(group, lines);
        line.insert(line.end(), options.begin(), options.end());
        Process window{command_line(line), folder.path()};
        type_all(window, typed);
    }
}

TEST_CASE("Moves are understood as people type them at a console that joined", "[console]") {
    const TypedMoves lines = read_lines();
    std::size_t row = 0;
    for (const auto& [group, typed] : lines.groups) {
        if (!is_tried(row++, 3)) continue;
        const Folder folder;
        const Table table{folder, options_of(group, lines)};
        const auto white = table.join({"white"});
        type_all(*white, typed);
    }
}

// First principles 3 and 12: nobody learns by mistyping what is legal.
TEST_CASE("A mistyped move is answered alike, legal or not", "[console]") {
    const Folder folder;
    const Table table{folder, {"--language", "de"}};
    const auto white = table.join({"white"});
    REQUIRE(white->await("Eigene Zeit: "));
    for (const std::string square : {"Felix drei", "Eva fünf"}) {
        white->write("Spriger " + square);
        REQUIRE(white->await(""));
        CHECK(white->last() == "Springer " + square + "? Mit j für ja, n für nein.");
        white->write("n");
        REQUIRE(white->await("Nichts getan."));
    }
}

TEST_CASE("What comes near a move is asked for, and nobody hears of it before a yes", "[console]") {
    const Folder folder;
    const Table table{folder, {"--language", "de", "--mode", "training"}};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    const auto asked = [&](const std::string& line, const std::string& move) {
        white->write(line);
        REQUIRE(white->await(move + "? Mit j für ja, n für nein."));
    };
    white->write("starts");
    for (const char* const line : {"Sff3", "Sf33", "S3f", "SFF3", "Springer Felix Felix drei"}) {
        asked(line, "Springer Felix drei");
        white->write("n");
        REQUIRE(white->await("Nichts getan."));
    }
    asked("e4 e5", "Eva vier");
    asked("e4, nein, d4", "David vier"); // another line answers no
    white->write("j");
    REQUIRE(black->await("Weiß: David vier."));
    CHECK_FALSE(holds(black->lines(), "Springer"));
    CHECK_FALSE(holds(black->lines(), "Eva vier"));
}

TEST_CASE("The piece of a promotion may come on a line of its own", "[console]") {
    const Folder folder;
    const Table table{
        folder,
        {"--language", "de", "--mode", "training", "--start", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"}};
    const auto white = table.join({"white"});
    white->write("starts");
    white->write("a8");
    REQUIRE(white->await("Weiß: Anna acht."));
    white->write("dame");
    REQUIRE(white->await("Weiß: Anna acht Dame."));
}

TEST_CASE("Words that the table does not speak are told apart from nonsense", "[console]") {
    const Folder folder;
    Table table{folder, {"--language", "da"}};
    const auto white = table.join({"white"});
    REQUIRE(white->await("Tilsluttet: hvid."));
    table.process().write("arbiter starts");
    REQUIRE(white->await("Ur: hvid."));
    white->write("Erik to Erik fire");
    REQUIRE(white->await(
        "Ikke forstået: dette bord bruger ordene fide. Med --words da bruger det dine."
    ));
}
