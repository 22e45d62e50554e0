// SPDX-License-Identifier: GPL-3.0-or-later
// A sound server that hangs while the clock talks: the clocks go on as real clocks do.
#include "../../speech/portaudio/sound_server.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

namespace {

using ansage::speech::portaudio::SoundServer;
using ansage::tests::Process;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The table's time of the next outcome of that kind.
std::chrono::milliseconds next(Process& clock, const std::string& kind) {
    while (clock.await("{")) {
        const auto outcome = nlohmann::json::parse(clock.last());
        if (outcome.at("kind") == kind) {
            return std::chrono::milliseconds{outcome.at("at_ms").get<std::int64_t>()};
        }
    }
    FAIL("no " << kind << " came");
    return {};
}

} // namespace

TEST_CASE("A sound device that hangs changes no clock and delays no press") {
    SoundServer server{{"ear"}};
    REQUIRE(server.start());
    Process clock{
        {ANSAGE_PROGRAM, "clock", "--time", "10m", "--white-ear", "ear", "--json"},
        server.folder().string()};
    REQUIRE(clock.await("{\"kind\":\"journal\""));
    clock.write(" ");
    const auto begin = next(clock, "clock");
    const auto real = Clock::now();
    clock.write("e"); // and while that is spoken:
    next(clock, "say");
    server.freeze();
    for (int i = 0; i < 6; ++i) {
        std::this_thread::sleep_for(500ms); // real time is what is compared
        clock.write("q");
        next(clock, "say");
    }
    clock.write("f");
    const auto pressed = next(clock, "clock") - begin;
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - real);
    CHECK(pressed >= 3'000ms);
    // Awaiting is a part of what passed; a machine that does much else is slower.
    CHECK(pressed <= passed + 100ms);
    CHECK(passed - pressed < 2'000ms);
    clock.write("quit");
    CHECK(clock.await("{\"kind\":\"summary\""));
    const auto summary = nlohmann::json::parse(clock.last());
    CHECK(600'000 - summary.at("white_ms").get<std::int64_t>() == pressed.count());
    CHECK(clock.wait() == 0);
}
