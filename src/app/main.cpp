// ansage COMMAND [options]: finds the command and hands over.
#include "app/cli/options.hpp"
#include "app/commands/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <vector>

namespace ansage::app {
namespace {

constexpr std::string_view see_help = "\"ansage --help\" lists the commands";

int print_help() {
    fmt::print("Usage: ansage COMMAND [options]\n");
    for (const Command& command : commands()) {
        fmt::print("{}: {}\n", command.name, command.summary);
    }
    fmt::print("\"ansage COMMAND --help\" tells more about each.\n");
    return to_int(ExitCode::done);
}

int print_version() {
    fmt::print("ansage {}\n", ANSAGE_VERSION);
    return to_int(ExitCode::done);
}

int refuse(std::string what) {
    print_error({std::move(what), "ansage", std::string{see_help}});
    return to_int(ExitCode::bad_input);
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
    const auto command = std::ranges::find(commands(), name, &Command::name);
    if (command == commands().end()) {
        return refuse(fmt::format("\"{}\" is no command", printable(name)));
    }
    return command->run(arguments.subspan(1));
}

} // namespace
} // namespace ansage::app

int main(int count, char** values) {
    try {
        const std::vector<std::string> arguments{values + std::min(count, 1), values + count};
        return ansage::app::dispatch(arguments);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "ansage: %s; please report this\n", problem.what());
        return ansage::app::to_int(ansage::app::ExitCode::bad_input);
    }
}
