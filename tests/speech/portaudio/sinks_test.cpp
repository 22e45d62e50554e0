#include "sound_server.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "speech/portaudio/sinks.hpp"
#include "support/catch.hpp"

#include <algorithm>
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
    if (!engine) {
        FAIL(to_line(engine.error()));
    }
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
reports(Speaker& speaker, std::size_t count, std::chrono::milliseconds time = 20s) {
    std::vector<std::string> lines;
    const auto end = Clock::now() + time;
    while (lines.size() < count && Clock::now() < end && wait_readable(speaker, time)) {
        for (const Report& report : speaker.take_reports()) {
            lines.push_back(fmt::format("{} {}", report.id, to_string(report.outcome)));
        }
    }
    return lines;
}

// True once that output went away or came back as told.
bool changes(Speaker& speaker, OutputChange awaited, std::chrono::milliseconds time) {
    const auto end = Clock::now() + time;
    while (Clock::now() < end) {
        static_cast<void>(wait_readable(speaker, 1s));
        const std::vector<OutputChange> seen = speaker.take_output_changes();
        if (std::ranges::find(seen, awaited) != seen.end()) {
            return true;
        }
    }
    return false;
}

// One channel of an interleaved recording.
Samples channel(const std::vector<std::int16_t>& stereo, std::size_t side) {
    Samples samples;
    for (std::size_t index = side; index < stereo.size(); index += 2) {
        samples.push_back(stereo[index]);
    }
    return samples;
}

int loudest(const Samples& samples) {
    int loudest = 0;
    for (const std::int16_t sample : samples) {
        loudest = std::max(loudest, std::abs(int{sample}));
    }
    return loudest;
}

// From the first to the last loud sample, in milliseconds.
double sounding_millis(const Samples& samples) {
    const auto loud = [](std::int16_t sample) { return std::abs(int{sample}) > 200; };
    const auto first = std::find_if(samples.begin(), samples.end(), loud);
    const auto last = std::find_if(samples.rbegin(), samples.rend(), loud);
    return first == samples.end() ? 0
                                  : static_cast<double>(last.base() - first) * 1000 / sample_rate;
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
    for (const Device& device : devices) {
        names.insert(device.name);
    }
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
    for (const base::Error& problem : sinks.problems()) {
        lines.push_back(problem.what);
    }
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
        if (place.first != "pair") {
            sounds.erase(place.first); // both of its sides carry the one line
        }
        for (const auto& [sink, stereo] : sounds) {
            for (const std::size_t side : {0U, 1U}) {
                INFO("sink " << sink << " side " << side);
                CHECK((std::pair(sink, side) == place || loudest(channel(stereo, side)) == 0));
            }
        }
    }
}

TEST_CASE("5: Two ears hear different things at the same time") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    const auto start = Clock::now();
    live.speaker->say(move(1, Audience::ear_white));
    live.speaker->say(move(2, Audience::ear_black));
    CHECK(reports(*live.speaker, 2).size() == 2);
    const auto both = Clock::now() - start;
    auto sounds = server().heard();
    const double one = sounding_millis(channel(sounds.at("white"), 0));
    CHECK(one > 600);
    CHECK(sounding_millis(channel(sounds.at("black"), 0)) == Approx(one).epsilon(0.25).margin(30));
    CHECK(std::chrono::duration<double, std::milli>(both).count() < 1.8 * one);
}

// How loud it is in each hundredth of a second, from the first loud one on: what tells one sentence
// from another.
std::vector<double> envelope(const Samples& samples) {
    constexpr std::size_t step = 220;
    std::vector<double> loudness;
    for (std::size_t begin = 0; begin + step <= samples.size(); begin += step) {
        double sum = 0;
        for (std::size_t index = begin; index < begin + step; ++index) {
            sum += std::abs(double{static_cast<double>(samples[index])});
        }
        const double mean = sum / step;
        if (mean > 100 || !loudness.empty()) {
            loudness.push_back(mean);
        }
    }
    return loudness;
}

// 1 for the same course of loudness, about 0 for another; the best of small shifts.
double likeness(const std::vector<double>& one, const std::vector<double>& other) {
    double best = -1;
    for (std::size_t shift = 0; shift < 4; ++shift) {
        const std::size_t count = std::min(one.size(), other.size()) - shift;
        double sum_one = 0;
        double sum_other = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum_one += one[i];
            sum_other += other[i + shift];
        }
        double product = 0;
        double square_one = 0;
        double square_other = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double a = one[i] - sum_one / static_cast<double>(count);
            const double b = other[i + shift] - sum_other / static_cast<double>(count);
            product += a * b;
            square_one += a * a;
            square_other += b * b;
        }
        best = std::max(best, product / std::sqrt(square_one * square_other));
    }
    return best;
}

