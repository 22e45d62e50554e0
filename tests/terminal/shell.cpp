// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell.hpp"

#include <algorithm>

namespace ansage::tests {

Shell::Shell(const std::string& home)
    : shell_(terminal_, {"/bin/sh", "-i"}, home, ProgramAtTerminal::Controls::program) {
    terminal_.type("PS1='she''ll> '\n"); // what is typed is shown, too, and is no prompt
    is_there_ = terminal_.await(prompt);
    mode_ = terminal_.mode();
}

void Shell::type(const std::string& keys) {
    terminal_.forget();
    terminal_.type(keys);
}

bool Shell::await(const std::string& words) { return terminal_.await(words); }

bool Shell::stops() {
    terminal_.forget();
    constexpr int tries = 20; // who has not begun yet does not hear it, and the shell does nothing
    for (int i = 0; i < tries && terminal_.printed().find("Stopped") == std::string::npos; ++i) {
        terminal_.type("\x1a");
        while (terminal_.read_some(1000)) {
        }
    }
    return await("Stopped") && await(prompt) && is_same(terminal_.mode(), mode_);
}

bool Shell::goes_on() {
    constexpr std::ptrdiff_t of_the_shell = 2; // what was typed, and the job's command
    type("fg\n");
    const auto lines = [this] {
        const std::string& printed = terminal_.printed();
        return std::count(printed.begin(), printed.end(), '\n');
    };
    constexpr int longest_pause = 300'000; // ms
    while (lines() <= of_the_shell)
        if (!terminal_.read_some(longest_pause)) return false;
    return true;
}

bool Shell::has_ended() {
    return await(prompt) && is_same(terminal_.mode(), mode_) && !terminal_.is_non_blocking();
}

} // namespace ansage::tests
