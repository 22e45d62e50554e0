// SPDX-License-Identifier: GPL-3.0-or-later
// A WAV file of what one audience heard: 22,050 Hz, 16 bit, one channel. Time may be virtual.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "speech/synthesiser.hpp"
#include "speech/virtual_speaker.hpp"

#include <memory>
#include <optional>
#include <string>

namespace ansage::speech {

// When an utterance sounds in the file; later than asked if the one before was not over.
struct Placed {
    base::Millis start{0};
    base::Millis duration{0};
};

// The file grows as utterances are placed and is whole after each of them, so that it can be played
// while the program writes, and after it was killed.
class WavTimeline {
public:
    // Replaces the file. The error names it.
    [[nodiscard]] static base::Result<WavTimeline, base::Error>
    create(const std::string& path, Synthesiser& synthesiser);

    WavTimeline(WavTimeline&& other) noexcept;
    WavTimeline& operator=(WavTimeline&& other) noexcept;
    WavTimeline(const WavTimeline&) = delete;
    WavTimeline& operator=(const WavTimeline&) = delete;
    ~WavTimeline();

    // Start is in milliseconds since the file's beginning. Errors: no voice, disk full.
    [[nodiscard]] base::Result<Placed, base::Error>
    place(const Utterance& utterance, base::Millis start);
    // What sounds at that instant ends there; nothing happens if all is over by then.
    [[nodiscard]] base::Result<void, base::Error> cut_at(base::Millis instant);
    // Silence up to that instant, if the file is shorter.
    [[nodiscard]] base::Result<void, base::Error> extend_to(base::Millis instant);
    // The length of the file.
    base::Millis length() const;

private:
    struct File;
    WavTimeline(std::unique_ptr<File> file, Synthesiser& synthesiser);
    [[nodiscard]] base::Result<void, base::Error> append(const Samples& samples);

    std::unique_ptr<File> file_;
    Synthesiser* synthesiser_;
};

// Puts what one audience hears into a timeline; the other audiences are heard by nobody, but take
// their time. `VirtualSpeaker speaker(stage)` is then the speaker of `--audio FILE.wav`.
class WavStage : public Stage {
public:
    WavStage(WavTimeline timeline, Audience audience);

    std::optional<base::Millis> begin(const Utterance& utterance, base::Instant start) override;
    void silence(Audience audience, base::Instant at) override;

    // Why the last utterance could not be placed, once.
    [[nodiscard]] std::optional<base::Error> take_error();

    [[nodiscard]] WavTimeline& timeline() { return timeline_; }

private:
    WavTimeline timeline_;
    Audience audience_;
    std::optional<base::Error> error_;
};

} // namespace ansage::speech
