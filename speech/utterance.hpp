// SPDX-License-Identifier: GPL-3.0-or-later
// What is said, to whom, and how it ended. Speech stays such typed data until the last adapter.
#pragma once

#include "base/names.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::speech {

// Who hears it. What goes to an ear never goes to the room (D.2.10).
enum class Audience : std::uint8_t { room, ear_white, ear_black, assistant, arbiter };

} // namespace ansage::speech

// As table scripts write them.
template <>
inline constexpr std::array ansage::base::kept_names<ansage::speech::Audience>{
    KeptName{"ear_white", "ear-white"},
    KeptName{"ear_black", "ear-black"},
};

namespace ansage::speech {

using base::parse_name;
using base::to_string;

inline constexpr auto all_audiences = base::all_enumerators<Audience>;

// The five priorities of speech-dispatcher, the most urgent first. queue.hpp has their rules.
enum class Priority : std::uint8_t {
    important, // the neutral call for the arbiter, the arbiter's stop: at once, never cut, short
    message, // the opponent's move, confirmations, a draw offer: in turn, never lost
    text, // review and answers: the newest replaces
    notification, // key echo: dropped if anything speaks
    progress, // how far something has come: only the last of a series matters
};

inline constexpr auto all_priorities = base::all_enumerators<Priority>;

// Beeps of one pitch, each as long as the silence between two.
struct Tone {
    int hertz = 440;
    int millis = 100;
    int times = 1;
    bool operator==(const Tone&) const = default;
};

// A stretch in one language: German words are spoken by the German voice whatever the listener's
// language. `language` is a tag such as "de", "en", "nb"; `text` is UTF-8 words, in which a part
// between [[ and ]] holds eSpeak phonemes.
struct Segment {
    std::string language;
    std::string text;
    std::optional<Tone> tone{}; // heard in the place of the text
    bool operator==(const Segment&) const = default;
};

// The limits are eSpeak NG's; values outside them are brought to the nearest one.
struct VoiceSettings {
    int words_per_minute = 175; // 80 to 450
    int pitch = 50; // 0 to 100
    int volume = 100; // 0 to 200, 100 is normal
    bool operator==(const VoiceSettings&) const = default;
};

// One thing said to one audience.
struct Utterance {
    std::uint64_t id = 0; // the caller's; comes back in the report
    Audience audience = Audience::room;
    Priority priority = Priority::message;
    std::vector<Segment> segments{};
    VoiceSettings voice{};
    // The listener asked to hear it again: it is postponed where others are dropped.
    bool repeat = false;
    bool operator==(const Utterance&) const = default;
};

enum class Outcome : std::uint8_t {
    finished, // heard to its end
    cut, // began and was silenced
    dropped, // never began: replaced, or not worth waiting for
    failed, // could not be spoken: no voice, no output
};

// Every utterance handed to a speaker gets exactly one.
struct Report {
    std::uint64_t id = 0;
    Outcome outcome = Outcome::finished;
    bool operator==(const Report&) const = default;
};

// The texts of all segments, with a space between them.
std::string words(const Utterance& utterance);

} // namespace ansage::speech
