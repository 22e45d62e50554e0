// The commands: one file each, one table (commands.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ansage::app {

// What the program tells the shell (docs: the command line).
enum class ExitCode : std::uint8_t {
    done = 0,
    no = 1, // the answer is no: they differ, it is illegal
    bad_input = 2, // wrong usage or bad input
    unavailable = 3, // a device or audio is not available
};

[[nodiscard]] constexpr int to_int(ExitCode code) {
    return static_cast<int>(code);
}

struct Command {
    std::string_view name;
    std::string_view summary;
    // Takes what follows the command's name; gives an ExitCode as a number.
    int (*run)(std::span<const std::string> arguments);
};

// In the order in which --help lists them.
[[nodiscard]] std::span<const Command> commands();

// Each in the file of its name.
int run_say(std::span<const std::string> arguments);
int run_parse(std::span<const std::string> arguments);
int run_position(std::span<const std::string> arguments);
int run_demo(std::span<const std::string> arguments);
int run_doctor(std::span<const std::string> arguments);
int run_play(std::span<const std::string> arguments);
int run_replay(std::span<const std::string> arguments);
int run_run(std::span<const std::string> arguments);
int run_arbiter(std::span<const std::string> arguments);
int run_score(std::span<const std::string> arguments);
int run_board(std::span<const std::string> arguments);
int run_profiles(std::span<const std::string> arguments);

} // namespace ansage::app
