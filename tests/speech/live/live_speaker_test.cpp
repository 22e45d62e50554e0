// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/live/live_speaker.hpp"
#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <string>
#include <utility>
#include <vector>

namespace ansage::speech::live {
namespace {

using Lines = std::vector<std::string>;

// "440x1000" is 1000 samples of the value 440, in pieces of 100, made at once on the caller's own
// thread when the test says so: a real one does it on a thread of its own.
class FakeSynthesiser : public Synthesiser {
public:
    base::Result<Samples, base::Error>
    render(const std::vector<Segment>& /*segments*/, VoiceSettings /*voice*/) override {
        return Samples{};
    }

    void start(std::vector<Segment> segments, VoiceSettings /*voice*/, Listener listener) override {
        const std::scoped_lock lock(mutex_);
        jobs_.emplace_back(segments.front().text, std::move(listener));
        asked_.notify_one();
    }

    // Makes the sound of everything asked for until now, at least one thing: the speaker's own
    // thread may be about to ask for it. Returns the texts; none if nothing is asked for in ten
    // seconds.
    Lines work() {
        Lines texts;
        for (auto& [text, listener] : taken()) {
            texts.push_back(text);
            listener.done(speak(text, listener));
        }
        return texts;
    }

private:
    using Job = std::pair<std::string, Listener>;

    std::vector<Job> taken() {
        std::unique_lock lock(mutex_);
        asked_.wait_for(lock, std::chrono::seconds(100), [this] { return !jobs_.empty(); });
        return std::exchange(jobs_, {});
    }

    static std::optional<base::Error> speak(const std::string& text, const Listener& listener) {
        const std::size_t cross = text.find('x');
        if (cross == std::string::npos)
            return base::Error{base::as_it_is(std::string{"no voice"}), "", {}};
        const Samples piece(100, static_cast<std::int16_t>(std::stoi(text.substr(0, cross))));
        for (std::size_t rest = std::stoul(text.substr(cross + 1)); rest > 0; rest -= 100)
            if (!listener.take(piece)) break;
        return std::nullopt;
    }

    std::mutex mutex_;
    std::condition_variable asked_;
    std::vector<Job> jobs_;
};

// Has room for `room` samples a line; the test listens to them.
class FakeOutput : public Output {
public:
    explicit FakeOutput(std::size_t room)
        : room_(room) {}

    [[nodiscard]] bool available(Audience audience) const override {
        const std::scoped_lock lock(mutex_);
        return lines_.at(index(audience)).available;
    }

    [[nodiscard]] Audience shared_with(Audience audience) const override {
        return audience == Audience::arbiter ? Audience::assistant : audience;
    }

    std::size_t write(Audience audience, std::span<const std::int16_t> samples) override {
        const std::scoped_lock lock(mutex_);
        Samples& waiting = lines_.at(index(audience)).waiting;
        const std::size_t count = std::min(samples.size(), room_ - waiting.size());
        waiting.insert(
            waiting.end(), samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count)
        );
        return count;
    }

    void discard(Audience audience) override {
        const std::scoped_lock lock(mutex_);
        lines_.at(index(audience)).waiting.clear();
    }

    [[nodiscard]] bool drained(Audience audience) const override {
        const std::scoped_lock lock(mutex_);
        return lines_.at(index(audience)).waiting.empty();
    }

    // What was heard since the last call.
    Samples listen(Audience audience) {
        const std::scoped_lock lock(mutex_);
        return std::exchange(lines_.at(index(audience)).waiting, {});
    }

    void plug(Audience audience, bool in) {
        const std::scoped_lock lock(mutex_);
        lines_.at(index(audience)).available = in;
    }

private:
    struct Line {
        bool available = true;
        Samples waiting;
    };

    static std::size_t index(Audience audience) { return static_cast<std::size_t>(audience); }

    std::size_t room_;
    mutable std::mutex mutex_;
    std::array<Line, all_audiences.size()> lines_;
};

struct Scene {
    explicit Scene(std::size_t room = 1'000'000)
        : output(std::make_shared<FakeOutput>(room)) {}

    std::shared_ptr<FakeSynthesiser> synthesiser = std::make_shared<FakeSynthesiser>();
    std::shared_ptr<FakeOutput> output;
    LiveSpeaker speaker{synthesiser, output};

    void
    say(std::uint64_t id,
        const std::string& text,
        Priority priority = Priority::message,
        Audience audience = Audience::room) {
        speaker.say(
            {.id = id, .audience = audience, .priority = priority, .segments = {{"de", text}}}
        );
    }

