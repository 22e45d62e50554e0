// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording costs. Goals: six hours of a quiet room (16 kHz, noise at -60 dBFS) under 400 MB
// as FLAC and under 100 MB as Opus; under 2 % of a processor.
#include "../app/recording/table.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace ansage::tests {
namespace {

using speech::recorder::Codec;
using speech::recorder::Sound;
using speech::recorder::SoundWriter;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
namespace fs = std::filesystem;

constexpr double six_hours = 6 * 3600;
constexpr int recorded_seconds = 1800;
constexpr double most_share = 0.02;

// White noise is the worst that a room can be at its loudness.
Sound one_second_of_noise(std::mt19937& random) {
    const double loudness = 32'768 * std::pow(10.0, -60.0 / 20);
    std::normal_distribution<double> noise{0, loudness};
    Sound sound(speech::recording_rate);
    for (std::int16_t& sample : sound)
        sample = static_cast<std::int16_t>(std::lround(noise(random)));
    return sound;
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure_codec(Codec codec, const std::string& name, double most_megabytes) {
    const Folder folder;
    const fs::path file = folder / ("room" + std::string{speech::recorder::extension_of(codec)});
    auto writer = SoundWriter::create(file, codec);
    REQUIRE(writer.has_value());
    std::mt19937 random{1};
    double used = 0;
    for (int second = 0; second < recorded_seconds; ++second) {
        const Sound sound = one_second_of_noise(random);
        const double before = processor_seconds();
        REQUIRE(writer->write(sound).has_value());
        used += processor_seconds() - before;
    }
    REQUIRE(writer->close().has_value());
    const double megabytes =
        static_cast<double>(fs::file_size(file)) / 1e6 * six_hours / recorded_seconds;
    const double share = used / recorded_seconds;
    fmt::print(
        "{}: {:.0f} MB in six hours, {:.2f} % of a processor to encode\n",
        name,
        megabytes,
        share * 100
    );
    CHECK(megabytes < most_megabytes);
    CHECK(share < most_share);
}

// Of everything the program does, from the sound library's thread to the journal, in seconds of a
// processor.
double used_by(pid_t process) {
    std::ifstream file{fmt::format("/proc/{}/stat", process)};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    std::istringstream rest{text.substr(text.rfind(')') + 2)};
    std::string word;
    for (int field = 3; field < 14; ++field) rest >> word;
    double user = 0;
    double system = 0;
    rest >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// Out and back again, so that the index in the journal is written, too.
void play_moves(Process& table) {
    constexpr std::array moves{
        std::pair{"Springer Gustav eins Felix drei", "Springer Gustav acht Felix sechs"},
        std::pair{"Springer Felix drei Gustav eins", "Springer Felix sechs Gustav acht"}};
    for (unsigned move = 0; move < 4; ++move) {
        const auto& [white, black] = moves[move % moves.size()];
        for (const auto& [player, words] : {std::pair{"white", white}, std::pair{"black", black}}) {
            table.write(fmt::format("{} announces {}", player, words));
            table.write(fmt::format("{} executes {}", player, words));
            std::this_thread::sleep_for(std::chrono::milliseconds{2500});
            table.write(fmt::format("{} presses", player));
            REQUIRE(table.await("completed "));
        }
    }
}

double share_of_table(const Words& more) {
    const Folder folder;
    Words words = recording_words(folder / "game.ansage", more);
    if (more.empty()) {
        std::erase(words, "--record");
        std::erase(words, "mic");
    }
    Process table{command_line(words), folder.path()};
    REQUIRE(table.await("journal "));
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    const auto began = Clock::now();
    const double before = used_by(table.process());
    play_moves(table);
    const double used = used_by(table.process()) - before;
    const Seconds passed = Clock::now() - began;
    table.write("quit");
    CHECK(table.wait() == 0);
    return used / passed.count();
}

} // namespace

TEST_CASE("six hours of a recording") {
    measure_codec(Codec::flac, "FLAC", 400);
    measure_codec(Codec::opus, "Opus", 100);
}

TEST_CASE("the processor's share of a recording at a table") {
    const double without = share_of_table({});
    fmt::print("a table: {:.2f} % of a processor\n", without * 100);
    studio().speak();
    const Words all{"--record-continuous", "--consent", "white,black,arbiter"};
    Words opus = all;
    opus.insert(opus.end(), {"--record-codec", "opus"});
    for (const auto& [name, words] : {std::pair{"FLAC", all}, std::pair{"Opus", opus}}) {
        const double share = share_of_table(words) - without;
        fmt::print("recording as {}: {:.2f} % of a processor more\n", name, share * 100);
        CHECK(share < most_share);
    }
    studio().hush();
}

} // namespace ansage::tests
