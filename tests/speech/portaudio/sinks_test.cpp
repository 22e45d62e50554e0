// SPDX-License-Identifier: GPL-3.0-or-later
#include "heard_words.hpp"
#include "sound_server.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "speech/portaudio/sinks.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <poll.h>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// One program, one world of sound: it is made once, because libasound and libpulse read it from the
// environment.
namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

SoundServer& server() {
    static SoundServer the_server({"room", "white", "black", "pair"});
    return the_server;
}

const Routes four_ears{
    {Audience::room, {"room"}},
    {Audience::ear_white, {"white"}},
    {Audience::ear_black, {"black"}},
    {Audience::assistant, {"pair", Side::left}},
    {Audience::arbiter, {"pair", Side::right}}};

std::shared_ptr<espeak::Engine> open_engine() {
    auto engine = espeak::Engine::open();
    if (!engine) FAIL(to_line(engine.error()));
    return {std::move(*engine)};
}

Utterance move(std::uint64_t id, Audience audience, Priority priority = Priority::message) {
    return {
        .id = id,
        .audience = audience,
        .priority = priority,
        .segments = {{"de", "Springer Gustav eins Felix drei"}},
        .voice = {.words_per_minute = 300}};
}

bool wait_readable(const Speaker& speaker, std::chrono::milliseconds time) {
    pollfd watched{.fd = speaker.report_fd(), .events = POLLIN, .revents = 0};
    return poll(&watched, 1, static_cast<int>(time.count())) == 1;
}

// The next `count` reports as text, or fewer if they do not come in time.
std::vector<std::string>
reports(Speaker& speaker, std::size_t count, std::chrono::milliseconds time = 200s) {
    std::vector<std::string> lines;
    const auto end = Clock::now() + time;
    while (lines.size() < count && Clock::now() < end && wait_readable(speaker, time)) {
        for (const Report& report : speaker.take_reports())
            lines.push_back(fmt::format("{} {}", report.id, to_string(report.outcome)));
    }
    return lines;
}

// True once that output went away or came back as told.
bool changes(Speaker& speaker, OutputChange awaited, std::chrono::milliseconds time) {
    const auto end = Clock::now() + time;
    while (Clock::now() < end) {
        static_cast<void>(wait_readable(speaker, 1s));
        const std::vector<OutputChange> seen = speaker.take_output_changes();
        if (std::ranges::find(seen, awaited) != seen.end()) return true;
    }
    return false;
}

// One channel of an interleaved recording.
Samples channel(const std::vector<std::int16_t>& stereo, std::size_t side) {
    Samples samples;
    for (std::size_t index = side; index < stereo.size(); index += 2)
        samples.push_back(stereo[index]);
    return samples;
}

// What is written to file descriptor 2 while it lives.
class CapturedStderr {
public:
    explicit CapturedStderr(std::filesystem::path path)
        : path_(std::move(path)),
          saved_(dup(STDERR_FILENO)) {
        const int file = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDERR_FILENO);
        close(file);
    }

    CapturedStderr(const CapturedStderr&) = delete;
    CapturedStderr& operator=(const CapturedStderr&) = delete;
    CapturedStderr(CapturedStderr&&) = delete;
    CapturedStderr& operator=(CapturedStderr&&) = delete;

    ~CapturedStderr() {
        dup2(saved_, STDERR_FILENO);
        close(saved_);
    }

    [[nodiscard]] std::string text() const {
        std::ifstream file(path_);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    std::filesystem::path path_;
    int saved_;
};

TEST_CASE("1: Without any device it says so once, in one line, and fails what nobody can hear") {
    const CapturedStderr captured(server().folder() / "stderr");
    live::Live live = live::make_live_speaker(four_ears, open_engine());
    CHECK(live.heard_by.empty());
    REQUIRE(live.problems.size() == 1);
    CHECK(live.problems.front().what == "there is no audio device, everything is shown in text");
    live.speaker->say(move(1, Audience::room));
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 failed"});
    CHECK(list_devices().empty());
    CHECK(captured.text() == "");
}

