// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a picture for programs, the same to a watcher and to the arbiter (docs/consoles.md).
#pragma once

#include "consoles/picture/picture.hpp"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace ansage::consoles {

// ["e2","e4"]
[[nodiscard]] nlohmann::ordered_json squares_json(const std::vector<chess::Square>& squares);
// {"white":{...},"black":{...}}
[[nodiscard]] nlohmann::ordered_json boards_json(const TablePicture& picture);
// The six witnesses of each.
[[nodiscard]] nlohmann::ordered_json moves_json(const TablePicture& picture);
[[nodiscard]] nlohmann::ordered_json matters_json(const TablePicture& picture);

} // namespace ansage::consoles
