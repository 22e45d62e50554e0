// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/settings.hpp"

#include "base/try.hpp"
#include "files/files.hpp"
#include "hall/address.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view socket_name = "broker.socket";
// lighttpd takes 105 characters of a socket's path, and Mosquitto would end it at a blank.
constexpr std::size_t longest_folder = 105 - 1 - socket_name.size();

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
    if (plan.has_spectators)
        text += fmt::format("\nuser {}\ntopic read ansage/{}/+/public/#\n", spectator, plan.event);
    return text;
}

// Between the page and the broker: nobody but the folder's owner gets at it.
std::string socket_of(const Plan& plan) { return (plan.folder / socket_name).string(); }

std::string owner() {
    const passwd* const entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_name : "root";
}

// Nothing is kept on its disk: the journals at the tables are the truth, and tell it all again.
std::string configuration(const Plan& plan) {
    return fmt::format(
        "# Made by ansage hall setup.\n"
        "user {0}\nper_listener_settings false\nallow_anonymous false\n"
        "password_file {1}/passwords\nacl_file {1}/rights\npersistence false\n"
        "max_queued_messages 20000\nmax_packet_size 1000000\n"
        "log_dest stderr\nlog_type error\nlog_type warning\n\n"
        "# The tables.\nlistener {2}{3}\ncertfile {1}/server.crt\nkeyfile {1}/server.key\n\n"
        "# The arbiters' page, by way of lighttpd.\nlistener 0 {4}\n",
        owner(),
        plan.folder.string(),
        plan.port,
        plan.is_for_this_machine ? " 127.0.0.1" : "",
        socket_of(plan)
    );
}

bool has_ipv6() {
    const int socket = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::close(socket);
    return socket >= 0;
}

// lighttpd ends the TLS, serves the page, and unpacks MQTT from the browsers' WebSockets. It would
// answer that it speaks "binary", which MQTT.js did not ask for. A connection that says nothing for
// 10 seconds is cut off, and so is one that says more than a kilobyte. Neither holds for a page's
// line, which Mosquitto watches itself: all that a page ever says there counts as one request.
std::string page_configuration(const Plan& plan) {
    const std::string others = plan.is_for_this_machine || !has_ipv6()
        ? ""
        : fmt::format(
              "$SERVER[\"socket\"] == \"[::]:{}\" {{ ssl.engine = \"enable\" }}\n", plan.page_port
          );
    return fmt::format(
        R"(# Made by ansage hall setup.
server.modules = ( "mod_openssl", "mod_access", "mod_setenv", "mod_wstunnel" )
server.document-root = "{0}/page"
server.bind = "{1}"
server.port = {2}
server.tag = ""
server.feature-flags += ( "server.h2proto" => "disable" )
server.max-read-idle = 10
server.max-request-size = 1
ssl.engine = "enable"
ssl.pemfile = "{0}/server.crt"
ssl.privkey = "{0}/server.key"
index-file.names = ( "index.html" )
mimetype.assign = ( ".html" => "text/html; charset=utf-8" )
setenv.set-response-header = (
  "Cache-Control" => "no-cache",
  "Content-Security-Policy" => "frame-ancestors 'none'",
  "Referrer-Policy" => "no-referrer",
  "X-Content-Type-Options" => "nosniff"
)
$HTTP["request-method"] !~ "^(GET|HEAD)$" {{ url.access-deny = ( "" ) }}
$HTTP["url"] == "/mqtt" {{
  wstunnel.server = ( "" => (( "socket" => "{3}" )) )
  wstunnel.frame-type = "binary"
  server.max-read-idle = 60
  server.max-request-size = 0
  setenv.set-response-header = ( "Sec-WebSocket-Protocol" => "mqtt" )
}}
{4})",
        plan.folder.string(),
        plan.is_for_this_machine ? "127.0.0.1" : "0.0.0.0",
        plan.page_port,
        socket_of(plan),
        others
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

// The tables' listener comes first, in every version.
std::uint16_t tables_port(const std::string& text) {
    constexpr std::string_view mark = "listener ";
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? std::uint16_t{0}
                                   : port_in(std::string_view{text}.substr(at + mark.size()));
}

// The name by which the page calls the machine, and its port: "wss://HOST:PORT/mqtt".
void read_page(const std::string& text, Plan& plan) {
    constexpr std::string_view scheme = "wss://";
    const std::size_t at = text.find(scheme);
    const std::size_t end = text.find("/mqtt", at);
    const std::size_t colon = text.rfind(':', end);
    if (at != std::string::npos && end != std::string::npos && colon > at + scheme.size()) {
        plan.hosts = {text.substr(at + scheme.size(), colon - at - scheme.size())};
        plan.page_port = port_in(std::string_view{text}.substr(colon + 1));
    }
}

} // namespace

Result<void, Error> write_settings(const Plan& plan) {
    const std::string folder = plan.folder.string();
    if (folder.size() > longest_folder || folder.find_first_of(" \t\n\"\\") != std::string::npos) {
        return tl::unexpected(Error{
            base::phrase(
                "the path of a hall has no blanks or quotes, and at most {} characters",
                longest_folder
            ),
            folder,
            base::phrase("name another folder")});
    }
    const auto programs = programs_of(plan.folder);
    const std::array<std::pair<const char*, std::string>, 5> texts{{
        {"rights", list_of_rights(plan)},
        {"mosquitto.conf", configuration(plan)},
        {"lighttpd.conf", page_configuration(plan)},
        {"ansage-hall.service", service(plan, programs[0])},
        {"ansage-hall-page.service", service(plan, programs[1])},
    }};
    for (const auto& [name, text] : texts) ANSAGE_TRY(files::write_file(plan.folder / name, text));
    std::error_code ignored;
    fs::remove(plan.folder / "stunnel.conf", ignored); // of older versions
    const std::string page = (plan.folder / "lighttpd.conf").string();
    return run_program("lighttpd", {"-tt", "-f", page}).map_error([&](const Error&) {
        return Error{
            base::phrase("{} failed", "lighttpd -tt -f " + page),
            {},
            base::phrase("apt install mosquitto openssl lighttpd lighttpd-mod-openssl")};
    });
}

Result<Plan, Error> plan_of(const fs::path& folder) {
    Plan plan;
    plan.folder = folder;
    const auto rights = files::read_file(folder / "rights");
    const auto ports = files::read_file(folder / "mosquitto.conf");
    const auto page = files::read_file(folder / "page" / "index.html");
    if (rights && ports && page) {
        read_rights(*rights, plan);
        plan.port = tables_port(*ports);
        read_page(*page, plan);
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
