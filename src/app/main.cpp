// ansage COMMAND [options]: finds the command and hands over.
#include "app/commands/commands.hpp"
#include "record/game_files.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <sys/stat.h>
#include <vector>

namespace ansage::app {
namespace {

constexpr std::string_view see_help = "\"ansage --help\" lists the commands";

int print_help() {
    fmt::print("Usage: ansage COMMAND [options]\n");
    for (const terminal::Command& command : commands()) {
        fmt::print("{}: {}\n", command.name, command.summary);
    }
    fmt::print("\"ansage COMMAND --help\" tells more about each.\n");
    return terminal::to_int(terminal::ExitCode::done);
}

int print_version() {
    fmt::print("ansage {}\n", ANSAGE_VERSION);
    return terminal::to_int(terminal::ExitCode::done);
}

int refuse(std::string what) {
    terminal::print_error({std::move(what), "ansage", std::string{see_help}});
    return terminal::to_int(terminal::ExitCode::bad_input);
}

int dispatch(std::span<const std::string> arguments) {
    if (!arguments.empty() && arguments.front() == "--") {
        arguments = arguments.subspan(1);
    } else if (!arguments.empty() && arguments.front() == "--help") {
        return print_help();
    } else if (!arguments.empty() && arguments.front() == "--version") {
        return print_version();
    }
    if (arguments.empty()) {
        return refuse("no command");
    }
    const std::string& name = arguments.front();
    const auto command = std::ranges::find(commands(), name, &terminal::Command::name);
    if (command == commands().end()) {
        return refuse(fmt::format("\"{}\" is no command", terminal::printable(name)));
    }
    return command->run(arguments.subspan(1));
}

} // namespace
} // namespace ansage::app

int main(int count, char** values) {
    ::umask(S_IRWXG | S_IRWXO); // names, voices and results are nobody else's
    if (const auto notice = ansage::record::keep_games_private()) {
        ansage::terminal::print_notice(*notice);
    }
    try {
        const std::vector<std::string> arguments{values + std::min(count, 1), values + count};
        return ansage::app::dispatch(arguments);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "ansage: %s; please report this\n", problem.what());
        return ansage::terminal::to_int(ansage::terminal::ExitCode::bad_input);
    }
}
