// SPDX-License-Identifier: GPL-3.0-or-later
// What a command is, and what it answers the shell that ran it.
#pragma once

#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ansage::terminal {

// What the program tells the shell (docs: the command line).
enum class ExitCode : std::uint8_t {
    done = 0,
    no = 1, // the answer is no: they differ, it is illegal
    bad_input = 2, // wrong usage or bad input
    unavailable = 3, // a device or audio is not available
};

constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

constexpr ExitCode done_or_no(bool is_done) { return is_done ? ExitCode::done : ExitCode::no; }

// What they mean, for help and man pages; in order.
inline constexpr std::array<std::string_view, 4> exit_code_words{
    "done",
    "the answer is no: they differ, it is illegal",
    "wrong usage or bad input",
    "a device or audio is not available"};

// Why a command did not do what it was asked to do: one line on stderr, and the exit code.
struct Failure {
    Failure(base::Error why, ExitCode answer = ExitCode::bad_input) // NOLINT(*-explicit-*)
        : error(std::move(why)),
          code(answer) {}

    base::Error error;
    ExitCode code;
};

using Answer = base::Result<ExitCode, Failure>;

Failure unavailable(base::Error error);

// Its line on stderr; gives the exit code as a number.
[[nodiscard]] int tell_failure(const Failure& failure);

class Arguments;
class Options;

// What a command does with the options that it was given.
struct Action {
    Options (*options)();
    Answer (*run)(const Arguments& given);
};

struct Command {
    std::string_view name;
    std::string_view summary;
    std::vector<Action> actions; // one, or one for each word after its name ("arbiter compare")

    std::vector<Options> options() const;
};

// `arguments` follow the command's name. Gives an ExitCode as a number.
[[nodiscard]] int run(const Command& command, std::span<const std::string> arguments);

} // namespace ansage::terminal
