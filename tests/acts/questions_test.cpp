// SPDX-License-Identifier: GPL-3.0-or-later
// What a question needs besides its row and its answer: sentences, a line in the manual, a try.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/asking/questions.hpp"
#include "table/model/names.hpp"
#include "wording/po_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

namespace ansage::tests {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

std::string texts_under(const fs::path& folder) {
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator{folder})
        if (entry.is_regular_file()) all += text_of(entry.path()) + '\n';
    return all;
}

// How it is typed, how it is meant, how it is taught, and how it is told that it was asked often.
std::vector<std::string> sentences_of(const table::QuestionRow& row) {
    std::vector<std::string> ids{fmt::format("counted.{}", table::to_string(row.question))};
    if (!row.phrase.empty()) {
        ids.emplace_back(row.phrase);
        ids.push_back(fmt::format("meant{}", row.phrase.substr(row.phrase.find('.'))));
    }
    if (!row.meant.empty()) ids.emplace_back(row.meant);
    if (!row.topic.empty()) ids.push_back(fmt::format("console.help.{}", row.topic));
    return ids;
}

} // namespace

TEST_CASE("Every question has its sentences in every language") {
    for (const std::string language : {"en", "de", "sv", "nb", "da", "nl"}) {
        const auto catalogue =
            wording::read_po_file(tests::root() + "/profiles/messages/" + language + ".po");
        for (const table::QuestionRow& row : table::questions()) {
            for (const std::string& id : sentences_of(row)) {
                INFO(language << " lacks " << id);
                CHECK(catalogue.find(id) != nullptr);
            }
        }
    }
}

TEST_CASE("Every question is described where scripts are") {
    const std::string page = text_of(tests::root() + "/docs/table-script.md");
    for (const table::QuestionRow& row : table::questions()) {
        const auto stands = [&](std::string_view before) {
            return page.find(fmt::format("{}{}", before, row.written)) != std::string::npos;
        };
        INFO("docs/table-script.md lacks " << row.written);
        CHECK((stands("`") || stands("asks ")));
    }
}

TEST_CASE("Every question is asked in a table script or a row of the table's tests") {
    const std::string tried = texts_under(tests::root() + "/tests/data/table/rows") +
        texts_under(tests::root() + "/tests/scripts");
    for (const table::QuestionRow& row : table::questions()) {
        const std::string asked = fmt::format("asks {}", row.written);
        const bool is_tried = tried.find(asked + '\n') != std::string::npos ||
            tried.find(asked + ' ') != std::string::npos;
        INFO("nobody asks " << row.written);
        CHECK(is_tried);
    }
}

} // namespace ansage::tests
