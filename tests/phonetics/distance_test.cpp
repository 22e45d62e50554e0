// SPDX-License-Identifier: GPL-3.0-or-later
// How close the words of one kind are to each other, as the voices say them: a file that is heard
// as another file is another move (D.2.1). docs/pronunciation.md tells how the distance is
// measured.
#include "phonetics/fide.hpp"
#include "phonetics/shipped.hpp"
#include "phonetics/sounds.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ansage::phonetics {
namespace {

std::map<std::pair<std::string, std::string>, std::string> sounds_of_all_words() {
    std::ifstream file{tests::root() + "/tests/data/speech/phonemes.tsv"};
    std::map<std::pair<std::string, std::string>, std::string> sounds;
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        if (!line.starts_with('#') && second != std::string::npos) {
            sounds[{line.substr(0, first), line.substr(first + 1, second - first - 1)}] =
                line.substr(second + 1);
        }
    }
    return sounds;
}

// "files a" and "files b" are of one kind; the forms that are said instead are none.
std::string kind_of(const KeyWord& word) {
    return word.key.ends_with("distinct") ? "" : word.key.substr(0, word.key.find(' '));
}

std::set<std::string> close_pairs() {
    const auto sounds = sounds_of_all_words();
    std::set<std::string> close;
    for (const test::Shipped& shipped : test::all_shipped()) {
        const Vocabulary& words = shipped.vocabulary;
        const std::vector<KeyWord> said = words_said(words);
        for (std::size_t i = 0; i < said.size(); ++i) {
            for (std::size_t j = i + 1; j < said.size(); ++j) {
                const std::string kind = kind_of(said[i]);
                const bool is_kind = kind == "files" || kind == "ranks" || kind == "pieces";
                if (!is_kind || kind != kind_of(said[j])) continue;
                const double apart = distance_of_sounds(
                    sounds.at({words.language, said[i].form.spoken}),
                    sounds.at({words.language, said[j].form.spoken})
                );
                if (apart <= confused_at) {
                    close.insert(fmt::format(
                        "{}: {}, {}", words.name, said[i].form.shown, said[j].form.shown
                    ));
                }
            }
        }
    }
    return close;
}

} // namespace

TEST_CASE("Words that are close to each other are known, with what helps", "[phonetics]") {
    std::set<std::string> listed;
    for (const test::Row& row : test::rows("close_words.tsv")) {
        INFO(row.where);
        REQUIRE(row.fields.size() == 4);
        CHECK_FALSE(row.fields[3].empty());
        listed.insert(fmt::format("{}: {}, {}", row.fields[0], row.fields[1], row.fields[2]));
    }
    CHECK(close_pairs() == listed);
}

TEST_CASE("The distance of words is that of their sounds", "[phonetics]") {
    CHECK(distance_of_sounds("tsv'aI", "dr'aI") == Approx(0.5));
    CHECK(distance_of_sounds("tsv'o:", "dr'aI") > 0.5);
    CHECK(distance_of_sounds("'abc", "abc:") == Approx(0));
    CHECK(distance_of_sounds("p", "b") == Approx(0.5));
    CHECK(distance_of_sounds("p", "a") == Approx(1));
}

} // namespace ansage::phonetics