    bool wait() {
        pollfd watched{.fd = speaker.report_fd(), .events = POLLIN, .revents = 0};
        return poll(&watched, 1, 10'000) == 1;
    }

    // The next `count` reports; fails after ten seconds without one.
    Lines reports(std::size_t count) {
        Lines lines;
        while (lines.size() < count) {
            if (!wait()) FAIL("no report came");
            for (const Report& report : speaker.take_reports())
                lines.push_back(fmt::format("{} {}", report.id, to_string(report.outcome)));
        }
        return lines;
    }
};

TEST_CASE("What is said is made, heard and reported") {
    Scene scene;
    scene.say(1, "440x1000");
    CHECK(scene.synthesiser->work() == Lines{"440x1000"});
    CHECK(scene.output->listen(Audience::room) == Samples(1000, 440));
    CHECK(scene.reports(1) == Lines{"1 finished"});
}

TEST_CASE("Nothing is reported as finished before it was heard") {
    Scene scene;
    scene.say(1, "440x1000");
    scene.synthesiser->work();
    pollfd watched{.fd = scene.speaker.report_fd(), .events = POLLIN, .revents = 0};
    CHECK(poll(&watched, 1, 50) == 0);
    CHECK(scene.output->listen(Audience::room).size() == 1000);
    CHECK(scene.reports(1) == Lines{"1 finished"});
}

TEST_CASE("A sound that is longer than the output's room comes whole and in order") {
    Scene scene(300);
    scene.say(1, "440x5000");
    scene.synthesiser->work();
    Samples heard;
    while (heard.size() < 5000) {
        const Samples some = scene.output->listen(Audience::room);
        heard.insert(heard.end(), some.begin(), some.end());
    }
    CHECK(heard == Samples(5000, 440));
    CHECK(scene.reports(1) == Lines{"1 finished"});
}

TEST_CASE("The next message is made when the one before was heard") {
    Scene scene;
    scene.say(1, "440x100");
    scene.say(2, "220x100");
    CHECK(scene.synthesiser->work() == Lines{"440x100"});
    CHECK(scene.output->listen(Audience::room) == Samples(100, 440));
    CHECK(scene.reports(1) == Lines{"1 finished"});
    CHECK(scene.synthesiser->work() == Lines{"220x100"});
    CHECK(scene.output->listen(Audience::room) == Samples(100, 220));
    CHECK(scene.reports(1) == Lines{"2 finished"});
}

TEST_CASE("A key press silences text that sounds, and text that is still being made") {
    Scene scene;
    scene.say(1, "440x1000", Priority::text);
    scene.synthesiser->work();
    scene.speaker.stop_text(Audience::room);
    CHECK(scene.output->listen(Audience::room).empty());
    CHECK(scene.reports(1) == Lines{"1 cut"});
    scene.say(2, "440x1000", Priority::text);
    scene.speaker.stop_text(Audience::room);
    scene.synthesiser->work();
    CHECK(scene.output->listen(Audience::room).empty());
    CHECK(scene.reports(1) == Lines{"2 cut"});
}

TEST_CASE("An important utterance silences a message, which is heard whole after it") {
    Scene scene;
    scene.say(1, "440x1000");
    scene.synthesiser->work();
    scene.say(2, "220x100", Priority::important);
    scene.synthesiser->work();
    CHECK(scene.output->listen(Audience::room) == Samples(100, 220));
    CHECK(scene.reports(1) == Lines{"2 finished"});
    CHECK(scene.synthesiser->work() == Lines{"440x1000"});
    CHECK(scene.output->listen(Audience::room) == Samples(1000, 440));
    CHECK(scene.reports(1) == Lines{"1 finished"});
}

TEST_CASE("What goes to an ear goes to that ear alone") {
    Scene scene;
    scene.say(1, "440x100", Priority::message, Audience::ear_white);
    scene.say(2, "220x100", Priority::message, Audience::ear_black);
    scene.synthesiser->work();
    CHECK(scene.output->listen(Audience::ear_white) == Samples(100, 440));
    CHECK(scene.output->listen(Audience::ear_black) == Samples(100, 220));
    CHECK(scene.output->listen(Audience::room).empty());
    CHECK(scene.reports(2).size() == 2);
}

TEST_CASE("Audiences that share an output do not talk over each other") {
    Scene scene;
    scene.say(1, "440x100", Priority::message, Audience::assistant);
    scene.say(2, "220x100", Priority::message, Audience::arbiter);
    CHECK(scene.synthesiser->work() == Lines{"440x100"});
    CHECK(scene.output->listen(Audience::assistant) == Samples(100, 440));
    CHECK(scene.reports(1) == Lines{"1 finished"});
    CHECK(scene.synthesiser->work() == Lines{"220x100"});
    CHECK(scene.output->listen(Audience::assistant) == Samples(100, 220));
}

TEST_CASE("What has no voice is reported as failed, and the next is spoken") {
    Scene scene;
    scene.say(1, "nobody");
    scene.say(2, "220x100");
    scene.synthesiser->work();
    CHECK(scene.reports(1) == Lines{"1 failed"});
    scene.synthesiser->work();
    CHECK(scene.output->listen(Audience::room) == Samples(100, 220));
}

TEST_CASE("An output that is lost fails what is spoken, and what comes, until it is back") {
    Scene scene;
    scene.say(1, "440x1000");
    scene.synthesiser->work();
    scene.output->plug(Audience::room, false);
    CHECK(scene.reports(1) == Lines{"1 failed"});
    CHECK(scene.speaker.take_output_changes() == std::vector{OutputChange{Audience::room, false}});
    scene.say(2, "220x100");
    CHECK(scene.reports(1) == Lines{"2 failed"});
    scene.output->plug(Audience::room, true);
    REQUIRE(scene.wait());
    CHECK(scene.speaker.take_output_changes() == std::vector{OutputChange{Audience::room, true}});
    scene.say(3, "110x100");
    scene.synthesiser->work();
    CHECK(scene.output->listen(Audience::room) == Samples(100, 110));
    CHECK(scene.reports(1) == Lines{"3 finished"});
}

TEST_CASE("A synthesis may end after its speaker") {
    const auto synthesiser = std::make_shared<FakeSynthesiser>();
    const auto output = std::make_shared<FakeOutput>(1000);
    {
        LiveSpeaker speaker(synthesiser, output);
        speaker.say({.segments = {{"de", "440x100"}}});
    }
    CHECK(synthesiser->work() == Lines{"440x100"});
    CHECK(output->listen(Audience::room).empty());
}

} // namespace
} // namespace ansage::speech::live