TEST_CASE("2: The devices are found by name, and the search is quiet") {
    REQUIRE(server().start());
    const CapturedStderr captured(server().folder() / "stderr");
    const std::vector<Device> devices = list_devices();
    std::set<std::string> names;
    for (const Device& device : devices) names.insert(device.name);
    CHECK(names == std::set<std::string>{"black", "default", "pair", "room", "white"});
    CHECK(captured.text() == "");
}

TEST_CASE("3: A name that no device has, or two have, is a problem of its own; the others are heard"
) {
    const Sinks sinks(
        {{Audience::room, {"nonesuch"}},
         {Audience::ear_white, {"a"}},
         {Audience::ear_black, {"blac"}}}
    );
    std::vector<std::string> lines;
    for (const base::Error& problem : sinks.problems()) lines.push_back(problem.what.text());
    CHECK(
        lines ==
        std::vector<std::string>{
            "there is no one audio device called \"nonesuch\" that can be opened",
            "there is no one audio device called \"a\" that can be opened"}
    );
    CHECK_FALSE(sinks.available(Audience::room));
    CHECK(sinks.available(Audience::ear_black));
    CHECK_FALSE(sinks.available(Audience::arbiter));
}

TEST_CASE("3b: Two names of one device are one device: its sides may be parted, not shared") {
    const Sinks shared({{Audience::ear_white, {"blac"}}, {Audience::ear_black, {"black"}}});
    REQUIRE(shared.clash().has_value());
    CHECK(to_error(*shared.clash()).what.text().find("are one device") != std::string::npos);
    const Sinks by_default({{Audience::ear_white, {""}}, {Audience::room, {"default"}}});
    CHECK(by_default.clash().has_value());
    const Sinks half({{Audience::ear_white, {"blac", Side::left}}, {Audience::room, {"black"}}});
    CHECK(half.clash().has_value());
    const Sinks parted(
        {{Audience::ear_white, {"blac", Side::left}},
         {Audience::ear_black, {"black", Side::right}},
         {Audience::room, {"room"}}}
    );
    CHECK_FALSE(parted.clash().has_value());
    CHECK(parted.problems().empty());
    for (const Audience audience : {Audience::ear_white, Audience::ear_black, Audience::room})
        CHECK(parted.available(audience));
}

TEST_CASE("3c: Who has a second device hears that, unless it is another person's") {
    const Sinks sinks(
        {{Audience::room, {"nonesuch | room"}},
         {Audience::ear_white, {"black"}},
         {Audience::ear_black, {"nonesuch|black"}}}
    );
    CHECK_FALSE(sinks.clash().has_value());
    CHECK(sinks.available(Audience::room));
    CHECK(sinks.available(Audience::ear_white));
    CHECK_FALSE(sinks.available(Audience::ear_black));
}

// A private answer among them: the room stays silent.
TEST_CASE("4: What goes to one audience is heard there for its whole length, and nowhere else") {
    const auto engine = open_engine();
    const auto rendered =
        engine->render(move(1, Audience::room).segments, move(1, Audience::room).voice);
    REQUIRE(rendered);
    const double expected = sounding_millis(*rendered);
    REQUIRE(expected > 600);
    const live::Live live = live::make_live_speaker(four_ears, engine);
    REQUIRE(live.problems.empty());
    REQUIRE(live.heard_by.size() == all_audiences.size());
    const std::map<Audience, std::pair<std::string, std::size_t>> places{
        {Audience::room, {"room", 0}},
        {Audience::ear_white, {"white", 0}},
        {Audience::ear_black, {"black", 0}},
        {Audience::assistant, {"pair", 0}},
        {Audience::arbiter, {"pair", 1}}};
    for (const auto& [audience, place] : places) {
        INFO("audience " << to_string(audience));
        REQUIRE(server().listen());
        live.speaker->say(move(1, audience));
        CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 finished"});
        auto sounds = server().heard();
        // A busy machine may let the output run dry for a moment, which makes it longer; nothing
        // may be missing.
        const double heard = sounding_millis(channel(sounds.at(place.first), place.second));
        CHECK(heard > 0.97 * expected - 30);
        CHECK(heard < 1.25 * expected + 30);
        if (place.first != "pair")
            sounds.erase(place.first); // both of its sides carry the one line
        for (const auto& [sink, stereo] : sounds) {
            for (const std::size_t side : {0U, 1U}) {
                INFO("sink " << sink << " side " << side);
                CHECK((std::pair(sink, side) == place || loudest(channel(stereo, side)) == 0));
            }
        }
    }
}

