// SPDX-License-Identifier: GPL-3.0-or-later
// docs/trust.md: every promise names the test that holds it, and that test is there and is run.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream stream{path};
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> tests_named_in(const std::string& line) {
    static const std::regex path{"`(tests/[^` ]+)`"};
    std::vector<std::string> names;
    for (std::sregex_iterator found{line.begin(), line.end(), path}, end; found != end; ++found)
        names.push_back((*found)[1]);
    return names;
}

// Scripts and sessions are found by their folders; what is compiled has to be listed there, or
// above.
bool is_run(const fs::path& test) {
    if (test.extension() != ".cpp") return true;
    const bool here =
        contents(test.parent_path() / "CMakeLists.txt").find(test.filename().string()) !=
        std::string::npos;
    return here;
}

} // namespace

TEST_CASE("Every promise of docs/trust.md names a test that is there and is run") {
    std::ifstream page{ansage::tests::root() + "/docs/trust.md"};
    unsigned promises = 0;
    for (std::string line; std::getline(page, line);) {
        INFO(line);
        const std::vector<std::string> names = tests_named_in(line);
        if (line.starts_with("- ")) {
            ++promises;
            CHECK(!names.empty());
        }
        for (const std::string& name : names) {
            INFO(name);
            const fs::path test = fs::path{ansage::tests::root()} / name;
            CHECK(fs::is_regular_file(test));
            CHECK(is_run(test));
        }
    }
    CHECK(promises > 30);
}
