// SPDX-License-Identifier: GPL-3.0-or-later
// ansage COMMAND [options]: finds the command and hands over.
#include "app/commands/commands.hpp"
#include "app/commands/failure.hpp"
#include "base/check.hpp"
#include "record/game_files.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/standard_streams.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <sys/stat.h>
#include <vector>

namespace ansage::app {
namespace {

constexpr std::string_view see_help = "\"ansage --help\" lists the commands";

int print_version() {
    fmt::print("ansage {}\n", ANSAGE_VERSION);
    return terminal::to_int(terminal::ExitCode::done);
}

int refuse(std::string what) {
    terminal::print_error({std::move(what), "ansage", std::string{see_help}});
    return terminal::to_int(terminal::ExitCode::bad_input);
}

const terminal::Command* find_command(const std::string& name) {
    const auto found = std::ranges::find(commands(), name, &terminal::Command::name);
    return found == commands().end() ? nullptr : &*found;
}

int dispatch(std::span<const std::string> arguments) {
    if (arguments.empty()) {
        return refuse("no command");
    }
    if (arguments.front() == "--") {
        arguments = arguments.subspan(1);
    } else if (terminal::asks_for_help(arguments.front())) {
        return run_help({});
    } else if (arguments.front() == "--version" || arguments.front() == "-V") {
        return print_version();
    }
    if (arguments.empty()) {
        return refuse("no command");
    }
    const std::string& name = arguments.front();
    if (name == say_failure && arguments.size() == 2) {
        return run_say_failure(arguments.back());
    }
    if (name == "help") {
        return run_help(arguments.subspan(1));
    }
    const terminal::Command* const command = find_command(name);
    return command == nullptr
        ? refuse(fmt::format("\"{}\" is no command", terminal::printable(name)))
        : command->run(arguments.subspan(1));
}

// Whatever printed more than its output takes has thrown, and finish_output() says why.
int run(std::span<const std::string> arguments) {
    try {
        return dispatch(arguments);
    } catch (const std::bad_alloc&) {
        terminal::print_error(
            {"the memory is used up", "ansage", "end other programs; a game goes on with --resume"}
        );
        return terminal::to_int(terminal::ExitCode::bad_input);
    } catch (const std::exception& problem) {
        if (std::ferror(stdout) != 0) {
            return terminal::to_int(terminal::ExitCode::done);
        }
        terminal::print_notice(fmt::format("ansage: {}; please report this", problem.what()));
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
}

} // namespace
} // namespace ansage::app

int main(int count, char** values) {
    ansage::terminal::prepare_standard_streams();
    ansage::base::set_failure_handler(ansage::app::on_failure);
    ::umask(S_IRWXG | S_IRWXO); // names, voices and results are nobody else's
    if (const auto notice = ansage::record::keep_games_private()) {
        ansage::terminal::print_notice(*notice);
    }
    const std::vector<std::string> arguments{values + std::min(count, 1), values + count};
    return ansage::terminal::finish_output(ansage::app::run(arguments));
}
