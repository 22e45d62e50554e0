// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/engine.hpp"
#include "speech/hearing/pronouncer.hpp"
#include "speech/hearing/recogniser.hpp"
#include "speech/hearing/sound.hpp"
#include "speech/hearing/verdict.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace ansage::speech::hearing {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> digits{
    "one", "two", "three", "four", "five", "six", "seven", "eight"};

// A quarter of a second of a quiet room.
void add_pause(Sound& sound) {
    std::minstd_rand numbers{7};
    for (int i = 0; i < hearing_rate / 4; ++i)
        sound.push_back(static_cast<std::int16_t>(static_cast<int>(numbers() % 5) - 2));
}

// The line, said by a voice, word for word.
Sound said(espeak::Engine& engine, const Line& line) {
    Sound sound;
    add_pause(sound);
    for (const std::size_t word : line) {
        const auto samples = engine.render({{.language = "en-us", .text = digits[word]}}, {});
        REQUIRE(samples);
        const std::vector<float> loud{samples->begin(), samples->end()};
        for (const float each : resampled(loud, sample_rate, hearing_rate))
            sound.push_back(static_cast<std::int16_t>(each));
        add_pause(sound);
    }
    return sound;
}

Question question_of(std::vector<Line> lines) {
    Pronouncer pronouncer{
        "en", [](const auto&, const auto&) { return base::Result<std::string, base::Error>{""}; }};
    Question question;
    Slot any;
    for (std::size_t digit = 0; digit < digits.size(); ++digit) {
        question.words.push_back(pronouncer.sound(digits[digit]).value());
        any.words.push_back(digit);
    }
    question.lines = std::move(lines);
    question.shapes = {{any, any, any, any}};
    return question;
}

TEST_CASE("Of several lines the one that was said costs least, and is understood") {
    const auto engine = espeak::Engine::open();
    REQUIRE(engine);
    auto recogniser = Recogniser::open();
    REQUIRE(recogniser);
    const std::vector<Line> lines{{4, 1, 4, 3}, {3, 1, 3, 3}, {6, 0, 5, 2}, {1, 7, 0, 5}};
    const Question question = question_of(lines);
    const std::vector<std::size_t> meanings{0, 1, 2, 3};
    for (std::size_t each = 0; each < lines.size(); ++each) {
        const auto readings = recogniser->listen(said(**engine, lines[each]), question);
        REQUIRE(readings);
        const Verdict verdict = judge(*readings, lines, meanings);
        INFO("line " << each);
        CHECK(verdict.best == each);
        REQUIRE(readings->any_words);
        CHECK(readings->lines[each]->words == lines[each]);
        CHECK(readings->lines[each]->shortest_word > 0);
        CHECK(readings->phones < readings->lines[each]->cost);
        // Nothing that branches costs less than the line itself by much: they are scored alike.
        CHECK(verdict.x < 1);
    }
}

// The same with a voice far behind that says the other line before it, in its pauses and after it.
Sound with_one_behind(espeak::Engine& engine, const Line& near, const Line& behind) {
    Sound sound;
    for (int i = 0; i < 4; ++i) add_pause(sound);
    std::ranges::copy(said(engine, near), std::back_inserter(sound));
    for (int i = 0; i < 4; ++i) add_pause(sound);
    const Sound other = said(engine, behind);
    constexpr int times_quieter = 16; // 24 dB
    for (std::size_t i = 0; i < sound.size(); ++i)
        sound[i] = static_cast<std::int16_t>(sound[i] + other[i % other.size()] / times_quieter);
    return sound;
}

TEST_CASE("Who talks far behind does not get a word in") {
    const auto engine = espeak::Engine::open();
    REQUIRE(engine);
    auto recogniser = Recogniser::open();
    REQUIRE(recogniser);
    const std::vector<Line> lines{{4, 1, 4, 3}, {3, 1, 3, 3}, {6, 0, 5, 2}, {1, 7, 0, 5}};
    const std::vector<std::size_t> meanings{0, 1, 2, 3};
    const Question question = question_of(lines);
    for (std::size_t each = 0; each < lines.size(); ++each) {
        const Sound sound = with_one_behind(**engine, lines[each], lines[(each + 1) % 4]);
        const auto readings = recogniser->listen(sound, question);
        REQUIRE(readings);
        const Verdict verdict = judge(*readings, lines, meanings);
        INFO("line " << each);
        CHECK(verdict.best == each);
    }
}

