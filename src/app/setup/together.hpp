// What opponent and arbiter accept together before the first move (D.1, D.2).
#pragma once

#include "app/setup/setup_talk.hpp"
#include "table/seat.hpp"

#include <optional>
#include <string>

namespace ansage::app {

// Set-up with opponent and arbiter together: the mode, the official clock, who announces and
// repeats, who hears what, consent to recording, the words. Each is told; Enter accepts.
struct TogetherTold {
    const table::TableSetup& setup;
    std::string words;
    std::string clock; // whose times are official
};

// What the journal keeps, a line each: "mode tournament accepted". Absent: somebody did not accept.
[[nodiscard]] std::optional<std::string>
agree_together(const SetupTalk& talk, const TogetherTold& told);

} // namespace ansage::app
