// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hall: many tables, one arbiter, on a Mosquitto broker (docs/hall.md).
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/hall_demo.hpp"
#include "app/commands/hall_given.hpp"
#include "app/commands/hall_keep.hpp"
#include "app/commands/hall_round.hpp"
#include "app/commands/hall_watch.hpp"
#include "files/profile_path.hpp"
#include "hall/page.hpp"
#include "hall/settings.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

constexpr std::int64_t highest_port = 65535;

Error hall_usage(base::Phrase what) {
    return {std::move(what), "ansage hall", base::phrase("ansage hall --help lists what there is")};
}

std::string own_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

Result<hall::Plan, Error> plan_given(const terminal::Arguments& given) {
    if (given.words().size() != 1)
        return tl::unexpected(hall_usage(base::phrase("one folder is wanted")));
    hall::Plan plan;
    const auto port = given.number("port", 1, highest_port);
    const auto page = given.number("page-port", 1, highest_port);
    if (!port || !page) return tl::unexpected(port ? page.error() : port.error());
    std::error_code ignored;
    plan.folder = std::filesystem::absolute(given.words().front(), ignored);
    plan.event = given.value_or("event", "hall");
    plan.tables = hall_tables_given(given.value_or("tables", "12"));
    plan.arbiters = split_list(given.value_or("arbiters", "arbiter"));
    plan.has_spectators = given.has("spectators");
    plan.hosts = split_list(given.value_or("host", own_host() + ",localhost,127.0.0.1"));
    plan.port = static_cast<std::uint16_t>(port->value_or(plan.port));
    plan.page_port = static_cast<std::uint16_t>(page->value_or(plan.page_port));
    return plan;
}

// A hall that is there keeps its users: what was asked for has to be what it has.
Result<void, Error>
check_as_asked(const terminal::Arguments& given, const hall::Plan& asked, const hall::Plan& there) {
    const auto differs = [&](const char* option, const auto& one, const auto& other) {
        return given.has(option) && one != other;
    };
    const auto first = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string{} : names.front();
    };
    const bool is_another = differs("event", asked.event, there.event) ||
        differs("tables", asked.tables, there.tables) ||
        differs("arbiters", asked.arbiters, there.arbiters) ||
        differs("port", asked.port, there.port) ||
        differs("page-port", asked.page_port, there.page_port) ||
        differs("host", first(asked.hosts), first(there.hosts)) ||
        (given.has("spectators") && !there.has_spectators);
    if (is_another) {
        return tl::unexpected(Error{
            base::phrase("the hall that is there has others"),
            there.folder.string(),
            base::phrase("leave the options out to mend it, or name a folder that is not there")});
    }
    return {};
}

Result<void, Error> write_page_of(const terminal::Arguments& given, const hall::Plan& plan) {
    const std::string data = given.value_or("data", "");
    return acts::load_wording(data).and_then([&](const auto& wording) {
        return hall::write_page(plan, data, *wording);
    });
}

// What another version of this program made is as this one makes it, but for who is known there.
int mend_hall(const terminal::Arguments& given, const hall::Plan& asked) {
    const auto plan = hall::plan_of(asked.folder);
    const auto mended =
        plan.and_then([&](const hall::Plan& there) { return check_as_asked(given, asked, there); }
        ).and_then([&] {
             return hall::write_settings(*plan);
         }).and_then([&] { return write_page_of(given, *plan); });
    if (!mended) return terminal::refuse(mended.error());
    terminal::print_line("hall " + plan->folder.string());
    terminal::print_line("mended rights, configuration and page; users and certificates stay");
    terminal::print_line("restart what serves it");
    return terminal::to_int(terminal::ExitCode::done);
}

