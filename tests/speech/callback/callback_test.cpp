// The callback never waits: while two ears are spoken to at once, through a real PulseAudio, it
// takes no lock and asks for no memory.
#include "../portaudio/sound_server.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "support/catch.hpp"
#include "watched_calls.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <poll.h>
#include <vector>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;

std::size_t wait_for_reports(Speaker& speaker, std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + 30s;
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
    SoundServer server{{"white", "black"}};
    REQUIRE(server.start());
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

} // namespace
} // namespace ansage::speech::portaudio
