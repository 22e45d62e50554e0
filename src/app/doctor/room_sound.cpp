// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/room_sound.hpp"

#include "speech/hearing/sound.hpp"
#include "speech/portaudio/microphone.hpp"

#include <array>
#include <chrono>
#include <thread>

namespace ansage::app {

namespace {

using speech::hearing::Fault;
using speech::hearing::Sound;
using speech::portaudio::Microphone;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t enough = std::size_t{2} * speech::recording_rate;
// A device that is only slow has begun by then.
constexpr auto longest = 10s;

Sound take(Microphone& microphone) {
    std::array<std::int16_t, 4096> samples{};
    Sound sound;
    for (const auto end = Clock::now() + longest; sound.size() < enough && Clock::now() < end;) {
        const std::size_t count = microphone.read(samples);
        sound.insert(sound.end(), samples.begin(), samples.begin() + count);
        if (count == 0) std::this_thread::sleep_for(20ms);
    }
    return sound;
}

RoomSound judged(const Sound& sound) {
    if (sound.empty()) return RoomSound::stuck;
    const auto fault = speech::hearing::fault_of(sound);
    if (fault == Fault::silent) return RoomSound::silent;
    if (fault == Fault::narrow_band) return RoomSound::narrow;
    const bool is_loud = speech::hearing::noise_floor(sound) > speech::hearing::loudest_room;
    return is_loud ? RoomSound::noisy : RoomSound::quiet; // too quiet to speak in is no room
}

} // namespace

base::Result<RoomHeard, base::Error> hear_room(const std::string& device) {
    auto opened = Microphone::open(device);
    if (!opened) {
        opened.error().where = "--hear";
        return tl::unexpected(std::move(opened).error());
    }
    Microphone& microphone = **opened;
    return RoomHeard{.device = microphone.name(), .sound = judged(take(microphone))};
}

} // namespace ansage::app