// One fact a line, the key word first.
void tell_plan(const hall::Plan& plan, const std::vector<hall::Password>& people) {
    const std::string folder = plan.folder.string();
    const std::string& host = plan.hosts.front();
    terminal::print_line("hall " + folder);
    for (const hall::Password& one : people)
        terminal::print_line(fmt::format("password {} {}", one.user, one.password));
    terminal::print_line(fmt::format("page https://{}:{}/", host, plan.page_port));
    terminal::print_line(fmt::format(
        "table ansage play --hall mqtts://{}:{}/{}/{} --hall-account {}/accounts/{}.account",
        host,
        plan.port,
        plan.event,
        plan.tables.front(),
        folder,
        plan.tables.front()
    ));
    terminal::print_line("try ansage hall serve " + folder);
    terminal::print_line(fmt::format(
        "keep systemctl enable --now {0}/ansage-hall.service {0}/ansage-hall-page.service", folder
    ));
}

int set_up_hall(const terminal::Arguments& given) {
    const auto plan = plan_given(given);
    if (!plan) return terminal::refuse(plan.error());
    std::error_code ignored;
    if (std::filesystem::exists(plan->folder, ignored)) return mend_hall(given, *plan);
    const auto people = hall::set_up(*plan);
    if (!people) return terminal::refuse(people.error());
    if (const auto page = write_page_of(given, *plan); !page) return terminal::refuse(page.error());
    tell_plan(*plan, *people);
    return terminal::to_int(terminal::ExitCode::done);
}

terminal::Options setup_options() {
    terminal::Options options{
        "hall setup",
        "FOLDER",
        "makes a folder from which Mosquitto serves a hall: certificate, accounts, rights, the "
        "arbiters' page; prints the passwords once; of a folder that is there it renews rights and "
        "page, and keeps accounts and certificate"};
    options.value("event", "NAME", "of the event; hall if not given")
        .value("tables", "N|LIST", "how many, or their names; 12 if not given")
        .value("arbiters", "LIST", "their names; arbiter if not given")
        .flag("spectators", "an account that sees what is public, too")
        .value("host", "LIST", "names and numbers of this machine, as others call it")
        .value("port", "N", "for the tables; 8883 if not given")
        .value("page-port", "N", "for the page; 8443 if not given")
        .value("data", "FOLDER", "a folder of profiles that goes before all others");
    return options;
}

struct HallAction {
    std::string_view name;
    terminal::Options (*options)();
    int (*run)(const terminal::Arguments& given);
};

constexpr std::array hall_actions{
    HallAction{"demo", hall_demo_options, run_hall_demo},
    HallAction{"setup", setup_options, set_up_hall},
    HallAction{"serve", hall_serve_options, run_hall_serve},
    HallAction{"watch", hall_watch_options, run_hall_watch},
    HallAction{"pair", hall_pair_options, run_hall_pair},
    HallAction{"results", hall_results_options, run_hall_results},
    HallAction{"live", hall_live_options, run_hall_live},
    HallAction{"fetch", hall_fetch_options, run_hall_fetch},
    HallAction{"catch-up", hall_catch_up_options, run_hall_catch_up}};

} // namespace

std::vector<terminal::Options> hall_options() {
    std::vector<terminal::Options> options;
    options.reserve(hall_actions.size());
    for (const HallAction& action : hall_actions) options.push_back(action.options());
    return options;
}

int run_hall(std::span<const std::string> arguments) {
    const std::string_view name = arguments.empty() ? std::string_view{} : arguments.front();
    const auto action = std::ranges::find(hall_actions, name, &HallAction::name);
    if (action != hall_actions.end())
        return terminal::run_with(action->options(), arguments.subspan(1), action->run);
    if (!arguments.empty() && terminal::asks_for_help(name)) {
        for (const terminal::Options& options : hall_options()) fmt::print("{}", options.help());
        return terminal::to_int(terminal::ExitCode::done);
    }
    return terminal::refuse(hall_usage(
        arguments.empty() ? base::phrase("nothing to do")
                          : base::phrase("\"{}\" is not expected here", terminal::printable(name))
    ));
}

} // namespace ansage::app
