// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ansage::speech::espeak {
namespace {

std::unique_ptr<Engine> open_engine() {
    auto engine = Engine::open();
    if (!engine) FAIL(to_line(engine.error()));
    return std::move(*engine);
}

double seconds(const Samples& samples) { return static_cast<double>(samples.size()) / sample_rate; }

double loudness(const Samples& samples) {
    const double power =
        std::accumulate(samples.begin(), samples.end(), 0.0, [](double sum, std::int16_t sample) {
            return sum + static_cast<double>(sample) * sample;
        });
    return std::sqrt(power / static_cast<double>(samples.size()));
}

Samples rendered(Engine& engine, const std::vector<Segment>& segments, VoiceSettings voice = {}) {
    auto samples = engine.render(segments, voice);
    if (!samples) FAIL(to_line(samples.error()));
    return std::move(*samples);
}

// The library's output differs by some samples between calls: durations are compared with
// tolerance.
Approx about(double value) { return Approx(value).epsilon(0.05); }

TEST_CASE("A move takes about as long as a person needs for it, and is not silence") {
    const auto engine = open_engine();
    const Samples samples = rendered(*engine, {{"de", "Springer Gustav eins Felix drei"}});
    CHECK(seconds(samples) > 1.0);
    CHECK(seconds(samples) < 3.5);
    CHECK(loudness(samples) > 300);
}

TEST_CASE("Nothing to say is no sound and no error") {
    const auto engine = open_engine();
    CHECK(rendered(*engine, {}).empty());
}

TEST_CASE("A sentence begins with its first sound, whatever the mouth does before it") {
    const auto engine = open_engine();
    for (const Segment& sentence : std::vector<Segment>{
             {"de", "Keine Züge"},
             {"de", "Eva zwei Eva vier"},
             {"de", "zehn Minuten"},
             {"en", "ten minutes"},
             {"sv", "tio minuter"},
             {"nb", "ti minutter"}}) {
        INFO(sentence.text);
        const Samples samples = rendered(*engine, {sentence});
        REQUIRE_FALSE(samples.empty());
        CHECK(std::abs(int{samples.front()}) > 16);
        CHECK(seconds(samples) > 0.5);
    }
}

TEST_CASE("The rate is the utterance's own, and stays inside the limits") {
    const auto engine = open_engine();
    const std::vector<Segment> move{{"de", "Springer Gustav eins Felix drei"}};
    const double slow = seconds(rendered(*engine, move, {.words_per_minute = 80}));
    const double fast = seconds(rendered(*engine, move, {.words_per_minute = 450}));
    CHECK(slow > 3 * fast);
    CHECK(seconds(rendered(*engine, move, {.words_per_minute = 1})) == about(slow));
    CHECK(seconds(rendered(*engine, move, {.words_per_minute = 100'000})) == about(fast));
    CHECK(seconds(rendered(*engine, move, {.words_per_minute = 80})) == about(slow));
}

// How like itself a sound is after so many samples; 1 for a period of it.
double likeness_after(const Samples& samples, std::size_t lag) {
    const std::size_t begin = samples.size() / 3;
    double both = 0;
    double one = 0;
    double other = 0;
    for (std::size_t i = begin; i < begin + samples.size() / 6; ++i) {
        const double here = samples[i];
        const double there = samples[i + lag];
        both += here * there;
        one += here * here;
        other += there * there;
    }
    return both / std::sqrt(one * other + 1);
}

// How many times a second a voice swings: the shortest lag, from 55 to 370 Hz, after which it is
// nearly as like itself as after any.
double pitch_hertz(const Samples& samples) {
    constexpr std::size_t shortest = 60;
    constexpr std::size_t longest = 400;
    double best = 0;
    for (std::size_t lag = shortest; lag < longest; ++lag)
        best = std::max(best, likeness_after(samples, lag));
    std::size_t lag = shortest;
    while (lag < longest && likeness_after(samples, lag) < 0.9 * best) ++lag;
    return static_cast<double>(sample_rate) / static_cast<double>(lag);
}

TEST_CASE("The pitch is the utterance's own") {
    const auto engine = open_engine();
    const std::vector<Segment> vowel{{"de", "[[u:u:u:u:]]"}};
    const double middle = pitch_hertz(rendered(*engine, vowel, {.pitch = 50}));
    CHECK(pitch_hertz(rendered(*engine, vowel, {.pitch = 10})) < 0.9 * middle);
    CHECK(pitch_hertz(rendered(*engine, vowel, {.pitch = 90})) > 1.1 * middle);
    CHECK(pitch_hertz(rendered(*engine, vowel, {.pitch = 50})) == Approx(middle).epsilon(0.1));
}

TEST_CASE("The volume is the utterance's own") {
    const auto engine = open_engine();
    const std::vector<Segment> move{{"de", "Eva vier"}};
    const double loud = loudness(rendered(*engine, move, {.volume = 100}));
    CHECK(loudness(rendered(*engine, move, {.volume = 25})) < loud / 2);
    CHECK(loudness(rendered(*engine, move, {.volume = 100})) == Approx(loud).epsilon(0.1));
}

TEST_CASE("Each segment is spoken by the voice of its language") {
    const auto engine = open_engine();
    const double german = seconds(rendered(*engine, {{"de", "Gustav"}}));
    const double english = seconds(rendered(*engine, {{"en", "white said that a minute ago"}}));
    const double both =
        seconds(rendered(*engine, {{"en", "white said that a minute ago"}, {"de", "Gustav"}}));
    CHECK(both == Approx(german + english).epsilon(0.1));
    CHECK(engine->phonemes("de", "Eva") != engine->phonemes("en", "Eva"));
}

TEST_CASE("Segments of one language sound as one sentence") {
    const auto engine = open_engine();
    const double whole = seconds(rendered(*engine, {{"de", "Springer Felix drei"}}));
    const double parts =
        seconds(rendered(*engine, {{"de", "Springer"}, {"de", "Felix"}, {"de", "drei"}}));
    CHECK(parts == about(whole));
}

TEST_CASE("Phonemes in brackets are spoken as phonemes") {
    const auto engine = open_engine();
    const double phonemes = seconds(rendered(*engine, {{"de", "Kurze [[rOx'A:d@]]"}}));
    const double words = seconds(rendered(*engine, {{"de", "Kurze Rochade"}}));
    CHECK(phonemes == Approx(words).epsilon(0.2));
    CHECK(engine->phonemes("de", "Kurze [[rOx'A:d@]]") == "k'URts@ rOx'A:d@");
    CHECK(engine->phonemes("de", "[[rOx'A:d@") == "rOx'A:d@");
}

TEST_CASE("A language falls back to its base, and one without a voice is an error in one line") {
    const auto engine = open_engine();
    CHECK(engine->phonemes("de-AT", "fünf") == engine->phonemes("de", "fünf"));
    CHECK(engine->phonemes("de_DE.UTF-8", "fünf") == engine->phonemes("de", "fünf"));
    for (const std::string language : {"xx", "", "-", "../de"}) {
        INFO("language " << language);
        const auto samples = engine->render({{language, "Eva"}}, {});
        REQUIRE_FALSE(samples);
        CHECK(
            samples.error().what == "eSpeak NG has no voice for the language \"" + language + "\""
        );
    }
    CHECK(engine->phonemes("de", "fünf") == "f'ynf");
}

TEST_CASE("The six languages of the profiles have voices") {
    const auto engine = open_engine();
    const std::vector<std::string> languages = engine->languages();
    for (const std::string language : {"de", "en", "sv", "nb", "da", "nl"}) {
        INFO("language " << language);
        CHECK(std::ranges::find(languages, language) != languages.end());
        CHECK(engine->phonemes(language, "Eva").has_value());
    }
}

TEST_CASE("A folder without the data is named in one line") {
    const auto engine = Engine::open(Options{.data_path = "/nowhere"});
    REQUIRE_FALSE(engine);
    CHECK(engine.error().where == "/nowhere");
    CHECK(engine.error().mend == "install the package espeak-ng-data");
}

TEST_CASE("A program has one engine at a time, and may have another after it") {
    {
        const auto first = open_engine();
        CHECK_FALSE(Engine::open().has_value());
    }
    CHECK_FALSE(rendered(*open_engine(), {{"de", "Eva"}}).empty());
}

struct Heard {
    std::size_t calls = 0;
    std::size_t samples = 0;
    std::optional<base::Error> error;
};

// Starts a synthesis that ends itself after `limit` calls, and waits for its end.
Heard listen(Engine& engine, const std::vector<Segment>& segments, std::size_t limit) {
    Heard heard;
    std::promise<void> ended;
    engine.start(
        segments,
        {},
        {.take =
             [&](std::span<const std::int16_t> some) {
                 heard.samples += some.size();
                 return ++heard.calls < limit;
             },
         .done =
             [&](const std::optional<base::Error>& error) {
                 heard.error = error;
                 ended.set_value();
             }}
    );
    REQUIRE(ended.get_future().wait_for(std::chrono::seconds(200)) == std::future_status::ready);
    return heard;
}

TEST_CASE("A synthesis in pieces gives what the whole one gives, in short pieces") {
    const auto engine = open_engine();
    const std::vector<Segment> move{{"de", "Springer Gustav eins Felix drei"}};
    const Heard heard = listen(*engine, move, 1'000'000);
    CHECK_FALSE(heard.error.has_value());
    CHECK(
        static_cast<double>(heard.samples) / sample_rate == about(seconds(rendered(*engine, move)))
    );
    CHECK(heard.samples / heard.calls <= sample_rate / 16);
}

TEST_CASE("A stop takes effect with the piece that refuses, in whatever segment, and harms nothing "
          "after it") {
    const auto engine = open_engine();
    const std::vector<Segment> mixed{
        {"de", "Springer Gustav eins Felix drei"}, {"en", "and so on and on"}};
    const double whole = seconds(rendered(*engine, mixed));
    for (const std::size_t limit : {1U, 3U, 10U, 40U}) {
        const Heard heard = listen(*engine, mixed, limit);
        CHECK(heard.calls == limit);
        CHECK_FALSE(heard.error.has_value());
    }
    CHECK(seconds(rendered(*engine, mixed)) == about(whole));
}

TEST_CASE("A synthesis in pieces reports a missing voice") {
    const auto engine = open_engine();
    const Heard heard = listen(*engine, {{"xx", "Eva"}}, 100);
    CHECK(heard.calls == 0);
    CHECK(heard.error.has_value());
}

TEST_CASE("Closing the engine ends what runs and tells what waits") {
    std::vector<std::optional<base::Error>> ends;
    std::promise<void> running;
    {
        const auto engine = open_engine();
        bool first = true;
        const Listener listener{
            .take =
                [&](std::span<const std::int16_t>) {
                    if (std::exchange(first, false)) running.set_value();
                    return true;
                },
            .done = [&ends](const std::optional<base::Error>& error) { ends.push_back(error); }};
        std::string endless;
        for (int round = 0; round < 5'000; ++round) endless += "Springer Gustav eins Felix drei. ";
        for (int job = 0; job < 3; ++job) engine->start({{"de", endless}}, {}, listener);
        REQUIRE(
            running.get_future().wait_for(std::chrono::seconds(200)) == std::future_status::ready
        );
    }
    REQUIRE(ends.size() == 3);
    CHECK(ends.at(2).has_value());
}

TEST_CASE("Several threads may ask at once: one thread speaks") {
    const auto engine = open_engine();
    const double whole = seconds(rendered(*engine, {{"de", "Springer Felix drei"}}));
    std::vector<std::future<double>> asked;
    for (int thread = 0; thread < 4; ++thread) {
        asked.push_back(std::async(std::launch::async, [&engine] {
            double total = 0;
            for (int round = 0; round < 50; ++round) {
                const auto samples = engine->render({{"de", "Springer Felix drei"}}, {});
                total += samples ? seconds(*samples) : 0;
            }
            return total / 50;
        }));
    }
    for (std::future<double>& average : asked) CHECK(average.get() == about(whole));
}

TEST_CASE("No text harms the engine: marks, broken UTF-8, alphabets, words without end") {
    const auto engine = open_engine();
    std::mt19937 random(20231); // the same texts every time
    std::uniform_int_distribution<int> letter(1, 255);
    std::vector<std::string> texts{
        "<speak><voice name=\"en\">",
        "[[",
        "]]",
        "[[]]",
        "[[\xff]]",
        "\xc3",
        "&amp;&#x0;",
        std::string(20'000, 'a'),
        "Карпов, Καραπάνος, Čeplītis, שלום, 中文, more العربية options \u03d6"};
    std::string suffixes; // of which each takes its part of a buffer on the stack
    for (int suffix = 0; suffix < 220; ++suffix) suffixes += "s'";
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (int length = 0; length < 40; ++length) text += static_cast<char>(letter(random));
        texts.push_back(text);
    }
    for (const std::string& text : texts)
        static_cast<void>(engine->render({{"de", text}}, {.words_per_minute = 450}));
    for (const char* const language : {"de", "en", "nl", "sv", "nb", "da"})
        static_cast<void>(engine->render({{language, texts.at(8)}, {language, suffixes}}, {}));
    CHECK(seconds(rendered(*engine, {{"de", "Eva vier"}})) < 2.0);
    CHECK(engine->phonemes("de", "fünf") == "f'ynf");
}

} // namespace
} // namespace ansage::speech::espeak
