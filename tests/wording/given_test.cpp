// SPDX-License-Identifier: GPL-3.0-or-later
// A message of the table is written with its arguments, {"clock.time_left", {.player = color, .time
// = left}}: its sentence asks for them, and for no others. That it does so in every language, the
// tests over the catalogues say.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/filled_by.hpp"
#include "wording/po_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace ansage::wording {
namespace {

struct Given {
    Names ids; // one of which is chosen
    Names arguments;
};

constexpr std::string_view name_letters = "abcdefghijklmnopqrstuvwxyz_.";

// What stands in quotes and may be the id of a sentence.
Names ids_in(std::string_view text) {
    Names ids;
    for (std::size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"', at)) {
        const std::size_t end = text.find('"', at + 1);
        const std::string_view id = text.substr(at + 1, end - at - 1);
        if (!id.empty() && id.find_first_not_of(name_letters) == std::string_view::npos)
            ids.emplace(id);
        at = end == std::string_view::npos ? end : end + 1;
    }
    return ids;
}

// The end of the list that begins behind its opening brace.
std::size_t end_of_list(std::string_view text, std::size_t at) {
    for (std::size_t depth = 1; at < text.size(); ++at) {
        if (text[at] == '{' || text[at] == '(') ++depth;
        if (text[at] == '}' || text[at] == ')') --depth;
        if (depth == 0) return at;
    }
    return text.size();
}

// Its designators, and none of a list inside.
Names designators_in(std::string_view list) {
    Names names;
    for (std::size_t at = 0; at < list.size(); ++at) {
        if (list[at] == '{' || list[at] == '(') {
            at = end_of_list(list, at + 1);
        } else if (list[at] == '.' && (at == 0 || list[at - 1] == ' ' || list[at - 1] == '\n')) {
            const std::size_t end = list.find_first_not_of(name_letters, at + 1);
            names.emplace(list.substr(at + 1, end - at - 1));
        }
    }
    return names;
}

// Each {id, {.argument = ...}}, where nothing comes after the arguments.
std::vector<Given> given_in(std::string_view text) {
    std::vector<Given> all;
    for (std::size_t at = text.find("{."); at != std::string_view::npos; at = text.find("{.", at)) {
        const std::size_t list = at + 1;
        const std::size_t comma = text.find_last_not_of(" \n", at - 1);
        at = list;
        if (text[comma] != ',') continue;
        const std::size_t end = end_of_list(text, list);
        const std::size_t begin = text.find_last_of("{;", comma);
        const std::size_t after = text.find_first_not_of(" \n", end + 1);
        const Names ids = ids_in(text.substr(begin, comma - begin));
        if (!ids.empty() && after != std::string_view::npos && text[after] == '}')
            all.push_back({ids, designators_in(text.substr(list, end - list))});
    }
    return all;
}

std::vector<Given> given_in_product() {
    std::vector<Given> all;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator{tests::root() + "/src"}) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file{entry.path()};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        std::ranges::move(given_in(text), std::back_inserter(all));
    }
    return all;
}

Names with_id(const std::string& id, const Names& names) {
    Names lines;
    for (const std::string& name : names) lines.insert(id + " " + name);
    return lines;
}

} // namespace

TEST_CASE("A message is given all that its sentence asks for, and nothing in vain") {
    const PoFile english = read_po_file(tests::root() + "/profiles/messages/en.po");
    Names lacking;
    Names surplus;
    std::size_t tried = 0;
    for (const auto& [ids, arguments] : given_in_product()) {
        const auto is_known = [](const auto& name) { return filled_by().contains(name); };
        if (!std::ranges::all_of(arguments, is_known)) continue; // of something else
        for (const std::string& id : ids) {
            const PoEntry* const entry = english.find(id);
            if (entry == nullptr) continue; // what is no message
            const Names asked = placeholders(*entry);
            lacking.merge(with_id(id, missing(asked, arguments)));
            surplus.merge(with_id(id, in_vain(asked, arguments)));
            ++tried;
        }
    }
    CHECK(tried >= 50);
    CHECK(lacking == Names{});
    // Journals have these, and deciding again must give the same.
    CHECK(
        surplus ==
        Names{
            "alarm.countdown time",
            "alarms.requested name",
            "announcement player",
            "answer.no_pieces board",
            "answer.no_pieces squares",
            "answer.period count",
            "arbiter.movements_both player",
            "arbiter.stands_something board",
            "console.must_move ply",
            "console.must_move second_square",
            "console.must_move_and_take ply",
            "repair.done player",
            "repair.take_and_put piece",
            "repair.take_off piece",
            "repair.take_off second_square",
        }
    );
}

TEST_CASE("What a message is given is read where it is written") {
    const auto given = given_in(
        R"(say(ear, {is_late ? "a.late" : "a.soon", {.player = color, .time = f({.x = 1})}});
           Message m{"a.named", {.name = "some.text"}};
           refuse("a.no_message", {.about = seat, .arguments = {.square = square}}, 3);)"
    );
    REQUIRE(given.size() == 2);
    CHECK(given[0].ids == Names{"a.late", "a.soon"});
    CHECK(given[0].arguments == Names{"player", "time"});
    CHECK(given[1].ids == Names{"a.named"});
    CHECK(given[1].arguments == Names{"name"});
}

} // namespace ansage::wording
