// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences as sound, one after another: into a WAV file, or to a loudspeaker.
#pragma once

#include "base/result.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/speaker.hpp"
#include "speech/utterance.hpp"
#include "speech/wav.hpp"
#include "telling/voice.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::app {

class Aloud {
public:
    // `where` is the option that asked for it, for the errors. A file is replaced; `none` says
    // nothing.
    [[nodiscard]] static base::Result<Aloud, terminal::Failure>
    open(const telling::AudioChoice& choice, std::string where);

    // Waits until it was heard; in a file it comes after what was said before and a pause.
    [[nodiscard]] base::Result<void, terminal::Failure> say(std::vector<speech::Segment> segments);

private:
    explicit Aloud(std::string where)
        : where_(std::move(where)) {}

    [[nodiscard]] base::Result<void, terminal::Failure> open_file(const std::string& name);
    [[nodiscard]] base::Result<void, terminal::Failure> open_device(const std::string& name);
    [[nodiscard]] base::Result<void, terminal::Failure> wait_for_end();

    std::string where_;
    std::shared_ptr<speech::espeak::Engine> engine_; // of the file
    std::optional<speech::WavTimeline> file_;
    std::unique_ptr<speech::Speaker> speaker_;
};

// Through --wav FILE, if it was given, else through the default loudspeaker.
[[nodiscard]] base::Result<Aloud, terminal::Failure>
open_aloud(const terminal::Arguments& given, std::string where);

} // namespace ansage::app
