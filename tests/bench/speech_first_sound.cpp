// SPDX-License-Identifier: GPL-3.0-or-later
// What speech itself adds to the way from a board to an ear: all the rest is the audio device.
#include "speech/espeak/engine.hpp"
#include "speech/live/live_speaker.hpp"
#include "support/catch.hpp"

#include <condition_variable>
#include <cstdlib>
#include <fmt/format.h>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

namespace ansage::speech {
namespace {

const std::vector<Segment> sentence{{"de", "Springer Gustav eins Felix drei"}};

std::shared_ptr<espeak::Engine> open_engine() {
    auto engine = espeak::Engine::open();
    if (!engine) {
        fmt::print(stderr, "{}\n", to_line(engine.error()));
        std::exit(3);
    }
    return {std::move(*engine)};
}

// Hears everything at once; tells when the first samples of an utterance come.
class InstantOutput : public Output {
public:
    [[nodiscard]] bool available(Audience /*audience*/) const override { return true; }

    [[nodiscard]] Audience shared_with(Audience audience) const override { return audience; }

    std::size_t write(Audience /*audience*/, std::span<const std::int16_t> samples) override {
        if (!samples.empty()) {
            const std::scoped_lock lock(mutex_);
            heard_ = true;
            changed_.notify_one();
        }
        return samples.size();
    }

    void discard(Audience /*audience*/) override {}

    [[nodiscard]] bool drained(Audience /*audience*/) const override { return true; }

    void expect() {
        const std::scoped_lock lock(mutex_);
        heard_ = false;
    }

    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return heard_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool heard_ = false;
};

TEST_CASE("eSpeak NG") {
    const auto engine = open_engine();
    BENCHMARK("a move, whole sentence") { return engine->render(sentence, {}); };
    BENCHMARK("a move, until the first buffer") {
        std::promise<void> ended;
        engine->start(
            sentence,
            {},
            {.take = [](std::span<const std::int16_t>) { return false; },
             .done = [&ended](const std::optional<base::Error>&) { ended.set_value(); }}
        );
        ended.get_future().wait();
    };
    BENCHMARK("a sentence in two languages") {
        return engine->render({{"en", "white says"}, {"de", "Eva vier"}}, {});
    };
}

TEST_CASE("The live speaker") {
    const auto output = std::make_shared<InstantOutput>();
    live::LiveSpeaker speaker(open_engine(), output);
    BENCHMARK("from say() to the first samples at the output") {
        output->expect();
        speaker.say({.priority = Priority::text, .segments = sentence});
        output->wait();
        speaker.stop_text(Audience::room);
        return speaker.take_reports();
    };
}

} // namespace
} // namespace ansage::speech
