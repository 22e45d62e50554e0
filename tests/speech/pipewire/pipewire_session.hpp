// SPDX-License-Identifier: GPL-3.0-or-later
// A PipeWire of the test's own, without a card: a sink "room", another one "head" while it is
// plugged in, and ALSA's default reaching it in one of the three ways that desktops have. An
// earphone is the device "headset", which plays at "head".
#pragma once

#include "../portaudio/sound_server.hpp"
#include "speech/synthesiser.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ansage::speech::portaudio {

enum class Way : std::uint8_t {
    pulse, // libasound2-plugins, to pipewire-pulse
    pipewire, // pipewire-alsa
    both, // both are there, and the default is pipewire-alsa's
};

// One at a time: programs find it by the environment.
class PipeWireSession {
public:
    explicit PipeWireSession(Way way);
    PipeWireSession(const PipeWireSession&) = delete;
    PipeWireSession& operator=(const PipeWireSession&) = delete;
    PipeWireSession(PipeWireSession&&) = delete;
    PipeWireSession& operator=(PipeWireSession&&) = delete;
    ~PipeWireSession();

    // False: it does not answer.
    [[nodiscard]] bool start();
    // How many frames of 48,000 a second it takes at a time, at least.
    void keep_quantum(int frames) const;

    void plug() const;
    void unplug() const;

    // Records a sink from now on: a file of its own, so that two may be recorded.
    [[nodiscard]] bool listen(const std::string& sink);
    // Ends that recording: one channel, 22,050 Hz.
    [[nodiscard]] Samples heard(const std::string& sink);

    // There is a sound in what is recorded of it.
    [[nodiscard]] bool begins_to_sound(const std::string& sink) const;
    // ... and none in its last two seconds, longer than a pause of a voice that is torn.
    [[nodiscard]] bool falls_silent(const std::string& sink) const;

    [[nodiscard]] std::filesystem::path folder() const { return folder_; }

private:
    void write_files(Way way) const;
    void run(const std::vector<std::string>& command);
    [[nodiscard]] std::filesystem::path recording(const std::string& sink) const;

    std::filesystem::path folder_;
    std::vector<std::unique_ptr<Child>> programs_; // in the order of their start
    std::vector<std::pair<std::string, std::unique_ptr<Child>>> ears_;
};

} // namespace ansage::speech::portaudio
