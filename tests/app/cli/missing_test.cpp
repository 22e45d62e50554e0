// SPDX-License-Identifier: GPL-3.0-or-later
// A language may lack sentences: it says them in English, in an English voice, and a command counts
// them.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/lacking.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace {

using ansage::tests::Folder;
using ansage::tests::lay_out_new;
using ansage::tests::lay_out_without;
using nlohmann::json;

struct Answer {
    int status = -1;
    std::vector<std::string> lines;
};

Answer answer_to(const Folder& folder, const std::string& words, const std::string& locale = "C") {
    const std::string line = fmt::format(
        "cd '{0}' && mkdir -p data && env -u LC_ALL -u LC_MESSAGES LANG={1} HOME='{0}' "
        "XDG_CONFIG_HOME='{0}/config' "
        "ANSAGE_DATA='{0}/data' timeout 30 {3} {2} 2>&1 </dev/null",
        folder.path(),
        locale,
        words,
        ansage::tests::program()
    );
    Answer answer;
    std::FILE* const pipe = popen(line.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
        text.append(part.data(), size);
    const int status = pclose(pipe);
    answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::istringstream all{text};
    for (std::string each; std::getline(all, each);) answer.lines.push_back(each);
    return answer;
}

bool has(const Answer& answer, const std::string& line) {
    return std::ranges::find(answer.lines, line) != answer.lines.end();
}

} // namespace

TEST_CASE("A sentence that German lacks is an English one in an English voice, the next German") {
    const Folder folder;
    lay_out_without("console.draw_offered", "de", ansage::tests::locale(), folder / "data");
    const Answer said = answer_to(folder, "say --language de --json e2e4 offers declines");
    INFO(fmt::format("{}", fmt::join(said.lines, "\n")));
    REQUIRE(said.lines.size() == 3);
    const json offered = json::parse(said.lines[1]);
    CHECK(offered["language"] == "en");
    CHECK(offered["announcement"] == "Draw offered: White.");
    CHECK(json::parse(said.lines[2])["language"] == "de");
}

TEST_CASE("A word that German lacks makes the whole sentence English") {
    const Folder folder;
    lay_out_without("player.white", "de", ansage::tests::locale(), folder / "data");
    const Answer said = answer_to(folder, "say --language de --json e2e4 offers e7e5 offers");
    INFO(fmt::format("{}", fmt::join(said.lines, "\n")));
    REQUIRE(said.lines.size() == 4);
    CHECK(json::parse(said.lines[1])["announcement"] == "Draw offered: White.");
    CHECK(json::parse(said.lines[1])["language"] == "en");
    CHECK(json::parse(said.lines[3])["language"] == "de");
}

TEST_CASE("Released languages lack nothing more than was taken from them") {
    const Folder folder;
    const Answer before =
        answer_to(folder, "profiles missing --json --data " + ansage::tests::root() + "/profiles");
    lay_out_without("console.draw_offered", "de", ansage::tests::locale(), folder / "data");
    const Answer after = answer_to(folder, "profiles missing --json");
    REQUIRE(before.lines.size() == after.lines.size());
    for (std::size_t i = 0; i < before.lines.size(); ++i) {
        const json was = json::parse(before.lines[i]);
        const json is = json::parse(after.lines[i]);
        const int taken = was["language"] == "de" ? 1 : 0;
        CHECK(is["missing"] == was["missing"].get<int>() + taken);
        CHECK(is["heard"] == was["heard"].get<int>() + taken);
        CHECK((was["language"] != "en" || is["missing"] == 0));
    }
    CHECK(after.status == 1);
    CHECK(
        has(answer_to(folder, "profiles missing de"),
            "heard console.draw_offered: Draw offered: {player}.")
    );
}

TEST_CASE("A new language with a handful of sentences is there, and speaks English for the rest") {
    const Folder folder;
    lay_out_new(
        "msgid \"console.draw_declined\"\\nmsgstr \"La nulle est refusée.\"\\n",
        "fr",
        ansage::tests::locale(),
        folder / "data"
    );
    const Answer said = answer_to(folder, "say --language fr --json e2e4 offers declines");
    INFO(fmt::format("{}", fmt::join(said.lines, "\n")));
    REQUIRE(said.lines.size() == 3);
    CHECK(json::parse(said.lines[1])["language"] == "en");
    CHECK(json::parse(said.lines[2])["language"] == "fr");
    CHECK(json::parse(said.lines[2])["announcement"] == "La nulle est refusée.");
    const Answer lacks = answer_to(folder, "profiles missing fr", "fr_FR.UTF-8");
    CHECK(lacks.status == 1);
    CHECK_FALSE(has(lacks, "heard console.draw_declined: Draw offer: declined."));
    // What is heard at a table, and then what is read; errors are their own English.
    CHECK(has(lacks, "heard call_arbiter: Please call the arbiter: the boards differ."));
    CHECK(has(lacks, "heard time.minutes: one minute / {count} minutes"));
    CHECK(has(lacks, "read help.usage: Usage"));
    CHECK(has(lacks, "read no such board is heard"));
    const auto is_heard = [](const std::string& line) { return line.starts_with("heard "); };
    CHECK(std::is_partitioned(lacks.lines.begin() + 1, lacks.lines.end(), is_heard));
    CHECK(answer_to(folder, "profiles missing tlh").status == 2);
}
