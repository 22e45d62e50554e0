// SPDX-License-Identifier: GPL-3.0-or-later
// A device that keeps running dry, at a real sound server: it gets more sound to keep, and only it.
#include "sound_server.hpp"
#include "speech/portaudio/sinks.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;

// What the server keeps for its one stream now, in milliseconds.
double kept_now() {
    const std::unique_ptr<FILE, int (*)(FILE*)> list{
        popen("timeout 5 pactl list sink-inputs", "r"), &pclose};
    std::array<char, 512> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), list.get()) != nullptr) {
        const std::string text{line.data()};
        const auto at = text.find("Buffer Latency: ");
        if (at != std::string::npos) return std::strtod(text.c_str() + at + 16, nullptr) / 1000;
    }
    return 0;
}

constexpr double first_kept = 6; // milliseconds, of a device that never ran dry

// It falls and rises with every buffer, and on a busy machine beyond: what was seen most often of
// many looks lies in their middle.
double kept() {
    std::vector<double> looks;
    for (int look = 0; look < 25; ++look) {
        looks.push_back(kept_now());
        std::this_thread::sleep_for(37ms);
    }
    std::ranges::nth_element(looks, looks.begin() + 12);
    return looks[12];
}

// The server takes nothing for a moment, several times.
void stumble(const SoundServer& server, int times) {
    for (int i = 0; i < times; ++i) {
        server.freeze();
        std::this_thread::sleep_for(300ms);
        server.thaw();
        std::this_thread::sleep_for(700ms);
    }
    std::this_thread::sleep_for(2s);
}

} // namespace

TEST_CASE("A device that keeps running dry keeps twice as much sound afterwards") {
    SoundServer server{{"lonely"}};
    REQUIRE(server.start());
    Sinks sinks{{{Audience::room, {"lonely"}}}};
    REQUIRE(sinks.available(Audience::room));
    std::this_thread::sleep_for(3s); // a cold sink takes its time
    const double before = kept();
    stumble(server, 6); // one is no reason (parts_test.cpp)
    const double after = kept();
    INFO("before " << before << " ms, after " << after << " ms");
    CHECK(before > 1);
    // A server measures in pieces of three milliseconds, and a busy machine runs dry before its
    // time.
    CHECK(after > 1.5 * first_kept);
    CHECK(after > before);
    CHECK(sinks.available(Audience::room));
}

} // namespace ansage::speech::portaudio
