// SPDX-License-Identifier: GPL-3.0-or-later
// Streams end with their device instead of moving to another one. For this folder only.
#pragma once

namespace ansage::speech::portaudio {

// Whether plugins that are loaded will find our function before the library's.
bool streams_stay_put();

// Whether libasound's plugin for PipeWire has been loaded, which has its own rules (latency.hpp).
bool is_pipewire_there();

} // namespace ansage::speech::portaudio
