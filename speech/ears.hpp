// SPDX-License-Identifier: GPL-3.0-or-later
// Who hears through what, and how: one ear for each audience.
#pragma once

#include "speech/utterance.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace ansage::speech {

// One ear of a stereo earphone can be White's, the other one Black's.
enum class Side : std::uint8_t { both, left, right };

// few: the key echo and the counting of seconds are left out.
enum class Verbosity : std::uint8_t { all, few };

// How one person wants to be spoken to.
struct ListenerSettings {
    VoiceSettings voice{};
    Verbosity verbosity = Verbosity::all;
    bool operator==(const ListenerSettings&) const = default;
};

struct Ear {
    std::string device; // its name, or a part that only its name has; empty: the default device
    Side side = Side::both;
    ListenerSettings listener{};
    bool operator==(const Ear&) const = default;
};

// An audience without an ear hears nothing.
using Ears = std::map<Audience, Ear>;

} // namespace ansage::speech
