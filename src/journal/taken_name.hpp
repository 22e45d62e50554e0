// SPDX-License-Identifier: GPL-3.0-or-later
// A name for a journal that is still to be made, so that no other program takes it meanwhile.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ansage::journal {

enum class Taking : std::uint8_t { taken, is_anothers, impossible };

// Makes an empty file where there is none; Journal::create() fills it. What has not been filled
// when the program ends is removed.
[[nodiscard]] Taking take_name(const std::filesystem::path& path);
// Removes the file whose name was taken last, if it was not filled; safe in a signal's handler.
void drop_taken_name() noexcept;

} // namespace ansage::journal
