// SPDX-License-Identifier: GPL-3.0-or-later
// What a setting needs besides its member and its row: sentences and a line in the manual.
#include "acts/settings.hpp"
#include "base/members.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/po_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace ansage::tests {
namespace {

std::string source_of(std::string_view path) {
    std::ostringstream text;
    text << std::ifstream{fmt::format("{}/{}", tests::root(), path)}.rdbuf();
    return text.str();
}

// Of the option, the question and its answers.
template <class Subject>
std::set<std::string> sentences_of(const acts::Setting<Subject>& row) {
    std::set<std::string> ids;
    if (!row.help.empty()) {
        std::string name{row.name};
        std::ranges::replace(name, '-', '_');
        ids.insert(fmt::format("help.play.{}", name));
    }
    ids.emplace(row.question.sentence);
    for (const acts::Answer& answer : row.question.answers) ids.emplace(answer.sentence);
    ids.erase("");
    return ids;
}

std::set<std::string> all_sentences() {
    std::set<std::string> ids;
    for (const acts::TableSetting& row : acts::table_settings()) ids.merge(sentences_of(row));
    for (const acts::SeatSetting& row : acts::seat_settings()) ids.merge(sentences_of(row));
    return ids;
}

// `setup.late_after`, `TableSetup::mode`, `into.name`
bool is_set(std::string_view member, const std::string& rows) {
    const std::regex place{fmt::format(
        R"((setup|seat|into|seats\[[^\]]*\])\.{0}\b|(Seat|TableSetup)::{0}\b)", member
    )};
    return std::regex_search(rows, place);
}

} // namespace

TEST_CASE("Every setting has its sentences in every language") {
    for (const std::string language : {"en", "de", "sv", "nb", "da", "nl"}) {
        const auto catalogue =
            wording::read_po_file(tests::root() + "/profiles/messages/" + language + ".po");
        for (const std::string& id : all_sentences()) {
            INFO(language << " lacks " << id);
            CHECK(catalogue.find(id) != nullptr);
        }
    }
}

TEST_CASE("Every setting of a header or a seat is described where scripts are") {
    const std::string page = source_of("docs/table-script.md");
    const auto is_there = [&](const std::string& words) {
        INFO("docs/table-script.md lacks " << words);
        CHECK(page.find(words) != std::string::npos);
    };
    for (const acts::TableSetting& row : acts::table_settings())
        if (row.access.read != nullptr) is_there(fmt::format("@{}", row.name));
    for (const acts::SeatSetting& row : acts::seat_settings())
        is_there(fmt::format("{}=", row.name));
}

TEST_CASE("Every member of a table's set-up and of a seat is set by a row") {
    // These come with the profiles that a row names.
    const std::set<std::string_view> from_profiles{"edition", "vocabulary"};
    const std::string rows = source_of("src/acts/settings.cpp") +
        source_of("src/acts/setting_values.cpp") + source_of("src/acts/setting_values.hpp");
    const auto check = [&](std::string_view member) {
        INFO("no row sets " << member);
        CHECK((is_set(member, rows) || from_profiles.contains(member)));
    };
    for (const std::string_view member : base::member_names<table::TableSetup>)
        if (member != "seats") check(member);
    for (const std::string_view member : base::member_names<table::Seat>) check(member);
}

} // namespace ansage::tests
