// SPDX-License-Identifier: GPL-3.0-or-later
// Files that nobody but their owner may read, from their first byte on.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <string>

namespace ansage::gateway {

// Whole or not at all, 0600.
[[nodiscard]] base::Result<void, base::Error>
write_private(const std::filesystem::path& file, const std::string& text);

} // namespace ansage::gateway
