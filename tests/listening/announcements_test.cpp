// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "listening/announcements.hpp"
#include "profiles/document.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ansage::listening {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;
using speech::hearing::Pronouncer;

phonetics::Vocabulary vocabulary_in(const fs::path& path) {
    return profiles::load_words(profiles::Document::read(path).value()).value();
}

phonetics::Vocabulary vocabulary_of(const std::string& name) {
    return vocabulary_in(fs::path{tests::root()} / "profiles/words" / (name + ".toml"));
}

// How words sound plays no part.
SpokenWords words_of(const std::string& name) {
    Pronouncer pronouncer{"de", [](const std::string&, const std::string&) {
                              return Result<std::string, Error>{"aI"};
                          }};
    return SpokenWords::of(vocabulary_of(name), pronouncer).value();
}

chess::Position position_of(const std::string& fen) { return chess::parse_position(fen).value(); }

// How many lines mean each move.
std::map<std::string, std::size_t> counts_of(const Expected& expected) {
    std::map<std::string, std::size_t> counts;
    for (const std::size_t meaning : expected.meanings) {
        const chess::Move move = expected.moves[meaning];
        ++counts[chess::to_uci({}, move, chess::CastlingStyle::king_two_squares)];
    }
    return counts;
}

TEST_CASE("Every legal move is expected, a capture with its word and without") {
    const SpokenWords words = words_of("fide");
    const auto start = counts_of(words.expected({}));
    CHECK(start.size() == 20);
    CHECK(start.at("e2e4") == 1);
    const Expected expected =
        words.expected(position_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
    const auto counts = counts_of(expected);
    CHECK(counts.size() == 31);
    CHECK(counts.at("e4d5") == 2);
    CHECK(counts.at("e4e5") == 1);
    CHECK(expected.question.lines.size() == expected.meanings.size());
}

TEST_CASE("In figures a move is its four or five digits, castling the king's squares") {
    const SpokenWords words = words_of("iccf-de");
    const Expected expected = words.expected(position_of("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    std::map<std::string, std::string> digits;
    for (std::size_t line = 0; line < expected.question.lines.size(); ++line) {
        std::string said;
        for (const std::size_t word : expected.question.lines[line])
            said += std::to_string(word + 1);
        const chess::Move move = expected.moves[expected.meanings[line]];
        digits[chess::to_uci({}, move, chess::CastlingStyle::king_two_squares)] = said;
    }
    CHECK(digits.at("e1g1") == "5171");
    CHECK(digits.at("e1c1") == "5131");
    CHECK(digits.at("a1a8") == "1118");
    CHECK(digits.at("g7g8q") == "77781");
    CHECK(digits.at("g7h8n") == "77884");
    CHECK(expected.question.words.size() == 8);
}

// Whether the line is one of the shape.
bool has_shape(const speech::hearing::Line& line, const speech::hearing::Shape& shape) {
    std::set<std::size_t> ends{0}; // how much of the line the slots so far may be
    for (const speech::hearing::Slot& slot : shape) {
        std::set<std::size_t> next;
        for (const std::size_t end : ends) {
            if (slot.may_be_missing) next.insert(end);
            if (end < line.size() && std::ranges::find(slot.words, line[end]) != slot.words.end())
                next.insert(end + 1);
        }
        ends = next;
    }
    return ends.contains(line.size());
}

TEST_CASE("Every expected line has a shape of a well-formed announcement") {
    for (const std::string name : {"fide", "en", "nato", "iccf-en", "iccf-de"}) {
        const SpokenWords words = words_of(name);
        for (const std::string fen :
             {"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
              "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
              "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1",
              "1n2k3/P7/8/8/8/8/7p/4K1N1 b - - 0 1",
              "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"}) {
            const Expected expected = words.expected(position_of(fen));
            for (const auto& line : expected.question.lines) {
                INFO(name << ' ' << fen);
                CHECK(std::ranges::any_of(expected.question.shapes, [&](const auto& shape) {
                    return has_shape(line, shape);
                }));
            }
        }
    }
}

TEST_CASE("Of every vocabulary each word has a sound, or the vocabulary is refused by that word") {
    const auto engine = speech::espeak::Engine::open();
    REQUIRE(engine);
    const auto ask = [&](const std::string& language, const std::string& words) {
        return (*engine)->phonemes(language, words);
    };
    std::map<std::string, std::string> refused;
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator{tests::root() + "/profiles/words"}) {
        const auto vocabulary = vocabulary_in(entry.path());
        Pronouncer pronouncer{vocabulary.language, ask};
        const auto words = SpokenWords::of(vocabulary, pronouncer);
        ++count;
        if (words) continue;
        CHECK(words.error().where == vocabulary.name);
        refused[vocabulary.name] = words.error().what.text();
    }
    CHECK(count == 12);
    // Languages for whose sounds nobody has found out what the model hears.
    std::vector<std::string> names;
    for (const auto& [name, why] : refused) {
        names.push_back(name);
        CHECK(why.find("cannot be heard: it has a sound that the model does not know") != why.npos);
    }
    CHECK(names == std::vector<std::string>{"da", "nb", "nl", "sv"});
}

} // namespace
} // namespace ansage::listening
