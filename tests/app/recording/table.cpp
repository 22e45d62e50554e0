#include "table.hpp"

#include "app/score/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <stdexcept>

namespace ansage::tests {

namespace {

using base::Millis;
namespace fs = std::filesystem;

constexpr int studio_rate = 22'050;
// The tone begins at so many hertz and rises by so many in a second.
constexpr double lowest = 300;
constexpr double rise = 100;
constexpr int longest_speech = 60; // seconds

// The phase is the integral of the frequency.
void write_rising_tone(const fs::path& path) {
    std::vector<std::int16_t> samples(std::size_t{longest_speech} * studio_rate);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double second = static_cast<double>(i) / studio_rate;
        const double turns = lowest * second + rise * second * second / 2;
        samples[i] =
            static_cast<std::int16_t>(std::lround(12'000 * std::sin(2 * std::numbers::pi * turns)));
    }
    std::ofstream file{path, std::ios::binary};
    const auto bytes = std::as_bytes(std::span{samples});
    file.write(
        reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())
    );
}

} // namespace

Studio::Studio()
    : server_({"mouth"}) {
    // What that sink plays is what the microphone hears.
    std::ofstream{server_.folder() / "asound.conf", std::ios::app}
        << "pcm.mic {\n  type pulse\n  device mouth.monitor\n  hint { show on\n description "
           "\"mic\" }\n}\n";
    if (!server_.start()) {
        throw std::runtime_error{"the test's sound server does not start"};
    }
    write_rising_tone(server_.folder() / "speech.raw");
}

void Studio::speak() {
    if (!server_.listen()) {
        throw std::runtime_error{"nobody can listen to the test's sound server"};
    }
    speaker_ = std::make_unique<speech::portaudio::Child>(
        Words{
            "pacat",
            "--device=mouth",
            "--raw",
            "--format=s16le",
            "--rate=22050",
            "--channels=1",
            "--latency-msec=50",
            (server_.folder() / "speech.raw").string()},
        "/dev/null"
    );
}

void Studio::hush() {
    speaker_.reset();
    const auto sounds = server_.heard();
    const std::vector<std::int16_t>& stereo = sounds.at("mouth");
    std::vector<std::int16_t> left;
    for (std::size_t i = 0; i < stereo.size(); i += 2) {
        left.push_back(stereo[i]);
    }
    // After the speaker was silenced nothing is heard.
    while (!left.empty() && std::abs(int{left.back()}) < 1000) {
        left.pop_back();
    }
    heard_until_ = told_by_tone(left, studio_rate);
}

Studio& studio() {
    static Studio the_studio;
    return the_studio;
}

Millis told_by_tone(std::span<const std::int16_t> samples, int rate) {
    const std::size_t window = static_cast<std::size_t>(rate) / 5;
    if (samples.size() < window) {
        return Millis{0};
    }
    const auto last = samples.last(window);
    unsigned crossings = 0;
    for (std::size_t i = 1; i < last.size(); ++i) {
        crossings += (last[i - 1] < 0) != (last[i] < 0) ? 1U : 0U;
    }
    const double hertz = crossings * 0.5 * rate / static_cast<double>(window);
    return Millis{std::lround((hertz - lowest) / rise * 1000) + 100};
}

Words command_line(const Words& words) {
    Words line{ANSAGE_PROGRAM};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

Words recording_words(const fs::path& journal, const Words& more) {
    static_cast<void>(studio());
    Words words{
        "play",
        "--white",
        "impaired none",
        "--black",
        "sighted none",
        "--speech",
        "none",
        "--record",
        "mic",
        "--journal",
        journal.string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

Ended run(const Words& words, const fs::path& home) {
    Process process{command_line(words), home.string()};
    process.close_input();
    const int code = process.wait();
    return {code, process.lines(), process.errors()};
}

std::vector<table::Recorded> index_of(const fs::path& journal) {
    auto opened = journal::Journal::open(journal);
    REQUIRE(opened.has_value());
    auto index = app::read_recording_index(*opened);
    REQUIRE(index.has_value());
    return *std::move(index);
}

} // namespace ansage::tests
