// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/recorder/sound_file.hpp"

#include "base/try.hpp"
#include "speech/sound_reason.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fstream>
#include <sndfile.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ansage::speech::recorder {

using base::Error;
using base::Millis;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr int samples_a_millisecond = recording_rate / 1000;
// libsndfile maps 0 to 256 kbit/s and 1 to 6 kbit/s: 32 kbit/s lie here.
constexpr double opus_level = (256.0 - 32.0) / (256.0 - 6.0);
// How long a page of Opus waits for more; a killed program loses this much.
constexpr double opus_page_ms = 200;
constexpr std::size_t block = 16'000;

Error cannot_write(const fs::path& path, const base::Phrase& why) {
    return {
        base::phrase("this sound file cannot be written ({})", why),
        path.string(),
        base::phrase("check the disk and that you may write there")};
}

Error cannot_read(const fs::path& path, const base::Phrase& why) {
    return {
        base::phrase("this sound file cannot be read ({})", why),
        path.string(),
        base::phrase("check that it is there and that it is a recording")};
}

int format_of(Codec codec) {
    switch (codec) {
    case Codec::flac: return SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
    case Codec::opus: return SF_FORMAT_OGG | SF_FORMAT_OPUS;
    case Codec::wav: return SF_FORMAT_WAV | SF_FORMAT_PCM_16;
    }
    return 0;
}

Codec codec_of(const fs::path& path) {
    return path.extension() == ".opus" ? Codec::opus
        : path.extension() == ".wav"   ? Codec::wav
                                       : Codec::flac;
}

// A file that is read from its start to its end, whatever its header says.
class Reader {
public:
    static Result<Reader, Error> open(const fs::path& path) {
        // libsndfile takes the name "-" for standard input.
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) return tl::unexpected(cannot_read(path, base::system_words(errno)));
        SF_INFO info{};
        Reader reader{SoundHandle{sf_open_fd(descriptor, SFM_READ, &info, SF_TRUE)}};
        if (!reader.handle_) return tl::unexpected(cannot_read(path, sound_reason(nullptr)));
        if (info.channels != 1 || info.samplerate != recording_rate) {
            return tl::unexpected(
                cannot_read(path, base::phrase("it has another rate than a recording"))
            );
        }
        return reader;
    }

    // Fewer than asked for at the end.
    [[nodiscard]] std::size_t read(std::span<std::int16_t> samples) {
        const sf_count_t count =
            sf_read_short(handle_.get(), samples.data(), static_cast<sf_count_t>(samples.size()));
        return static_cast<std::size_t>(std::max<sf_count_t>(0, count));
    }

    [[nodiscard]] bool seek(std::uint64_t frame) {
        return sf_seek(handle_.get(), static_cast<sf_count_t>(frame), SEEK_SET) ==
            static_cast<sf_count_t>(frame);
    }

private:
    explicit Reader(SoundHandle handle)
        : handle_(std::move(handle)) {}

    SoundHandle handle_;
};

// The header is written with the first samples, in several pieces: a program that is killed between
// them leaves a beginning of a header, and nothing that was recorded.
constexpr std::uintmax_t longest_header = 1000;

bool has_nothing(const fs::path& path) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error || size > longest_header) return false;
    std::string start(static_cast<std::size_t>(size), '\0');
    std::ifstream{path, std::ios::binary}.read(start.data(), static_cast<std::streamsize>(size));
    const std::string_view magic = codec_of(path) == Codec::opus ? "OggS" : "fLaC";
    const std::size_t told = std::min(magic.size(), start.size());
    return start.compare(0, told, magic, 0, told) == 0 && !Reader::open(path).has_value();
}

Result<Sound, Error> read_from_start(const fs::path& path, std::uint64_t first, std::uint64_t end) {
    return Reader::open(path).map([&](Reader reader) {
        Sound sound(static_cast<std::size_t>(std::max(first, end)));
        sound.resize(reader.read(sound));
        const std::size_t skipped = std::min(sound.size(), static_cast<std::size_t>(first));
        sound.erase(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(skipped));
        return sound;
    });
}

// Copies a file to a draft beside it, each block changed by `change(frame, samples)`, and puts the
// draft in its place.
template <class Change>
Result<std::uint64_t, Error> rewrite(const fs::path& path, Change change) {
    auto reader = ANSAGE_TRY(Reader::open(path));
    const fs::path draft = path.string() + ".part";
    std::error_code ignored;
    fs::remove(draft, ignored);
    auto writer = ANSAGE_TRY(SoundWriter::create(draft, codec_of(path)));
    std::array<std::int16_t, block> samples{};
    while (const std::size_t count = reader.read(samples)) {
        const std::span read{samples.data(), count};
        change(writer.frames(), read);
        if (auto written = writer.write(read); !written) {
            fs::remove(draft, ignored);
            return tl::unexpected(written.error());
        }
    }
    const std::uint64_t frames = writer.frames();
    writer.sync();
    const auto closed = writer.close();
    std::error_code error;
    if (closed) fs::rename(draft, path, error);
    if (!closed || error) {
        fs::remove(draft, ignored);
        return tl::unexpected(
            closed ? cannot_write(path, base::system_words(error.value())) : closed.error()
        );
    }
    return frames;
}

} // namespace