// Both sides of one device, for two recordings begin at different times.
TEST_CASE("5: Two ears hear different things at the same time") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    live.speaker->say(move(1, Audience::assistant));
    live.speaker->say(move(2, Audience::arbiter));
    CHECK(reports(*live.speaker, 2).size() == 2);
    const auto heard = server().heard().at("pair");
    const auto [left, left_end] = sounding(channel(heard, 0));
    const auto [right, right_end] = sounding(channel(heard, 1));
    const double shorter = std::min(left_end - left, right_end - right);
    CHECK(shorter > 600);
    CHECK(std::min(left_end, right_end) - std::max(left, right) > 0.5 * shorter);
}

Utterance saying(std::uint64_t id, Audience audience, const std::string& words) {
    Utterance utterance = move(id, audience);
    utterance.segments = {{"de", words}};
    return utterance;
}

Samples rendered(espeak::Engine& engine, const std::string& words) {
    const Utterance utterance = saying(1, Audience::room, words);
    auto samples = engine.render(utterance.segments, utterance.voice);
    REQUIRE(samples);
    return *std::move(samples);
}

TEST_CASE("5a: One wrong word is told from the right one") {
    const auto engine = open_engine();
    const Samples right = rendered(*engine, "Deine Zeit: 12 Minuten 30 Sekunden");
    CHECK(longest_missing_millis(right, right) == 0);
    for (const auto* const wrong :
         {"Deine Zeit: 13 Minuten 30 Sekunden",
          "Deine Zeit: 12 Minuten 40 Sekunden",
          "Deine Zeit: 12 Minuten",
          "Springer Gustav eins Felix drei"}) {
        INFO(wrong);
        INFO(wrong);
        CHECK(longest_missing_millis(right, rendered(*engine, wrong)) > same_words);
    }
    CHECK(longest_missing_millis(right, Samples(right.size(), 0)) > same_words);
    // A buffer that was lost, and one that came late.
    Samples hurt = right;
    hurt.erase(hurt.begin() + 12'000, hurt.begin() + 12'256);
    hurt.insert(hurt.begin() + 30'000, 512, 0);
    hurt.insert(hurt.begin(), 5000, 0);
    CHECK(longest_missing_millis(right, hurt) <= same_words);
    // An output that ran dry for half a second in the middle of a word; the words go on after that.
    hurt.insert(hurt.begin() + 20'000, 11'000, 0);
    CHECK(longest_missing_millis(right, hurt) <= same_words);
    hurt.erase(hurt.begin() + 31'000, hurt.begin() + 42'000);
    CHECK(longest_missing_millis(right, hurt) > same_words);
}

TEST_CASE("5b: The right words reach the right ear, and nothing of them is in the room") {
    const auto engine = open_engine();
    const std::string for_white = "Deine Zeit: 12 Minuten 30 Sekunden";
    const std::string for_black = "Deine Zeit: 13 Minuten 20 Sekunden";
    const std::string for_room = "Springer Gustav eins Felix drei";
    const Samples white = rendered(*engine, for_white);
    const Samples black = rendered(*engine, for_black);
    const Samples room = rendered(*engine, for_room);
    const live::Live live = live::make_live_speaker(four_ears, engine);
    REQUIRE(server().listen());
    live.speaker->say(saying(1, Audience::ear_white, for_white));
    live.speaker->say(saying(2, Audience::ear_black, for_black));
    live.speaker->say(saying(3, Audience::room, for_room));
    CHECK(reports(*live.speaker, 3).size() == 3);
    const auto sounds = server().heard();
    const Samples in_white = channel(sounds.at("white"), 0);
    const Samples in_black = channel(sounds.at("black"), 0);
    const Samples in_room = channel(sounds.at("room"), 0);
    CHECK(longest_missing_millis(white, in_white) <= same_words);
    CHECK(longest_missing_millis(black, in_black) <= same_words);
    CHECK(longest_missing_millis(room, in_room) <= same_words);
    CHECK(longest_missing_millis(white, in_black) > same_words);
    CHECK(longest_missing_millis(black, in_white) > same_words);
    CHECK(longest_missing_millis(white, in_room) > same_words);
    CHECK(longest_missing_millis(black, in_room) > same_words);
    // Nothing is mixed in: the room's sound ends with the room's words.
    CHECK(sounding_millis(in_room) == Approx(sounding_millis(room)).epsilon(0.25));
    for (const std::size_t side : {0U, 1U}) CHECK(loudest(channel(sounds.at("pair"), side)) == 0);
}

TEST_CASE("5c: A tone is heard in its ear") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    Utterance utterance = move(1, Audience::ear_black);
    utterance.segments = {{.language = "en", .text = "Tone", .tone = Tone{660, 150, 3}}};
    live.speaker->say(utterance);
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 finished"});
    const auto sounds = server().heard();
    // Three beeps and two silences; as in 4 a busy machine may make them longer, never shorter.
    const double heard = sounding_millis(channel(sounds.at("black"), 0));
    CHECK(heard > 710);
    CHECK(heard < 1.25 * 750 + 30);
    CHECK(loudest(channel(sounds.at("white"), 0)) == 0);
}

