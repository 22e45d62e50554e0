// SPDX-License-Identifier: GPL-3.0-or-later
// The callback never waits: while two ears are spoken to at once, through a real PulseAudio, it
// takes no lock and asks for no memory.
#include "../portaudio/sound_server.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "speech/portaudio/microphone.hpp"
#include "support/catch.hpp"
#include "watched_calls.hpp"

#include <chrono>
#include <fstream>
#include <memory>
#include <mutex>
#include <poll.h>
#include <thread>
#include <vector>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;

// Two ears, and a microphone that hears what the first of them is told. One of this program:
// libasound reads the environment once.
SoundServer& server() {
    static SoundServer the_server{{"white", "black"}};
    if (!the_server.runs()) {
        std::ofstream{the_server.folder() / "asound.conf", std::ios::app}
            << "pcm.mic {\n  type pulse\n  device white.monitor\n  hint { show on\n description "
               "\"mic\" }\n}\n";
        REQUIRE(the_server.start());
    }
    return the_server;
}

std::size_t wait_for_reports(Speaker& speaker, std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + 300s;
    std::size_t reports = 0;
    while (reports < count && std::chrono::steady_clock::now() < end) {
        pollfd watched{.fd = speaker.report_fd(), .events = POLLIN, .revents = 0};
        poll(&watched, 1, 1000);
        reports += speaker.take_reports().size();
    }
    return reports;
}

TEST_CASE("The counters count") {
    const WatchedCalls before = watched_calls();
    std::mutex mutex;
    std::unique_ptr<std::vector<int>> memory;
    {
        const PretendCallback pretend;
        const std::scoped_lock lock(mutex);
        memory = std::make_unique<std::vector<int>>(100);
    }
    CHECK(memory->size() == 100);
    CHECK(watched_calls().locks == before.locks + 1);
    CHECK(watched_calls().allocations >= before.allocations + 2);
}

TEST_CASE("A callback that sounds takes no lock and asks for no memory") {
    static_cast<void>(server());
    auto engine = espeak::Engine::open();
    REQUIRE(engine.has_value());
    const WatchedCalls before = watched_calls();
    const live::Live live = live::make_live_speaker(
        {{Audience::ear_white, {"white"}},
         {Audience::ear_black, {"black", Side::left}},
         {Audience::assistant, {"black", Side::right}}},
        std::move(*engine)
    );
    REQUIRE(live.heard_by.size() == 3);
    std::uint64_t id = 0;
    for (const Audience audience :
         {Audience::ear_white, Audience::ear_black, Audience::assistant}) {
        live.speaker->say(
            {.id = ++id, .audience = audience, .segments = {{"de", "Springer Gustav eins"}}}
        );
    }
    // Cut off in the middle as well: nothing of that may reach the callback's thread either.
    live.speaker->say(
        {.id = ++id,
         .audience = Audience::ear_white,
         .priority = Priority::important,
         .segments = {{"de", "Bitte den Schiedsrichter rufen"}}}
    );
    CHECK(wait_for_reports(*live.speaker, 4) == 4);
    const WatchedCalls after = watched_calls();
    CHECK(after.callbacks - before.callbacks > 50);
    CHECK(after.frames - before.frames > 22'050);
    CHECK(after.locks == before.locks);
    CHECK(after.allocations == before.allocations);
}

void wait_for_callbacks(std::uint64_t more) {
    const std::uint64_t wanted = watched_calls().callbacks + more;
    const auto end = std::chrono::steady_clock::now() + 300s;
    while (watched_calls().callbacks < wanted && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(20ms);
    REQUIRE(watched_calls().callbacks >= wanted);
}

TEST_CASE("A microphone's callback does neither, and counts what the system lost") {
    static_cast<void>(server());
    const WatchedCalls before = watched_calls();
    const auto microphone = Microphone::open("mic");
    REQUIRE(microphone.has_value());
    Input& input = **microphone;
    const std::uint64_t losses = input.losses();
    {
        const PretendOverflow overflow;
        wait_for_callbacks(5);
    }
    CHECK(input.losses() >= losses + 4);
    std::vector<std::int16_t> samples(recording_rate);
    CHECK(input.read(samples) > 0);
    CHECK(input.alive());
    const WatchedCalls after = watched_calls();
    CHECK(after.locks == before.locks);
    CHECK(after.allocations == before.allocations);
}

} // namespace
} // namespace ansage::speech::portaudio
