// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/sound.hpp"

#include "speech/sound_reason.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <istream>
#include <iterator>
#include <numbers>
#include <samplerate.h>
#include <utility>

namespace ansage::speech::hearing {

using base::Error;
using base::Result;

namespace {

constexpr int longest_seconds = 60;
constexpr int highest_rate = 384'000; // samples a second
// A minute of eight channels at 48,000 samples of four bytes.
constexpr std::size_t most_bytes = 100'000'000;

Error cannot_read(const std::string& name, const base::Phrase& why) {
    return {
        base::phrase("this sound file cannot be read ({})", why),
        name,
        base::phrase("give a WAV or FLAC file")};
}

Error too_long(const std::string& name) {
    return {
        base::phrase("this sound lasts longer than a minute"),
        name,
        base::phrase("cut it to one announcement")};
}

Error too_few_samples(const std::string& name, int rate) {
    return {
        base::phrase("{} samples a second are too few to hear words in", rate),
        name,
        base::phrase("record at least 16,000, not as a telephone does")};
}

Error too_many_samples(const std::string& name, int rate) {
    return {
        base::phrase("{} samples a second are more than a microphone gives", rate),
        name,
        base::phrase("record at 48,000")};
}

// A file that lies in memory, as libsndfile asks for it: standard input cannot be sought in.
class MemoryFile {
public:
    explicit MemoryFile(std::string bytes)
        : bytes_(std::move(bytes)) {}

    static sf_count_t length(void* self) {
        return static_cast<sf_count_t>(static_cast<MemoryFile*>(self)->bytes_.size());
    }

    static sf_count_t seek(sf_count_t offset, int whence, void* self) {
        auto& file = *static_cast<MemoryFile*>(self);
        const sf_count_t from = whence == SEEK_SET ? 0
            : whence == SEEK_CUR                   ? file.at_
                                                   : length(self);
        file.at_ = std::clamp<sf_count_t>(from + offset, 0, length(self));
        return file.at_;
    }

    static sf_count_t read(void* into, sf_count_t count, void* self) {
        auto& file = *static_cast<MemoryFile*>(self);
        const sf_count_t some = std::min(count, length(self) - file.at_);
        std::memcpy(into, file.bytes_.data() + file.at_, static_cast<std::size_t>(some));
        file.at_ += some;
        return some;
    }

    static sf_count_t write(const void* /*from*/, sf_count_t /*count*/, void* /*self*/) {
        return 0;
    }

