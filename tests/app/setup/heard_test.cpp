// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up through a real sound server: what is asked is heard, and the first key of an answer ends
// it.
#include "../../speech/portaudio/sound_server.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace {

using ansage::speech::portaudio::SoundServer;
using ansage::tests::Process;
using namespace std::chrono_literals;

constexpr std::size_t samples_a_second = 22'050;
constexpr int audible = 200; // of 32,767

// One program, one world of sound.
SoundServer& server() {
    static SoundServer the_server({"room"});
    return the_server;
}

// Seconds from the first loud sample to the last.
double length_of_sound(const std::vector<std::int16_t>& stereo) {
    const auto is_loud = [](std::int16_t sample) { return std::abs(int{sample}) > audible; };
    const auto first = std::ranges::find_if(stereo, is_loud);
    const auto last = std::find_if(stereo.rbegin(), stereo.rend(), is_loud).base();
    return first == stereo.end() ? 0.0 : static_cast<double>(last - first) / 2 / samples_a_second;
}

// How long a program at a terminal speaks, if `keys` are typed after its first second.
double spoken(const std::string& command, const std::string& first, const std::string& keys) {
    REQUIRE(server().listen());
    Process table{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " " + command, "/dev/null"},
        server().folder().string()};
    REQUIRE(table.await(first));
    std::this_thread::sleep_for(4s); // sound is real time, and a cold sink takes its time
    table.type(keys);
    std::this_thread::sleep_for(8s);
    table.kill();
    return length_of_sound(server().heard()["room"]);
}

} // namespace

TEST_CASE("What is asked at set-up is heard, and silent at the first key of an answer") {
    REQUIRE(server().start());
    const std::string play = "play --audio room";
    const double whole = spoken(play, "Set-up. ", "");
    const double cut = spoken(play, "Set-up. ", "A");
    INFO("whole " << whole << " s, cut " << cut << " s");
    CHECK(whole > 6); // the greeting and the question, one after the other
    CHECK(cut > 0.1);
    CHECK(cut < whole - 3);
}

TEST_CASE("The time controls of the clock are read out, and silent at the first key") {
    REQUIRE((server().runs() || server().start()));
    const std::string clock = "clock --white-ear room";
    const double cut = spoken(clock, "Time control: ", "n");
    const double whole = spoken(clock, "Time control: ", "");
    INFO("whole " << whole << " s, cut " << cut << " s");
    CHECK(whole > 4);
    CHECK(cut > 0.1);
    CHECK(cut < whole - 2);
}

TEST_CASE("The ear that was chosen at set-up hears the answers of the game") {
    REQUIRE((server().runs() || server().start()));
    Process table{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " play", "/dev/null"},
        server().folder().string()};
    REQUIRE(table.await("Set-up. "));
    // Each question ends with what Enter takes; nothing else is answered.
    bool has_chosen = false;
    while (table.await("") && !table.last().starts_with("Now together: ")) {
        const std::string& told = table.last();
        if (told.find("Through what do you hear") != std::string::npos) {
            REQUIRE(told.find(" 2: room.") != std::string::npos);
            table.write("2");
            has_chosen = true;
        } else if (told.find("Enter: ") != std::string::npos) {
            table.write("");
        }
    }
    REQUIRE(has_chosen);
    for (int point = 0; point < 7; ++point) table.write("");
    REQUIRE(table.await("The table is open"));
    REQUIRE(table.await("Your time: ")); // where it stands, as at every console
    std::this_thread::sleep_for(20s);
    REQUIRE(server().listen());
    table.write("t");
    REQUIRE(table.await("Your time: "));
    std::this_thread::sleep_for(4s); // sound is real time
    CHECK(length_of_sound(server().heard()["room"]) > 0.5);
    table.write("quit");
    REQUIRE(table.await("Confirm: "));
    table.write("y");
    CHECK(table.wait() == 0);
}
