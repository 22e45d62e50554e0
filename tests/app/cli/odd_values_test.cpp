// SPDX-License-Identifier: GPL-3.0-or-later
// Odd values at every option of every command, as --help lists them: whatever is typed is answered
// in one line, for "please report this" is for faults of our own.
#include "base/visible.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/thinning.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <future>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;

struct Ending {
    int status = -1;
    std::string out;
    std::string errors;
};

std::string all_of(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// One that takes the value may have much to do, and is ended.
Ending ending_of(const fs::path& folder, const std::string& command) {
    fs::create_directory(folder);
    const std::string line = fmt::format(
        "cd '{0}' && env -u ANSAGE_DATA LC_ALL=C HOME='{0}' XDG_CONFIG_HOME='{0}/config' "
        "XDG_RUNTIME_DIR='{0}' TMPDIR='{0}' timeout 5 {2} {1} >out 2>err </dev/null",
        folder.string(),
        command,
        ansage::tests::program()
    );
    const int status = std::system(line.c_str());
    return {
        WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        all_of(folder / "out"),
        all_of(folder / "err")};
}

std::vector<std::string> found_in(const std::string& text, const std::string& pattern) {
    const std::regex wanted{pattern, std::regex::multiline};
    std::vector<std::string> found;
    for (std::sregex_iterator each{text.begin(), text.end(), wanted}, end; each != end; ++each)
        found.push_back((*each)[1]);
    return found;
}

// "arbiter compare --words", with what it needs besides to come as far as the option.
std::vector<std::string> options_with_values(const Folder& folder) {
    std::vector<std::string> options;
    const std::string all = ending_of(folder / "all", "--help").out;
    for (const std::string& command : found_in(all, "^([a-z]+): ")) {
        const std::string help = ending_of(folder / command, "help " + command).out;
        const std::string quiet =
            help.find("\n--audio ") != std::string::npos ? " --audio none" : "";
        const std::regex heading{"^Usage: ansage ((?:[a-z]+ ?)+)"};
        std::string action = command;
        std::istringstream lines{help};
        for (std::string line; std::getline(lines, line);) {
            std::smatch match;
            if (std::regex_search(line, match, heading)) {
                action = match[1];
            } else if (std::regex_search(line, match, std::regex{"^(--[a-z0-9-]+) [^:]+:"})) {
                const bool is_quiet = match[1] == "--audio" || quiet.empty();
                options.push_back(action + (is_quiet ? "" : quiet) + " " + match[1].str());
            }
        }
    }
    return options;
}

void check_answer(const std::string& command, const Ending& answer) {
    constexpr int runs_on = 124;
    INFO("ansage " << command.substr(0, 200) << "\n" << answer.errors.substr(0, 2000));
    CHECK((answer.status == runs_on || (0 <= answer.status && answer.status <= 3)));
    CHECK(std::ranges::count(answer.errors, '\n') <= 1);
    CHECK(answer.errors.find("report this") == std::string::npos);
    for (const std::string& text : {answer.out, answer.errors}) {
        INFO(ansage::base::visible(text.substr(0, 2000)));
        CHECK(ansage::base::visible(text, "\n\t") == text); // nothing goes out raw
    }
}

} // namespace

TEST_CASE("odd values of every option are answered in one line", "[odd]") {
    const Folder folder;
    const std::vector<std::string> options = options_with_values(folder);
    REQUIRE(options.size() > 150);
    fs::create_directory(folder / "a-folder");
    const std::array<std::string, 5> values{
        "''",
        std::string(5000, 'x'),
        "/dev/full",
        "'two\nlines'",
        "'x\x01\x1b[A\x07\x7f\xc2\x9b\xe2\x80\xae\xff'"};
    std::vector<std::string> commands;
    // Thinned: each value meets other options.
    for (const std::string& value : values) {
        for (const std::string& option : options)
            commands.push_back(fmt::format("{}={}", option, value));
    }
    commands = ansage::tests::thinned(std::move(commands));
    constexpr std::size_t at_once = 4;
    std::vector<std::future<Ending>> answers(commands.size());
    for (std::size_t i = 0; i < commands.size() + at_once; ++i) {
        if (i < commands.size()) {
            answers[i] = std::async(std::launch::async, [&, i] {
                return ending_of(folder / fmt::format("at-{}", i), commands[i]);
            });
        }
        if (i >= at_once) check_answer(commands[i - at_once], answers[i - at_once].get());
    }
}

// The table plays on without them.
TEST_CASE("a folder whose name is too long for a socket is told in one line", "[odd]") {
    const Folder folder;
    const fs::path home = folder / std::string(120, 'x');
    const Ending table = ending_of(home, "play --speech none");
    check_answer("play", table);
    CHECK(table.status == 0);
    CHECK(
        table.errors.find("set XDG_RUNTIME_DIR to a folder of yours with a short name") !=
        std::string::npos
    );
    const Ending console = ending_of(home, "join white");
    check_answer("join white", console);
    CHECK(console.status == 2);
    CHECK(console.errors.find("no table is open here") != std::string::npos);
}

// Whoever adds another place has to show here that it is our own fault, which nobody can mend.
TEST_CASE("only what nothing caught asks to be reported", "[odd]") {
    std::vector<std::string> places;
    for (const char* const root : {"src", "speech", "devices", "phonetics"}) {
        for (const auto& entry :
             fs::recursive_directory_iterator{fs::path{ansage::tests::root()} / root}) {
            if (entry.is_regular_file() &&
                all_of(entry.path()).find("report this") != std::string::npos)
                places.push_back(fs::relative(entry.path(), ansage::tests::root()).string());
        }
    }
    CHECK(places == std::vector<std::string>{"src/app/main.cpp"});
    CHECK(
        found_in(all_of(fs::path{ansage::tests::root()} / "src/app/main.cpp"), "(report this)")
            .size() == 2
    );
}
