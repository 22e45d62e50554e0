// SPDX-License-Identifier: GPL-3.0-or-later
// What is said into an earphone must not come out of the loudspeaker when the earphone is pulled
// out (D.2.10), and where a player's microphone is pulled out no other may hear the room in its
// place (D.2.7). A PulseAudio server moves streams to another device, unless the client forbids it
// when it connects. libasound's plugin, which PortAudio uses, does not; so the program puts itself
// between the plugin and libpulse. A stream that may not move ends, and is opened again when its
// device is back.
#include "speech/portaudio/stay_put.hpp"

#include <dlfcn.h>

namespace {

// libpulse's own numbers and types (pulse/def.h, pulse/stream.h), which never change.
constexpr unsigned dont_move = 0x0200U;

constexpr int failed = -1;

using ConnectPlayback = int (*)(
    void* stream,
    const char* device,
    const void* attributes,
    unsigned flags,
    const void* volume,
    void* synchronised
);
using ConnectRecord =
    int (*)(void* stream, const char* device, const void* attributes, unsigned flags);

// The plugin has loaded the library by the time it calls anything of it.
template <class Connect>
Connect real(const char* name) {
    void* const library = ::dlopen("libpulse.so.0", RTLD_NOW | RTLD_NOLOAD);
    return library == nullptr ? nullptr : reinterpret_cast<Connect>(::dlsym(library, name));
}

} // namespace

// In the place of libpulse's functions of these names, for this program and what it loads.
// NOLINTNEXTLINE(readability-function-size): the library sets the parameters
extern "C" int pa_stream_connect_playback(
    void* stream,
    const char* device,
    const void* attributes,
    unsigned flags,
    const void* volume,
    void* synchronised
) {
    static const auto connect = real<ConnectPlayback>("pa_stream_connect_playback");
    return connect == nullptr
        ? failed
        : connect(stream, device, attributes, flags | dont_move, volume, synchronised);
}

extern "C" int
pa_stream_connect_record(void* stream, const char* device, const void* attributes, unsigned flags) {
    static const auto connect = real<ConnectRecord>("pa_stream_connect_record");
    return connect == nullptr ? failed : connect(stream, device, attributes, flags | dont_move);
}

namespace ansage::speech::portaudio {

bool is_pipewire_there() {
    void* const library = ::dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_NOLOAD);
    if (library != nullptr) ::dlclose(library); // it was loaded by another, who keeps it
    return library != nullptr;
}

bool streams_stay_put() {
    void* const played = ::dlsym(RTLD_DEFAULT, "pa_stream_connect_playback");
    void* const recorded = ::dlsym(RTLD_DEFAULT, "pa_stream_connect_record");
    return played == reinterpret_cast<void*>(&pa_stream_connect_playback) &&
        recorded == reinterpret_cast<void*>(&pa_stream_connect_record);
}

} // namespace ansage::speech::portaudio
