// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/pronouncer.hpp"
#include "support/catch.hpp"

#include <string>

namespace ansage::speech::hearing {
namespace {

base::Result<std::string, base::Error> nobody(const std::string&, const std::string&) {
    return tl::unexpected(base::Error{base::phrase("nobody was to be asked"), {}, {}});
}

base::Result<std::string, base::Error> echoed(const std::string&, const std::string& words) {
    return words;
}

TEST_CASE("English words sound as the model's dictionary has them") {
    Pronouncer pronouncer{"en", nobody};
    const auto three = pronouncer.sound("three");
    REQUIRE(three);
    CHECK(three->pronunciations == std::vector<std::string>{"TH R IY"});
    const auto one = pronouncer.sound("One");
    REQUIRE(one);
    CHECK(one->pronunciations.size() == 2); // with and without an H
}

TEST_CASE("Of several words each way of the one goes with each of the other") {
    Pronouncer pronouncer{"en-gb", nobody};
    const auto words = pronouncer.sound("one king");
    REQUIRE(words);
    CHECK(words->pronunciations == std::vector<std::string>{"W AH N K IH NG", "HH W AH N K IH NG"});
}

TEST_CASE("A vocabulary of letters is refused, for they sound alike") {
    Pronouncer pronouncer{"en", nobody};
    const auto letter = pronouncer.sound("b");
    REQUIRE_FALSE(letter);
    CHECK(letter.error().what == "\"b\" cannot be heard: letters sound like each other");
}

TEST_CASE("A word with a sound that nothing is known of is refused by its name") {
    Pronouncer pronouncer{"de", echoed};
    CHECK(pronouncer.sound("aIns"));
    const auto word = pronouncer.sound("q@");
    REQUIRE_FALSE(word);
    CHECK(
        word.error().what == "\"q@\" cannot be heard: it has a sound that the model does not know"
    );
    CHECK_FALSE(pronouncer.sound(""));
}

TEST_CASE("Why a voice does not tell how a word sounds is told") {
    Pronouncer pronouncer{"de", nobody};
    const auto word = pronouncer.sound("drei");
    REQUIRE_FALSE(word);
    CHECK(word.error().what == "nobody was to be asked");
}

} // namespace
} // namespace ansage::speech::hearing