// How soon is a matter of the bench (tests/bench/ears_first_sound.cpp).
TEST_CASE("6: A key press silences text long before its end") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    Utterance text = move(1, Audience::ear_white, Priority::text);
    text.segments = std::vector<Segment>(8, text.segments.front()); // more than six seconds
    live.speaker->say(text);
    REQUIRE(server().begins_to_sound("white"));
    live.speaker->stop_text(Audience::ear_white);
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 cut"});
    const double heard = sounding_millis(channel(server().heard().at("white"), 0));
    CHECK(heard > 0);
    CHECK(heard < 2000);
}

TEST_CASE(
    "7: A server that dies fails what is spoken, is noticed, and is used again when it is back"
) {
    // The libraries have much to say here; whoever else writes there meanwhile is heard.
    const CapturedStderr captured(server().folder() / "stderr");
    std::atomic<bool> ended = false;
    std::string written;
    std::thread other([&] {
        for (int line = 0; !ended; ++line) {
            const std::string words = fmt::format("arbiter: {}\n", line);
            written += words;
            static_cast<void>(::write(STDERR_FILENO, words.data(), words.size()) > 0);
            std::this_thread::sleep_for(1ms);
        }
    });
    const std::shared_ptr<void> ends{nullptr, [&](void*) {
                                         ended = true;
                                         other.join();
                                         CHECK(captured.text() == written);
                                     }};
    const live::Live live = live::make_live_speaker({{Audience::room, {"room"}}}, open_engine());
    REQUIRE(live.heard_by.size() == 1);
    live.speaker->say(move(1, Audience::room));
    server().pull();
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 failed"});
    CHECK(changes(*live.speaker, {Audience::room, false}, 100s));
    REQUIRE(server().start());
    CHECK(changes(*live.speaker, {Audience::room, true}, 400s));
    REQUIRE(server().listen());
    live.speaker->say(move(2, Audience::room));
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"2 finished"});
    CHECK(sounding_millis(channel(server().heard().at("room"), 0)) > 600);
}

