// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/sound.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <cmath>
#include <fstream>
#include <numbers>
#include <random>
#include <sndfile.h>
#include <sstream>
#include <string>
#include <vector>

namespace ansage::speech::hearing {
namespace {

using tests::Folder;

// Something like speech: a buzz of many tones up to `highest`, in bursts.
std::vector<float> buzz(double highest, double loudness, int rate = hearing_rate) {
    std::vector<float> sound(static_cast<std::size_t>(rate) * 2);
    for (std::size_t i = 0; i < sound.size(); ++i) {
        const double second = static_cast<double>(i) / rate;
        double sum = 0;
        for (double hertz = 170; hertz < highest; hertz += 170)
            sum += std::sin(2 * std::numbers::pi * hertz * second + hertz) / 40;
        const bool speaks = std::fmod(second, 0.5) < 0.4;
        sound[i] = static_cast<float>(speaks ? loudness * sum : 0);
    }
    return sound;
}

Sound to_sound(const std::vector<float>& samples) {
    Sound sound;
    for (const float each : samples)
        sound.push_back(static_cast<std::int16_t>(std::clamp(each, -1.0F, 1.0F) * 32'767));
    return sound;
}

void write(const std::string& path, const std::vector<float>& sound, SF_INFO info) {
    SNDFILE* const file = sf_open(path.c_str(), SFM_WRITE, &info);
    REQUIRE(file != nullptr);
    sf_writef_float(file, sound.data(), static_cast<sf_count_t>(sound.size()) / info.channels);
    sf_close(file);
}

SF_INFO info_of(int rate, int channels, int format) {
    SF_INFO info{};
    info.samplerate = rate;
    info.channels = channels;
    info.format = format;
    return info;
}

constexpr int wav = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
constexpr int flac = SF_FORMAT_FLAC | SF_FORMAT_PCM_16;

TEST_CASE("What spoils a sound is found, and what does not is left alone") {
    CHECK(fault_of(Sound(16'000, 0)) == Fault::silent);
    CHECK(fault_of(Sound{}) == Fault::silent);
    CHECK(fault_of(to_sound(buzz(7000, 0.3))) == std::nullopt);
    CHECK(fault_of(to_sound(buzz(7000, 0.0005))) == Fault::too_quiet);
    CHECK(fault_of(to_sound(buzz(3400, 0.3))) == Fault::narrow_band);
    CHECK(fault_of(to_sound(buzz(7000, 8))) == Fault::clipped);
}

TEST_CASE("A microphone that is switched off hisses, and is too quiet") {
    std::minstd_rand numbers{1};
    Sound hiss;
    for (int i = 0; i < 32'000; ++i)
        hiss.push_back(static_cast<std::int16_t>(static_cast<int>(numbers() % 5) - 2));
    CHECK(fault_of(hiss) == Fault::too_quiet);
}

TEST_CASE("WAV and FLAC are read, of any rate and number of channels, as one channel") {
    const Folder folder;
    for (const int format : {wav, flac}) {
        for (const int rate : {16'000, 22'050, 44'100, 48'000}) {
            const auto path = folder / "sound";
            write(path, buzz(4000, 0.3, rate), info_of(rate, 1, format));
            INFO(rate);
            const auto sound = read_sound(path);
            REQUIRE(sound);
            CHECK(std::abs(static_cast<int>(sound->size()) - 32'000) <= 2);
        }
    }
    std::vector<float> both;
    for (const float each : buzz(4000, 0.3)) {
        both.push_back(each);
        both.push_back(-each);
    }
    write(folder / "two", both, info_of(16'000, 2, wav));
    const auto sound = read_sound(folder / "two");
    REQUIRE(sound);
    CHECK(sound->size() == 32'000);
    CHECK(fault_of(*sound) == Fault::silent); // the one is the other upside down
}

TEST_CASE("A stream is read as its file is") {
    const Folder folder;
    write(folder / "sound.wav", buzz(4000, 0.3), info_of(16'000, 1, wav));
    std::ifstream stream{folder / "sound.wav", std::ios::binary};
    const auto of_stream = read_sound(stream, "standard input");
    const auto of_file = read_sound(std::filesystem::path{folder / "sound.wav"});
    REQUIRE(of_stream);
    REQUIRE(of_file);
    CHECK(*of_stream == *of_file);
}

TEST_CASE("What is no sound, too long or of a telephone is refused with its name") {
    const Folder folder;
    const auto error_of = [](const auto& path) {
        const auto sound = read_sound(std::filesystem::path{path});
        REQUIRE_FALSE(sound);
        CHECK(sound.error().where.text() == path);
        return sound.error().what.text();
    };
    CHECK(error_of(folder / "nothing.wav").find("this sound file cannot be read") == 0);
    std::ofstream{folder / "text"} << "RIFF this is no sound";
    CHECK(error_of(folder / "text").find("this sound file cannot be read") == 0);
    std::ofstream{folder / "empty"};
    CHECK(error_of(folder / "empty").find("this sound file cannot be read") == 0);
    write(folder / "telephone", buzz(3000, 0.3, 8000), info_of(8000, 1, wav));
    CHECK(error_of(folder / "telephone") == "8000 samples a second are too few to hear words in");
    write(folder / "long", std::vector<float>(16'000 * 61, 0.1F), info_of(16'000, 1, flac));
    CHECK(error_of(folder / "long") == "this sound lasts longer than a minute");
    write(folder / "fast", std::vector<float>(4000, 0.1F), info_of(400'000, 1, wav));
    CHECK(error_of(folder / "fast") == "400000 samples a second are more than a microphone gives");
}

TEST_CASE("What is cut short is read as far as it goes") {
    const Folder folder;
    write(folder / "whole", buzz(4000, 0.3), info_of(16'000, 1, wav));
    std::ifstream whole{folder / "whole", std::ios::binary};
    std::string bytes{std::istreambuf_iterator<char>{whole}, {}};
    bytes.resize(bytes.size() / 2);
    std::istringstream half{bytes};
    const auto sound = read_sound(half, "half");
    REQUIRE(sound);
    CHECK(sound->size() > 15'000);
    CHECK(sound->size() < 17'000);
}

} // namespace
} // namespace ansage::speech::hearing
