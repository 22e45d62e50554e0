// SPDX-License-Identifier: GPL-3.0-or-later
// Where a user's own files lie, after the XDG Base Directory Specification. It says of a folder
// that is not absolute that it is ignored: files would go wherever somebody happens to work.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <optional>

namespace ansage::files {

// HOME; where that is no absolute path, what the password file says. It need not be there.
std::filesystem::path home_folder();

// XDG_DATA_HOME, else ~/.local/share.
std::filesystem::path data_folder();

// XDG_CONFIG_HOME, else ~/.config.
std::filesystem::path config_folder();

// XDG_RUNTIME_DIR, if there is one.
std::optional<std::filesystem::path> session_folder();

// Makes one of the user's folders, with those above it up to the home, which is never made: an
// account without one (a service's) has no games.
[[nodiscard]] base::Result<void, base::Error> make_user_folder(const std::filesystem::path& folder);

} // namespace ansage::files