// PulseAudio moves what was played to a sink that goes away to another sink: a private answer must
// not follow it there.
TEST_CASE("8: An earphone that is pulled out takes its words with it", "[apart]") {
    if (!server().runs()) REQUIRE(server().start());
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(live.heard_by.size() == all_audiences.size());
    server().unplug("white");
    CHECK(changes(*live.speaker, {Audience::ear_white, false}, 100s));
    REQUIRE(server().listen());
    live.speaker->say(move(1, Audience::ear_white));
    live.speaker->say(move(2, Audience::ear_black));
    CHECK(reports(*live.speaker, 2).size() == 2);
    const auto sounds = server().heard();
    CHECK(loudest(channel(sounds.at("room"), 0)) == 0);
    CHECK(loudest(channel(sounds.at("pair"), 0)) == 0);
    CHECK(sounding_millis(channel(sounds.at("black"), 0)) > 600); // the others go on
    // It is looked for while the others are quiet, which costs them nothing.
    for (std::uint64_t id = 10; id < 20; ++id) {
        live.speaker->say(saying(id, Audience::ear_black, "Eva"));
        CHECK(
            reports(*live.speaker, 1) == std::vector<std::string>{fmt::format("{} finished", id)}
        );
        std::this_thread::sleep_for(100ms);
    }
    server().plug("white");
    CHECK(changes(*live.speaker, {Audience::ear_white, true}, 400s));
    REQUIRE(server().listen());
    live.speaker->say(move(3, Audience::ear_white));
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"3 finished"});
    const auto again = server().heard();
    CHECK(sounding_millis(channel(again.at("white"), 0)) > 600);
    CHECK(loudest(channel(again.at("room"), 0)) == 0);
}

// The second one was plugged in only then.
TEST_CASE("8b: A device that is gone is replaced by the second one that was named", "[apart]") {
    server().unplug("pair");
    Sinks sinks(
        {{Audience::ear_white, {"white | pair"}},
         {Audience::ear_black, {"black"}},
         {Audience::room, {"room"}}}
    );
    REQUIRE(sinks.available(Audience::room));
    REQUIRE(sinks.available(Audience::ear_white));
    server().unplug("white");
    const auto becomes = [&](bool available) {
        const auto end = Clock::now() + 400s;
        while (sinks.available(Audience::ear_white) != available && Clock::now() < end)
            std::this_thread::sleep_for(100ms);
        return sinks.available(Audience::ear_white) == available;
    };
    CHECK(becomes(false));
    server().plug("pair");
    CHECK(becomes(true));
    REQUIRE(server().listen());
    const Samples loud(sample_rate / 2, 8000);
    static_cast<void>(sinks.write(Audience::ear_white, loud));
    std::this_thread::sleep_for(2s);
    const auto sounds = server().heard();
    CHECK(loudest(channel(sounds.at("pair"), 0)) > 1000);
    CHECK(loudest(channel(sounds.at("black"), 0)) == 0);
    CHECK(loudest(channel(sounds.at("room"), 0)) == 0);
    server().plug("white");
}

TEST_CASE(
    "8c: An ear named by a part of its device's name gets that device back, and no other", "[apart]"
) {
    if (!server().runs()) REQUIRE(server().start());
    Sinks sinks(
        {{Audience::ear_white, {"hit"}},
         {Audience::ear_black, {"pair"}},
         {Audience::room, {"room"}}}
    );
    REQUIRE(sinks.available(Audience::ear_white));
    const auto becomes = [&](bool available) {
        const auto end = Clock::now() + 600s;
        while (sinks.available(Audience::ear_white) != available && Clock::now() < end)
            std::this_thread::sleep_for(100ms);
        return sinks.available(Audience::ear_white) == available;
    };
    server().unplug("white");
    CHECK(becomes(false));
    server().plug("white");
    CHECK(becomes(true));
    REQUIRE(server().listen());
    const Samples loud(sample_rate / 2, 8000);
    static_cast<void>(sinks.write(Audience::ear_white, loud));
    std::this_thread::sleep_for(2s);
    const auto sounds = server().heard();
    CHECK(loudest(channel(sounds.at("white"), 0)) > 1000);
    CHECK(loudest(channel(sounds.at("pair"), 0)) == 0);
    CHECK(loudest(channel(sounds.at("room"), 0)) == 0);
}

// What was absent at the start is looked for every 20 seconds.
TEST_CASE("9: A device that comes after the start is found", "[.long]") {
    server().pull();
    const live::Live live = live::make_live_speaker({{Audience::room, {"room"}}}, open_engine());
    REQUIRE(live.heard_by.empty());
    REQUIRE(server().start());
    CHECK(changes(*live.speaker, {Audience::room, true}, 60s));
    REQUIRE(server().listen());
    live.speaker->say(move(1, Audience::room));
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 finished"});
    CHECK(sounding_millis(channel(server().heard().at("room"), 0)) > 600);
}

} // namespace
} // namespace ansage::speech::portaudio
