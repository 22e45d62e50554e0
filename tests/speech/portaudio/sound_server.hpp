// SPDX-License-Identifier: GPL-3.0-or-later
// A PulseAudio server of the test's own, with a null sink for each name and an ear at each sink.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <ios>
#include <map>
#include <memory>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace ansage::speech::portaudio {

// True as soon as the condition holds, false if it does not within a hundred seconds.
template <class Condition>
[[nodiscard]] bool comes_true(Condition condition) {
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + 100s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(20ms);
    }
    return true;
}

// A new one for a world of sound, among the temporary ones.
[[nodiscard]] std::filesystem::path make_folder();

// 16 bits each, after a header of so many bytes.
[[nodiscard]] std::vector<std::int16_t>
samples_of(const std::filesystem::path& file, std::streamoff header = 0);

// A program that the test started, and ends by its process id.
class Child {
public:
    // Its standard output goes to the file, its errors nowhere.
    Child(const std::vector<std::string>& command, const std::filesystem::path& output);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;
    ~Child();

    [[nodiscard]] bool running();

    // At once, without a chance to tidy up.
    void kill();
    // It hangs: SIGSTOP.
    void stop() const;
    // ... and goes on: SIGCONT.
    void go_on() const;

private:
    pid_t pid_;
};

// Makes an empty world of sound in a temporary folder, and lets libasound and libpulse of this
// process and its children see nothing else: no server runs yet, and no card exists.
class SoundServer {
public:
    explicit SoundServer(std::vector<std::string> sinks);
    SoundServer(const SoundServer&) = delete;
    SoundServer& operator=(const SoundServer&) = delete;
    SoundServer(SoundServer&&) = delete;
    SoundServer& operator=(SoundServer&&) = delete;
    ~SoundServer();

    // False if the server does not answer within ten seconds.
    [[nodiscard]] bool start();
    // As when a plug is pulled.
    void pull();
    // A device that takes nothing and does not go away, for as long as the server lives.
    void freeze() const;
    // ... until it goes on.
    void thaw() const;

    [[nodiscard]] bool runs() const { return server_ && server_->running(); }

    // One sink goes away, as an earphone that is pulled out, until it is put back.
    void unplug(const std::string& sink);
    void plug(const std::string& sink);

    // Records every sink from now on; false if one does not begin within ten seconds.
    [[nodiscard]] bool listen();
    // True as soon as something is heard there; false if nothing comes in ten seconds.
    [[nodiscard]] bool begins_to_sound(const std::string& sink) const;
    // Ends the recording; what each sink played since listen(): interleaved stereo, 22,050 Hz.
    [[nodiscard]] std::map<std::string, std::vector<std::int16_t>> heard();

    [[nodiscard]] std::filesystem::path folder() const { return folder_; }

private:
    [[nodiscard]] std::filesystem::path recording(const std::string& sink) const {
        return folder_ / (sink + ".raw");
    }

    std::filesystem::path folder_;
    std::vector<std::string> sinks_;
    std::unique_ptr<Child> server_;
    std::vector<std::unique_ptr<Child>> ears_;
};

} // namespace ansage::speech::portaudio
