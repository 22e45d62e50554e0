// Whole files, read and written at once, and the folders in which a user's own lie.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <string>

namespace ansage::files {

[[nodiscard]] base::Result<std::string, base::Error> read_file(const std::filesystem::path& path);

// Whole or not at all: the file is replaced only when everything was written.
[[nodiscard]] base::Result<void, base::Error>
write_file(const std::filesystem::path& path, const std::string& text);

// Where what lives as long as the program lies: $XDG_RUNTIME_DIR/ansage, else /run/user/UID/ansage,
// else /tmp/ansage-UID. It need not be there yet.
[[nodiscard]] std::filesystem::path runtime_directory();

// The same, made if it is not there, 0700; an error if it is not ours or others may enter.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> private_runtime_directory();

} // namespace ansage::files
