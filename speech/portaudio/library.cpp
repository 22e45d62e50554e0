#include "speech/portaudio/library.hpp"

#include "base/check.hpp"
#include "speech/portaudio/quiet.hpp"
#include "speech/portaudio/stay_put.hpp"

#include <cstdlib>
#include <string_view>

namespace ansage::speech::portaudio {

std::mutex& library_mutex() {
    static std::mutex mutex;
    return mutex;
}

void prepare_environment() {
    ANSAGE_CHECK(streams_stay_put());
    be_quiet();
    static_cast<void>(setenv("PIPEWIRE_LATENCY", "1024/48000", 0));
}

Session::Session() {
    started_ = Pa_Initialize() == paNoError;
}

Session::~Session() {
    if (started_) {
        Pa_Terminate();
    }
}

std::vector<PaDeviceIndex> output_devices() {
    std::vector<PaDeviceIndex> indices;
    for (PaDeviceIndex index = 0; index < Pa_GetDeviceCount(); ++index) {
        if (Pa_GetDeviceInfo(index)->maxOutputChannels > 0) {
            indices.push_back(index);
        }
    }
    return indices;
}

namespace {

std::optional<PaDeviceIndex> default_device(const std::vector<PaDeviceIndex>& indices) {
    if (indices.empty()) {
        return std::nullopt;
    }
    const PaDeviceIndex index = Pa_GetDefaultOutputDevice();
    return index == paNoDevice ? indices.front() : index;
}

} // namespace

std::optional<PaDeviceIndex> find_device(const std::string& name) {
    const std::vector<PaDeviceIndex> indices = output_devices();
    if (name.empty()) {
        return default_device(indices);
    }
    std::vector<PaDeviceIndex> similar;
    for (const PaDeviceIndex index : indices) {
        const std::string_view other = Pa_GetDeviceInfo(index)->name;
        if (other == name) {
            return index;
        }
        if (other.find(name) != std::string_view::npos) {
            similar.push_back(index);
        }
    }
    if (similar.size() != 1) {
        return std::nullopt;
    }
    return similar.front();
}

std::vector<Device> list_devices() {
    prepare_environment();
    const std::scoped_lock lock(library_mutex());
    const Session session;
    std::vector<Device> devices;
    if (!session.started()) {
        return devices;
    }
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
