// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone of the test's own, as fast as a real one.
#include "listening/ear.hpp"
#include "spoken_table.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <poll.h>
#include <thread>

namespace ansage::listening {
namespace {

using chess::Color;
using table::HearingNews;
using table::HearingReported;
using table::RecordingKey;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// What is before a microphone.
class Room {
public:
    // Said from now on; quiet otherwise.
    void say(const Sound& sound) {
        const std::lock_guard lock{mutex_};
        sound_ = sound;
        said_ = 0;
    }

    void wait_until_said() {
        while (!is_said()) std::this_thread::sleep_for(5ms);
    }

    // Of quiet, or of what is said.
    std::int16_t next() {
        const std::lock_guard lock{mutex_};
        noise_ = noise_ * 1'103'515'245U + 12'345U;
        const auto hiss = static_cast<int>(noise_ >> 16U) % hiss_;
        if (is_switched_off_) return 0;
        const int voice = said_ < sound_.size() ? sound_[said_++] : 0;
        return static_cast<std::int16_t>(std::clamp(voice + hiss, -32'768, 32'767));
    }

    void switch_off() {
        const std::lock_guard lock{mutex_};
        is_switched_off_ = true;
    }

    void hiss(int most) {
        const std::lock_guard lock{mutex_};
        hiss_ = most;
    }

private:
    bool is_said() {
        const std::lock_guard lock{mutex_};
        return said_ >= sound_.size();
    }

    std::mutex mutex_;
    Sound sound_;
    std::size_t said_ = 0;
    std::uint32_t noise_ = 1;
    int hiss_ = 8;
    bool is_switched_off_ = false;
};

// What can go wrong with it.
struct Wires {
    std::atomic<bool> is_stuck = false;
    std::atomic<bool> is_pulled = false;
};

class RoomMicrophone : public speech::Input {
public:
    RoomMicrophone(Room& room, Wires& wires)
        : room_(room),
          wires_(wires) {}

    std::size_t read(std::span<std::int16_t> samples) override {
        const std::chrono::duration<double> since = Clock::now() - begin_;
        const auto due = static_cast<std::size_t>(since.count() * speech::recording_rate);
        const std::size_t count = std::min(samples.size(), due - given_);
        given_ += count;
        if (wires_.is_stuck || wires_.is_pulled) return 0;
        for (std::size_t i = 0; i < count; ++i) samples[i] = room_.next();
        return count;
    }

    std::uint64_t losses() override { return 0; }

    bool alive() override { return !wires_.is_pulled; }

private:
    Room& room_;
    Wires& wires_;
    Clock::time_point begin_ = Clock::now();
    std::size_t given_ = 0;
};

class TestEar {
public:
    TestEar()
        : table_("iccf-en"),
          ear_(table_.take_listener(), [this] { return open(); }) {}

    // The next report; far longer than any machine needs.
    HearingReported next() {
        const auto limit = Clock::now() + 60s;
        while (reports_.empty() && Clock::now() < limit) {
            pollfd waits{.fd = ear_.event_fd(), .events = POLLIN, .revents = 0};
            ::poll(&waits, 1, 100);
            for (HearingReported& each : ear_.take()) reports_.push_back(std::move(each));
        }
        REQUIRE_FALSE(reports_.empty());
        HearingReported first = reports_.front();
        reports_.erase(reports_.begin());
        return first;
    }

    // A window in which White says that move.
    HearingReported say(const std::string& uci) {
        ear_.open_window();
        room.say(table_.said_in(Position{}, uci, "en-us"));
        room.wait_until_said();
        return close();
    }

    // The synthetic voice is not understood every time, and never taken for another move.
    HearingReported say_until_understood() {
        struct Said {
            std::string uci;
            std::string words;
        };

        HearingReported heard;
        for (const Said& said :
             {Said{"g1f3", "seven one six three"},
              Said{"e2e4", "five two five four"},
              Said{"b1c3", "two one three three"},
              Said{"d2d3", "four two four three"}}) {
            heard = say(said.uci);
            if (heard.move) CHECK(heard.move->text == said.words);
            if (heard.news == HearingNews::understood) break;
        }
        CHECK(heard.news == HearingNews::understood);
        return heard;
    }

    // A key, and the next one at once; the machine may take its time between them.
    HearingReported tap() {
        HearingReported heard;
        bool is_short = false;
        while (!is_short) {
            const auto begin = Clock::now();
            ear_.open_window();
            ear_.close_window({.speaker = Color::white, .key = RecordingKey::own, .position = {}});
            is_short = Clock::now() - begin < 400ms;
            heard = next();
        }
        return heard;
    }

