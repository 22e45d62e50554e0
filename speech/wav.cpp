// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/wav.hpp"

#include "base/try.hpp"
#include "speech/duration.hpp"
#include "speech/sound_reason.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sndfile.h>
#include <utility>

namespace ansage::speech {
namespace {

sf_count_t frames(base::Millis time) {
    return std::max<sf_count_t>(0, time.count()) * sample_rate / 1000;
}

base::Millis time_of(sf_count_t count) { return base::Millis{count * 1000 / sample_rate}; }

} // namespace

struct WavTimeline::File {
    std::string path;
    SoundHandle handle;
    sf_count_t length = 0; // frames

    base::Error error() const {
        return {
            .what = base::phrase("cannot write sound ({})", sound_reason(handle.get())),
            .where = path,
            .mend = base::phrase("free some space or name another file")};
    }

    base::Result<void, base::Error> write(const std::int16_t* samples, sf_count_t count) {
        const sf_count_t written = sf_write_short(handle.get(), samples, count);
        length += written;
        if (written != count) return tl::unexpected(error());
        return {};
    }

    base::Result<void, base::Error> silence(sf_count_t count) {
        static constexpr std::array<std::int16_t, 8192> zeros{};
        while (count > 0) {
            const sf_count_t some = std::min<sf_count_t>(count, zeros.size());
            ANSAGE_TRY(write(zeros.data(), some));
            count -= some;
        }
        return {};
    }

    // Makes the header agree with the data, so that a kill after this loses nothing.
    void settle() { sf_command(handle.get(), SFC_UPDATE_HEADER_NOW, nullptr, 0); }
};

base::Result<WavTimeline, base::Error>
WavTimeline::create(const std::string& path, Synthesiser& synthesiser) {
    SF_INFO info{};
    info.samplerate = sample_rate;
    info.channels = 1;
    info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
    const auto cannot_create = [&](base::Phrase why) {
        return base::Error{
            .what = base::phrase("cannot create the sound file ({})", std::move(why)),
            .where = path,
            .mend = base::phrase("name a file in a folder you can write to")};
    };
    // libsndfile takes the name "-" for standard output.
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return tl::unexpected(cannot_create(base::system_words(errno)));
    SoundHandle handle{sf_open_fd(descriptor, SFM_WRITE, &info, SF_TRUE)};
    if (!handle) return tl::unexpected(cannot_create(sound_reason(nullptr)));
    WavTimeline timeline(std::make_unique<File>(File{path, std::move(handle)}), synthesiser);
    timeline.file_->settle();
    return timeline;
}

WavTimeline::WavTimeline(std::unique_ptr<File> file, Synthesiser& synthesiser)
    : file_(std::move(file)),
      synthesiser_(&synthesiser) {}

WavTimeline::WavTimeline(WavTimeline&& other) noexcept = default;
WavTimeline& WavTimeline::operator=(WavTimeline&& other) noexcept = default;
WavTimeline::~WavTimeline() = default;

base::Result<Placed, base::Error>
WavTimeline::place(const Utterance& utterance, base::Millis start) {
    const auto samples = ANSAGE_TRY(synthesiser_->render(utterance.segments, utterance.voice));
    ANSAGE_TRY(extend_to(start));
    const base::Millis begins = length();
    ANSAGE_TRY(append(samples));
    return Placed{.start = begins, .duration = length() - begins};
}

base::Result<void, base::Error> WavTimeline::append(const Samples& samples) {
    auto written = file_->write(samples.data(), static_cast<sf_count_t>(samples.size()));
    file_->settle();
    return written;
}

base::Result<void, base::Error> WavTimeline::extend_to(base::Millis instant) {
    const sf_count_t missing = frames(instant) - file_->length;
    if (missing <= 0) return {};
    auto written = file_->silence(missing);
    file_->settle();
    return written;
}

base::Result<void, base::Error> WavTimeline::cut_at(base::Millis instant) {
    sf_count_t keep = frames(instant);
    if (keep >= file_->length) return {};
    if (sf_command(file_->handle.get(), SFC_FILE_TRUNCATE, &keep, sizeof keep) != 0)
        return tl::unexpected(file_->error());
    sf_seek(file_->handle.get(), keep, SEEK_SET);
    file_->length = keep;
    file_->settle();
    return {};
}

base::Millis WavTimeline::length() const { return time_of(file_->length); }

WavStage::WavStage(WavTimeline timeline, Audience audience)
    : timeline_(std::move(timeline)),
      audience_(audience) {}

std::optional<base::Millis> WavStage::begin(const Utterance& utterance, base::Instant start) {
    if (utterance.audience != audience_) return estimated_duration(utterance);
    const base::Result<Placed, base::Error> placed = timeline_.place(utterance, start.since_open);
    if (!placed) {
        error_ = placed.error();
        return std::nullopt;
    }
    return placed->start + placed->duration - start.since_open;
}

void WavStage::silence(Audience audience, base::Instant at) {
    if (audience != audience_) return;
    if (auto cut = timeline_.cut_at(at.since_open); !cut) error_ = cut.error();
}

std::optional<base::Error> WavStage::take_error() { return std::exchange(error_, std::nullopt); }

} // namespace ansage::speech