std::string_view extension_of(Codec codec) {
    switch (codec) {
    case Codec::flac: return ".flac";
    case Codec::opus: return ".opus";
    case Codec::wav: return ".wav";
    }
    return {};
}

Millis time_of(std::uint64_t frames) {
    return Millis{static_cast<std::int64_t>(frames / samples_a_millisecond)};
}

std::uint64_t frames_of(Millis time) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.count())) *
        samples_a_millisecond;
}

struct SoundWriter::File {
    fs::path path;
    SoundHandle handle;
    std::uint64_t frames = 0;
};

SoundWriter::SoundWriter(std::unique_ptr<File> file)
    : file_(std::move(file)) {}

SoundWriter::SoundWriter(SoundWriter&&) noexcept = default;
SoundWriter& SoundWriter::operator=(SoundWriter&&) noexcept = default;
SoundWriter::~SoundWriter() = default;

Result<SoundWriter, Error> SoundWriter::create(const fs::path& path, Codec codec) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return tl::unexpected(cannot_write(path, base::phrase("it cannot be made")));
    SF_INFO info{};
    info.samplerate = recording_rate;
    info.channels = 1;
    info.format = format_of(codec);
    SoundHandle handle{sf_open_fd(descriptor, SFM_WRITE, &info, SF_TRUE)};
    if (!handle) return tl::unexpected(cannot_write(path, sound_reason(nullptr)));
    if (codec == Codec::opus) {
        double level = opus_level;
        double latency = opus_page_ms;
        sf_command(handle.get(), SFC_SET_COMPRESSION_LEVEL, &level, sizeof level);
        sf_command(handle.get(), SFC_SET_OGG_PAGE_LATENCY_MS, &latency, sizeof latency);
    }
    return SoundWriter{std::make_unique<File>(File{path, std::move(handle)})};
}

Result<void, Error> SoundWriter::write(std::span<const std::int16_t> samples) {
    const auto count = static_cast<sf_count_t>(samples.size());
    const sf_count_t written = sf_write_short(file_->handle.get(), samples.data(), count);
    file_->frames += static_cast<std::uint64_t>(std::max<sf_count_t>(0, written));
    if (written != count || sf_error(file_->handle.get()) != SF_ERR_NO_ERROR)
        return tl::unexpected(cannot_write(file_->path, sound_reason(file_->handle.get())));
    return {};
}

void SoundWriter::sync() { sf_write_sync(file_->handle.get()); }

std::uint64_t SoundWriter::frames() const { return file_->frames; }

Result<void, Error> SoundWriter::close() {
    SNDFILE* const handle = file_->handle.release();
    if (handle != nullptr && sf_close(handle) != 0)
        return tl::unexpected(cannot_write(file_->path, base::phrase("it cannot be closed")));
    return {};
}

Result<Sound, Error> read_sound(const fs::path& path, Millis from, Millis to) {
    if (has_nothing(path)) return Sound{};
    auto reader = ANSAGE_TRY(Reader::open(path));
    const std::uint64_t first = frames_of(from);
    Sound sound;
    if (!reader.seek(first)) {
        // A header without a length cannot be sought in: read from the start.
        return read_from_start(path, first, frames_of(to));
    }
    sound.resize(static_cast<std::size_t>(frames_of(to) - std::min(first, frames_of(to))));
    sound.resize(reader.read(sound));
    return sound;
}

Result<std::uint64_t, Error> count_frames(const fs::path& path) {
    if (has_nothing(path)) return 0;
    return Reader::open(path).map([](Reader reader) {
        std::array<std::int16_t, block> samples{};
        std::uint64_t frames = 0;
        while (const std::size_t count = reader.read(samples)) frames += count;
        return frames;
    });
}

Result<std::uint64_t, Error> rehead(const fs::path& path) {
    if (codec_of(path) == Codec::opus || has_nothing(path)) return count_frames(path);
    return rewrite(path, [](std::uint64_t, std::span<std::int16_t>) {});
}

Result<void, Error> erase_outside(const fs::path& path, std::span<const Span> spans) {
    if (has_nothing(path)) return {};
    const auto is_kept = [&](std::uint64_t frame) {
        return std::ranges::any_of(spans, [&](const Span& span) {
            return frames_of(span.from) <= frame && frame < frames_of(span.to);
        });
    };
    const auto change = [&](std::uint64_t start, std::span<std::int16_t> samples) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            samples[i] = is_kept(start + i) ? samples[i] : std::int16_t{0};
        }
    };
    return rewrite(path, change).map([](std::uint64_t) {});
}

} // namespace ansage::speech::recorder
