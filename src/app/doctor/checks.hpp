// SPDX-License-Identifier: GPL-3.0-or-later
// What works on this machine, and how to mend what does not.
#pragma once

#include "base/result.hpp"
#include "speech/ears.hpp"
#include "wording/catalogue.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ansage::app {

// One fact: good, or with what is wrong and how to mend it. `grave` faults keep Ansage from what
// it is for; the others are advice.
struct Finding {
    std::string part; // the key word: "voice", "audio", "port"
    std::string fact; // of a good one
    std::optional<base::Error> fault;
    bool is_grave = true;
};

// "voice: de, 0.6 seconds of sound".
wording::Sentence to_line(const Finding& finding, const wording::Catalogue& in);
// {"part":"voice","good":true,"fact":"..."}; a fault has what, where and mend.
std::string to_json(const Finding& finding);

// Each is told as soon as it is known: trying a device takes a moment.
using Tell = std::function<void(const Finding&)>;

struct Patient {
    std::string data; // the --data option
    speech::Ears ears; // as the file or the options have them
    std::string microphone; // that a table is to listen to; empty: none is tried
};

void examine(const Patient& patient, const wording::Catalogue& in, const Tell& tell);

} // namespace ansage::app
