// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_page.hpp"

#include "acts/settings.hpp"
#include "app/commands/given.hpp"
#include "base/names.hpp"
#include "base/try.hpp"
#include "gateway/invitation.hpp"
#include "table/model/names.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

// The codes come before what only an eye or a camera reads.
void tell_how_to_come(
    const session::LiveTable& table,
    const std::string& url,
    const TableOutput& output,
    const wording::Catalogue& in
) {
    for (const auto role : base::all_enumerators<table::ConsoleRole>) {
        if (role != table::ConsoleRole::arbiter) // his is told already
            tell_role_code(role, table.code_of(role), output, in);
    }
    if (output.is_json()) return;
    const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
    const auto paint = is_terminal ? gateway::Paint::black_on_white : gateway::Paint::plain;
    for (const std::string& line : gateway::lan_invitation(url, in, paint))
        terminal::print_painted(line);
}

} // namespace

Result<table::Pages, Error>
pages_wanted(const OpenedTable& opened, const terminal::Arguments& given) {
    const table::TableSetup& setup = *opened.state.setup;
    if (!given.has("page")) return setup.pages;
    acts::TableHeader header = acts::default_header();
    ANSAGE_TRY(acts::set(header, "page", *given.value("page")));
    const table::Pages wanted = header.setup.pages;
    if (setup.mode == table::Mode::tournament && wanted > setup.pages) {
        return tl::unexpected(Error{
            base::phrase("when this game began, nobody was told of such a page"),
            "--page",
            base::phrase("leave it out")});
    }
    return wanted;
}

std::unique_ptr<gateway::Keeper> serve_page(
    session::LiveTable& table,
    table::Pages pages,
    const terminal::Arguments& given,
    const TableOutput& output,
    const wording::Catalogue& in
) {
    const auto name = table.console_table();
    if (pages == table::Pages::none || !name) return nullptr;
    std::vector<std::string> options{"--table", *name, "--language", std::string{in.language()}};
    if (pages == table::Pages::lan) options.emplace_back("--lan");
    if (const std::string data = data_given(given); !data.empty())
        options.push_back("--data=" + data);
    auto keeper = gateway::Keeper::start(std::move(options), [&table](bool is_there) {
        table.note_page(is_there);
    });
    if (!keeper) {
        terminal::print_notice(keeper.error());
        return nullptr;
    }
    const std::string& url = (*keeper)->url();
    output.fact("page", url);
    if (pages == table::Pages::lan) tell_how_to_come(table, url, output, in);
    return *std::move(keeper);
}

void tell_role_code(
    table::ConsoleRole role,
    const std::string& code,
    const TableOutput& output,
    const wording::Catalogue& in
) {
    if (output.is_json()) {
        output.fact("role_code", fmt::format("{} {}", table::to_string(role), code));
        return;
    }
    const std::string name = fmt::format("role.{}", table::to_string(role));
    terminal::print_line(in.sentence(
        "console.code_of", {{"role", wording::Term{name}}, {"text", std::string_view{code}}}
    ));
}

} // namespace ansage::app
