// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/utterance.hpp"

#include "base/check.hpp"

#include <algorithm>

namespace ansage::speech {

std::string_view to_string(Audience audience) {
    switch (audience) {
    case Audience::room:
        return "room";
    case Audience::ear_white:
        return "ear-white";
    case Audience::ear_black:
        return "ear-black";
    case Audience::assistant:
        return "assistant";
    case Audience::arbiter:
        return "arbiter";
    }
    base::fail_check("an audience has a name", __FILE__, __LINE__);
}

std::optional<Audience> parse_audience(std::string_view name) {
    const auto* const found =
        std::find_if(all_audiences.begin(), all_audiences.end(), [name](Audience audience) {
            return to_string(audience) == name;
        });
    if (found == all_audiences.end()) {
        return std::nullopt;
    }
    return *found;
}

std::string_view to_string(Priority priority) {
    switch (priority) {
    case Priority::important:
        return "important";
    case Priority::message:
        return "message";
    case Priority::text:
        return "text";
    case Priority::notification:
        return "notification";
    case Priority::progress:
        return "progress";
    }
    base::fail_check("a priority has a name", __FILE__, __LINE__);
}

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
    case Outcome::finished:
        return "finished";
    case Outcome::cut:
        return "cut";
    case Outcome::dropped:
        return "dropped";
    case Outcome::failed:
        return "failed";
    }
    base::fail_check("an outcome has a name", __FILE__, __LINE__);
}

std::string words(const Utterance& utterance) {
    std::string line;
    for (const Segment& segment : utterance.segments) {
        if (!line.empty()) {
            line += ' ';
        }
        line += segment.text;
    }
    return line;
}

} // namespace ansage::speech
