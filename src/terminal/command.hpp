// SPDX-License-Identifier: GPL-3.0-or-later
// What a command is, and what it answers the shell that ran it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::terminal {

// What the program tells the shell (docs: the command line).
enum class ExitCode : std::uint8_t {
    done = 0,
    no = 1, // the answer is no: they differ, it is illegal
    bad_input = 2, // wrong usage or bad input
    unavailable = 3, // a device or audio is not available
};

[[nodiscard]] constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

// What they mean, for help and man pages; in order.
inline constexpr std::array<std::string_view, 4> exit_code_words{
    "done",
    "the answer is no: they differ, it is illegal",
    "wrong usage or bad input",
    "a device or audio is not available"};

class Options;

struct Command {
    std::string_view name;
    std::string_view summary;
    // One, or one for each of its actions ("arbiter compare").
    std::vector<Options> (*options)();
    // Takes what follows the command's name; gives an ExitCode as a number.
    int (*run)(std::span<const std::string> arguments);
};

} // namespace ansage::terminal
