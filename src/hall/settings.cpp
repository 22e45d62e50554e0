// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/settings.hpp"

#include "files/files.hpp"
#include "hall/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <sstream>
#include <unistd.h>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

std::string list_of_rights(const Plan& plan) {
    std::string text = "# Who may read and write what. Made by ansage hall setup.\n";
    for (const std::string& table : plan.tables) {
        text += fmt::format(
            "\nuser {0}\ntopic write ansage/{1}/{0}/public/#\ntopic write "
            "ansage/{1}/{0}/arbiter/#\n"
            "topic write ansage/{1}/{0}/journal\ntopic read ansage/{1}/{0}/ask\n"
            "topic read ansage/{1}/{0}/care/+\ntopic read ansage/{1}/{0}/rule/+\n",
            table,
            plan.event
        );
    }
    for (const std::string& arbiter : plan.arbiters) {
        text += fmt::format(
            "\nuser {0}\ntopic read ansage/{1}/+/public/#\ntopic read ansage/{1}/+/arbiter/#\n"
            "topic read ansage/{1}/+/journal\ntopic write ansage/{1}/+/ask\ntopic readwrite "
            "ansage/{1}/+/care/+\ntopic write ansage/{1}/+/rule/{0}\n",
            arbiter,
            plan.event
        );
    }
    if (plan.has_spectators) {
        text += fmt::format("\nuser {}\ntopic read ansage/{}/+/public/#\n", spectator, plan.event);
    }
    return text;
}

std::string owner() {
    const passwd* const entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_name : "root";
}

// Nothing is kept on its disk: the journals at the tables are the truth, and tell it all again.
std::string configuration(const Plan& plan) {
    const std::string folder = plan.folder.string();
    return fmt::format(
        "# Made by ansage hall setup.\n"
        "user {0}\nper_listener_settings false\nallow_anonymous false\n"
        "password_file {1}/passwords\nacl_file {1}/rights\npersistence false\n"
        "set_tcp_nodelay true\nmax_queued_messages 20000\nmax_packet_size 1000000\n"
        "log_dest stderr\nlog_type error\nlog_type warning\n\n"
        "# The tables.\nlistener {2}\ncertfile {1}/server.crt\nkeyfile {1}/server.key\n\n"
        "# The arbiters' page, behind stunnel.\nlistener {3} 127.0.0.1\nprotocol websockets\n"
        "http_dir {1}/page\n",
        owner(),
        folder,
        plan.port,
        plan.page_port + 1
    );
}

// What browsers speak first over TLS, HTTP/2, Mosquitto answers with HTTP/1.0: so TLS ends here.
std::string page_configuration(const Plan& plan) {
    return fmt::format(
        "; Made by ansage hall setup.\nforeground = quiet\ndebug = err\npid =\nsyslog = no\n\n"
        "[page]\naccept = {1}\nconnect = 127.0.0.1:{2}\n"
        "cert = {0}/server.crt\nkey = {0}/server.key\n",
        plan.folder.string(),
        plan.page_port,
        plan.page_port + 1
    );
}

std::string service(const Plan& plan, const std::vector<std::string>& program) {
    return fmt::format(
        "[Unit]\nDescription=Ansage hall {}\nAfter=network-online.target\n\n"
        "[Service]\nUser={}\nExecStart={}\nRestart=always\n\n"
        "[Install]\nWantedBy=multi-user.target\n",
        plan.event,
        owner(),
        fmt::join(program, " ")
    );
}

// --- read again
// What stands between `before` and `after` in a line; empty: it is another one.
std::string_view
between(std::string_view line, std::string_view before, std::string_view after = {}) {
    const bool fits = line.starts_with(before) && line.ends_with(after) &&
        line.size() >= before.size() + after.size();
    return fits ? line.substr(before.size(), line.size() - before.size() - after.size())
                : std::string_view{};
}

// "topic write ansage/EVENT/TABLE/public/#" of a table, "topic read ansage/EVENT/+/arbiter/#" of an
// arbiter.
void read_rights(const std::string& text, Plan& plan) {
    std::istringstream lines{text};
    std::string line;
    std::string user;
    while (std::getline(lines, line)) {
        if (const std::string_view named = between(line, "user "); !named.empty()) {
            user = named;
            plan.has_spectators = plan.has_spectators || user == spectator;
        }
        const std::string_view own = between(line, "topic write ansage/", "/" + user + "/public/#");
        const std::string_view all = between(line, "topic read ansage/", "/+/arbiter/#");
        if (!own.empty()) {
            plan.event = own;
            plan.tables.push_back(user);
        } else if (!all.empty()) {
            plan.arbiters.push_back(user);
        }
    }
}

std::uint16_t port_in(std::string_view text) {
    std::uint16_t port = 0;
    std::from_chars(text.data(), text.data() + text.size(), port);
    return port;
}

void read_ports(const std::string& text, Plan& plan) {
    std::istringstream lines{text};
    std::string line;
    plan.port = plan.page_port = 0;
    while (std::getline(lines, line)) {
        if (const auto page = between(line, "listener ", " 127.0.0.1"); !page.empty()) {
            plan.page_port = static_cast<std::uint16_t>(port_in(page) - 1);
        } else if (const auto port = between(line, "listener "); !port.empty()) {
            plan.port = port_in(port);
        }
    }
}

// The name by which the page calls the machine: "wss://HOST:PORT/mqtt".
void read_host(const std::string& text, const Plan& plan, std::vector<std::string>& hosts) {
    constexpr std::string_view scheme = "wss://";
    const std::size_t at = text.find(scheme);
    const std::size_t end = text.find(fmt::format(":{}/mqtt", plan.page_port), at);
    if (at != std::string::npos && end != std::string::npos) {
        hosts = {text.substr(at + scheme.size(), end - at - scheme.size())};
    }
}

} // namespace

Result<void, Error> write_settings(const Plan& plan) {
    const auto programs = programs_of(plan.folder);
    const std::array<std::pair<const char*, std::string>, 5> texts{{
        {"rights", list_of_rights(plan)},
        {"mosquitto.conf", configuration(plan)},
        {"stunnel.conf", page_configuration(plan)},
        {"ansage-hall.service", service(plan, programs[0])},
        {"ansage-hall-page.service", service(plan, programs[1])},
    }};
    for (const auto& [name, text] : texts) {
        if (auto written = files::write_file(plan.folder / name, text); !written) {
            return written;
        }
    }
    return {};
}

Result<Plan, Error> plan_of(const fs::path& folder) {
    Plan plan;
    plan.folder = folder;
    const auto rights = files::read_file(folder / "rights");
    const auto ports = files::read_file(folder / "mosquitto.conf");
    const auto page = files::read_file(folder / "page" / "index.html");
    if (rights && ports && page) {
        read_rights(*rights, plan);
        read_ports(*ports, plan);
        read_host(*page, plan, plan.hosts);
    }
    const auto is_there = [&](const fs::path& name) {
        std::error_code ignored;
        return fs::exists(folder / name, ignored);
    };
    const bool is_whole = is_name(plan.event) && !plan.tables.empty() && !plan.arbiters.empty() &&
        plan.port != 0 && plan.page_port != 0 && !plan.hosts.empty() && is_there("passwords") &&
        is_there("server.crt") && is_there("server.key");
    if (!is_whole) {
        return tl::unexpected(Error{
            base::phrase("it is there already, and is no hall"),
            folder.string(),
            base::phrase("name a folder that is not there, or that ansage hall setup made")});
    }
    return plan;
}

} // namespace ansage::hall
