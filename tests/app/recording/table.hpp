// What the tests of recording have in common: a microphone that somebody speaks into, and the
// program.
#pragma once

#include "../../speech/portaudio/sound_server.hpp"
#include "base/instant.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"
#include "table/event.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ansage::tests {

using Words = std::vector<std::string>;

// A PulseAudio server whose one sink, "mouth", is heard by the microphone "mic".
class Studio {
public:
    Studio();

    // Somebody speaks from now on: a tone that rises all the time, so that it tells how late it is.
    void speak();
    // The speaker and the ears of the studio stop.
    void hush();

    // How late it was when the studio's own ear heard the last of it.
    [[nodiscard]] base::Millis heard_until() const { return heard_until_; }

private:
    speech::portaudio::SoundServer server_;
    std::unique_ptr<speech::portaudio::Child> speaker_;
    base::Millis heard_until_{0};
};

// The one of this program: libasound and libpulse read the environment once.
[[nodiscard]] Studio& studio();

// How late it was when the last tenths of a second of this sounded, by the tone; the speaker began
// at 0.
[[nodiscard]] base::Millis told_by_tone(std::span<const std::int16_t> samples, int rate);

struct Ended {
    int code = 0;
    Words lines;
    std::string errors;
};

[[nodiscard]] Words command_line(const Words& words);

// `ansage play` at a table without boards that records the studio's microphone, which exists then.
[[nodiscard]] Words recording_words(const std::filesystem::path& journal, const Words& more);

// The program with no standard input, to its end.
[[nodiscard]] Ended run(const Words& words, const std::filesystem::path& home);

// The index that the journal has of its recordings.
[[nodiscard]] std::vector<table::Recorded> index_of(const std::filesystem::path& journal);

} // namespace ansage::tests
