// SPDX-License-Identifier: GPL-3.0-or-later
// ansage page: both boards of a running demo, or the consoles of the persons at a table, for
// browsers on this machine.
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "consoles/place.hpp"
#include "consoles/table_pages.hpp"
#include "gateway/gateway.hpp"
#include "gateway/site.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

constexpr std::int64_t first_free_port = 1024;
constexpr std::int64_t last_port = 65535;

Result<gateway::Site, Error> site_for(
    const consoles::TablePages& pages, const Reader& reader, const terminal::Arguments& given
) {
    const std::string data = data_given(given);
    if (pages.kind == consoles::PageKind::watcher)
        return gateway::make_site(data, *reader.wording, {.language = reader.language});
    const std::string& language = given.has("language") ? reader.language : pages.language;
    return gateway::make_persons_site(data, *reader.wording, language);
}

terminal::Answer page(const terminal::Arguments& given) {
    const auto port = ANSAGE_TRY(given.number("port", first_free_port, last_port));
    const auto table = ANSAGE_TRY(consoles::find_table(given.value_or("table", "")));
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto pages = ANSAGE_TRY(consoles::read_pages(table));
    if (pages.kind == consoles::PageKind::none) {
        terminal::print_line(pages.text);
        return terminal::ExitCode::no;
    }
    auto site = ANSAGE_TRY(site_for(pages, reader, given));
    const auto carried = pages.kind == consoles::PageKind::watcher ? gateway::Carried::watcher
                                                                   : gateway::Carried::persons;
    return tl::unexpected(gateway::become({
        .carried = carried,
        .table = table,
        .site = std::move(site),
        .port = static_cast<std::uint16_t>(port.value_or(0)),
        .unreachable = terminal::line_in_words(gateway::unreachable(table, carried)),
    }));
}

terminal::Options page_options() {
    return terminal::Options{
        "page", "", "the page of a table or a demo that runs, for browsers on this machine"}
        .value("table", "NAME", "the table's name, if several are open")
        .value("port", "N", "the port of 127.0.0.1; any that is free if not given")
        .value("language", "L", "the page's language, such as de")
        .value("data", "FOLDER", "where sentences are looked for first");
}

} // namespace

const terminal::Command page_command{
    "page",
    "the page of a table or a demo that runs, for browsers on this machine",
    {{page_options, page}}};

} // namespace ansage::app
