// SPDX-License-Identifier: GPL-3.0-or-later
// Where a function may end with an error is seen at the beginning of a line, and never within an
// expression: ANSAGE_TRY is a statement, or all of what is declared or assigned.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace ansage::tests {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view tried = "ANSAGE_TRY(";

std::string without_comments(const fs::path& path) {
    std::ifstream file{path};
    std::string text;
    for (std::string line; std::getline(file, line);)
        text += line.substr(0, line.find("//")) + '\n';
    return text;
}

// Behind the end of a statement or a block, an equals sign, or "if (...)", "for (...)", "else".
bool may_follow(std::string_view before) {
    const std::size_t last = before.find_last_not_of(" \n");
    if (last == std::string_view::npos) return true;
    before = before.substr(0, last + 1);
    const bool compares = before.ends_with("==") || before.ends_with("!=");
    return !compares &&
        (std::string_view{";{})="}.find(before.back()) != std::string_view::npos ||
         before.ends_with("else"));
}

std::size_t line_of(std::string_view text, std::size_t place) {
    return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, place), '\n'));
}

} // namespace

TEST_CASE("Nothing is tried within an expression") {
    CHECK(may_follow("    const auto game = "));
    CHECK(may_follow("    if (is_given) "));
    CHECK_FALSE(may_follow("    return read("));
    CHECK_FALSE(may_follow("    const auto ears = is_new ? Ears{} : *"));
    std::size_t count = 0;
    for (const std::string folder : {"src", "devices", "speech", "phonetics"}) {
        for (const auto& entry : fs::recursive_directory_iterator{tests::root() + "/" + folder}) {
            if (entry.path().extension() != ".cpp") continue;
            const std::string text = without_comments(entry.path());
            for (std::size_t at = 0; (at = text.find(tried, at)) != std::string::npos; ++at) {
                INFO(entry.path().string() << ":" << line_of(text, at));
                CHECK(may_follow(std::string_view{text}.substr(0, at)));
                ++count;
            }
        }
    }
    CHECK(count > 300);
}

} // namespace ansage::tests
