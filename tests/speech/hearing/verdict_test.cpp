// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/verdict.hpp"
#include "support/catch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::speech::hearing {
namespace {

// What the sound costs: two lines of two meanings, and what else it may be. One line of 100 frames.
struct Case {
    std::string what;
    double second = 0; // how much more the line of the other meaning costs, nats a frame
    double announcement = 0; // how much less any announcement costs
    double words = 0; // ... any words
    double phones = 0; // ... any phones
    double worst_word = 0;
    int shortest_word = 0; // frames
    std::optional<Doubt> doubt{};
    std::optional<double> one_word_off = 1; // how much more an announcement costs that is no line
    int loud_besides = 0; // frames
};

const std::vector<Line> lines{{0, 1, 2, 3}, {0, 1, 4, 5}, {0, 1, 4, 5, 6}};
const std::vector<std::size_t> meanings{0, 1, 1};

Readings readings_of(const Case& each) {
    constexpr int frames = 100;
    constexpr double cost = 1000;
    const auto reading = [&](Line words, double more) {
        return Reading{
            .words = std::move(words),
            .cost = cost + more * frames,
            .frames = frames,
            .loud_besides = each.loud_besides,
            .worst_word = each.worst_word,
            .shortest_word = each.shortest_word};
    };
    Readings readings;
    readings.lines = {reading(lines[0], 0), reading(lines[1], each.second), std::nullopt};
    readings.any_announcement = reading({7, 7}, -each.announcement);
    readings.any_words = reading({7}, -each.words);
    readings.phones = cost - each.phones * frames;
    if (each.one_word_off) readings.one_word_off = reading({0, 1, 2, 9}, *each.one_word_off);
    return readings;
}

TEST_CASE("What is heard is understood only where nothing else fits nearly as well") {
    const std::vector<Case> cases{
        {"clear", 1.0, 0, 0, 1.0, 1.0, 40, {}},
        {"not quite clear in everything", 0.3, 0.1, 0.3, 4.0, 3.0, 22, {}, 0.2, 10},
        {"two moves fit not quite alike", 0.1, 0, 0, 1.0, 1.0, 40, {}},
        {"two moves fit alike", 0.04, 0, 0, 1.0, 1.0, 40, Doubt::two_lines},
        {"two moves fit not quite alike, and a word is hasty",
         0.1,
         0,
         0,
         1.0,
         1.0,
         18,
         Doubt::two_lines},
        {"a word is hasty", 1.0, 0, 0, 1.0, 1.0, 18, {}},
        {"an announcement that is not legal fits not quite as well",
         1.0,
         0,
         0,
         1.0,
         1.0,
         40,
         {},
         0.01},
        {"both may not be so", 0.1, 0, 0, 1.0, 1.0, 40, Doubt::two_lines, 0.01},
        {"an announcement that is not legal fits better, with one word otherwise",
         1.0,
         0,
         0,
         1.0,
         1.0,
         40,
         Doubt::other_announcement,
         -0.6},
        {"an announcement that is not legal fits better",
         1.0,
         1.3,
         0.4,
         1.0,
         1.0,
         40,
         Doubt::other_announcement},
        {"words in any order fit much better", 1.0, 0.1, 6.1, 1.0, 1.0, 40, Doubt::other_words},
        {"more was said than the words", 1.0, 0, 0, 1.0, 1.0, 40, Doubt::other_words, 1, 60},
        {"a cough", 1.0, 0, 0, 6.1, 1.0, 40, Doubt::no_words},
        {"one word is mumbled", 1.0, 0, 0, 1.0, 7.1, 40, Doubt::unclear_word},
        {"one word is swallowed", 1.0, 0, 0, 1.0, 1.0, 11, Doubt::hasty_word},
        {"noise that happens to fit in a hurry", 0.1, 0.5, 2.0, 6.1, 7.1, 5, Doubt::no_words},
    };
    for (const Case& each : cases) {
        INFO(each.what);
        const Verdict verdict = judge(readings_of(each), lines, meanings);
        CHECK(verdict.best == 0U);
        CHECK(verdict.doubt == each.doubt);
        CHECK(verdict.is_understood() == !each.doubt);
    }
}

TEST_CASE("The same move in other words is no rival") {
    Readings readings =
        readings_of({.what = "", .second = 1.0, .phones = 1.0, .shortest_word = 40});
    readings.lines[0]->cost += 500; // so that the second is the best
    readings.lines[2] = readings.lines[1];
    readings.any_announcement = readings.lines[2];
    readings.any_announcement->words = lines[2];
    readings.any_announcement->cost -= 100;
    const Verdict verdict = judge(readings, lines, meanings);
    REQUIRE(verdict.best);
    CHECK(meanings[*verdict.best] == 1);
    CHECK(verdict.m == Approx(4.0));
    CHECK(verdict.x == 0);
}

TEST_CASE("The only legal move has no rival, and is not understood for that alone") {
    Readings readings = readings_of({.what = "", .announcement = 1.3, .shortest_word = 40});
    readings.lines[1].reset();
    const Verdict verdict = judge(readings, lines, meanings);
    CHECK_FALSE(verdict.m);
    CHECK(verdict.doubt == Doubt::other_announcement);
}

TEST_CASE("Where no line can have been said nothing is understood") {
    const Readings nothing{.lines = {std::nullopt, std::nullopt, std::nullopt}};
    const Verdict verdict = judge(nothing, lines, meanings);
    CHECK_FALSE(verdict.best);
    CHECK(verdict.doubt == Doubt::no_words);
    CHECK_FALSE(verdict.is_understood());
    CHECK_FALSE(judge({}, {}, {}).is_understood());
}

} // namespace
} // namespace ansage::speech::hearing
