// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing by ear through what each person hears.
#pragma once

#include "base/result.hpp"
#include "speech/ears.hpp"
#include "wording/catalogue.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ansage::app {

// Goes through the people who may have an ear, and for each through the devices: every choice
// speaks for itself, through the device and in the voice that it would have. `tell` prints a line;
// `ask` gives the key that was typed, "" for Enter, or nothing at the end of the input, and tells
// how things stand to whoever had stopped the program and goes on. `input` is readable once
// something was typed, which ends what is spoken. Absent: nothing was chosen.
struct Dialogue {
    std::function<void(const std::string&)> tell;
    std::function<std::optional<std::string>(const std::string& how_things_stand)> ask;
    int input = -1;
};

// The sentences are the catalogue's, in its language.
[[nodiscard]] base::Result<std::optional<speech::Ears>, base::Error> choose_ears(
    const speech::Ears& before, const Dialogue& dialogue, const wording::Catalogue& catalogue
);

} // namespace ansage::app
