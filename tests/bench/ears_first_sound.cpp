// SPDX-License-Identifier: GPL-3.0-or-later
// From a key at the clock, or a board's button, to the first audible sample at a PulseAudio sink:
// the whole program between them; and from a key to silence. 80 ms at the 95th percentile is what a
// person still calls "at once". speech-dispatcher with its eSpeak NG speaks at the same sink in the
// same run, where it is installed, as what users of a screen reader know.
#include "../speech/portaudio/sound_server.hpp"
#include "speech_dispatcher.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using ansage::tests::Process;

constexpr std::size_t presses = 40;
constexpr int audible = 200; // of 32,767
constexpr double longest_p95 = 80; // milliseconds
constexpr double longest_to_silence = 30;
constexpr double longest_after_silence = 100;

// What a sink plays, as it is played. Its own delay counts against us.
class Monitor {
public:
    explicit Monitor(const std::string& sink) {
        std::array<int, 2> ends{};
        REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
        output_ = ends[0];
        const std::string device = "--device=" + sink + ".monitor";
        std::vector<std::string> words{
            "parec",
            device,
            "--format=s16le",
            "--rate=22050",
            "--channels=1",
            "--raw",
            "--latency-msec=5",
            "--process-time-msec=2"};
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        REQUIRE(
            ::posix_spawnp(&child_, "parec", &actions, nullptr, arguments.data(), environ) == 0
        );
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
    }

    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    Monitor(Monitor&&) = delete;
    Monitor& operator=(Monitor&&) = delete;

    ~Monitor() {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        ::close(output_);
    }

    // When the first loud sample came; fails after ten seconds.
    [[nodiscard]] Clock::time_point first_sound() const {
        const auto end = Clock::now() + 10s;
        while (Clock::now() < end)
            if (hears_sound(100)) return Clock::now();
        FAIL("nothing was heard");
        return {};
    }

    // When the last loud sample came, of what sounds now.
    [[nodiscard]] Clock::time_point last_sound(std::chrono::milliseconds quiet) const {
        auto last = Clock::now();
        while (Clock::now() - last < quiet)
            if (hears_sound(10)) last = Clock::now();
        return last;
    }

    // Returns when nothing has been loud for so long.
    void await_silence(std::chrono::milliseconds length) const {
        auto since = Clock::now();
        while (Clock::now() - since < length)
            if (hears_sound(10)) since = Clock::now();
    }

private:
    [[nodiscard]] bool hears_sound(int limit) const {
        pollfd wait{.fd = output_, .events = POLLIN, .revents = 0};
        if (::poll(&wait, 1, limit) <= 0) return false;
        std::array<std::int16_t, 2048> samples{};
        const ssize_t count = ::read(output_, samples.data(), sizeof samples);
        const auto end = samples.begin() + std::max<ssize_t>(0, count) / 2;
        return std::any_of(samples.begin(), end, [](std::int16_t sample) {
            return std::abs(int{sample}) > audible;
        });
    }

    pid_t child_ = 0;
    int output_ = -1;
};

double percentile(std::vector<double> values, double part) {
    std::ranges::sort(values);
    const auto index = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
    return values[index];
}

double millis_to_sound(const Monitor& monitor, const std::function<void()>& press) {
    const auto begin = Clock::now();
    press();
    const auto heard = monitor.first_sound();
    monitor.await_silence(300ms);
    return std::chrono::duration<double, std::milli>(heard - begin).count();
}

void print(const std::string& what, const std::vector<double>& times) {
    fmt::print(
        "{}: {} presses, median {:.0f} ms, 95th percentile {:.0f} ms, longest {:.0f} ms\n",
        what,
        times.size(),
        percentile(times, 0.5),
        percentile(times, 0.95),
        percentile(times, 1)
    );
}

std::vector<double>
measure(const std::string& what, const Monitor& monitor, const std::function<void()>& press) {
    std::vector<double> times;
    for (std::size_t i = 0; i < presses; ++i) times.push_back(millis_to_sound(monitor, press));
    print(what, times);
    CHECK(percentile(times, 0.95) < longest_p95);
    return times;
}

// `ask` begins something long, and `hush` comes in its middle.
void measure_silence(
    const std::string& what,
    const Monitor& monitor,
    const std::function<void()>& ask,
    const std::function<void()>& hush
) {
    std::vector<double> times;
    for (std::size_t i = 0; i < presses; ++i) {
        ask();
        std::ignore = monitor.first_sound();
        std::this_thread::sleep_for(std::chrono::milliseconds{300 + 7 * i});
        const auto begin = Clock::now();
        hush();
        const auto end = monitor.last_sound(250ms);
        times.push_back(std::chrono::duration<double, std::milli>(end - begin).count());
    }
    print(what + " to silence", times);
    CHECK(percentile(times, 0.95) <= longest_to_silence);
}

