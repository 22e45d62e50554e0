// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as people type them in six languages, without a word before, at the table's own terminal
// and at a console that joined: the order of the words, other languages, letters without their
// marks, digits, slips, the word for castling alone. tests/data/phonetics/typed.tsv has the lines.
#include "consoles/joined.hpp"

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
    for (const char letter : line)
        if (letter == '\t') fields.emplace_back();
        else fields.back() += letter;
    return fields;
}

TypedMoves read_lines() {
    TypedMoves lines;
    std::ifstream file{ANSAGE_ROOT "/tests/data/phonetics/typed.tsv"};
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
    REQUIRE(lines.groups.size() == 18);
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
    for (const auto& [group, typed] : lines.groups) {
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
    for (const std::string text : {"Spriger Felix drei", "Spriger Eva fünf"}) {
        white->write(text);
        REQUIRE(white->await(""));
        CHECK(white->last() == "Nicht verstanden. Fragezeichen, und Enter, hilft.");
    }
}
