// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/library.hpp"

#include "base/check.hpp"
#include "speech/portaudio/choose.hpp"
#include "speech/portaudio/quiet.hpp"
#include "speech/portaudio/stay_put.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace ansage::speech::portaudio {

std::mutex& library_mutex() {
    static std::mutex mutex;
    return mutex;
}

namespace {

// What the user wants of PipeWire's ALSA plugin ("{ a = 1 }"), and that a stream never moves to
// another device (D.2.10): of two values the last one counts.
std::string with_stay_put(std::string wanted) {
    const std::string_view stay_put = "node.dont-reconnect = true }";
    const std::size_t brace = wanted.rfind('}');
    if (wanted.find(stay_put) != std::string::npos) return wanted;
    return (brace == std::string::npos ? "{ " : wanted.substr(0, brace) + ' ') +
        std::string{stay_put};
}

} // namespace

void prepare_environment() {
    ANSAGE_CHECK(streams_stay_put());
    be_quiet();
    static_cast<void>(setenv("PIPEWIRE_LATENCY", "128/48000", 0));
    const char* const wanted = std::getenv("PIPEWIRE_ALSA");
    const std::string properties = with_stay_put(wanted == nullptr ? "" : wanted);
    static_cast<void>(setenv("PIPEWIRE_ALSA", properties.c_str(), 1));
}

Session::Session() { started_ = Pa_Initialize() == paNoError; }

Session::~Session() {
    if (started_) Pa_Terminate();
}

namespace {

std::vector<PaDeviceIndex> devices_with(int PaDeviceInfo::*channels) {
    std::vector<PaDeviceIndex> indices;
    for (PaDeviceIndex index = 0; index < Pa_GetDeviceCount(); ++index)
        if (Pa_GetDeviceInfo(index)->*channels > 0) indices.push_back(index);
    return indices;
}

std::atomic<bool>& wish() {
    static std::atomic<bool> wish{false};
    return wish;
}

} // namespace

std::vector<PaDeviceIndex> output_devices() {
    return devices_with(&PaDeviceInfo::maxOutputChannels);
}

std::vector<PaDeviceIndex> input_devices() { return devices_with(&PaDeviceInfo::maxInputChannels); }

std::optional<int>
rate_for(const PaStreamParameters* input, const PaStreamParameters* output, int wanted) {
    const PaDeviceIndex device = input != nullptr ? input->device : output->device;
    const double own = Pa_GetDeviceInfo(device)->defaultSampleRate;
    const std::array rates{wanted, 48'000, 44'100, static_cast<int>(std::lround(own))};
    const auto is_taken_twice = [&](int rate) {
        for (int time = 0; time < 2; ++time) {
            if (Pa_IsFormatSupported(input, output, rate) != paFormatIsSupported) return false;
        }
        return true;
    };
    const auto* const found = std::ranges::find_if(rates, is_taken_twice);
    return found == rates.end() ? std::nullopt : std::optional{*found};
}

std::vector<std::string> names_of(const std::vector<PaDeviceIndex>& indices) {
    std::vector<std::string> names;
    names.reserve(indices.size());
    for (const PaDeviceIndex index : indices) names.emplace_back(Pa_GetDeviceInfo(index)->name);
    return names;
}

void wish_for_new_devices() { wish() = true; }

bool is_wished_for_new_devices() { return wish(); }

void forget_wish() { wish() = false; }

namespace {

std::optional<PaDeviceIndex> default_device(const std::vector<PaDeviceIndex>& indices) {
    if (indices.empty()) return std::nullopt;
    const PaDeviceIndex index = Pa_GetDefaultOutputDevice();
    return index == paNoDevice ? indices.front() : index;
}

} // namespace

std::optional<PaDeviceIndex> find_device(const std::string& name) {
    const std::vector<PaDeviceIndex> indices = output_devices();
    if (name.empty()) return default_device(indices);
    const auto chosen = choose(names_of(indices), name);
    return chosen ? std::optional{indices[*chosen]} : std::nullopt;
}

std::vector<Device> list_devices() {
    prepare_environment();
    const std::scoped_lock lock(library_mutex());
    const Session session;
    std::vector<Device> devices;
    if (!session.started()) return devices;
    for (const PaDeviceIndex index : output_devices()) {
        const PaDeviceInfo& info = *Pa_GetDeviceInfo(index);
        devices.push_back(
            {.name = info.name,
             .host = Pa_GetHostApiInfo(info.hostApi)->name,
             .channels = info.maxOutputChannels,
             .is_default = index == Pa_GetDefaultOutputDevice()}
        );
    }
    return devices;
}

} // namespace ansage::speech::portaudio
