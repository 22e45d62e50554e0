// SPDX-License-Identifier: GPL-3.0-or-later
// ansage page: both boards of a running demo, for browsers on this machine.
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "consoles/place.hpp"
#include "gateway/gateway.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

namespace ansage::app {

using base::Error;

namespace {

constexpr std::int64_t first_free_port = 1024;
constexpr std::int64_t last_port = 65535;

terminal::Answer page(const terminal::Arguments& given) {
    const auto port = ANSAGE_TRY(given.number("port", first_free_port, last_port));
    const auto table = ANSAGE_TRY(consoles::find_table(given.value_or("table", "")));
    const Reader reader = ANSAGE_TRY(reader_given(given));
    auto site = ANSAGE_TRY(
        gateway::make_site(data_given(given), *reader.wording, {.language = reader.language})
    );
    const std::string refused = ANSAGE_TRY(gateway::run({
        .table = table,
        .site = std::move(site),
        .port = static_cast<std::uint16_t>(port.value_or(0)),
        .ready = terminal::print_line,
    }));
    if (refused.empty()) return terminal::ExitCode::done;
    terminal::print_line(refused);
    return terminal::ExitCode::no;
}

terminal::Options page_options() {
    return terminal::Options{"page", "", "show a running demo in browsers on this machine"}
        .value("table", "NAME", "the table's name, if several are open")
        .value("port", "N", "the port of 127.0.0.1; any that is free if not given")
        .value("language", "L", "the page's language, such as de")
        .value("data", "FOLDER", "where sentences are looked for first");
}

} // namespace

const terminal::Command page_command{
    "page", "show a running demo in browsers on this machine", {{page_options, page}}};

} // namespace ansage::app
