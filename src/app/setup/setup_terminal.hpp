// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up at the terminal at which `ansage play` was typed, with its voice.
#pragma once

#include "app/setup/setup_dialog.hpp"
#include "consoles/setup_server.hpp"
#include "speech/ears.hpp"
#include "telling/table_words.hpp"
#include "telling/voice.hpp"

#include <string>

namespace ansage::app {

// Prints, speaks to the room, and reads lines of standard input; where there is a page, whichever
// answers first has answered. What it refers to must outlive it.
[[nodiscard]] SetupTalk talk_at_terminal(
    telling::Voice& voice, const telling::TableWords& words, consoles::SetupServer* page = nullptr
);

// What this machine has: boards, vocabularies, presets, languages.
SetupOffers offers_of_machine(const telling::TableWords& words, const std::string& data);

SetupSound find_sound(const speech::Ears& ears);

// The chosen ear for the next time. Whoever had that device before has it no more. Without a choice
// nothing changes.
[[nodiscard]] base::Result<void, base::Error> remember_ear(const SetupAnswers& answers);

} // namespace ansage::app