Utterance saying(std::uint64_t id, Audience audience, const std::string& words) {
    Utterance utterance = move(id, audience);
    utterance.segments = {{"de", words}};
    return utterance;
}

TEST_CASE("5b: The right words reach the right ear, and nothing of them is in the room") {
    const auto engine = open_engine();
    const std::string for_white = "Deine Zeit: 12 Minuten 30 Sekunden";
    const std::string for_black = "Bitte den Schiedsrichter rufen, die Bretter sind verschieden";
    const auto rendered = [&](const std::string& words) {
        const Utterance utterance = saying(1, Audience::room, words);
        const auto samples = engine->render(utterance.segments, utterance.voice);
        REQUIRE(samples);
        return envelope(*samples);
    };
    const std::vector<double> white = rendered(for_white);
    const std::vector<double> black = rendered(for_black);
    REQUIRE(likeness(white, white) > 0.99);
    REQUIRE(likeness(white, black) < 0.5);
    const live::Live live = live::make_live_speaker(four_ears, engine);
    REQUIRE(server().listen());
    live.speaker->say(saying(1, Audience::ear_white, for_white));
    live.speaker->say(saying(2, Audience::ear_black, for_black));
    CHECK(reports(*live.speaker, 2).size() == 2);
    const auto sounds = server().heard();
    // A machine under load drops a buffer now and then; the words stay what they are.
    const std::vector<double> in_white = envelope(channel(sounds.at("white"), 0));
    const std::vector<double> in_black = envelope(channel(sounds.at("black"), 0));
    CHECK(likeness(white, in_white) > 0.7);
    CHECK(likeness(black, in_black) > 0.7);
    CHECK(likeness(white, in_black) < 0.5);
    CHECK(likeness(black, in_white) < 0.5);
    for (const std::size_t side : {0U, 1U}) {
        CHECK(loudest(channel(sounds.at("room"), side)) == 0);
        CHECK(loudest(channel(sounds.at("pair"), side)) == 0);
    }
}

TEST_CASE("5c: A tone is heard in its ear") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    Utterance utterance = move(1, Audience::ear_black);
    utterance.segments = {{.language = "en", .text = "Tone", .tone = Tone{660, 150, 3}}};
    live.speaker->say(utterance);
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 finished"});
    const auto sounds = server().heard();
    // Three beeps and two silences.
    CHECK(sounding_millis(channel(sounds.at("black"), 0)) == Approx(750).margin(40));
    CHECK(loudest(channel(sounds.at("white"), 0)) == 0);
}

TEST_CASE("6: A key press silences text within a quarter of a second") {
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(server().listen());
    live.speaker->say(move(1, Audience::ear_white, Priority::text));
    CHECK(reports(*live.speaker, 1, 500ms).empty()); // it sounds for half a second
    live.speaker->stop_text(Audience::ear_white);
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 cut"});
    const double heard = sounding_millis(channel(server().heard().at("white"), 0));
    CHECK(heard > 200);
    CHECK(heard < 750);
}

// PortAudio's own thread prints three lines here, which nothing can keep from stderr.
TEST_CASE(
    "7: A server that dies fails what is spoken, is noticed, and is used again when it is back"
) {
    const live::Live live = live::make_live_speaker({{Audience::room, {"room"}}}, open_engine());
    REQUIRE(live.heard_by.size() == 1);
    live.speaker->say(move(1, Audience::room));
    server().pull();
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"1 failed"});
    CHECK(changes(*live.speaker, {Audience::room, false}, 10s));
    REQUIRE(server().start());
    CHECK(changes(*live.speaker, {Audience::room, true}, 40s));
    REQUIRE(server().listen());
    live.speaker->say(move(2, Audience::room));
    CHECK(reports(*live.speaker, 1) == std::vector<std::string>{"2 finished"});
    CHECK(sounding_millis(channel(server().heard().at("room"), 0)) > 600);
}

// PulseAudio moves what was played to a sink that goes away to another sink: a private answer must
// not follow it there.
TEST_CASE("8: An earphone that is pulled out takes its words with it") {
    if (!server().runs()) {
        REQUIRE(server().start());
    }
    const live::Live live = live::make_live_speaker(four_ears, open_engine());
    REQUIRE(live.heard_by.size() == all_audiences.size());
    server().unplug("white");
    CHECK(changes(*live.speaker, {Audience::ear_white, false}, 10s));
    REQUIRE(server().listen());
    live.speaker->say(move(1, Audience::ear_white));
    live.speaker->say(move(2, Audience::ear_black));
    CHECK(reports(*live.speaker, 2).size() == 2);
    const auto sounds = server().heard();
    CHECK(loudest(channel(sounds.at("room"), 0)) == 0);
    CHECK(loudest(channel(sounds.at("pair"), 0)) == 0);
    CHECK(sounding_millis(channel(sounds.at("black"), 0)) > 600); // the others go on
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
