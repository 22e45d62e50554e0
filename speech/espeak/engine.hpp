// SPDX-License-Identifier: GPL-3.0-or-later
// eSpeak NG: the only folder that includes it.
#pragma once

#include "base/result.hpp"
#include "speech/synthesiser.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ansage::speech::espeak {

struct Options {
    // The folder that holds espeak-ng-data; without it ESPEAK_DATA_PATH, or the library's own. Only
    // the first engine of a program reads it.
    std::optional<std::string> data_path;
};

// The library keeps its state in globals and is damaged by a second thread: one engine owns one
// thread, and everything happens there, one synthesis after another. All functions may be called
// from any other thread.
class Engine : public Synthesiser {
public:
    // Errors: the data are missing, or this program has an engine already.
    [[nodiscard]] static base::Result<std::unique_ptr<Engine>, base::Error>
    open(const Options& options = {});

    // One for all in this program that speak or ask how words sound; as long as one of them has it.
    [[nodiscard]] static base::Result<std::shared_ptr<Engine>, base::Error> shared();

    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    // Silences what runs; syntheses that have not begun are told that the engine was closed.
    ~Engine() override;

    [[nodiscard]] base::Result<Samples, base::Error>
    render(const std::vector<Segment>& segments, VoiceSettings voice) override;
    void start(std::vector<Segment> segments, VoiceSettings voice, Listener listener) override;

    // What the voice of that language speaks for the words, in eSpeak's own phoneme names ("f'ElIks
    // dR'aI").
    [[nodiscard]] base::Result<std::string, base::Error>
    phonemes(const std::string& language, const std::string& words);
    // The languages for which there is a voice, sorted: "da", "de", "en-gb" ...
    [[nodiscard]] std::vector<std::string> languages();

private:
    using Job = std::function<void()>;

    Engine();
    void own_thread();
    void post(Job job);
    void run_and_wait(const Job& job);
    [[nodiscard]] bool closing();
    void
    synthesise(const std::vector<Segment>& segments, VoiceSettings voice, const Listener& listener);
    [[nodiscard]] std::optional<base::Error> speak(
        const Segment& segment,
        VoiceSettings voice,
        const std::function<bool(std::span<const std::int16_t>)>& take
    );
    [[nodiscard]] std::optional<base::Error> set_voice(const std::string& language);

    std::string voice_language_; // of the owner thread
    std::mutex mutex_;
    std::condition_variable work_;
    std::deque<Job> jobs_;
    bool closing_ = false;
    std::thread owner_;
};

} // namespace ansage::speech::espeak
