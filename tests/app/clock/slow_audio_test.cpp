// SPDX-License-Identifier: GPL-3.0-or-later
// A sound server that hangs while the clock talks: the clocks go on as real clocks do.
#include "../../speech/portaudio/sound_server.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
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
        if (outcome.at("kind") == kind)
            return std::chrono::milliseconds{outcome.at("at_ms").get<std::int64_t>()};
    }
    FAIL("no " << kind << " came");
    return {};
}

std::chrono::milliseconds in_millis(Clock::duration duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

} // namespace

TEST_CASE("A sound device that hangs changes no clock and delays no press") {
    SoundServer server{{"ear"}};
    REQUIRE(server.start());
    Process clock{
        {ansage::tests::program(), "clock", "--time", "10m", "--white-ear", "ear", "--json"},
        server.folder().string()};
    REQUIRE(clock.await("{\"kind\":\"journal\""));
    const auto before_begin = Clock::now();
    clock.write(" ");
    const auto begin = next(clock, "clock");
    const auto after_begin = Clock::now();
    clock.write("e"); // and while that is spoken:
    next(clock, "say");
    server.freeze();
    for (int i = 0; i < 6; ++i) {
        std::this_thread::sleep_for(500ms); // real time is what is compared
        clock.write("q");
        next(clock, "say");
    }
    const auto before_press = Clock::now();
    clock.write("f");
    const auto pressed = next(clock, "clock") - begin;
    const auto after_press = Clock::now();
    CHECK(pressed >= 3'000ms);
    // However long it took to write and to read: between the two the acts came.
    CHECK(pressed >= in_millis(before_press - after_begin) - 1ms); // both are cut to milliseconds
    CHECK(pressed <= in_millis(after_press - before_begin) + 1ms);
    clock.write("quit");
    CHECK(clock.await("{\"kind\":\"summary\""));
    const auto summary = nlohmann::json::parse(clock.last());
    CHECK(600'000 - summary.at("white_ms").get<std::int64_t>() == pressed.count());
    CHECK(clock.wait() == 0);
}
