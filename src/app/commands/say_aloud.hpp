// Announcements as sound: into a WAV file, or to the default loudspeaker.
#pragma once

#include "app/cli/command.hpp"
#include "base/result.hpp"
#include "phonetics/announcement.hpp"

#include <string>
#include <vector>

namespace ansage::app {

struct SoundProblem {
    base::Error error;
    ExitCode code = ExitCode::unavailable;
};

// One after another, with a pause between them. Replaces the file.
[[nodiscard]] base::Result<void, SoundProblem>
write_wav(const std::string& file, const std::vector<phonetics::Announcement>& announcements);

// Waits until the last one was heard.
[[nodiscard]] base::Result<void, SoundProblem>
speak(const std::vector<phonetics::Announcement>& announcements);

} // namespace ansage::app
