// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/document.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace ansage::profiles {

using base::Error;
using base::Millis;
using base::Result;

namespace {

struct Row {
    std::string where; // file:line
    std::vector<std::string> fields;
};

// Lines of tests/data/profiles/NAME, split at tabs; \n in a field is a new line.
std::vector<Row> rows(const std::string& name) {
    std::ifstream file{fmt::format("{}/tests/data/profiles/{}", tests::root(), name)};
    std::vector<Row> rows;
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        Row row{fmt::format("tests/data/profiles/{}:{}", name, number), {""}};
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '\t') {
                row.fields.emplace_back();
            } else if (line.compare(i, 2, "\\n") == 0) {
                row.fields.back() += '\n';
                ++i;
            } else {
                row.fields.back() += line[i];
            }
        }
        rows.push_back(row);
    }
    return rows;
}

template <class T>
std::string shown(const Result<T, Error>& result) {
    if (!result) return base::to_line(result.error());
    if constexpr (std::is_same_v<T, Millis>) return fmt::format("{}ms", result->count());
    else if constexpr (std::is_same_v<T, std::string> || std::is_arithmetic_v<T>) {
        return fmt::format("{}", *result);
    } else if constexpr (std::is_same_v<T, Table>) {
        return fmt::format("{}", fmt::join(result->keys(), " "));
    } else return fmt::format("{}", fmt::join(*result, " "));
}

std::string shown_tables(const Result<std::vector<Table>, Error>& tables) {
    if (!tables) return base::to_line(tables.error());
    std::string text;
    for (const Table& table : *tables)
        text += fmt::format("{}({})", table.where(), fmt::join(table.keys(), " "));
    return text;
}

// What the getter of that name gives for the key "x", or its error.
std::string get(const Table& table, const std::string& getter) {
    if (getter == "string") return shown(table.string("x"));
    if (getter == "integer") return shown(table.integer("x", {0, 10}));
    if (getter == "boolean") return shown(table.boolean("x"));
    if (getter == "milliseconds") return shown(table.milliseconds("x"));
    if (getter == "strings") return shown(table.strings("x"));
    if (getter == "table") return shown(table.table("x"));
    REQUIRE(getter == "tables");
    return shown_tables(table.tables("x"));
}

std::string get_from_text(const std::string& text, const std::string& getter) {
    const Result<Document, Error> document = Document::parse(text, "f.toml");
    return document ? get(document->root(), getter) : base::to_line(document.error());
}

} // namespace

TEST_CASE("Every value is given by its type, or refused with place and remedy", "[profiles]") {
    REQUIRE(rows("values.tsv").size() > 40);
    for (const Row& row : rows("values.tsv")) {
        INFO(row.where);
        CHECK(get_from_text(row.fields.at(0), row.fields.at(1)) == row.fields.at(2));
    }
}

TEST_CASE("Text that is no TOML never ends the program", "[profiles]") {
    // toml++ 3.3 asserts on the first of these.
    for (const char* const text :
         {"[ä]",
          "ä = 1",
          "[a",
          "a = ",
          "= 1",
          "a = 1\na = 2",
          "\xff\xfe",
          "a = \"\\u12\"",
          "[[a]]\n[a]",
          "a = {b"}) {
        INFO(text);
        const Result<Document, Error> document = Document::parse(text, "f.toml");
        REQUIRE_FALSE(document);
        CHECK(document.error().where.text().starts_with("f.toml:"));
        CHECK_FALSE(document.error().what.empty());
    }
}

TEST_CASE("A letter beyond ASCII outside of quotes is refused where it stands", "[profiles]") {
    // toml++ 3.3 promises its compiler that most of them never come.
    for (char32_t letter = 0xA1; letter < 0xFFFD; letter += letter < 0x500 ? 1 : 61) {
        if (letter >= 0xD800 && letter <= 0xDFFF) continue;
        std::string bytes;
        if (letter >= 0x800) {
            bytes += static_cast<char>(0xE0U | (letter >> 12U));
            bytes += static_cast<char>(0x80U | ((letter >> 6U) & 0x3FU));
        } else {
            bytes += static_cast<char>(0xC0U | (letter >> 6U));
        }
        bytes += static_cast<char>(0x80U | (letter & 0x3FU));
        for (const auto& [before, after] :
             {std::pair{"", " = 1"}, {"f", "hre = 1"}, {"[", "]"}, {"[a.", "]"}, {"a = ", ""}}) {
            const std::string text = "# Ä\nb = \"ä\"\n" + (before + bytes + after) + "\n";
            INFO(text);
            const Result<Document, Error> document = Document::parse(text, "f.toml");
            REQUIRE_FALSE(document);
            CHECK(document.error().where == "f.toml:3");
        }
    }
}

TEST_CASE("Very deep nesting is refused, not followed", "[profiles]") {
    CHECK_FALSE(Document::parse("a = " + std::string(100'000, '['), "f.toml"));
}

TEST_CASE("Keys keep the order of the file, and tables their names and lines", "[profiles]") {
    const Table root = Document::parse("z = 1\n\na = 2\n[t.u]\nk = 3\n", "f.toml")->root();
    CHECK(root.keys() == std::vector<std::string>{"z", "a", "t"});
    CHECK(root.where("a") == "f.toml:3");
    const Table inner = root.table("t")->table("u").value();
    CHECK(inner.name() == "t.u");
    CHECK(inner.where("k") == "f.toml:5");
}

TEST_CASE("A table outlives the document it came from", "[profiles]") {
    std::optional<Table> table;
    {
        const Document document = Document::parse("[t]\nk = \"v\"\n", "f.toml").value();
        table = document.root().table("t").value();
    }
    CHECK(table->string("k") == "v");
}

TEST_CASE("Fields keep the first problem, and find keys that nobody asked for", "[profiles]") {
    const auto read = [](const std::string& text) {
        const Table root = Document::parse(text, "f.toml")->root();
        std::string name;
        unsigned count = 7;
        bool on = false;
        Fields fields{root};
        fields.required("name", name)
            .optional("count", count, IntegerRange{1, 9})
            .optional("on", on);
        const Result<void, Error> finished = fields.finish();
        return finished ? fmt::format("{} {} {}", name, count, on)
                        : base::to_line(finished.error());
    };
    CHECK(read("name = \"n\"") == "n 7 false");
    CHECK(read("name = \"n\"\ncount = 3\non = true") == "n 3 true");
    CHECK(read("count = 0\non = 1") == "f.toml:1: \"name\" is missing; add name = ...");
    CHECK(
        read("name = \"n\"\ncount = 0\non = 1") ==
        "f.toml:2: \"count\" is 0; write a whole number from 1 to 9"
    );
    CHECK(
        read("name = \"n\"\nnmae = \"m\"") ==
        "f.toml:2: \"nmae\" is not a key of this table; remove it, or write one of: name, count, on"
    );
}

TEST_CASE("A file that cannot be read is an error with its name", "[profiles]") {
    for (const char* const path : {"/no/such/file.toml", "/"}) {
        const Result<Document, Error> document = Document::read(path);
        REQUIRE_FALSE(document);
        CHECK(document.error().where == path);
    }
}

} // namespace ansage::profiles
