// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms of src/table include one another only as docs/architecture.md says.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace ansage::tests {
namespace {

namespace fs = std::filesystem;
using Rooms = std::map<std::string, std::set<std::string>>; // which each may include

std::vector<std::string> lines_of(const fs::path& path) {
    std::ifstream file{path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

// From the bottom to the top, so that a room names only those that were listed before it.
Rooms rooms_of(const std::vector<std::string>& page) {
    static const std::regex entry{R"(- `table/(\w+)` .* It includes ([^.]*)\..*)"};
    static const std::regex word{R"(\w+)"};
    Rooms rooms;
    for (const std::string& line : page) {
        std::smatch parts;
        if (!std::regex_match(line, parts, entry)) continue;
        std::set<std::string> included;
        const std::string list = parts[2];
        for (std::sregex_iterator it{list.begin(), list.end(), word}, end; it != end; ++it)
            if (rooms.contains(it->str())) included.insert(it->str());
        included.insert(parts[1]);
        rooms.emplace(parts[1], std::move(included));
    }
    return rooms;
}

// The room that this line includes against the list; empty if none.
std::string forbidden(const Rooms& rooms, const std::string& room, const std::string& line) {
    static const std::regex include{R"lit(#include "table/(?:(\w+)/)?.*)lit"};
    std::smatch parts;
    if (!std::regex_match(line, parts, include)) return {};
    const auto own = rooms.find(room);
    const bool may = own != rooms.end() && own->second.contains(parts[1]);
    return may ? std::string{} : "table/" + parts[1].str();
}

} // namespace

TEST_CASE("Rooms of the table include only the rooms that the architecture names") {
    const fs::path root{tests::root() + "/src/table"};
    const Rooms rooms = rooms_of(lines_of(tests::root() + "/docs/architecture.md"));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{root}) {
        const fs::path file = entry.path().lexically_relative(root);
        if (entry.is_directory() || file == "CMakeLists.txt") continue;
        INFO("src/table/" << file.string());
        CHECK(rooms.contains(file.begin()->string()));
        unsigned number = 0;
        for (const std::string& line : lines_of(entry.path())) {
            INFO("line " << ++number);
            CHECK(forbidden(rooms, file.begin()->string(), line) == "");
        }
    }
}

TEST_CASE("An include against the arrows of the table is found") {
    const Rooms rooms = rooms_of({
        "- `table/low` has what there is. It includes nothing of `table`.",
        "- `table/middle` reads it. It includes low and high. More follows.",
        "- `table/high` decides. It includes middle and low.",
    });
    const auto found = [&](const std::string& room, const std::string& header) {
        return forbidden(rooms, room, "#include \"table/" + header + '"');
    };
    CHECK(rooms.size() == 3);
    CHECK(found("high", "low/a.hpp") == "");
    CHECK(found("middle", "middle/a.hpp") == "");
    CHECK(found("middle", "high/a.hpp") == "table/high"); // listed, but above
    CHECK(found("low", "middle/a.hpp") == "table/middle");
    CHECK(found("high", "a.hpp") == "table/"); // in no room
    CHECK(found("cellar", "low/a.hpp") == "table/low");
    CHECK(forbidden(rooms, "low", "#include \"chess/move.hpp\"") == "");
}

} // namespace ansage::tests
