// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at a running table, as a line of a console's socket in either direction and as what
// somebody types: never more than an error, and what was understood is written so that it is
// understood again.
#include "acts/typed.hpp"
#include "base/check.hpp"
#include "consoles/wire.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

using namespace ansage;

namespace {

table::State open_table() {
    table::TableSetup setup;
    setup.time = clock::parse_time_control("90m+30s").value();
    return table::open_table(setup);
}

void hear_console(std::string_view line) {
    const auto heard = consoles::wire::read_from_console(line);
    if (!heard) {
        ANSAGE_CHECK(!heard.error().what.empty());
        return;
    }
    if (const auto* typed = std::get_if<consoles::wire::Typed>(&*heard)) {
        const auto again = consoles::wire::read_from_console(consoles::wire::to_text(*typed));
        ANSAGE_CHECK(again.has_value());
        ANSAGE_CHECK(std::get<consoles::wire::Typed>(*again).text == typed->text);
    }
}

void hear_table(std::string_view line) {
    const auto heard = consoles::wire::read_from_table(line);
    ANSAGE_CHECK(heard.has_value() || !heard.error().what.empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const table::State state = open_table();
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    hear_console(line);
    hear_table(line);
    using table::ConsoleRole;
    for (const ConsoleRole role :
         {ConsoleRole::white,
          ConsoleRole::black,
          ConsoleRole::assistant,
          ConsoleRole::arbiter,
          ConsoleRole::spectator})
        static_cast<void>(acts::read_typed(line, role, state));
    return 0;
}