// What everybody there calls a key at once, side by side: the same words at the same rate and at
// the same sink, for a word that begins softly is heard later than one that begins loud.
// A single loud vowel is heard within a few milliseconds of its stream's start, which PulseAudio
// mixes into what the sink has rendered ahead, and says nothing of a sentence.
class Comparison {
public:
    explicit Comparison(const Monitor& monitor)
        : monitor_(monitor) {
        if (dispatcher_ == nullptr) {
            fmt::print("speech-dispatcher is not installed: nothing to compare with\n");
            return;
        }
        dispatcher_->say("warm up");
        std::ignore = monitor_.first_sound();
        monitor_.await_silence(1s);
    }

    // `words` is what was heard in `ours`.
    void
    make(const std::string& what, const std::string& words, const std::vector<double>& ours) const {
        if (dispatcher_ == nullptr) return;
        REQUIRE_FALSE(words.empty());
        const std::vector<double> theirs =
            measure("speech-dispatcher, the words of the " + what, monitor_, [&] {
                dispatcher_->say(words);
            });
        CHECK(percentile(ours, 0.5) <= percentile(theirs, 0.5));
    }

private:
    const Monitor& monitor_;
    std::unique_ptr<tests::SpeechDispatcher> dispatcher_ = tests::SpeechDispatcher::open("white");
};

// What was said, of a line that tells of it.
std::string words_after(Process& program, const std::string& start) {
    REQUIRE(program.await(start));
    return program.last().substr(start.size());
}

TEST_CASE("From a key or a button to the ear") {
    SoundServer server{{"room", "white"}};
    REQUIRE(server.start());
    const std::string home = server.folder().string();
    Process board{{tests::program(), "board", "simulate", "peg"}, home};
    REQUIRE(board.await("port "));
    const std::string port = "peg:" + board.last().substr(5);
    Process clock{
        {tests::program(),
         "clock",
         "--time",
         "10m",
         "--audio",
         "room",
         "--white-ear",
         "white rate=450",
         "--white-board",
         port},
        home};
    REQUIRE(clock.await("Time: "));
    const Monitor monitor{"white"};
    monitor.await_silence(1s);
    // A null sink that nobody used plays two seconds of silence ahead. Whoever asks within them
    // waits for their end; no program can take them back, and a sound card has none of them.
    fmt::print("first key, at a cold sink: {:.0f} ms\n", millis_to_sound(monitor, [&] {
                   clock.write("a");
               }));
    const std::vector<double> keys = measure("key at clock", monitor, [&] { clock.write("a"); });
    measure("board button", monitor, [&] { board.write("button repeat"); });
    // Streams run as long as the program does: a pause in the game makes no sink cold.
    monitor.await_silence(10s);
    const double after = millis_to_sound(monitor, [&] { clock.write("a"); });
    fmt::print("first key, after ten seconds of silence: {:.0f} ms\n", after);
    CHECK(after <= longest_after_silence);
    Comparison{monitor}.make("key at clock", words_after(clock, "say ear-white: "), keys);
    clock.write("quit");
    CHECK(clock.wait() == 0);
}

TEST_CASE("From a key to the ear at a table and at a console of its own") {
    SoundServer server{{"room", "white"}};
    REQUIRE(server.start());
    const std::string home = server.folder().string();
    Process play{
        {tests::program(),
         "play",
         "--white",
         "impaired none",
         "--black",
         "sighted none",
         "--time",
         "90m",
         "--audio",
         "room",
         "--white-ear",
         "white rate=450"},
        home};
    REQUIRE(play.await("code "));
    Process join{{tests::program(), "join", "white"}, home};
    REQUIRE(join.await("Joined: White."));
    const Monitor monitor{"white"};
    monitor.await_silence(3s);
    std::ignore = millis_to_sound(monitor, [&] { play.write("white asks moves"); });
    const std::vector<double> lines =
        measure("line at play", monitor, [&] { play.write("white asks moves"); });
    const std::vector<double> keys = measure("key at join", monitor, [&] { join.write("m"); });
    const std::string words = words_after(play, "say ear-white: ");
    const Comparison comparison{monitor};
    comparison.make("line at play", words, lines);
    comparison.make("key at join", words, keys);
    measure_silence(
        "line at play", monitor, [&] { play.write("white asks both"); }, [&] { play.write(""); }
    );
    measure_silence(
        "key at join", monitor, [&] { join.write("c"); }, [&] { join.write(""); }
    );
    join.write("quit");
    CHECK(join.wait() == 0);
    play.write("quit");
    CHECK(play.wait() == 0);
}

} // namespace
} // namespace ansage::speech::portaudio
