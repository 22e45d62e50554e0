// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of recording have in common: a microphone that somebody speaks into, and the
// program.
#pragma once

#include "../../speech/portaudio/sound_server.hpp"
#include "base/instant.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"
#include "table/model/event.hpp"
#include "tone.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ansage::tests {

using Words = std::vector<std::string>;

inline constexpr int studio_rate = 22'050;

// A PulseAudio server whose sink "mouth" is heard by the microphone "mic"; "ear" and "room" are
// sinks that nobody plugged in yet.
class Studio {
public:
    Studio();

    // Somebody speaks from now on: a tone that rises all the time, so that it tells how late it is.
    void speak(const std::string& sink = "mouth");
    // The speaker and the ears of the studio stop.
    void hush();

    // The microphone is pulled out, and put in again.
    void unplug(const std::string& sink = "mouth") { server_.unplug(sink); }

    void plug(const std::string& sink = "mouth") { server_.plug(sink); }

    // What is played to that sink is heard by a microphone of that name.
    void add_microphone(const std::string& name, const std::string& sink) {
        add_device(name, sink + ".monitor");
    }

    // How late it was when the studio's own ear heard the last of it.
    [[nodiscard]] base::Millis heard_until() const;

    // What that ear heard, at `studio_rate`: where the sound server lost something, it did too.
    [[nodiscard]] const std::vector<std::int16_t>& heard() const { return heard_; }

private:
    void add_device(const std::string& name, const std::string& device);

    speech::portaudio::SoundServer server_;
    std::unique_ptr<speech::portaudio::Child> speaker_;
    std::string sink_; // that somebody speaks to
    std::vector<std::int16_t> heard_;
};

// The one of this program: libasound and libpulse read the environment once.
[[nodiscard]] Studio& studio();

struct Ended {
    int code = 0;
    Words lines;
    std::string errors;
};

[[nodiscard]] Words command_line(const Words& words);

// `ansage play` at a table without boards that records the studio's microphone, which exists then.
// Nothing is spoken unless `more` names White's ear.
[[nodiscard]] Words recording_words(const std::filesystem::path& journal, const Words& more);

struct Move {
    std::string player;
    std::string words;
    std::string made; // "1. e4"
    bool is_recorded = true;
};

// Such a table, at which somebody speaks and the clocks run.
class RecordedTable {
public:
    // `silence` is how long the tone sounds before the clocks start.
    RecordedTable(
        const std::filesystem::path& journal,
        const Folder& folder,
        const Words& more = {},
        base::Millis silence = base::Millis{0}
    );

    void write(const std::string& line) { process_.write(line); }

    // Fails the test if it does not come; the limit is so many times the usual one.
    void await(const std::string& line, unsigned patience = 1);
    // Announced, executed, and pressed a moment later.
    void play(const Move& move);
    // Closes it; then nobody speaks any more.
    void quit();

    [[nodiscard]] Process& process() { return process_; }

private:
    Process process_;
};

void pass(base::Millis time);

// The program with no standard input, to its end.
[[nodiscard]] Ended run(const Words& words, const std::filesystem::path& home);

// The index that the journal has of its recordings.
[[nodiscard]] std::vector<table::Recorded> index_of(const std::filesystem::path& journal);

} // namespace ansage::tests
