// SPDX-License-Identifier: GPL-3.0-or-later
// The life of the PortAudio library, quiet and one thread at a time. For this folder only.
#pragma once

#include "base/result.hpp"
#include "speech/portaudio/sinks.hpp"

#include <portaudio.h>

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ansage::speech::portaudio {

// PortAudio's own functions are not safe from two threads; hold this around all but the callback.
std::mutex& library_mutex();

// Sets PIPEWIRE_LATENCY unless the user did: PipeWire's ALSA plugin may buffer seconds otherwise,
// and is silent where PipeWire takes more at a time than a stream keeps (latency.hpp). Tells the
// libraries to be quiet. Not for a program's second thread: it changes the environment.
void prepare_environment();

// Started from its construction to its end. New devices are seen only after every session has
// ended.
class Session {
public:
    Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    bool started() const { return started_; }

private:
    bool started_ = false;
};

// With a session running: the device that a route names, by its whole name or a part that only one
// has.
std::optional<PaDeviceIndex> find_device(const std::string& name);
std::vector<PaDeviceIndex> output_devices();
std::vector<PaDeviceIndex> input_devices();

// The rate at which a device takes what is wanted of it: the first one, else a common one, else the
// device's own; nothing if it takes none, and then it must not be opened. Of `input` and `output`
// one is null. Each is asked for twice: the library keeps its errors in one variable for all
// threads (paUtilErr_, pa_unix_util.h, still in 19.7), and the thread of a stream that runs can
// turn one into a success. Opening a device that is not there would then end the program, or never
// return.
std::optional<int>
rate_for(const PaStreamParameters* input, const PaStreamParameters* output, int wanted);
std::vector<std::string> names_of(const std::vector<PaDeviceIndex>& indices);

// Somebody misses a device that may have come since the first session began: whoever keeps one for
// long begins anew when he can, and then forgets the wish.
void wish_for_new_devices();
bool is_wished_for_new_devices();
void forget_wish();

} // namespace ansage::speech::portaudio
