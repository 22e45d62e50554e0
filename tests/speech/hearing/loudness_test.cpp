// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/loudness.hpp"
#include "speech/hearing/recogniser.hpp"
#include "speech/hearing/sound.hpp"
#include "support/catch.hpp"

#include <random>
#include <vector>

namespace ansage::speech::hearing {
namespace {

constexpr int frame_samples = hearing_rate / frames_a_second;

// Noise as loud as told, for so many frames.
void add_noise(Sound& sound, int frames, int loudest) {
    std::minstd_rand numbers{7};
    std::uniform_int_distribution<int> level{-loudest, loudest};
    for (int i = 0; i < frames * frame_samples; ++i)
        sound.push_back(static_cast<std::int16_t>(level(numbers)));
}

// Someone far off, two words with what is heard between them, and someone far off again.
Sound two_words(int far_off = 300, int between = 300) {
    Sound sound;
    add_noise(sound, 100, far_off);
    add_noise(sound, 40, 10'000);
    add_noise(sound, 20, between);
    add_noise(sound, 40, 10'000);
    add_noise(sound, 100, far_off);
    return sound;
}

constexpr int frames = 300;
const std::vector<Stretch> the_words{{100, 139}, {160, 199}};

TEST_CASE("An announcement lasts from shortly before its first word to shortly after its last") {
    const Stretch spoken = Loudness{two_words(), frames}.spoken();
    CHECK(spoken.first > 65);
    CHECK(spoken.first < 90);
    CHECK(spoken.last > 210);
    CHECK(spoken.last < 235);
}

TEST_CASE("A sound that is loud from beginning to end is an announcement from beginning to end") {
    Sound sound;
    add_noise(sound, 50, 5000);
    CHECK(Loudness{sound, 50}.spoken() == Stretch{0, 49});
    // As is one in which there is nothing.
    CHECK(Loudness{Sound(sound.size(), 0), 50}.spoken() == Stretch{0, 49});
}

TEST_CASE("A knock that is much louder than the words does not take their place") {
    Sound sound;
    add_noise(sound, 10, 30'000);
    for (const std::int16_t sample : two_words()) sound.push_back(sample);
    const Stretch spoken = Loudness{sound, frames + 10}.spoken();
    CHECK(spoken.first == 0);
    CHECK(spoken.last > 220);
}

TEST_CASE("Words cost nothing where it is loud, and much where it is not") {
    const Loudness loudness{two_words(), frames};
    const double right = loudness.cost(the_words);
    // What is loud around a word is smoothed out by some frames.
    CHECK(right < 40);
    CHECK(loudness.loud_besides(the_words) < 20);
    CHECK(loudness.loud_besides({{100, 139}}) >= 40);
    const double one_is_missed = loudness.cost({{100, 139}});
    CHECK(one_is_missed > right + 60);
    const double one_is_far_off = loudness.cost({{100, 139}, {160, 199}, {220, 259}});
    CHECK(one_is_far_off > right + 100);
    CHECK(loudness.cost({{100, 139}, {220, 259}}) > one_is_missed);
}

TEST_CASE("What is nearly as loud as words is one in a quiet room, and none where others talk") {
    constexpr int between = 4500;
    const Loudness quiet{two_words(300, between), frames};
    CHECK(quiet.loud_besides(the_words) >= 20);
    const Loudness others_talk{two_words(2000, between), frames}; // 14 dB below
    CHECK(others_talk.loud_besides(the_words) < 20);
    CHECK(others_talk.cost(the_words) < quiet.cost(the_words) - 20);
    // A word that is left out is one in every room.
    CHECK(others_talk.loud_besides({{100, 139}}) >= 40);
}

TEST_CASE("A part of a sound costs what it costs as a part of the whole") {
    const Loudness loudness{two_words(), frames};
    const Loudness part = loudness.part({80, 219});
    CHECK(part.cost({{20, 59}, {80, 119}}) == Approx(loudness.cost(the_words)));
}

} // namespace
} // namespace ansage::speech::hearing
