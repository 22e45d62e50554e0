// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up at the terminal and on a page at once: both are told the questions, and whichever answers
// first has answered.
#pragma once

#include "app/setup/setup_talk.hpp"
#include "consoles/setup_server.hpp"
#include "telling/asker.hpp"
#include "telling/table_words.hpp"

#include <memory>

namespace ansage::app {

// Null: there is no page. What it refers to must outlive it.
[[nodiscard]] SetupTalk talk_with(
    std::shared_ptr<telling::Asker> asker,
    consoles::SetupServer* page,
    const telling::TableWords& words
);

} // namespace ansage::app
