// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hall: many tables, one arbiter, on a Mosquitto broker (docs/hall.md).
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/hall_actions.hpp"
#include "app/commands/hall_given.hpp"
#include "base/try.hpp"
#include "files/profile_path.hpp"
#include "hall/page.hpp"
#include "hall/settings.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <array>
#include <fmt/format.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

constexpr std::int64_t highest_port = 65535;

std::string own_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

Result<hall::Plan, Error> plan_given(const terminal::Arguments& given) {
    if (given.words().size() != 1) {
        return tl::unexpected(Error{
            base::phrase("one folder is wanted"),
            "ansage hall",
            base::phrase("ansage hall --help lists what there is")});
    }
    hall::Plan plan;
    const auto port = given.number("port");
    const auto page = given.number("page-port");
    std::error_code ignored;
    plan.folder = std::filesystem::absolute(given.words().front(), ignored);
    plan.event = given.value_or("event", "hall");
    plan.tables = hall_tables_given(given.value_or("tables", "12"));
    plan.arbiters = split_list(given.value_or("arbiters", "arbiter"));
    plan.has_spectators = given.has("spectators");
    plan.hosts = split_list(given.value_or("host", own_host() + ",localhost,127.0.0.1"));
    plan.port = static_cast<std::uint16_t>(port.value_or(plan.port));
    plan.page_port = static_cast<std::uint16_t>(page.value_or(plan.page_port));
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
    const std::string data = data_given(given);
    const auto wording = ANSAGE_TRY(acts::load_wording(data));
    return hall::write_page(plan, data, *wording);
}

// What another version of this program made is as this one makes it, but for who is known there.
terminal::Answer mend_hall(const terminal::Arguments& given, const hall::Plan& asked) {
    const auto plan = ANSAGE_TRY(hall::plan_of(asked.folder));
    ANSAGE_TRY(check_as_asked(given, asked, plan));
    ANSAGE_TRY(hall::write_settings(plan));
    ANSAGE_TRY(write_page_of(given, plan));
    terminal::print_line("hall " + plan.folder.string());
    terminal::print_line("mended rights, configuration and page; users and certificates stay");
    terminal::print_line("restart what serves it");
    return terminal::ExitCode::done;
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

terminal::Answer set_up_hall(const terminal::Arguments& given) {
    const auto plan = ANSAGE_TRY(plan_given(given));
    std::error_code ignored;
    if (std::filesystem::exists(plan.folder, ignored)) return mend_hall(given, plan);
    const auto people = ANSAGE_TRY(hall::set_up(plan));
    ANSAGE_TRY(write_page_of(given, plan));
    tell_plan(plan, people);
    return terminal::ExitCode::done;
}

terminal::Options setup_options() {
    return terminal::Options{
        "hall setup",
        "FOLDER",
        "makes a folder from which Mosquitto serves a hall: certificate, accounts, rights, the "
        "arbiters' page; prints the passwords once; of a folder that is there it renews rights and "
        "page, and keeps accounts and certificate"}
        .value("event", "NAME", "of the event; hall if not given")
        .value("tables", "N|LIST", "how many, or their names; 12 if not given")
        .value("arbiters", "LIST", "their names; arbiter if not given")
        .flag("spectators", "an account that sees what is public, too")
        .value("host", "LIST", "names and numbers of this machine, as others call it")
        .number("port", "N", "for the tables; 8883 if not given", {1, highest_port})
        .number("page-port", "N", "for the page; 8443 if not given", {1, highest_port})
        .value("data", "FOLDER", "a folder of profiles that goes before all others");
}

} // namespace

const terminal::Command hall_command{
    "hall",
    "many tables, one arbiter: set up a hall, and watch it",
    {hall_demo,
     {setup_options, set_up_hall},
     hall_serve,
     hall_watch,
     hall_pair,
     hall_results,
     hall_live,
     hall_fetch,
     hall_catch_up}};

} // namespace ansage::app
