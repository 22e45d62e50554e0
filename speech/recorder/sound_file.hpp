// SPDX-License-Identifier: GPL-3.0-or-later
// Sound files of recordings: written so that a killed program leaves them readable.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "speech/input.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ansage::speech::recorder {

using Sound = std::vector<std::int16_t>; // at recording_rate

// FLAC keeps every sample; Opus is a third of the size, at 32 kbit/s. WAV is for other programs.
enum class Codec : std::uint8_t { flac, opus, wav };

std::string_view extension_of(Codec codec);

base::Millis time_of(std::uint64_t frames);
std::uint64_t frames_of(base::Millis time);

class SoundWriter {
public:
    // The file must not exist yet.
    [[nodiscard]] static base::Result<SoundWriter, base::Error>
    create(const std::filesystem::path& path, Codec codec);

    SoundWriter(SoundWriter&&) noexcept;
    SoundWriter& operator=(SoundWriter&&) noexcept;
    SoundWriter(const SoundWriter&) = delete;
    SoundWriter& operator=(const SoundWriter&) = delete;
    ~SoundWriter();

    // An error is the disk's; what was written before stays readable.
    [[nodiscard]] base::Result<void, base::Error> write(std::span<const std::int16_t> samples);
    // To the disk, as far as the codec's block is full.
    void sync();

    std::uint64_t frames() const;

    // Writes what the codec held back. Nothing may be written afterwards.
    [[nodiscard]] base::Result<void, base::Error> close();

private:
    struct File;

    explicit SoundWriter(std::unique_ptr<File> file);

    std::unique_ptr<File> file_;
};

// What can be read of [from, to), whatever the header says; shorter if the file is.
[[nodiscard]] base::Result<Sound, base::Error>
read_sound(const std::filesystem::path& path, base::Millis from, base::Millis to);

// By decoding the file: the header of a killed program's file does not know.
[[nodiscard]] base::Result<std::uint64_t, base::Error>
count_frames(const std::filesystem::path& path);

// Gives a file that its writer never closed a true header, by writing it anew beside itself. The
// file is replaced only when all of it was written. Opus files need none, and are left alone.
// Returns its true length in frames.
[[nodiscard]] base::Result<std::uint64_t, base::Error> rehead(const std::filesystem::path& path);

struct Span {
    base::Millis from{0};
    base::Millis to{0};
};

// Puts silence in place of everything outside the spans, so that these stay where the index says.
[[nodiscard]] base::Result<void, base::Error>
erase_outside(const std::filesystem::path& path, std::span<const Span> spans);

} // namespace ansage::speech::recorder
