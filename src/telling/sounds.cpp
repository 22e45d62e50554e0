// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/sounds.hpp"

#include "terminal/options.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ansage::telling {

using base::Error;
using base::Result;

namespace {

// Rising is good, low is no; whose clock runs is told by its pitch. What names a move, a square, a
// time or a person who has to answer in words has no row, and neither has what must not be missed.
struct SoundRow {
    std::string_view name; // as a listener writes it
    std::string_view id; // of the message
    speech::Tone tone;
};

constexpr std::array sound_rows{
    SoundRow{"taken", "console.taken_down", {.hertz = 880, .millis = 40, .times = 1}},
    SoundRow{"refused", "refused.not_a_move", {.hertz = 220, .millis = 120, .times = 1}},
    SoundRow{"refused", "console.not_understood", {.hertz = 220, .millis = 120, .times = 1}},
    SoundRow{"refused", "console.unchanged", {.hertz = 220, .millis = 120, .times = 2}},
    SoundRow{"refused", "refused.not_your_turn", {.hertz = 220, .millis = 120, .times = 3}},
    SoundRow{"clock", "clock.white", {.hertz = 660, .millis = 80, .times = 1}},
    SoundRow{"clock", "clock.black", {.hertz = 440, .millis = 80, .times = 1}},
    SoundRow{"clock", "clock.stopped", {.hertz = 440, .millis = 80, .times = 3}},
    SoundRow{"draw", "console.draw_offered", {.hertz = 550, .millis = 150, .times = 2}},
    SoundRow{"draw", "console.draw_declined", {.hertz = 330, .millis = 150, .times = 2}},
    SoundRow{"settled", "console.settled", {.hertz = 700, .millis = 60, .times = 2}},
    SoundRow{"settled", "repair.done", {.hertz = 700, .millis = 60, .times = 3}},
};

bool is_name(std::string_view word) {
    return std::ranges::find(sound_rows, word, &SoundRow::name) != sound_rows.end();
}

} // namespace

Result<Tones, Error> parse_tones(std::string_view text) {
    std::string list{text};
    std::ranges::replace(list, ',', ' ');
    const std::vector<std::string> words = terminal::split_words(list);
    Tones tones;
    if (words.size() == 1 && words.front() == "all") {
        for (const SoundRow& row : sound_rows) tones.emplace(row.name);
        return tones;
    }
    for (const std::string& word : words) {
        if (word == "none" && words.size() == 1) return tones;
        if (!is_name(word)) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" has no tone", terminal::printable(word)),
                {},
                base::phrase("write some of taken, refused, clock, draw, settled, or all, or none")}
            );
        }
        tones.insert(word);
    }
    return tones;
}

std::optional<speech::Tone> window_tone(std::string_view id) {
    if (id == "hearing.open") return speech::Tone{.hertz = 990, .millis = 60, .times = 1};
    if (id == "hearing.closed") return speech::Tone{.hertz = 495, .millis = 60, .times = 1};
    return std::nullopt;
}

std::optional<speech::Tone> tone_of(const table::Message& message, const Tones& wanted) {
    const auto* const row =
        std::ranges::find(sound_rows, std::string_view{message.id}, &SoundRow::id);
    const bool is_wanted = row != sound_rows.end() && wanted.contains(row->name);
    return is_wanted ? std::optional{row->tone} : std::nullopt;
}

} // namespace ansage::telling
