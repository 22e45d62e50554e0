// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/vocabulary.hpp"
#include "profiles/document.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ansage::speech::espeak {
namespace {

const std::string table_file = tests::root() + "/tests/data/speech/phonemes.tsv";

struct Row {
    std::size_t line = 0;
    std::string language;
    std::string fed;
    std::string phonemes;
};

std::vector<Row> read_table() {
    std::ifstream file(table_file);
    std::vector<Row> rows;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        if (line.empty() || line.front() == '#' || second == std::string::npos) continue;
        rows.push_back(
            {number,
             line.substr(0, first),
             line.substr(first + 1, second - first - 1),
             line.substr(second + 1)}
        );
    }
    return rows;
}

TEST_CASE("The voices say every word as the table has it") {
    const auto engine = Engine::open();
    REQUIRE(engine);
    const std::vector<Row> rows = read_table();
    REQUIRE(rows.size() >= 30);
    for (const Row& row : rows) {
        INFO(table_file << ":" << row.line << ": " << row.fed);
        CHECK((*engine)->phonemes(row.language, row.fed) == row.phonemes);
    }
}

phonetics::Vocabulary load(const std::filesystem::path& path) {
    const auto words = profiles::Document::read(path).and_then([](const auto& document) {
        return profiles::load_words(document);
    });
    REQUIRE(words);
    return *words;
}

// D.2.1: a word that the voice says wrongly is a move that is heard wrongly.
TEST_CASE("Every word that a vocabulary speaks has a row in the table") {
    std::map<std::pair<std::string, std::string>, std::size_t> lines;
    for (const Row& row : read_table()) lines.emplace(std::pair{row.language, row.fed}, row.line);
    for (const auto& entry :
         std::filesystem::directory_iterator{tests::root() + "/profiles/words"}) {
        const phonetics::Vocabulary words = load(entry.path());
        for (const phonetics::KeyWord& word : phonetics::words_said(words)) {
            const std::string& spoken = word.form.spoken;
            INFO("no row in " << table_file << " for: " << words.language << " " << spoken);
            CHECK(lines.contains({words.language, spoken}));
        }
    }
}

} // namespace
} // namespace ansage::speech::espeak
