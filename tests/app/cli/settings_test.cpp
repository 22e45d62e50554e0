// SPDX-License-Identifier: GPL-3.0-or-later
// The same setting on the command line, in a variable and in ansage.conf: the nearest counts, for
// every kind of value. The program itself is asked; its journal tells what it took.
#include "journal/journal.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace ansage {
namespace {

namespace fs = std::filesystem;
using tests::Folder;

struct Ending {
    int code = -1;
    std::string out;
    std::string errors;
};

std::string all_of(const std::string& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// "ANSAGE_MODE='club' ansage play ..." at the home of somebody whose file says `conf`.
Ending
run(const Folder& home,
    const std::string& conf,
    const std::string& variables,
    const std::string& words) {
    fs::create_directories(home / "config/ansage");
    if (!conf.empty()) std::ofstream{home / "config/ansage/ansage.conf"} << conf;
    const std::string line = fmt::format(
        "cd '{0}' && env -u ANSAGE_DATA LC_ALL=C HOME='{0}' XDG_CONFIG_HOME='{0}/config' "
        "XDG_RUNTIME_DIR='{0}' TMPDIR='{0}' {1} timeout 60 {3} {2} >out 2>err </dev/null",
        home.path(),
        variables,
        words,
        tests::program()
    );
    const int status = std::system(line.c_str());
    return {
        WIFEXITED(status) ? WEXITSTATUS(status) : -1, all_of(home / "out"), all_of(home / "err")};
}

constexpr std::string_view play = "play --speech none --journal game.ansage ";

// What stands after @NAME in the header of the game; empty: there is no such line.
std::string header_line(const Folder& home, const std::string& name) {
    auto journal = journal::Journal::open(home / "game.ansage");
    REQUIRE(journal);
    const auto header = journal->header();
    REQUIRE(header);
    std::istringstream lines{header->setup};
    std::string value;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("@" + name + " ")) value = line.substr(name.size() + 2);
    return value;
}

struct Kind {
    std::string option;
    std::string variable;
    std::string in_file;
    std::string in_variable;
    std::string typed;
};

const std::array<Kind, 5> kinds{{
    {"time", "ANSAGE_TIME", "5m", "10m", "15m"}, // a text
    {"white-name", "ANSAGE_WHITE_NAME", "Anna Schmidt", "Berta", "Clara"}, // ... with a blank
    {"arbiter-games", "ANSAGE_ARBITER_GAMES", "2", "3", "4"}, // a number
    {"mode", "ANSAGE_MODE", "club", "training", "tournament"}, // a word of a list
    {"start",
     "ANSAGE_START",
     "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
     "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
     "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"}, // a FEN
}};

// Every choice of the three places; `places` has a bit for each.
std::string taken(const Kind& kind, unsigned places) {
    const Folder home;
    const bool in_file = (places & 1U) != 0;
    const bool in_variable = (places & 2U) != 0;
    const bool is_typed = (places & 4U) != 0;
    const Ending ending =
        run(home,
            in_file ? fmt::format("{} = {}\n", kind.option, kind.in_file) : "# nothing\n",
            in_variable ? fmt::format("{}='{}'", kind.variable, kind.in_variable) : "",
            std::string{play} + (is_typed ? fmt::format("--{} '{}'", kind.option, kind.typed) : "")
        );
    INFO(ending.errors);
    REQUIRE(ending.code == 0);
    return header_line(home, kind.option);
}

} // namespace

TEST_CASE("the command line goes before variables, and these before the file", "[settings]") {
    for (const Kind& kind : kinds) {
        const std::string built_in = taken(kind, 0);
        CHECK(built_in != kind.in_file);
        CHECK(built_in != kind.in_variable);
        for (unsigned places = 1; places < 8; ++places) {
            INFO(kind.option << " in the places " << places);
            const std::string& nearest = (places & 4U) != 0 ? kind.typed
                : (places & 2U) != 0                        ? kind.in_variable
                                                            : kind.in_file;
            CHECK(taken(kind, places) == nearest);
        }
    }
}

TEST_CASE("a flag is yes or no where it is not typed", "[settings]") {
    const auto is_json =
        [](const std::string& conf, const std::string& variables, const std::string& typed = {}) {
            const Folder home;
            const Ending ending = run(home, conf, variables, "clock --list " + typed);
            INFO(ending.errors);
            REQUIRE(ending.code == 0);
            return ending.out.starts_with("{");
        };
    CHECK_FALSE(is_json("", ""));
    CHECK(is_json("json = yes\n", ""));
    CHECK_FALSE(is_json("json = no\n", ""));
    CHECK(is_json("", "ANSAGE_JSON=yes"));
    CHECK_FALSE(is_json("json = yes\n", "ANSAGE_JSON=no"));
    CHECK(is_json("json = no\n", "ANSAGE_JSON=yes"));
    CHECK(is_json("", "", "--json"));
    CHECK(is_json("json = no\n", "ANSAGE_JSON=no", "--json"));
}

TEST_CASE("a seat file is as near as the place where it is named", "[settings]") {
    const auto time_of =
        [](const std::string& conf, const std::string& variables, const std::string& typed = {}) {
            const Folder home;
            fs::create_directories(home / "config/ansage/seats");
            for (const std::string name : {"anna", "berta"}) {
                std::ofstream{home / ("config/ansage/seats/" + name + ".toml")}
                    << "seat = \"impaired none\"\ntime = \"" << (name == "anna" ? "1m" : "2m")
                    << "\"\nlanguage = \"" << (name == "anna" ? "sv" : "nl") << "\"\n";
            }
            const Ending ending = run(home, conf, variables, std::string{play} + typed);
            INFO(ending.errors);
            REQUIRE(ending.code == 0);
            return header_line(home, "time") + " " + header_line(home, "language");
        };
    CHECK(time_of("time = 5m\nlanguage = de\n", "", "--white anna") == "1m white=sv");
    CHECK(time_of("", "ANSAGE_TIME=5m ANSAGE_LANGUAGE=de", "--white anna") == "1m white=sv");
    CHECK(
        time_of("", "", "--white anna --time 5m --language de") == "5m white=de black=de arbiter=de"
    );
    CHECK(time_of("white = anna\n", "ANSAGE_TIME=5m") == "5m white=sv");
    CHECK(time_of("white = anna\ntime = 5m\n", "") == "5m white=sv");
    CHECK(time_of("white = anna\ntime = 5m\n", "ANSAGE_WHITE=berta") == "2m white=nl");
    CHECK(time_of("", "ANSAGE_WHITE=anna ANSAGE_TIME=5m") == "5m white=sv");
}

TEST_CASE("of what excludes each other the nearer counts", "[settings]") {
    const Folder home;
    const std::string fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    const Ending started =
        run(home,
            "chess960 = 12\nwhite-board = peg:/dev/null\n",
            "ANSAGE_START='" + fen + "'",
            std::string{play} + "--white 'sighted none'");
    INFO(started.errors);
    REQUIRE(started.code == 0);
    CHECK(header_line(home, "start") == fen);
    CHECK(header_line(home, "chess960").empty());
}

TEST_CASE("a habit that does not matter now is no error", "[settings]") {
    const Folder home;
    const Ending ending =
        run(home,
            "record-codec = opus\nenter = press\ntogether = no\nalarms = words\n",
            "",
            std::string{play});
    CHECK(ending.errors.empty());
    CHECK(ending.code == 0);
}

} // namespace ansage
