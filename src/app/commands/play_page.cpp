// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_page.hpp"

#include "acts/settings.hpp"
#include "app/commands/given.hpp"
#include "base/names.hpp"
#include "base/try.hpp"
#include "gateway/invitation.hpp"
#include "table/model/names.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using consoles::SetupServer;
using table::Pages;

namespace {

// How others come to the page on the network, and what their browsers warn of.
void print_invitation(const std::string& url, const wording::Catalogue& in) {
    const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
    const auto paint = is_terminal ? gateway::Paint::black_on_white : gateway::Paint::plain;
    for (const std::string& line : gateway::lan_invitation(url, in, paint))
        terminal::print_painted(line);
}

// For whoever set the table up.
void tell_role_codes(
    const session::LiveTable& table, const TableOutput& output, const wording::Catalogue& in
) {
    for (const auto role : base::all_enumerators<table::ConsoleRole>) {
        if (role != table::ConsoleRole::arbiter) // his is told already
            tell_role_code(role, table.code_of(role), output, in);
    }
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

struct TablePage::News {
    void tell(bool is_there) {
        const std::lock_guard lock{mutex};
        if (table != nullptr) table->note_page(is_there);
    }

    void go_to(session::LiveTable* next) {
        const std::lock_guard lock{mutex};
        table = next;
    }

    std::mutex mutex;
    session::LiveTable* table = nullptr;
};

TablePage::TablePage()
    : news_(std::make_shared<News>()) {}

TablePage::~TablePage() = default;

bool TablePage::keep(
    const std::string& name, const std::string& language, const terminal::Arguments& given
) {
    std::vector<std::string> options{"--table", name, "--language", language};
    if (served_ == Pages::lan) options.emplace_back("--lan");
    if (const std::string data = data_given(given); !data.empty())
        options.push_back("--data=" + data);
    auto keeper = gateway::Keeper::start(std::move(options), [news = news_](bool is_there) {
        news->tell(is_there);
    });
    if (keeper) keeper_ = *std::move(keeper);
    else terminal::print_notice(keeper.error());
    return keeper_ != nullptr;
}

void TablePage::open_for_setup(
    Pages wanted, const wording::Catalogue& in, const terminal::Arguments& given
) {
    if (wanted == Pages::none) return;
    auto opened = consoles::ConsolePlace::take().and_then([&](consoles::ConsolePlace place) {
        return SetupServer::open(std::move(place), in, wanted == Pages::lan);
    });
    if (!opened) {
        telling::print_problem("problem.consoles", opened.error(), in);
        return;
    }
    served_ = wanted;
    if (!keep((*opened)->table_name(), std::string{in.language()}, given)) return;
    setup_ = *std::move(opened);
    // As the table prints it, before any question.
    terminal::print_line("page " + keeper_->url());
    if (wanted != Pages::lan) return;
    terminal::print_line(in.sentence(
        "console.code_of",
        {{"role", wording::Term{"role.setup"}}, {"text", std::string_view{setup_->code()}}}
    ));
    print_invitation(keeper_->url(), in);
}

bool TablePage::is_players(Pages accepted) const {
    return setup_ && accepted == served_ && setup_->is_answering();
}

TablePage::Place TablePage::end_setup(Pages accepted, std::optional<table::ConsoleRole> seat) {
    if (!setup_) return {};
    const bool goes_on = accepted == served_;
    SetupServer::Farewell farewell{.sentence = "setup.done", .again = true, .seat = seat};
    if (!goes_on) {
        const bool is_refused = accepted == Pages::none;
        farewell = {.sentence = is_refused ? "console.no_page" : "console.no_network"};
        keeper_.reset();
    }
    auto ended = SetupServer::end(std::move(setup_), farewell);
    Place place{.held = std::move(ended.place), .seated = {}};
    if (!goes_on) {
        // A gateway goes with its address.
        std::error_code ignored;
        std::filesystem::remove(consoles::page_address_file(place.held->socket()), ignored);
    } else if (seat && !ended.key.empty()) {
        place.seated = consoles::Entry::Seated{*seat, std::move(ended.key)};
    }
    return place;
}

void TablePage::serve(
    session::LiveTable& table,
    Pages pages,
    const terminal::Arguments& given,
    const TableOutput& output,
    const wording::Catalogue& in
) {
    news_->go_to(&table);
    const auto name = table.console_table();
    if (pages == Pages::none || !name) return;
    const bool is_new = !keeper_;
    if (is_new) {
        served_ = pages;
        if (!keep(*name, std::string{in.language()}, given)) return;
        output.fact("page", keeper_->url());
    }
    if (served_ != Pages::lan) return;
    tell_role_codes(table, output, in);
    if (is_new && !output.is_json()) print_invitation(keeper_->url(), in);
}

void TablePage::close() {
    keeper_.reset();
    news_->go_to(nullptr);
}

} // namespace ansage::app
