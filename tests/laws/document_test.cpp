// SPDX-License-Identifier: GPL-3.0-or-later
// docs/laws.md claims nothing that is not there: its paths, functions, fields and keys exist, and
// its tables are the profiles' own.
#include "laws/shipped.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace ansage::laws {
namespace {

namespace fs = std::filesystem;

const fs::path root = tests::root();

constexpr std::array<std::string_view, 6> shipped{
    "fide-2023", "nb-2023", "da-2023", "de-2014", "sv-2014", "nl-2001"};

std::string text_of(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::string document() { return text_of(root / "docs/laws.md"); }

std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
    const std::regex regex{pattern};
    std::vector<std::string> found;
    for (std::sregex_iterator it{text.begin(), text.end(), regex}, end; it != end; ++it)
        found.push_back((*it)[1].str());
    return found;
}

// `*` stands for any part of a name.
bool is_there(const std::string& path) {
    if (path.find('*') == std::string::npos) return fs::exists(root / path);
    const fs::path whole = root / path;
    std::string pattern = std::regex_replace(whole.filename().string(), std::regex{R"(\.)"}, "\\.");
    pattern = std::regex_replace(pattern, std::regex{R"(\*)"}, ".*");
    const std::regex name{pattern};
    return fs::is_directory(whole.parent_path()) &&
        std::any_of(
               fs::directory_iterator{whole.parent_path()},
               fs::directory_iterator{},
               [&](const auto& entry) {
                   return std::regex_match(entry.path().filename().string(), name);
               }
        );
}

// Field and value as a profile has them: "losses.flag_unsupervised" -> "\"not_printed\"".
std::map<std::string, std::string> fields_of(std::string_view name) {
    std::map<std::string, std::string> fields;
    std::string section;
    std::ifstream file{root / "profiles/laws" / (std::string{name} + ".toml")};
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('[')) section = line.substr(1, line.find(']') - 1);
        const std::size_t equals = line.find(" = ");
        const bool counts = !section.empty() && !section.ends_with("articles") &&
            section != "article_words" && !line.starts_with('#') && equals != std::string::npos;
        if (counts) {
            const std::size_t comment = std::min(line.find(" #", equals), line.size());
            fields[section + "." + line.substr(0, equals)] =
                line.substr(equals + 3, comment - equals - 3);
        }
    }
    return fields;
}

// The rows of the table that begins with that heading: name and cells.
std::map<std::string, std::vector<std::string>> table_of(const std::string& heading) {
    std::map<std::string, std::vector<std::string>> rows;
    const std::string text = document();
    std::size_t at = text.find("| " + heading + " |");
    REQUIRE(at != std::string::npos);
    while (at < text.size() && text[at] == '|') {
        const std::size_t end = text.find('\n', at);
        const std::vector<std::string> cells =
            all_of(text.substr(at, end - at), R"(\| ([^|]*?) (?=\|))");
        if (cells.size() == shipped.size() + 1 && cells.front().starts_with('`')) {
            const std::string name = cells.front().substr(1, cells.front().size() - 2);
            rows[name] = {cells.begin() + 1, cells.end()};
        }
        at = end + 1;
    }
    return rows;
}

} // namespace

TEST_CASE("docs/laws.md names no path that is not there") {
    const auto paths =
        all_of(document(), R"(`((?:src|tests|profiles|docs|devices|speech)/[^`]*)`)");
    CHECK(paths.size() > 100);
    for (const std::string& path : paths) {
        INFO(path);
        CHECK(is_there(path));
    }
}

TEST_CASE("Every article in docs/laws.md is held by a test") {
    const std::string text = document();
    const std::size_t from = text.find("## Article by article");
    const std::size_t to = text.find("\n## ", from + 1);
    REQUIRE(to != std::string::npos);
    int count = 0;
    for (const std::string& row : all_of(text.substr(from, to - from), R"((\n- [^\n]*))")) {
        INFO(row);
        CHECK(row.find("`tests/") != std::string::npos);
        ++count;
    }
    CHECK(count > 75);
}

TEST_CASE("docs/laws.md names no function where there is none") {
    const std::string text = document();
    const std::regex line_pattern{R"(((?:`(?:\w+|on\(\w+\))`(?:, | and )?)+) in `([^`]+)`)"};
    int count = 0;
    for (std::sregex_iterator it{text.begin(), text.end(), line_pattern}, end; it != end; ++it) {
        const std::string source = text_of(root / (*it)[2].str());
        for (const std::string& function : all_of((*it)[1].str(), R"(`([^`]+)`)")) {
            INFO(function << " in " << (*it)[2].str());
            // The handler of an input is an overload: `on(Claims)`.
            const std::string pattern = function.starts_with("on(")
                ? "void on\\(Decision& \\w+, const " + function.substr(3, function.size() - 4) +
                    "& "
                : "\\b" + function + "\\b";
            CHECK(std::regex_search(source, std::regex{pattern}));
            ++count;
        }
    }
    CHECK(count > 50);
}

TEST_CASE("docs/laws.md claims no field that editions do not have, and leaves none out") {
    std::set<std::string> fields;
    for (const std::string_view name : shipped) {
        for (const auto& [field, value] : fields_of(name))
            fields.insert(field.substr(field.find_last_of('.') + 1));
    }
    fields.erase("times"); // of fivefold
    const std::string text = document();
    const std::regex pattern{R"(the edition's ((?:`\w+`(?:, | and )?)+))"};
    std::set<std::string> claimed;
    for (std::sregex_iterator it{text.begin(), text.end(), pattern}, end; it != end; ++it) {
        for (const std::string& field : all_of((*it)[1].str(), R"(`(\w+)`)")) {
            INFO(field);
            CHECK(fields.contains(field));
            claimed.insert(field);
        }
    }
    for (const std::string& field : fields) {
        INFO(field);
        CHECK((claimed.contains(field) || field == "shared"));
    }
}

TEST_CASE("The table of fields in docs/laws.md is what the profiles have") {
    const auto rows = table_of("field");
    std::set<std::string> names;
    for (std::size_t column = 0; column < shipped.size(); ++column) {
        for (const auto& [field, value] : fields_of(shipped[column])) {
            INFO(shipped[column] << " " << field);
            names.insert(field);
            REQUIRE(rows.contains(field));
            CHECK(rows.at(field)[column] == value);
        }
    }
    CHECK(rows.size() == names.size());
}

TEST_CASE("The table of articles in docs/laws.md is what the profiles have") {
    const auto rows = table_of("key");
    CHECK(rows.size() == article_keys().size());
    for (std::size_t column = 0; column < shipped.size(); ++column) {
        const auto edition = tests::shipped_edition(shipped[column]);
        for (const std::string_view key : article_keys()) {
            INFO(shipped[column] << " " << key);
            REQUIRE(rows.contains(std::string{key}));
            const std::string_view article = edition.article(key);
            CHECK(rows.at(std::string{key})[column] == (article.empty() ? "-" : article));
        }
    }
}

} // namespace ansage::laws
