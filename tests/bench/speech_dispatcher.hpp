// SPDX-License-Identifier: GPL-3.0-or-later
// A speech-dispatcher of the bench's own: eSpeak NG, a sink of a PulseAudio server, a socket.
#pragma once

#include "../speech/portaudio/sound_server.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace ansage::tests {

class SpeechDispatcher {
public:
    // Null where it is not installed, or does not answer within ten seconds.
    [[nodiscard]] static std::unique_ptr<SpeechDispatcher> open(const std::string& sink);

    SpeechDispatcher(const SpeechDispatcher&) = delete;
    SpeechDispatcher& operator=(const SpeechDispatcher&) = delete;
    SpeechDispatcher(SpeechDispatcher&&) = delete;
    SpeechDispatcher& operator=(SpeechDispatcher&&) = delete;
    ~SpeechDispatcher();

    // As a screen reader hands over what a key answers.
    void say(const std::string& text) const;

private:
    explicit SpeechDispatcher(const std::string& sink);

    [[nodiscard]] bool connect();
    void send(const std::string& line) const;
    // Reads a reply to its last line.
    void await_reply() const;

    std::filesystem::path folder_;
    std::unique_ptr<speech::portaudio::Child> server_;
    int socket_ = -1;
};

} // namespace ansage::tests
