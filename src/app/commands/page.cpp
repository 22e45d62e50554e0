// SPDX-License-Identifier: GPL-3.0-or-later
// ansage page: both boards of a running demo, or the consoles of the persons at a table, for
// browsers on this machine; with --lan those consoles for telephones on the local network.
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/text.hpp"
#include "base/try.hpp"
#include "consoles/place.hpp"
#include "consoles/table_pages.hpp"
#include "gateway/gateway.hpp"
#include "gateway/invitation.hpp"
#include "gateway/site.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <unistd.h>

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

// Why this table has no page of that reach, in words; empty: it has.
Result<std::string, Error> refusal(const consoles::TablePages& pages, bool is_for_network) {
    if (pages.kind == consoles::PageKind::none) return pages.text;
    if (!is_for_network) return std::string{};
    if (pages.kind == consoles::PageKind::watcher) {
        return tl::unexpected(Error{
            base::phrase("a demo is watched on this machine alone"),
            "--lan",
            base::phrase("leave it out")});
    }
    if (pages.may_network) return std::string{};
    if (!pages.network_text.empty()) return pages.network_text;
    return tl::unexpected(Error{
        base::phrase("this table lets nobody come from the network"),
        "--lan",
        base::phrase("leave it out")});
}

// "white 123456", in words.
std::string code_in_words(std::string_view code, const wording::Catalogue& in) {
    const std::string role = fmt::format("role.{}", base::take_until(code, ' '));
    return in.sentence("console.code_of", {{"role", wording::Term{role}}, {"text", code}});
}

// What is printed below the address: nothing for a program that reads it. The codes come before
// what only an eye or a camera reads.
std::function<std::vector<std::string>(const std::string&)> invitation_for(
    const terminal::Arguments& given, const Reader& reader, const consoles::TablePages& pages
) {
    const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
    if (!given.has("lan") || (!is_terminal && !given.has("qr"))) return {};
    const auto paint = is_terminal ? gateway::Paint::black_on_white : gateway::Paint::plain;
    return [&reader, &pages, paint](const std::string& url) {
        std::vector<std::string> lines;
        for (const std::string& code : pages.codes)
            lines.push_back(code_in_words(code, reader.in()));
        std::ranges::move(
            gateway::lan_invitation(url, reader.in(), paint), std::back_inserter(lines)
        );
        return lines;
    };
}

terminal::Answer page(const terminal::Arguments& given) {
    if (given.has("qr") && !given.has("lan")) {
        return tl::unexpected(Error{
            base::phrase("it goes with --lan"), "--qr", base::phrase("leave it out")});
    }
    const auto port = ANSAGE_TRY(given.number("port", first_free_port, last_port));
    const auto table = ANSAGE_TRY(consoles::find_table(given.value_or("table", "")));
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto pages = ANSAGE_TRY(consoles::read_pages(table));
    const std::string why_not = ANSAGE_TRY(refusal(pages, given.has("lan")));
    if (!why_not.empty()) {
        terminal::print_line(why_not);
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
        .reach = given.has("lan") ? gateway::Reach::network : gateway::Reach::this_machine,
        .invitation = invitation_for(given, reader, pages),
        .unreachable = terminal::line_in_words(gateway::unreachable(table, carried)),
    }));
}

terminal::Options page_options() {
    return terminal::Options{"page", "", "the page of a table or a demo that runs, for browsers"}
        .value("table", "NAME", "the table's name, if several are open")
        .flag("lan", "for telephones on the local network, with TLS, if the table allows it")
        .flag("qr", "with --lan: also the address in words and as a picture, which a terminal has")
        .value("port", "N", "the port; any that is free if not given")
        .value("language", "L", "the page's language, such as de")
        .value("data", "FOLDER", "where sentences are looked for first");
}

} // namespace

const terminal::Command page_command{
    "page", "the page of a table or a demo that runs, for browsers", {{page_options, page}}};

} // namespace ansage::app
