// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ansage score that is heard: playing, exporting and erasing recordings.
#pragma once

#include "app/commands/commands.hpp"
#include "chess/types.hpp"
#include "terminal/options.hpp"

#include <optional>

namespace ansage::app {

void add_sound_options(terminal::Options& options);

// Whether one of them was given, or --format audio.
bool wants_sound(const terminal::Arguments& arguments);

// One that says how, and none that says what.
[[nodiscard]] std::optional<base::Error> lone_sound_option(const terminal::Arguments& arguments);

// Of the journal that is named. With `of`, that player's own score: what he spoke himself, or the
// device.
[[nodiscard]] terminal::Answer
run_sound(const terminal::Arguments& given, std::optional<chess::Color> of);

} // namespace ansage::app