    static sf_count_t tell(void* self) { return static_cast<MemoryFile*>(self)->at_; }

private:
    std::string bytes_;
    sf_count_t at_ = 0;
};

double sinc(double x) {
    const double angle = std::numbers::pi * x;
    return std::abs(angle) < 1e-9 ? 1 : std::sin(angle) / angle;
}

// Falls from 1 in the middle to 0 at -1 and 1 (Hann).
double window(double x) {
    return std::abs(x) >= 1 ? 0 : 0.5 + 0.5 * std::cos(std::numbers::pi * x);
}

float limited(float sample) { return std::clamp(sample, -1.0F, 1.0F); }

constexpr float full_scale = 32'767;

Sound to_samples(std::span<const float> sound) {
    Sound samples;
    samples.reserve(sound.size());
    for (const float each : sound)
        samples.push_back(static_cast<std::int16_t>(std::lround(limited(each) * full_scale)));
    return samples;
}

// A header may promise more than there is: what is read is asked for in blocks.
Result<std::vector<float>, Error>
read_as_one_channel(SNDFILE* file, const SF_INFO& info, const std::string& name) {
    constexpr std::size_t block_frames = 4096;
    const auto channels = static_cast<std::size_t>(info.channels);
    std::vector<float> block(block_frames * channels);
    std::vector<float> sound;
    const std::size_t most = static_cast<std::size_t>(info.samplerate) * longest_seconds;
    while (true) {
        const sf_count_t count = sf_readf_float(file, block.data(), block_frames);
        if (count <= 0) return sound;
        for (std::size_t frame = 0; frame < static_cast<std::size_t>(count); ++frame) {
            float sum = 0;
            for (std::size_t each = 0; each < channels; ++each)
                sum += block[frame * channels + each];
            sound.push_back(sum / static_cast<float>(channels));
        }
        if (sound.size() > most) return tl::unexpected(too_long(name));
    }
}

Result<Sound, Error> read_bytes(std::string bytes, const std::string& name) {
    MemoryFile memory{std::move(bytes)};
    SF_VIRTUAL_IO calls{
        MemoryFile::length,
        MemoryFile::seek,
        MemoryFile::read,
        MemoryFile::write,
        MemoryFile::tell};
    SF_INFO info{};
    const SoundHandle file{sf_open_virtual(&calls, SFM_READ, &info, &memory)};
    if (!file) return tl::unexpected(cannot_read(name, sound_reason(nullptr)));
    if (info.samplerate < hearing_rate)
        return tl::unexpected(too_few_samples(name, info.samplerate));
    if (info.samplerate > highest_rate)
        return tl::unexpected(too_many_samples(name, info.samplerate));
    return read_as_one_channel(file.get(), info, name).map([&](const std::vector<float>& sound) {
        return to_samples(resampled(sound, info.samplerate, hearing_rate));
    });
}

constexpr std::size_t frame_samples = hearing_rate / frames_a_second;

// Root mean squares of stretches of 10 ms.
std::vector<double> loudness(std::span<const float> sound) {
    std::vector<double> all;
    for (std::size_t at = 0; at + frame_samples <= sound.size(); at += frame_samples) {
        double sum = 0;
        for (const float each : sound.subspan(at, frame_samples)) sum += double{each} * each;
        all.push_back(std::sqrt(sum / frame_samples));
    }
    return all;
}

// What one stretch in twenty exceeds: a click is none.
double loud(std::vector<double> all) {
    if (all.empty()) return 0;
    const auto place = static_cast<std::ptrdiff_t>(all.size() - 1 - all.size() / 20);
    std::nth_element(all.begin(), all.begin() + place, all.end());
    return all[static_cast<std::size_t>(place)];
}

// Only what is higher than 5 kHz.
std::vector<float> high_part(std::span<const float> sound) {
    constexpr int half = 48;
    constexpr double cut = 5000.0 * 2 / hearing_rate;
    std::array<double, 2 * half + 1> taps{};
    for (int i = -half; i <= half; ++i) {
        const int place = i + half;
        const double low = cut * sinc(cut * i) * window(double{1} * i / (half + 1));
        taps[static_cast<std::size_t>(place)] = (i == 0 ? 1 : 0) - low;
    }
    std::vector<float> high;
    for (std::size_t at = 0; at + taps.size() <= sound.size(); ++at) {
        double sum = 0;
        for (std::size_t i = 0; i < taps.size(); ++i) sum += taps[i] * double{sound[at + i]};
        high.push_back(static_cast<float>(sum));
    }
    return high;
}

// Samples at the limit that stand in a row, as a share of all.
double clipped_share(std::span<const std::int16_t> sound) {
    constexpr int limit = 32'700;
    constexpr std::size_t shortest_row = 3;
    std::size_t clipped = 0;
    std::size_t row = 0;
    for (const std::int16_t each : sound) {
        row = std::abs(int{each}) >= limit ? row + 1 : 0;
        if (row == shortest_row) clipped += shortest_row;
        else if (row > shortest_row) ++clipped;
    }
    return static_cast<double>(clipped) / static_cast<double>(sound.size());
}

} // namespace

std::string_view to_string(Fault fault) {
    switch (fault) {
    case Fault::silent: return "silent";
    case Fault::narrow_band: return "narrow_band";
    case Fault::too_quiet: return "too_quiet";
    case Fault::clipped: return "clipped";
    }
    return {};
}

std::optional<Fault> fault_of(std::span<const std::int16_t> sound) {
    if (std::ranges::all_of(sound, [](std::int16_t each) { return each == 0; }))
        return Fault::silent;
    // The people measured are fifty times as loud.
    constexpr double quietest = 30;
    // Of 192 digits the one with least has five times as much, none has a sixth of it by telephone.
    constexpr double least_high_part = 0.0008;
    constexpr double most_clipped = 0.002;
    const std::vector<float> samples(sound.begin(), sound.end());
    const double all = loud(loudness(samples));
    if (all < quietest) return Fault::too_quiet;
    if (loud(loudness(high_part(samples))) < least_high_part * all) return Fault::narrow_band;
    if (clipped_share(sound) > most_clipped) return Fault::clipped;
    return std::nullopt;
}

double noise_floor(std::span<const std::int16_t> sound) {
    constexpr std::size_t frame = hearing_rate / 50;
    constexpr double full_scale = 32'768;
    std::vector<double> levels;
    for (; sound.size() >= frame; sound = sound.subspan(frame)) {
        double power = 0;
        for (const std::int16_t each : sound.first(frame))
            power += static_cast<double>(each) * each;
        levels.push_back(std::sqrt(power / frame) / full_scale);
    }
    if (levels.empty()) return 0;
    const auto fifth = levels.begin() + std::ssize(levels) / 5;
    std::ranges::nth_element(levels, fifth);
    return *fifth;
}

std::vector<float> resampled(std::span<const float> sound, int rate, int wanted) {
    if (rate == wanted) return {sound.begin(), sound.end()};
    const double ratio = static_cast<double>(wanted) / rate;
    constexpr std::size_t room = 16; // for what is rounded up
    std::vector<float> result(
        static_cast<std::size_t>(static_cast<double>(sound.size()) * ratio) + room
    );
    SRC_DATA data{};
    data.data_in = sound.data();
    data.input_frames = static_cast<long>(sound.size());
    data.data_out = result.data();
    data.output_frames = static_cast<long>(result.size());
    data.src_ratio = ratio;
    // It fails only where a ratio is out of its range, which read_sound() and devices keep within.
    if (src_simple(&data, SRC_SINC_MEDIUM_QUALITY, 1) != 0) return {};
    result.resize(static_cast<std::size_t>(data.output_frames_gen));
    return result;
}

Result<Sound, Error> read_sound(std::istream& stream, const std::string& name) {
    std::string bytes;
    std::array<char, 65'536> block{};
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
        bytes.append(block.data(), static_cast<std::size_t>(stream.gcount()));
        if (bytes.size() > most_bytes) return tl::unexpected(too_long(name));
    }
    return read_bytes(std::move(bytes), name);
}

Result<Sound, Error> read_sound(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file) return tl::unexpected(cannot_read(path.string(), base::system_words(errno)));
    return read_sound(file, path.string());
}

} // namespace ansage::speech::hearing
