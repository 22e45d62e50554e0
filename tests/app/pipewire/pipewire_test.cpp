// SPDX-License-Identifier: GPL-3.0-or-later
// PipeWire takes so many samples at a time as it likes, and where a stream keeps fewer it plays
// nothing: every word must be heard all the same.
#include "../../speech/portaudio/heard_words.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using namespace std::chrono_literals;
using namespace ansage::speech;
using ansage::speech::portaudio::longest_missing_millis;
using ansage::speech::portaudio::same_words;
using ansage::tests::Process;

constexpr const char* sink = R"(context.objects = [ { factory = adapter args = {
    factory.name = support.null-audio-sink node.name = "ear" media.class = Audio/Sink
    object.linger = true audio.position = [ FL FR ] } } ]
)";

// PipeWire's plugin for libasound, which cannot be installed beside PulseAudio
// (tests/long/pipewire.sh).
std::string alsa() {
    const char* const plugin = std::getenv("ANSAGE_PIPEWIRE_PLUGIN");
    REQUIRE(plugin != nullptr);
    return std::string{"pcm_type.pipewire { lib \""} + plugin + R"(" }
pcm.default { type pipewire playback_node "-1" capture_node "-1" hint { show on description "ear" } }
)";
}

bool answers(const std::string& command) {
    for (int look = 0; look < 100; ++look) {
        if (std::system(("timeout 5 " + command + " >/dev/null 2>&1").c_str()) == 0) return true;
        std::this_thread::sleep_for(100ms);
    }
    return false;
}

// A server with one sink, which nobody else in the system hears or plays to.
class PipeWire {
public:
    PipeWire()
        : home_(folder_.path()) {
        const auto configuration =
            std::filesystem::path{folder_.path()} / ".config/pipewire/pipewire.conf.d";
        std::filesystem::create_directories(configuration);
        std::ofstream{configuration / "ear.conf"} << sink;
        std::ofstream{folder_ / "asound.conf"} << alsa();
        setenv("XDG_RUNTIME_DIR", home_.c_str(), 1);
        setenv("ALSA_CONFIG_PATH", (folder_ / "asound.conf").c_str(), 1);
        const std::string bus = "unix:path=" + (folder_ / "bus");
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.c_str(), 1);
        bus_.emplace(
            std::vector<std::string>{
                "/usr/bin/dbus-daemon", "--session", "--nofork", "--address=" + bus},
            home_
        );
        REQUIRE(answers("test -S " + (folder_ / "bus")));
        server_.emplace(std::vector<std::string>{"/usr/bin/pipewire"}, home_);
        REQUIRE(answers("sh -c 'pw-dump | grep ear'"));
        links_.emplace(std::vector<std::string>{"/usr/bin/wireplumber"}, home_);
    }

    [[nodiscard]] const std::string& home() const { return home_; }

    // What the sink plays from now on, until it is taken.
    void listen() {
        recorder_.emplace(
            std::vector<std::string>{
                "/usr/bin/pw-record",
                "--target",
                "ear",
                "-P",
                "stream.capture.sink=true",
                "--rate",
                "22050",
                "--channels",
                "1",
                "--format",
                "s16",
                recording()},
            home_
        );
        REQUIRE(answers("test -s " + recording()));
    }

    Samples heard() {
        ::kill(recorder_->process(), SIGINT);
        std::ignore = recorder_->wait();
        std::ifstream file{recording(), std::ios::binary};
        const std::vector<char> bytes{std::istreambuf_iterator<char>{file}, {}};
        constexpr std::size_t header = 44;
        Samples samples;
        for (std::size_t at = header; at + 1 < bytes.size(); at += 2) {
            const auto low = static_cast<std::uint8_t>(bytes[at]);
            const auto high = static_cast<std::uint8_t>(bytes[at + 1]);
            samples.push_back(static_cast<std::int16_t>(low | high << 8));
        }
        return samples;
    }

private:
    [[nodiscard]] std::string recording() const { return home_ + "/heard.wav"; }

    ansage::tests::Folder folder_;
    std::string home_;
    std::optional<Process> bus_;
    std::optional<Process> server_;
    std::optional<Process> links_;
    std::optional<Process> recorder_;
};

Samples rendered(const std::string& words) {
    const auto engine = *espeak::Engine::open();
    return *engine->render({{"en", words}}, {.words_per_minute = 300});
}

// What an ear has missed of an answer at the clock.
double missing_in_answer(PipeWire& pipewire, Process& clock) {
    pipewire.listen();
    std::this_thread::sleep_for(1s);
    clock.write("a");
    const std::string start = "say ear-white: ";
    REQUIRE(clock.await(start));
    const std::string words = clock.last().substr(start.size());
    std::this_thread::sleep_for(3s);
    return longest_missing_millis(rendered(words), pipewire.heard());
}

// The words of some answer are heard whole, of the first one where nothing is to be found out
// before.
bool is_heard(PipeWire& pipewire, int answers) {
    Process clock{
        {ansage::tests::program(), "clock", "--time", "10m", "--audio", "default rate=300"},
        pipewire.home()};
    REQUIRE(clock.await("Time: "));
    std::this_thread::sleep_for(2s);
    bool is_whole = false;
    for (int answer = 0; answer < answers && !is_whole; ++answer)
        is_whole = missing_in_answer(pipewire, clock) <= same_words;
    clock.write("quit");
    CHECK(clock.wait() == 0);
    return is_whole;
}

TEST_CASE("Behind PipeWire every word is heard, however much it takes at a time", "[.pipewire]") {
    PipeWire pipewire;
    CHECK(is_heard(pipewire, 2)); // the second where a busy machine wants more to be kept
    setenv("PIPEWIRE_LATENCY", "1024/48000", 1);
    CHECK(is_heard(pipewire, 6)); // once it is noticed that nothing is taken
}

} // namespace
