// SPDX-License-Identifier: GPL-3.0-or-later
// An earphone is pulled out in the middle of a game: text goes on, nothing private comes out of the
// room's loudspeaker, and the earphone is used again when it is back.
#include "../../speech/portaudio/heard_words.hpp"
#include "../../speech/portaudio/sound_server.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;
using namespace ansage::speech;
using ansage::speech::portaudio::longest_missing_millis;
using ansage::speech::portaudio::same_words;
using ansage::speech::portaudio::SoundServer;
using ansage::tests::Process;

// One program, one world of sound.
SoundServer& server() {
    static SoundServer the_server({"room", "white"});
    return the_server;
}

// From an espeak of this program's own: the words as they must sound in a recording.
class Rendition {
public:
    Rendition()
        : engine_(*espeak::Engine::open()) {}

    [[nodiscard]] Samples of(const std::string& language, const std::string& words) const {
        return *engine_->render({{language, words}}, {.words_per_minute = 300});
    }

private:
    std::unique_ptr<espeak::Engine> engine_;
};

Samples left(const std::vector<std::int16_t>& stereo) {
    Samples samples;
    for (std::size_t index = 0; index < stereo.size(); index += 2) samples.push_back(stereo[index]);
    return samples;
}

bool is_silent(const std::vector<std::int16_t>& samples) {
    return std::ranges::all_of(samples, [](std::int16_t sample) { return sample == 0; });
}

// What a process has used of the processor, in seconds.
double processor_seconds(pid_t process) {
    std::ifstream file{"/proc/" + std::to_string(process) + "/stat"};
    std::string text;
    std::getline(file, text);
    std::istringstream rest{text.substr(text.rfind(')') + 2)};
    std::string word;
    for (int field = 3; field < 14; ++field) rest >> word;
    double user = 0;
    double system = 0;
    rest >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// Enough for what was asked to be heard to its end.
void wait_for_words() { std::this_thread::sleep_for(4s); }

// What White asks for is heard in that ear whole, and never in the room. While the machine stands
// still a recording has gaps that no program made: then it is asked again.
Samples answer_heard_whole(Process& play, const Samples& answer) {
    for (int i = 0; i < 10; ++i) {
        REQUIRE(server().listen());
        play.write("white asks moves");
        REQUIRE(play.await("say ear-white: 0 moves completed."));
        wait_for_words();
        const auto sounds = server().heard();
        CHECK(is_silent(sounds.at("room")));
        Samples heard = left(sounds.at("white"));
        if (longest_missing_millis(answer, heard) <= same_words) return heard;
    }
    return {};
}

TEST_CASE("A device pulled out in the middle of a game, and plugged in again") {
    REQUIRE(server().start());
    Process play{
        {ansage::tests::program(),
         "play",
         "--white",
         "impaired none",
         "--black",
         "sighted none",
         "--time",
         "10m",
         "--audio",
         "room",
         "--white-ear",
         "white rate=300"},
        server().folder().string()};
    REQUIRE(play.await("journal "));
    const Rendition rendition;
    const Samples moves = rendition.of("en", "0 moves completed.");
    const Samples heard = answer_heard_whole(play, moves);
    REQUIRE(!heard.empty());
    CHECK(longest_missing_millis(rendition.of("en", "9 moves completed."), heard) > same_words);

    server().unplug("white");
    // Noticed at once, looked for again and again, and meanwhile everything is text.
    const double before = processor_seconds(play.process());
    REQUIRE(server().listen());
    for (int i = 0; i < 6; ++i) {
        play.write("white asks moves");
        REQUIRE(play.await("say ear-white: 0 moves completed."));
        std::this_thread::sleep_for(1s);
    }
    CHECK(processor_seconds(play.process()) - before < 3); // of six
    CHECK(is_silent(server().heard().at("room")));

    server().plug("white");
    bool is_back = false;
    for (int i = 0; i < 450 && !is_back; ++i) {
        std::this_thread::sleep_for(1s);
        is_back = play.errors().find("Device back: White.") != std::string::npos;
    }
    REQUIRE(is_back);
    CHECK(!answer_heard_whole(play, moves).empty());
    play.write("quit");
    CHECK(play.wait() == 0);
    // Two lines, and none of a library's.
    CHECK(
        play.errors() ==
        "Device gone: White. Text and braille go on. Plug it in again, it is looked for.\n"
        "Device back: White.\n"
    );
}

} // namespace