TEST_CASE("A sound costs the same whatever was heard before it") {
    const auto engine = espeak::Engine::open();
    REQUIRE(engine);
    auto recogniser = Recogniser::open();
    REQUIRE(recogniser);
    const Question question = question_of({{4, 1, 4, 3}, {3, 1, 3, 3}});
    const Sound sound = said(**engine, {4, 1, 4, 3});
    const auto first = recogniser->listen(sound, question);
    REQUIRE(first);
    REQUIRE(recogniser->listen(said(**engine, {7, 7, 7}), question));
    const auto again = recogniser->listen(sound, question);
    REQUIRE(again);
    CHECK(first->lines[0]->cost == again->lines[0]->cost);
    CHECK(first->lines[1]->cost == again->lines[1]->cost);
    CHECK(first->phones == again->phones);
}

TEST_CASE("Sound leaves nothing behind, not even while the recogniser is there") {
    const tests::Folder memory;
    {
        auto recogniser = Recogniser::open({.memory = memory.path()});
        REQUIRE(recogniser);
        const fs::directory_iterator own{memory.path()};
        REQUIRE(own != fs::directory_iterator{});
        CHECK(fs::status(own->path()).permissions() == fs::perms::owner_all);
        const Sound sound(hearing_rate, 100);
        for (int times = 0; times < 2; ++times) {
            REQUIRE(recogniser->listen(sound, question_of({{1, 2, 3, 4}})));
            CHECK(fs::is_empty(own->path()));
        }
    }
    CHECK(fs::is_empty(memory.path()));
}

TEST_CASE("Whenever the program is killed, no file of a sound is left behind") {
    const tests::Folder memory;
    auto recogniser = Recogniser::open({.memory = memory.path()});
    REQUIRE(recogniser);
    const fs::path own = fs::directory_iterator { memory.path() } -> path();
    std::atomic<bool> is_over = false;
    int looked = 0;
    std::vector<std::string> files;
    std::thread onlooker{[&] {
        for (; !is_over; ++looked) {
            std::error_code gone;
            for (const auto& entry : fs::directory_iterator{own, gone}) {
                const fs::file_status status = entry.symlink_status(gone);
                // The link may have been taken away since it was seen here.
                if (fs::exists(status) && !fs::is_symlink(status)) files.push_back(entry.path());
            }
        }
    }};
    const Sound sound(5 * hearing_rate, 100);
    const auto heard = recogniser->listen(sound, question_of({{1, 2, 3, 4}}));
    is_over = true;
    onlooker.join();
    REQUIRE(heard);
    CHECK(looked > 0);
    CHECK(files.empty());
}

TEST_CASE("Without a folder in memory it says where one was looked for") {
    const auto recogniser = Recogniser::open({.memory = "/nowhere/at/all"});
    REQUIRE_FALSE(recogniser);
    CHECK(recogniser.error().what == "nothing can be heard without a folder in memory");
    CHECK(recogniser.error().where == "/nowhere/at/all");
}

TEST_CASE("A sound too short for its words is no line, and none is too short to be listened to") {
    auto recogniser = Recogniser::open();
    REQUIRE(recogniser);
    const Question question = question_of({{1, 2, 3, 4}});
    for (const std::size_t samples : {0U, 1U, 160U, 1600U, 4800U}) {
        INFO(samples);
        const auto readings = recogniser->listen(Sound(samples, 50), question);
        REQUIRE(readings);
        REQUIRE(readings->lines.size() == 1);
        const Verdict verdict = judge(*readings, question.lines, std::vector<std::size_t>{0});
        CHECK_FALSE(verdict.is_understood());
    }
}

TEST_CASE("Without its model it says which package has it") {
    const tests::Folder folder;
    const auto recogniser = Recogniser::open({.model = folder.path()});
    REQUIRE_FALSE(recogniser);
    CHECK(recogniser.error().what == "the model by which moves are heard is not installed");
    CHECK(recogniser.error().mend == "install the package pocketsphinx-en-us");
}

TEST_CASE("A phone that the model lacks is told, and the next sound is heard all the same") {
    auto recogniser = Recogniser::open();
    REQUIRE(recogniser);
    Question wrong = question_of({{1, 2, 3, 4}});
    wrong.words.front().pronunciations = {"Q X"};
    const Sound sound(hearing_rate, 100);
    const auto refused = recogniser->listen(sound, wrong);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == "\"Q X\" cannot be heard: the model lacks one of these sounds");
    CHECK(recogniser->listen(sound, question_of({{1, 2, 3, 4}})));
}

} // namespace
} // namespace ansage::speech::hearing
