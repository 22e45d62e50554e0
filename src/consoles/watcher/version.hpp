// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ansage::consoles {

// Of the lines that a watcher is sent. Another one when a key changes its meaning, or goes.
inline constexpr unsigned watched_version = 1;

} // namespace ansage::consoles
