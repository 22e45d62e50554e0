// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/choose.hpp"
#include "speech/portaudio/latency.hpp"
#include "speech/portaudio/resampler.hpp"
#include "speech/portaudio/ring.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <thread>
#include <vector>

namespace ansage::speech::portaudio {
namespace {

using Samples = std::vector<std::int16_t>;

Samples read(SampleRing& ring, std::size_t frames) {
    Samples samples;
    ring.read(frames, [&samples](std::size_t frame, std::int16_t sample) {
        CHECK(frame == samples.size());
        samples.push_back(sample);
    });
    return samples;
}

TEST_CASE("A device is meant by its name, or by a part that no other has") {
    const std::vector<std::string> devices{"USB Audio: - (hw:1,0)", "USB Audio: - (hw:2,0)", "mic"};
    CHECK(choose(devices, "mic") == 2);
    CHECK(choose(devices, "hw:2") == 1);
    CHECK_FALSE(choose(devices, "USB"));
    CHECK_FALSE(choose(devices, "headset"));
}

TEST_CASE("D.2.7: a card that comes back under another number is the same, another person's is not"
) {
    const std::string own = "USB Audio: - (hw:1,0)";
    const std::vector<std::string> before{own, "Camera: - (hw:2,0)", "default"};
    using Devices = std::vector<std::string>;
    CHECK(choose_again(Devices{"default", own}, own, before) == 1);
    CHECK(choose_again(Devices{"default", "USB Audio: - (hw:3,0)"}, own, before) == 1);
    CHECK_FALSE(choose_again(Devices{"default", "Headset: - (hw:1,0)"}, own, before));
    // Which of two?
    CHECK_FALSE(choose_again(Devices{"USB Audio: - (hw:3,0)", "USB Audio: - (hw:4,0)"}, own, before)
    );
    // The opponent's headset is of the same make, and was there all the time.
    const std::vector<std::string> two{own, "USB Audio: - (hw:2,0)"};
    CHECK_FALSE(choose_again(Devices{"USB Audio: - (hw:2,0)"}, own, two));
    CHECK(choose_again(Devices{"USB Audio: - (hw:2,0)", "USB Audio: - (hw:3,0)"}, own, two) == 1);
    // A name without a number is looked for as it is.
    CHECK_FALSE(choose_again(Devices{"USB Audio: - (hw:3,0)"}, "Headset", before));
}

TEST_CASE("A ring gives back what was written, in order, and no more") {
    SampleRing ring;
    CHECK(ring.write(Samples{1, 2, 3, 4, 5}) == 5);
    CHECK(read(ring, 2) == Samples{1, 2});
    CHECK(read(ring, 10) == Samples{3, 4, 5});
    CHECK(read(ring, 10).empty());
}

TEST_CASE("A full ring takes nothing until something was read") {
    SampleRing ring;
    CHECK(ring.write(Samples(sample_ring_capacity + 10, 7)) == sample_ring_capacity);
    CHECK(ring.room() == 0);
    CHECK(ring.write(Samples{1}) == 0);
    CHECK(read(ring, 3) == Samples{7, 7, 7});
    CHECK(ring.write(Samples{1, 2, 3, 4}) == 3);
}

TEST_CASE("What a ring discarded is not read, what is written after it is") {
    SampleRing ring;
    ring.write(Samples{1, 2, 3});
    ring.discard();
    ring.write(Samples{4, 5});
    CHECK(read(ring, 10) == Samples{4, 5});
}

TEST_CASE("A ring is drained when all was read and the device has had time to play it") {
    SampleRing ring;
    CHECK(ring.drained(0));
    ring.write(Samples{1, 2, 3});
    CHECK_FALSE(ring.drained(0));
    read(ring, 3);
    CHECK(ring.drained(0));
    CHECK_FALSE(ring.drained(5));
    read(ring, 4);
    CHECK_FALSE(ring.drained(5));
    read(ring, 1);
    CHECK(ring.drained(5));
    ring.write(Samples{1});
    CHECK_FALSE(ring.drained(0));
    read(ring, 3);
    CHECK(ring.drained(2));
    CHECK_FALSE(ring.drained(3));
}

TEST_CASE("Two threads lose nothing between them") {
    constexpr std::size_t total = 3'000'000;
    SampleRing ring;
    std::thread writer([&] {
        for (std::size_t next = 0; next < total;) {
            Samples some;
            for (std::size_t index = next; index < std::min(next + 700, total); ++index)
                some.push_back(static_cast<std::int16_t>(index % 30'011));
            next += ring.write(some);
        }
    });
    std::size_t count = 0;
    std::size_t wrong = 0;
    while (count < total) {
        ring.read(512, [&](std::size_t /*frame*/, std::int16_t sample) {
            wrong += sample == static_cast<std::int16_t>(count % 30'011) ? 0U : 1U;
            ++count;
        });
    }
    writer.join();
    CHECK(wrong == 0);
}

Samples tone(double hertz, int rate, std::size_t count) {
    Samples samples(count);
    for (std::size_t index = 0; index < count; ++index) {
        samples[index] = static_cast<std::int16_t>(std::lround(
            10'000 * std::sin(2 * std::numbers::pi * hertz * static_cast<double>(index) / rate)
        ));
    }
    return samples;
}

TEST_CASE("A tone is the same tone at the device's rate, in whatever pieces it comes") {
    for (const int rate : {44'100, 48'000}) {
        INFO("rate " << rate);
        const Samples in = tone(1000, 22'050, 22'050);
        Resampler resampler(22'050, rate);
        Samples out;
        for (std::size_t start = 0; start < in.size(); start += 441)
            resampler.process(std::span(in).subspan(start, 441), out);
        CHECK(static_cast<double>(out.size()) == Approx(rate).margin(2));
        // It is two samples late, because it looks at two that follow.
        const Samples expected = tone(1000, rate, out.size());
        const auto late = static_cast<std::size_t>(std::lround(2.0 * rate / 22'050));
        const double drift = 2.0 * rate / 22'050 - static_cast<double>(late);
        double worst = 0;
        for (std::size_t index = 100; index < out.size(); ++index) {
            const double at =
                2 * std::numbers::pi * 1000 * (static_cast<double>(index - late) - drift) / rate;
            worst = std::max(worst, std::abs(out[index] - 10'000 * std::sin(at)));
        }
        CHECK(worst < 150); // 1.5 % of full tone
    }
}

TEST_CASE("A device that keeps running dry is asked to keep more, one that crackles once is not") {
    using namespace std::chrono_literals;
    Latency latency;
    Latency::Time now{};
    latency.on_open(now);
    CHECK(latency.wanted() == 6ms);
    CHECK_FALSE(latency.note(4, now + 1s));
    CHECK_FALSE(latency.note(4, now + 31s)); // forgiven by now
    CHECK_FALSE(latency.note(8, now + 32s));
    CHECK(latency.note(9, now + 33s));
    for (const auto wanted : {12ms, 24ms, 48ms, 96ms, 192ms}) {
        latency.longer();
        latency.on_open(now);
        CHECK(latency.wanted() == wanted);
    }
    CHECK_FALSE(latency.note(1000, now + 1s)); // longer would be felt
    Latency other;
    other.much_longer();
    CHECK(other.wanted() == 24ms);
}

namespace {

// A stream that is called so often, looked at every hundredth of a second.
Latency::Trial
tried(Latency& latency, int callbacks_a_second, std::uint64_t late, bool has_quantum = true) {
    using namespace std::chrono_literals;
    const Latency::Time start{1h};
    latency.on_open(start);
    latency.expect(344, has_quantum); // 64 of 22,050 frames
    for (std::chrono::milliseconds time = 10ms; time < 1s; time += 10ms) {
        const auto beats = static_cast<std::uint64_t>(time.count() * callbacks_a_second / 1000);
        const auto trial = latency.judge({.now = start + time, .beats = beats, .underflows = late});
        if (trial != Latency::Trial::goes_on) return trial;
    }
    return Latency::Trial::goes_on;
}

} // namespace

TEST_CASE("A PipeWire that takes more at a time than is kept is given more before anything plays") {
    using namespace std::chrono_literals;
    Latency latency;
    CHECK(tried(latency, 344, 0) == Latency::Trial::passed);
    CHECK(tried(latency, 344, 1) == Latency::Trial::passed); // the machine's
    CHECK(latency.wanted() == 6ms);
    CHECK(tried(latency, 0, 0) == Latency::Trial::open_again); // it is never called
    CHECK(latency.wanted() == 24ms);
    CHECK(tried(latency, 100, 0) == Latency::Trial::open_again); // ... or seldom
    CHECK(latency.wanted() == 96ms);
    CHECK(tried(latency, 344, 2) == Latency::Trial::open_again); // ... or late
    CHECK(latency.wanted() == Latency::longest);
    CHECK(tried(latency, 0, 0) == Latency::Trial::goes_on); // nothing helps: it is waited for
    CHECK(tried(latency, 100, 50) == Latency::Trial::passed);
    Latency other; // of PulseAudio, which is only waited for
    CHECK(tried(other, 0, 0, false) == Latency::Trial::goes_on);
    CHECK(tried(other, 100, 50, false) == Latency::Trial::passed);
    CHECK(other.wanted() == 6ms);
}

TEST_CASE("A stream that is torn while it plays is known by its callbacks, a late one is forgiven"
) {
    using namespace std::chrono_literals;
    const auto is_torn = [](int callbacks_a_second, std::uint64_t late_in_a_look, bool has_quantum
                         ) {
        Latency latency;
        Latency::Time now{1h};
        latency.on_open(now);
        latency.expect(344, has_quantum);
        bool was_torn = false;
        for (std::uint64_t look = 1; look <= 8; ++look) {
            now += 250ms;
            const auto beats = look * static_cast<std::uint64_t>(callbacks_a_second) / 4;
            const std::uint64_t late =
                late_in_a_look == 1 ? (look + 1) / 2 : look * late_in_a_look; // every other look
            was_torn =
                latency.is_torn({.now = now, .beats = beats, .underflows = late}) || was_torn;
        }
        return was_torn;
    };
    CHECK_FALSE(is_torn(344, 0, true));
    CHECK_FALSE(is_torn(344, 1, true));
    CHECK(is_torn(344, 4, true));
    CHECK(is_torn(200, 0, true));
    CHECK_FALSE(is_torn(200, 4, false)); // PulseAudio hides it
}

TEST_CASE("A resampler that was reset has forgotten what it heard") {
    Resampler resampler(22'050, 48'000);
    Samples out;
    resampler.process(Samples(100, 30'000), out);
    resampler.reset();
    out.clear();
    resampler.process(Samples(100, 0), out);
    CHECK(out == Samples(out.size(), 0));
}

} // namespace
} // namespace ansage::speech::portaudio
