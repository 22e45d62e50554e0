// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.hpp"

#include "terminal/options.hpp"

#include <algorithm>

namespace ansage::app {

std::span<const terminal::Command> commands() {
    // Each on a line of its own.
    // clang-format off
    static const std::vector<terminal::Command> all{
        demo_command,
        play_command,
        clock_command,
        join_command,
        learn_command,
        card_command,
        page_command,
        replay_command,
        say_command,
        parse_command,
        hear_command,
        position_command,
        run_command,
        arbiter_command,
        hall_command,
        score_command,
        board_command,
        doctor_command,
        profiles_command,
    };
    // clang-format on
    return all;
}

const terminal::Command* find_command(std::string_view name) {
    const auto found = std::ranges::find(commands(), name, &terminal::Command::name);
    return found == commands().end() ? nullptr : &*found;
}

std::vector<terminal::Options> options_with_settings() {
    std::vector<terminal::Options> all;
    for (const terminal::Command& command : commands()) {
        for (terminal::Options& options : command.options())
            if (options.takes_settings()) all.push_back(std::move(options));
    }
    return all;
}

} // namespace ansage::app
