// SPDX-License-Identifier: GPL-3.0-or-later
// A kept game as a watcher of it would have been sent it.
#pragma once

#include "base/result.hpp"
#include "record/game_resume.hpp"

#include <functional>
#include <string>

namespace ansage::consoles {

// Every line in order, without its end: welcome, the states and the log, bye (docs/consoles.md).
[[nodiscard]] base::Result<void, base::Error>
watch_kept_game(record::StoredGame& game, const std::function<void(const std::string&)>& show);

} // namespace ansage::consoles
