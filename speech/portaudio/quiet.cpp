// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/quiet.hpp"

#include <alsa/asoundlib.h>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>
#include <jack/jack.h>
#include <pthread.h>
#include <string_view>

namespace {

using Print = int (*)(FILE* stream, const char* format, va_list arguments);

// NOLINTNEXTLINE(cert-dcl50-cpp): the library sets the parameters
void ignore_alsa(
    const char* /*file*/,
    int /*line*/,
    const char* /*function*/,
    int /*error*/,
    const char* /*format*/,
    ...
) {}

void ignore_jack(const char* /*message*/) {}

// What a thread of PortAudio (19.6) says without end when its device at PipeWire has died. It may
// be cancelled only where it waits for that device, which it never does again, and who closes its
// stream would wait for ever. It holds nothing where it says this, unlike where it says other
// things: to end it there leaves a mutex locked, and PortAudio ends the program for that.
constexpr std::string_view endless = "Expression 'self->capture.ready || self->playback.ready'";

void end_if_cancelled() {
    int before = PTHREAD_CANCEL_DISABLE;
    ::pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    ::pthread_testcancel();
    ::pthread_setcancelstate(before, nullptr);
}

bool is_endless(const char* format, va_list arguments) {
    std::array<char, endless.size() + 1> text{};
    va_list again;
    va_copy(again, arguments);
    std::vsnprintf(text.data(), text.size(), format, again);
    va_end(again);
    return text.data() == endless;
}

bool is_portaudio(const void* caller) {
    Dl_info about{};
    return ::dladdr(caller, &about) != 0 && about.dli_fname != nullptr &&
        std::string_view{about.dli_fname}.find("/libportaudio.so") != std::string_view::npos;
}

} // namespace

// PortAudio's "Expression ... failed in src/hostapi/alsa/..." has no switch (19.6), so the program
// puts itself between PortAudio and the C library; everybody else's words go on as they are.
extern "C" int
print_unless_portaudio(FILE* stream, const char* format, va_list arguments) __asm__("vfprintf");

extern "C" int print_unless_portaudio(FILE* stream, const char* format, va_list arguments) {
    static const auto print = reinterpret_cast<Print>(::dlsym(RTLD_NEXT, "vfprintf"));
    if (print == nullptr) return 0;
    if (stream == stderr && is_portaudio(__builtin_return_address(0))) {
        if (is_endless(format, arguments)) end_if_cancelled();
        return 0;
    }
    return print(stream, format, arguments);
}

namespace ansage::speech::portaudio {

void be_quiet() {
    snd_lib_error_set_handler(ignore_alsa);
    jack_set_error_function(ignore_jack);
    jack_set_info_function(ignore_jack);
}

} // namespace ansage::speech::portaudio
