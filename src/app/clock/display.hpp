// SPDX-License-Identifier: GPL-3.0-or-later
// The large display for the sighted opponent, on a terminal of its own.
#pragma once

#include "base/result.hpp"
#include "session/clock_face.hpp"
#include "wording/catalogue.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ansage::app {

struct Screen {
    std::size_t columns = 80;
    std::size_t rows = 24;
};

// "1:29:30", "9:05"; "0:00" once it has run out. Begun seconds count whole, as they are spoken.
std::string shown_time(base::Millis remaining);

// White's half above Black's: the name or the colour and the moves completed, then the time as
// large as fits. The side that runs has a mark before its name; a fallen flag is a word.
std::vector<std::string> draw(
    const session::ClockFace& face,
    base::Millis boot_time,
    Screen screen,
    const wording::Catalogue& in
);

// Shows the newest table that runs, ten times a second, until a signal; `once` prints one picture
// as plain lines. An error means that no table runs.
[[nodiscard]] base::Result<void, base::Error> show_clock(bool once, const wording::Catalogue& in);

} // namespace ansage::app
