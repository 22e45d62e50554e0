// SPDX-License-Identifier: GPL-3.0-or-later
// Which device somebody means by a name. For this folder only, but for its test.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ansage::speech::portaudio {

// By its whole name, or a part that only one has. Its index in `devices`.
std::optional<std::size_t> choose(std::span<const std::string> devices, std::string_view name);

// "USB Audio: - (hw:1,0)" without its end: a card that is put into another socket, or back too
// soon, gets another number.
std::string_view without_number(std::string_view name);

// The same, and else the one device of that card that was not among `before`: what was there all
// the time may be somebody else's.
std::optional<std::size_t> choose_again(
    std::span<const std::string> devices, std::string_view name, std::span<const std::string> before
);

} // namespace ansage::speech::portaudio
