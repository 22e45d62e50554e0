// SPDX-License-Identifier: GPL-3.0-or-later
// Short sentences that a listener knows by heart can be heard as tones, each by its own.
#pragma once

#include "base/result.hpp"
#include "speech/utterance.hpp"
#include "table/model/event.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace ansage::telling {

// Names of what is heard as a tone in the place of words: "taken", "clock".
using Tones = std::set<std::string, std::less<>>;

// "taken clock", with blanks or commas; "all" and "none".
[[nodiscard]] base::Result<Tones, base::Error> parse_tones(std::string_view text);

// That a window of listening opens or closes is always a tone: words would be heard in it.
std::optional<speech::Tone> window_tone(std::string_view id);

// Absent: it is said in words.
std::optional<speech::Tone> tone_of(const table::Message& message, const Tones& wanted);

} // namespace ansage::telling
