// SPDX-License-Identifier: GPL-3.0-or-later
// tests/mutants: each fault still fits into the product, and the tests that should find it are
// there. Whether they find it only `tests/run --mutants` tells. And each mutant by rule that is
// called equivalent still stands in the product, with a reason.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

Lines lines_of(const fs::path& path) {
    std::ifstream stream{path};
    Lines lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// The names of the test programs, and of the cases in them, as their sources write them.
std::set<std::string> programs_and_cases() {
    std::set<std::string> names;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator{ansage::tests::root() + "/tests"}) {
        const fs::path& path = entry.path();
        if (path.filename() != "CMakeLists.txt" && path.extension() != ".cpp") continue;
        bool is_named_next = false; // a long list has its name on a line of its own
        for (const std::string& line : lines_of(path)) {
            constexpr std::string_view program = "ansage_add_test(";
            if (line == program) {
                is_named_next = true;
            } else if (line.starts_with(program) || is_named_next) {
                std::string name =
                    line.substr(is_named_next ? line.find_first_not_of(' ') : program.size());
                name = name.substr(0, name.find_first_of(" )"));
                std::ranges::replace(name, '/', '_');
                names.insert("test_" + name);
                is_named_next = false;
            } else if (const auto quote = line.find('"'); quote != std::string::npos) {
                names.insert(line.substr(quote));
            }
        }
    }
    return names;
}

// `test` is PROGRAM or PROGRAM "BEGINNING*".
bool is_there(const std::string& test, const std::set<std::string>& names) {
    const auto quote = test.find(" \"");
    if (!names.contains(test.substr(0, quote))) return false;
    const std::string beginning =
        quote == std::string::npos ? "" : test.substr(quote + 1, test.find('*') - quote - 1);
    return std::ranges::any_of(names, [&](const std::string& name) {
        return name.starts_with(beginning);
    });
}

} // namespace

TEST_CASE("Every fault of tests/mutants fits into the product, and its tests are there") {
    const std::set<std::string> names = programs_and_cases();
    unsigned faults = 0;
    for (const fs::directory_entry& entry :
         fs::directory_iterator{ansage::tests::root() + "/tests/mutants"}) {
        if (entry.path().extension() != ".mutant") continue;
        INFO(entry.path());
        ++faults;
        Lines product;
        unsigned tests = 0;
        unsigned changed = 0;
        for (const std::string& line : lines_of(entry.path())) {
            INFO(line);
            if (line.starts_with("file ")) {
                product = lines_of(ansage::tests::root() + "/" + line.substr(5));
            } else if (line.starts_with("test ")) {
                std::istringstream list{line.substr(5)};
                for (std::string test; std::getline(list, test, ',');) {
                    CHECK(is_there(test, names));
                    ++tests;
                }
            } else if (line.starts_with('-')) {
                CHECK(std::ranges::count(product, line.substr(1)) == 1);
                ++changed;
            }
        }
        CHECK(tests > 0);
        CHECK(changed > 0);
    }
    CHECK(faults >= 60);
}

TEST_CASE("Every mutant that is called equivalent stands in the product, and its reason below it") {
    Lines product;
    std::string last = " ";
    for (const std::string& line :
         lines_of(ansage::tests::root() + "/tests/mutants/equivalent.txt")) {
        INFO(line);
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('-')) {
            CHECK(std::ranges::count(product, line.substr(1)) >= 1);
        } else if (line.starts_with(' ')) {
            CHECK((last.starts_with('-') || last.starts_with('+') || last.starts_with(' ')));
        } else if (!line.starts_with('+')) {
            CHECK(last.starts_with(' '));
            product = lines_of(ansage::tests::root() + "/" + line.substr(0, line.find(' ')));
            CHECK_FALSE(product.empty());
        }
        last = line;
    }
    CHECK(last.starts_with(' '));
}