    // A window in which nobody says anything.
    HearingReported wait(std::chrono::milliseconds time) {
        ear_.open_window();
        std::this_thread::sleep_for(time);
        return close();
    }

    HearingReported close() {
        ear_.close_window({.speaker = Color::white, .key = RecordingKey::own, .position = {}});
        return next();
    }

    bool is_idle() {
        std::this_thread::sleep_for(300ms);
        return ear_.take().empty();
    }

    Ear& ear() { return ear_; }

    Room room;
    Wires wires;

private:
    base::Result<std::unique_ptr<speech::Input>, base::Error> open() {
        if (wires.is_pulled) return tl::unexpected(base::Error{base::phrase("none"), {}, {}});
        return std::make_unique<RoomMicrophone>(room, wires);
    }

    Table table_;
    std::vector<HearingReported> reports_;
    Ear ear_;
};

} // namespace

TEST_CASE("what is said in a window is understood, and told with its numbers") {
    TestEar ear;
    REQUIRE(ear.next().news == HearingNews::began);
    const HearingReported heard = ear.say_until_understood();
    CHECK(heard.speaker == Color::white);
    REQUIRE(heard.move);
    CHECK(heard.how.find("pocketsphinx") == 0);
    CHECK(heard.how.find(", m ") != std::string::npos);
}

TEST_CASE("what is said before a window and after it is in no report") {
    TestEar ear;
    REQUIRE(ear.next().news == HearingNews::began);
    ear.ear().open_window();
    ear.ear().drop_window();
    CHECK(ear.is_idle());
    ear.ear().close_window({.speaker = Color::white, .key = RecordingKey::own, .position = {}});
    CHECK(ear.is_idle());
}

TEST_CASE("our own voice is cut out of a window") {
    TestEar ear;
    REQUIRE(ear.next().news == HearingNews::began);
    ear.ear().note_own_voice(true);
    CHECK(ear.say("e2e4").news == HearingNews::too_short);
    ear.ear().note_own_voice(false);
    std::this_thread::sleep_for(500ms);
    CHECK(ear.say_until_understood().news == HearingNews::understood);
}

TEST_CASE("each fault of a window is told by its name") {
    TestEar ear;
    REQUIRE(ear.next().news == HearingNews::began);
    CHECK(ear.tap().news == HearingNews::too_short);
    CHECK(ear.wait(1000ms).news == HearingNews::too_quiet);
    ear.room.switch_off();
    std::this_thread::sleep_for(400ms);
    CHECK(ear.wait(1000ms).news == HearingNews::silent);
    ear.wires.is_stuck = true;
    CHECK(ear.wait(1500ms).news == HearingNews::stuck);
}

TEST_CASE("a microphone that goes is told, and looked for") {
    TestEar ear;
    REQUIRE(ear.next().news == HearingNews::began);
    ear.wires.is_pulled = true;
    CHECK(ear.next().news == HearingNews::gone);
    ear.wires.is_pulled = false;
    CHECK(ear.next().news == HearingNews::began);
}

TEST_CASE("a table ends though its microphone hangs while it is opened") {
    struct Driver {
        std::promise<void> reached;
        std::promise<void> goes_on;
    };

    const auto driver = std::make_shared<Driver>();
    {
        Table table{"iccf-en"};
        Ear ear{
            table.take_listener(),
            [driver]() -> base::Result<std::unique_ptr<speech::Input>, base::Error> {
                driver->reached.set_value();
                driver->goes_on.get_future().wait();
                return tl::unexpected(base::Error{base::phrase("none"), {}, {}});
            }};
        driver->reached.get_future().wait();
        ear.open_window();
        ear.close_window({.speaker = Color::white, .key = RecordingKey::own, .position = {}});
    }
    driver->goes_on.set_value(); // the ear is gone, and its thread ends by itself
    while (driver.use_count() > 1) std::this_thread::sleep_for(5ms);
}

TEST_CASE("a room that is loud while nobody speaks is told once") {
    TestEar ear;
    ear.room.hiss(4000);
    REQUIRE(ear.next().news == HearingNews::began);
    CHECK(ear.next().news == HearingNews::noisy);
    CHECK(ear.is_idle());
}

} // namespace ansage::listening
