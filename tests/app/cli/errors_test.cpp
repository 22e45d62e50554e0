// SPDX-License-Identifier: GPL-3.0-or-later
// What people mistype is told in the language of their terminal, all of it: no English word stands
// in an error, however rare, and the same mistake in English has the same exit code.
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

using ansage::tests::Folder;
using ansage::tests::is_tried;

std::vector<std::string> mistakes() {
    std::ifstream file{ansage::tests::root() + "/tests/data/terminal-mistakes.txt"};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
    return lines;
}

// What the commands are mistaken about.
void lay_out(const Folder& folder) {
    std::ofstream{folder / "broken.toml"} << "name = \n";
    std::ofstream{folder / "3.toml"} << "[files]\na = \"Anna\"\na2 = 5\n";
    std::ofstream{folder / "text.txt"} << "this is a text\n";
    std::ofstream{folder / "not.ansage"} << "this is no journal\n";
    std::ofstream{folder / "table.table"} << "@white impaired occupancy\n0:01 nobody sings\n";
    std::ofstream{folder / "broken.pgn"} << "[Event \"x\"]\n[White y]\n\n1. e4 e5 2. Sz9 Nc6 *\n";
}

struct Told {
    int status = -1;
    std::string errors;
};

Told told(const Folder& folder, const std::string& language, const std::string& command) {
    const std::string line = fmt::format(
        "cd '{0}' && env -u ANSAGE_DATA -u LC_ALL -u LC_MESSAGES LANG={1} HOME='{0}' "
        "XDG_CONFIG_HOME='{0}/config' XDG_RUNTIME_DIR='{0}' TMPDIR='{0}' timeout 30 {3} "
        "{2} >out 2>err </dev/null",
        folder.path(),
        language,
        command,
        ansage::tests::program()
    );
    const int status = std::system(line.c_str());
    std::ifstream file{folder / "err"};
    return {
        WIFEXITED(status) ? WEXITSTATUS(status) : -1, {std::istreambuf_iterator<char>{file}, {}}};
}

// Words that none of the five languages has, nor any option or file of the table.
const std::regex& english() {
    static const std::regex words(
        R"(\b(the|this|that|there|is no|are|cannot|write|name a|give a|choose|which|with|without|)"
        R"(and|or|not|needs|be|its|your|stands|missing|wanted|read|written|move|moves|game|)"
        R"(board|file|folder|line|rank|square|number|reason|known|found|expected|check that)\b)"
    );
    return words;
}

// Without what is typed as it stands: commands, options, paths, and what is quoted.
std::string prose(const std::string& errors) {
    static const std::regex typed(
        R"(ansage [a-z]+( [a-z]+)?|--[a-z-]+|[a-z]+(-[a-z]+)+|[^ ]*[/.:=_|][^ ]*|missing \[|„[^“]*“|"[^"]*"|'[^']*')"
        R"(|\b(white|black|both|none|any|last|list|watch|check|simulate|board|score|move|square)\b)"
    );
    return std::regex_replace(errors, typed, "");
}

} // namespace

TEST_CASE("mistakes at the terminal are told in the reader's language, without an English word") {
    const Folder folder;
    lay_out(folder);
    constexpr std::array languages{"de_DE.UTF-8", "da_DK", "nb_NO.UTF-8", "sv_SE", "nl_NL.UTF-8"};
    const bool is_released = told(folder, "C", "profiles missing").status == 0;
    std::size_t number = 0;
    for (const std::string& mistake : mistakes()) {
        if (!is_tried(number++, 3)) continue;
        const Told in_english = told(folder, "C", mistake);
        INFO("ansage " << mistake << "\n" << in_english.errors);
        CHECK(in_english.status > 0);
        // Each in German, and in one other.
        for (const std::size_t which : {std::size_t{0}, 1 + number % 4}) {
            const Told now = told(folder, languages.at(which), mistake);
            if (!is_released && now.errors == in_english.errors)
                continue; // English as a whole, where the language lacks a part
            INFO(languages.at(which) << ": " << now.errors);
            CHECK(now.status == in_english.status);
            CHECK_FALSE(now.errors.empty());
            CHECK(now.errors != in_english.errors);
            std::smatch word;
            const std::string said = prose(now.errors);
            const bool is_english = std::regex_search(said, word, english());
            INFO("\"" << (is_english ? word.str() : "") << "\" in: " << said);
            CHECK_FALSE(is_english);
        }
    }
    CHECK(number > 60);
}
