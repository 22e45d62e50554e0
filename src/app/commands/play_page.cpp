// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_page.hpp"

#include "app/commands/given.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

namespace ansage::app {

using consoles::SetupServer;
using table::Pages;

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
    if (!setup_->code().empty()) terminal::print_line("role_code setup " + setup_->code());
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
    const TableOutput& output
) {
    news_->go_to(&table);
    const auto name = table.console_table();
    if (pages == Pages::none || !name || keeper_) return;
    served_ = pages;
    if (keep(*name, table.state().setup->arbiter_language, given))
        output.fact("page", keeper_->url());
}

void TablePage::close() {
    keeper_.reset();
    news_->go_to(nullptr);
}

} // namespace ansage::app
