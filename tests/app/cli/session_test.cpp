// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the program as a user does: tests/data/cli/*.session hold command lines with what they
// print.
//
//   $ ansage say e2e4          a command line, for sh
//   Eva zwei Eva vier          what it prints on stdout, line for line
//   $$ ansage help             the same, but starts so many programs that the sanitizers pass it
//   over ! text                     what it prints on stderr, line for line = 2 its exit code, 0 if
//   there is no such line # text                     a comment; blank lines do not count either
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;

struct Step {
    std::string where;
    std::string command;
    bool starts_many = false;
    std::string out{};
    std::string err{};
    int code = 0;
};

void add_expectation(Step& step, const std::string& line) {
    if (line.starts_with("! ")) step.err += line.substr(2) + "\n";
    else if (line.starts_with("= ")) step.code = std::stoi(line.substr(2));
    else step.out += line + "\n";
}

std::vector<Step> read_session(const fs::path& path) {
    std::ifstream file{path};
    std::vector<Step> steps;
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.starts_with("# ")) continue;
        if (line.starts_with('$')) {
            const std::size_t blank = line.find(' ');
            steps.push_back(
                {.where = fmt::format("{}:{}", path.string(), number),
                 .command = line.substr(blank + 1),
                 .starts_many = blank == 2}
            );
        } else {
            add_expectation(steps.back(), line);
        }
    }
    return steps;
}

std::string read_file(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

struct Outcome {
    std::string out;
    std::string err;
    int code = 0;
};

// The commands see no profile of the person who runs the tests, and end within half a minute.
Outcome run(const std::string& command, const fs::path& folder) {
    std::ofstream{folder / "command"} << "ansage() { timeout 30 " + ansage::tests::program() +
            " \"$@\"; }\n" << command << "\n";
    const std::string line = fmt::format(
        "cd {0} && env -u ANSAGE_DATA HOME={0} XDG_CONFIG_HOME={0}/config ROOT={1} LC_ALL=C sh "
        "./command >out 2>err </dev/null",
        folder.string(),
        ansage::tests::root()
    );
    const int status = std::system(line.c_str());
    return {
        read_file(folder / "out"),
        read_file(folder / "err"),
        WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

std::vector<fs::path> sessions() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator{ansage::tests::root() + "/tests/data/cli"})
        if (entry.path().extension() == ".session") paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

} // namespace

TEST_CASE("Every command line prints what its session says", "[cli]") {
    REQUIRE_FALSE(sessions().empty());
    for (const fs::path& path : sessions()) {
        const Folder folder;
        const std::vector<Step> steps = read_session(path);
        INFO(path.string());
        CHECK_FALSE(steps.empty());
        for (const Step& step : steps) {
            if (step.starts_many && ansage::tests::are_few) continue;
            INFO(step.where << ": " << step.command);
            const Outcome outcome = run(step.command, folder.path());
            CHECK(outcome.out == step.out);
            CHECK(outcome.err == step.err);
            CHECK(outcome.code == step.code);
        }
    }
}
