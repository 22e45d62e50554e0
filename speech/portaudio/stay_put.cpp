// What is said into an earphone must not come out of the loudspeaker when the earphone is pulled
// out (D.2.10). A PulseAudio server moves what was played there to another device, unless the
// client forbids it when it connects. libasound's plugin, through which PortAudio plays, does not;
// so the program puts itself between the plugin and libpulse. A stream that may not move ends, and
// is opened again when its device is back.
#include "speech/portaudio/stay_put.hpp"

#include <dlfcn.h>

namespace {

// libpulse's own numbers and types (pulse/def.h, pulse/stream.h), which never change.
constexpr unsigned dont_move = 0x0200U;

using Connect = int (*)(
    void* stream,
    const char* device,
    const void* attributes,
    unsigned flags,
    const void* volume,
    void* synchronised
);

// The plugin has loaded the library by the time it calls anything of it.
Connect real_connect() {
    void* const library = ::dlopen("libpulse.so.0", RTLD_NOW | RTLD_NOLOAD);
    return library == nullptr
        ? nullptr
        : reinterpret_cast<Connect>(::dlsym(library, "pa_stream_connect_playback"));
}

} // namespace

// In the place of libpulse's function of that name, for this program and what it loads.
// NOLINTNEXTLINE(readability-function-size): the library sets the parameters
extern "C" int pa_stream_connect_playback(
    void* stream,
    const char* device,
    const void* attributes,
    unsigned flags,
    const void* volume,
    void* synchronised
) {
    static const Connect connect = real_connect();
    constexpr int failed = -1;
    return connect == nullptr
        ? failed
        : connect(stream, device, attributes, flags | dont_move, volume, synchronised);
}

namespace ansage::speech::portaudio {

bool streams_stay_put() {
    void* const seen = ::dlsym(RTLD_DEFAULT, "pa_stream_connect_playback");
    return seen == reinterpret_cast<void*>(&pa_stream_connect_playback);
}

} // namespace ansage::speech::portaudio
