// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/phones.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ansage::speech::hearing {
namespace {

using Ways = std::vector<std::string>;

TEST_CASE("The plain way to say a word comes first, then one sound otherwise, then two") {
    CHECK(pronunciations_of("'aIns", "de") == Ways{"AY N S"});
    CHECK(pronunciations_of("tsv'aI", "de") == Ways{"T S V AY", "S V AY", "Z W AY", "S B AY"});
    CHECK(pronunciations_of("dr'aI", "de") == Ways{"D R AY", "D AH AY", "D HH AY", "D W AY"});
    CHECK(pronunciations_of("z'eks", "de").front() == "Z EH K S");
    const Ways five = pronunciations_of("f'ynf", "de");
    CHECK(five.front() == "F IH N F");
    CHECK(std::ranges::find(five, "F Y UW N F") != five.end());
}

TEST_CASE("Where a sound stands in the word decides") {
    // A vowel at the end of a name is not the one in its middle.
    CHECK(pronunciations_of("_!'anA:", "de").front() == "AA N AH");
    CHECK(pronunciations_of("d'A:vIt", "de").front() == "D AA V IH T");
    // After a vowel the r may be none.
    const Ways tower = pronunciations_of("t'Urm", "de");
    CHECK(std::ranges::find(tower, "T UH AH M") != tower.end());
}

TEST_CASE("No word is looked for in more than eight ways, and in none twice") {
    for (const char* word : {"f'yr@t@yryryr", "xxx", "axaxax", "k'2nIC", "SpR'IN3", "l'OYf3"}) {
        const Ways ways = pronunciations_of(word, "de");
        CHECK(ways.size() <= most_pronunciations);
        CHECK(std::set<std::string>(ways.begin(), ways.end()).size() == ways.size());
    }
}

TEST_CASE("A sound that the table lacks is told by no way at all") {
    CHECK(pronunciations_of("q", "de").empty());
    CHECK(pronunciations_of("dr'aIq", "de").empty());
    CHECK(pronunciations_of("", "de").empty());
    CHECK(pronunciations_of("' ,", "de").empty());
}

} // namespace
} // namespace ansage::speech::hearing
