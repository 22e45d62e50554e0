// SPDX-License-Identifier: GPL-3.0-or-later
// ansage learn, as somebody uses it who hears the words and presses keys.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <map>
#include <sstream>

namespace {

using ansage::tests::Folder;
using ansage::tests::Process;

const std::map<std::string, std::string> keys_of_words{
    {"Anna", "a"},
    {"Berta", "b"},
    {"Cäsar", "c"},
    {"David", "d"},
    {"Eva", "e"},
    {"Felix", "f"},
    {"Gustav", "g"},
    {"Hektor", "h"},
    {"Cesar", "c"},
    {"Bella", "b"},
    {"Hector", "h"},
    {"eins", "1"},
    {"zwei", "2"},
    {"drei", "3"},
    {"vier", "4"},
    {"fünf", "5"},
    {"sechs", "6"},
    {"sieben", "7"},
    {"acht", "8"}};

// "Springer Gustav eins Felix drei": g1f3.
std::string answer_to(const std::string& line) {
    std::istringstream words{line};
    std::string keys;
    for (std::string word; words >> word;) {
        const auto key = keys_of_words.find(word);
        keys += key == keys_of_words.end() ? "" : key->second;
    }
    return keys;
}

void press(const Process& learn, const std::string& keys) {
    for (const char key : keys) learn.write(std::string{key});
}

} // namespace

TEST_CASE("The words of the announcements are taught, asked back, and asked again if missed") {
    const Folder folder;
    Process learn{
        {ansage::tests::program(), "learn", "--speech", "none", "--language", "de"}, folder.path()};
    REQUIRE(learn.await("Übung. "));
    REQUIRE(learn.await("Die Linien."));
    REQUIRE(learn.await("Anna: a."));
    REQUIRE(learn.await("Welcher Buchstabe?"));
    bool has_missed = false;
    while (learn.await("") && !learn.last().starts_with("Sofort gewusst: ")) {
        const std::string word = learn.last();
        const bool is_question = word.find(':') == std::string::npos && !word.ends_with('.') &&
            !word.ends_with('?') && !answer_to(word).empty();
        if (!is_question) continue;
        if (!has_missed) {
            has_missed = true;
            press(learn, answer_to(word) == "a" ? "b" : "A"); // a capital is a letter, too
            REQUIRE(learn.await("Nein: " + answer_to(word) + "."));
        } else {
            press(learn, answer_to(word));
            REQUIRE(learn.await("Richtig."));
        }
    }
    CHECK(learn.last() == "Sofort gewusst: 31 von 32.");
    CHECK(learn.wait() == 0);
}

TEST_CASE("Whoever practises hears a word again, gives one up, and leaves") {
    const Folder folder;
    Process learn{{ansage::tests::program(), "learn", "--speech", "none"}, folder.path()};
    REQUIRE(learn.await("Which letter?"));
    REQUIRE(learn.await(""));
    const std::string word = learn.last();
    learn.write("r");
    REQUIRE(learn.await(word));
    learn.write("");
    REQUIRE(learn.await("No: " + answer_to(word) + "."));
    learn.write("q");
    // One word was asked, and it was not known.
    REQUIRE(learn.await("Known at once: 0 of 1."));
    CHECK(learn.wait() == 1);
}

TEST_CASE("What nobody answered is not counted as known") {
    const Folder folder;
    for (const bool asks : {false, true}) { // no input at all, and one that ends after two words
        Process learn{{ansage::tests::program(), "learn", "--speech", "none"}, folder.path()};
        if (asks) {
            learn.write("");
            learn.write("");
        }
        learn.close_input();
        CHECK(learn.await(asks ? "Known at once: 0 of 2." : "Known at once: 0 of 0."));
        CHECK(learn.wait() == 1);
    }
}
