// SPDX-License-Identifier: GPL-3.0-or-later
// What a PipeWire desktop does to a voice, and what people hear all the same: words that are whole
// whatever PipeWire takes at a time, and an ear that is nobody else's (D.2.10).
#include "../portaudio/heard_words.hpp"
#include "pipewire_session.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;
using tests::Folder;
using tests::Process;

Samples rendered(const std::string& text) {
    auto engine = espeak::Engine::open();
    REQUIRE(engine);
    auto sound = (*engine)->render({{.language = "en", .text = text}}, {});
    REQUIRE(sound);
    return *sound;
}

// The clock of a table, which answers White.
class Clock {
public:
    explicit Clock(std::vector<std::string> options)
        : process_(with(std::move(options)), folder_.path()) {
        REQUIRE(process_.await("Time: "));
    }

    // What is heard at that sink from the question until it is silent again.
    [[nodiscard]] Samples ask(PipeWireSession& session, const std::string& sink) {
        REQUIRE(session.listen(sink));
        process_.write("q");
        REQUIRE(process_.await("say ear-white"));
        static_cast<void>(session.begins_to_sound(sink));
        REQUIRE(session.falls_silent(sink));
        return session.heard(sink);
    }

    // ... where nobody hears it, but White may be told in text.
    void ask_in_vain() {
        process_.write("q");
        REQUIRE(process_.await("say ear-white"));
        std::this_thread::sleep_for(4s); // longer than the answer is
    }

    // It has told so often of its devices.
    [[nodiscard]] bool has_told(const std::string& notice, int times) const {
        return comes_true([&] {
            const std::string told = process_.errors();
            int count = 0;
            for (std::size_t at = told.find(notice); at != std::string::npos;
                 at = told.find(notice, at + 1))
                ++count;
            return count >= times;
        });
    }

    void end() {
        process_.write("quit");
        const int code = process_.wait();
        INFO(process_.errors());
        CHECK(code == 0);
    }

private:
    static std::vector<std::string> with(std::vector<std::string> options) {
        options.insert(
            options.begin(), {tests::program(), "clock", "--time", "5m", "--language", "en"}
        );
        return options;
    }

    Folder folder_;
    Process process_;
};

constexpr std::streamoff wav_header = 44; // bytes, as Ansage writes it

const std::string own_time = "Your time: 5 minutes.";

// A machine that is busy with other things drops sound of any program, so nobody is held to the
// first answer but to one of the next few. What PipeWire tears, it tears in each of them.
constexpr int most_answers = 10;

// The answers until one is whole, or more than `most_answers`; printed for who wants the figure.
template <typename Ask>
[[nodiscard]] int answers_until_whole(const Samples& words, const std::string& where, Ask ask) {
    for (int answer = 1; answer <= most_answers; ++answer) {
        const Samples heard = ask();
        const bool is_as_long =
            sounding_millis(heard) == Approx(sounding_millis(words)).epsilon(0.1);
        if (is_as_long && longest_missing_millis(words, heard) <= same_words) {
            fmt::print("{}: whole at answer {}\n", where, answer);
            return answer;
        }
    }
    return most_answers + 1;
}

void pull_out_and_put_back(PipeWireSession& session, int times) {
    const Samples words = rendered(own_time);
    session.plug();
    Clock clock{{"--white-ear", "headset"}};
    const auto ask = [&] { return clock.ask(session, "head"); };
    CHECK(answers_until_whole(words, "plugged in", ask) <= most_answers);
    REQUIRE(session.listen("room"));
    for (int i = 1; i <= times; ++i) {
        session.unplug();
        REQUIRE(clock.has_told("Device gone: White", i));
        clock.ask_in_vain();
        session.plug();
        REQUIRE(clock.has_told("Device back: White", i));
        CHECK(answers_until_whole(words, fmt::format("put back {}", i), ask) <= most_answers);
    }
    CHECK(loudest(session.heard("room")) == 0);
    clock.end();
}

Way any_way() { return GENERATE(Way::pulse, Way::pipewire, Way::both); }

} // namespace

TEST_CASE("What is said is heard whole, whatever PipeWire takes at a time") {
    PipeWireSession session{any_way()};
    REQUIRE(session.start());
    std::size_t row = 0;
    for (const int quantum : {128, 256, 512, 1024, 2048}) {
        if (!tests::is_tried(row++, 2)) continue;
        INFO("quantum " << quantum);
        session.keep_quantum(quantum);
        const Folder folder;
        const std::string wav = folder / "e2e4.wav";
        Process writes{
            {tests::program(), "say", "e2e4", "--language", "de", "--wav", wav}, folder.path()};
        REQUIRE(writes.wait() == 0);
        const Samples whole = samples_of(wav, wav_header);
        const auto say = [&] {
            REQUIRE(session.listen("room"));
            Process speaks{
                {tests::program(), "say", "e2e4", "--language", "de", "--speak"}, folder.path()};
            const int code = speaks.wait();
            INFO(speaks.errors());
            CHECK(code == 0);
            return session.heard("room");
        };
        const std::string where = fmt::format("say, quantum {}", quantum);
        CHECK(answers_until_whole(whole, where, say) <= most_answers);
    }
}

TEST_CASE("A voice is whole again after an answer or two when PipeWire takes more at a time") {
    PipeWireSession session{any_way()};
    REQUIRE(session.start());
    const Samples words = rendered(own_time);
    Clock clock{{}};
    for (const int quantum : {128, 1024, 2048, 128}) {
        session.keep_quantum(quantum);
        const std::string where = fmt::format("clock, quantum {}", quantum);
        INFO(where);
        const auto ask = [&] { return clock.ask(session, "room"); };
        CHECK(answers_until_whole(words, where, ask) <= most_answers);
    }
    clock.end();
}

TEST_CASE("D.2.10: an ear that is not there is heard by nobody, and heard when it is back") {
    PipeWireSession session{any_way()};
    REQUIRE(session.start());
    const Samples words = rendered(own_time);
    SECTION("It was never there") {
        REQUIRE(session.listen("room"));
        Clock clock{{"--white-ear", "headset"}};
        clock.ask_in_vain();
        CHECK(loudest(session.heard("room")) == 0);
        clock.end();
    }
    SECTION("It is pulled out and put back") {
        pull_out_and_put_back(session, tests::are_few ? 1 : 2);
    }
    SECTION("The room hears nothing because nobody wants it to") {
        session.plug();
        REQUIRE(session.listen("room"));
        Clock clock{{"--white-ear", "headset", "--audio", "none"}};
        const auto ask = [&] { return clock.ask(session, "head"); };
        CHECK(answers_until_whole(words, "audio none", ask) <= most_answers);
        CHECK(loudest(session.heard("room")) == 0);
        clock.end();
    }
}

TEST_CASE("D.2.10: an ear comes back whenever it is put back", "[.long]") {
    PipeWireSession session{any_way()};
    REQUIRE(session.start());
    pull_out_and_put_back(session, 20);
}

} // namespace ansage::speech::portaudio
