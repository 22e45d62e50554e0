// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/address.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "files/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace ansage::hall {

using base::Error;
using base::Result;

namespace {

constexpr std::string_view encrypted_scheme = "mqtts://";
constexpr std::string_view plain_scheme = "mqtt://";
constexpr std::uint16_t encrypted_port = 8883;
constexpr std::uint16_t plain_port = 1883;
constexpr std::size_t longest_name = 40;

tl::unexpected<Error> no_address(base::Phrase what, std::string_view option) {
    return tl::unexpected(Error{
        std::move(what),
        std::string{option},
        base::phrase("write mqtts://HOST/EVENT/TABLE; docs/hall.md")});
}

// "[::1]:8883", "host:8883", "host"
bool read_host(std::string_view text, Address& address) {
    const std::size_t closed = text.starts_with('[') ? text.find(']') : 0;
    if (closed == std::string_view::npos) return false;
    const std::size_t colon = text.find(':', closed);
    const std::string_view host = text.substr(0, colon);
    address.host = closed > 0 ? host.substr(1, closed - 1) : host;
    if (colon == std::string_view::npos) return !address.host.empty();
    address.port = base::parse_number<std::uint16_t>(text.substr(colon + 1)).value_or(0);
    return !address.host.empty() && address.port != 0;
}

bool is_this_machine(std::string_view host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

} // namespace

std::string_view to_string(Audience audience) {
    return audience == Audience::arbiter ? "arbiter" : "public";
}

std::string Address::text() const {
    return fmt::format(
        "{}{}:{}/{}{}{}",
        is_encrypted ? encrypted_scheme : plain_scheme,
        host.find(':') == std::string::npos ? host : '[' + host + ']',
        port,
        event,
        table.empty() ? "" : "/",
        table
    );
}

std::string Address::topic(Audience audience, std::string_view what) const {
    return fmt::format(
        "ansage/{}/{}/{}/{}",
        event,
        table.empty() ? std::string_view{"+"} : std::string_view{table},
        to_string(audience),
        what
    );
}

std::string Address::asked() const { return fmt::format("ansage/{}/{}/ask", event, table); }

std::string Address::ruling(std::string_view arbiter) const {
    return fmt::format("ansage/{}/{}/rule/{}", event, table, arbiter);
}

std::string Address::care(std::string_view matter) const {
    return fmt::format("ansage/{}/{}/care/{}", event, table, matter);
}

std::string Address::journal() const { return fmt::format("ansage/{}/{}/journal", event, table); }

bool is_name(std::string_view name) {
    const auto fits = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
            (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    };
    return !name.empty() && name.size() <= longest_name && name.front() != '-' &&
        std::ranges::all_of(name, fits);
}

Result<Address, Error> read_address(const std::string& text, std::string_view option) {
    Address address;
    std::string_view rest = text;
    address.is_encrypted = rest.starts_with(encrypted_scheme);
    if (!address.is_encrypted && !rest.starts_with(plain_scheme))
        return no_address(base::phrase("this is no address of a hall"), option);
    address.port = address.is_encrypted ? encrypted_port : plain_port;
    rest.remove_prefix((address.is_encrypted ? encrypted_scheme : plain_scheme).size());
    const std::string_view host = base::take_until(rest, '/');
    if (host.find('@') != std::string_view::npos) {
        return no_address(
            base::phrase("a password does not belong into the address of a hall"), option
        );
    }
    if (!read_host(host, address))
        return no_address(base::phrase("this names no host of a hall"), option);
    if (!address.is_encrypted && !is_this_machine(address.host)) {
        return no_address(
            base::phrase("a password would go over the line for everybody to read"), option
        );
    }
    const std::size_t second = std::min(rest.find('/'), rest.size());
    address.event = rest.substr(0, second);
    const bool has_table = second < rest.size();
    address.table = has_table ? rest.substr(second + 1) : "";
    if (!is_name(address.event) || (has_table && !is_name(address.table))) {
        return no_address(
            base::phrase("an event and a table are named by letters, digits, - and _, at most 40"),
            option
        );
    }
    return address;
}

Result<Account, Error> read_account(const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    const auto text = ANSAGE_TRY(files::read_file(file));
    std::error_code ignored;
    constexpr fs::perms others = fs::perms::group_all | fs::perms::others_all;
    if ((fs::status(file, ignored).permissions() & others) != fs::perms::none) {
        return tl::unexpected(Error{
            base::phrase("others can read this password"),
            file.string(),
            base::phrase("chmod 600 it, and think of a new password")});
    }
    Account account;
    std::istringstream lines{text};
    std::string line;
    while (std::getline(lines, line)) {
        if (line.starts_with("-----BEGIN CERTIFICATE")) {
            account.certificates = file;
            break;
        }
        std::string_view value = line;
        const std::string_view key = base::take_until(value, ' ');
        if (key == "user") {
            account.user = value;
        } else if (key == "password") {
            account.password = value;
        } else if (key == "client") {
            account.client = value;
        } else if (!line.empty() && !line.starts_with('#')) {
            return tl::unexpected(Error{
                base::phrase("this is no account of a hall"),
                file.string(),
                base::phrase("lines are user NAME, password WORD, client NAME, and a certificate")}
            );
        }
    }
    if (account.user.empty()) {
        return tl::unexpected(Error{
            base::phrase("no user is named"),
            file.string(),
            base::phrase("write a line: user NAME")});
    }
    if (account.client.empty()) account.client = account.user;
    return account;
}

} // namespace ansage::hall
