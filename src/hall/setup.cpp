// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/setup.hpp"

#include "base/check.hpp"
#include "base/text.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "hall/address.hpp"
#include "hall/settings.hpp"
#include "journal/signature.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sodium.h>
#include <span>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_tables = 1000;
constexpr int days_valid = 820; // what telephones accept of a certificate

std::array<std::uint8_t, 32> random_bytes() {
    ANSAGE_CHECK(sodium_init() >= 0);
    std::array<std::uint8_t, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

std::string random_text(std::size_t length) {
    const auto bytes = random_bytes();
    return fmt::format("{:02x}", fmt::join(std::span{bytes}.first(length / 2), ""));
}

// Eight short words, which can be read to somebody and typed on a telephone.
std::string spoken_password() {
    std::string words = journal::fingerprint(random_bytes());
    std::ranges::replace(words, ' ', '-');
    return words;
}

bool is_address(const std::string& host) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return ::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
        ::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

bool is_host(const std::string& host) {
    const auto fits = [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '.' || letter == '-';
    };
    return is_address(host) || (!host.empty() && std::ranges::all_of(host, fits));
}

// --- what lies in the folder
std::string names_of(const std::vector<std::string>& hosts) {
    std::vector<std::string> names;
    std::ranges::transform(hosts, std::back_inserter(names), [](const std::string& host) {
        return (is_address(host) ? "IP:" : "DNS:") + host;
    });
    return fmt::format("subjectAltName={}", fmt::join(names, ","));
}

// The key that signed it is thrown away: nobody can make another hall that is trusted.
Result<void, Error> make_certificates(const Plan& plan) {
    const auto in = [&](const char* name) { return (plan.folder / name).string(); };
    const std::string days = std::to_string(days_valid);
    const std::vector<std::string> new_key{
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-sha256",
        "-days",
        days};
    std::vector<std::string> authority = new_key;
    authority.insert(
        authority.end(),
        {"-keyout", in("ca.key"), "-out", in("ca.crt"), "-subj", "/CN=Ansage hall " + plan.event}
    );
    std::vector<std::string> server = new_key;
    server.insert(
        server.end(),
        {"-CA",
         in("ca.crt"),
         "-CAkey",
         in("ca.key"),
         "-keyout",
         in("server.key"),
         "-out",
         in("server.crt"),
         "-subj",
         "/CN=" + plan.hosts.front(),
         "-addext",
         names_of(plan.hosts),
         "-addext",
         "basicConstraints=critical,CA:FALSE",
         "-addext",
         "extendedKeyUsage=serverAuth"}
    );
    return run_program("openssl", authority)
        .and_then([&] { return run_program("openssl", server); })
        .map([&] {
            std::error_code ignored;
            fs::remove(plan.folder / "ca.key", ignored);
        });
}

class Accounts {
public:
    Accounts(const Plan& plan, std::string certificate)
        : plan_(plan),
          certificate_(std::move(certificate)) {}

    Result<void, Error> add(const std::string& user, const std::string& password) {
        passwords_ += fmt::format("{}:{}\n", user, password);
        const fs::path file = plan_.folder / "accounts" / (user + ".account");
        auto written = files::write_file(
            file,
            fmt::format(
                "# Of the hall {}; nobody else may read it.\nuser {}\npassword {}\nclient "
                "{}-{}\n{}",
                plan_.event,
                user,
                password,
                user,
                random_text(16),
                certificate_
            )
        );
        std::error_code ignored;
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, ignored);
        return written;
    }

    // As the broker reads them: what was typed cannot be found out from it.
    Result<void, Error> write() {
        const fs::path file = plan_.folder / "passwords";
        return files::write_file(file, passwords_).and_then([&] {
            return run_program("mosquitto_passwd", {"-U", file.string()});
        });
    }

private:
    const Plan& plan_;
    std::string certificate_;
    std::string passwords_;
};

Result<std::vector<Password>, Error> make_accounts(const Plan& plan) {
    const auto certificate = ANSAGE_TRY(files::read_file(plan.folder / "ca.crt"));
    Accounts accounts{plan, certificate};
    std::vector<Password> people;
    for (const std::string& arbiter : plan.arbiters) people.push_back({arbiter, spoken_password()});
    if (plan.has_spectators) people.push_back({std::string{spectator}, spoken_password()});
    std::vector<Password> all = people;
    for (const std::string& table : plan.tables) all.push_back({table, random_text(32)});
    for (const Password& one : all) ANSAGE_TRY(accounts.add(one.user, one.password));
    return accounts.write().map([&] { return people; });
}

Result<void, Error> check(const Plan& plan) {
    const auto wrong = [](base::Phrase what, base::Place where, base::Phrase mend) {
        return tl::unexpected(Error{std::move(what), std::move(where), std::move(mend)});
    };
    std::set<std::string> users{std::string{spectator}};
    std::vector<std::string> names = plan.tables;
    names.insert(names.end(), plan.arbiters.begin(), plan.arbiters.end());
    for (const std::string& name : names) {
        if (!is_name(name))
            return wrong(base::phrase("a name has letters, digits, - and _, at most 40"), name, {});
        if (!users.insert(name).second) {
            return wrong(
                base::phrase("two have this name"),
                name,
                base::phrase("give each table and arbiter its own")
            );
        }
    }
    if (!is_name(plan.event))
        return wrong(base::phrase("an event is named by letters, digits, - and _"), "--event", {});
    if (plan.tables.empty() || plan.tables.size() > most_tables || plan.arbiters.empty()) {
        return wrong(
            base::phrase("a hall has 1 to {} tables, and an arbiter", most_tables), "--tables", {}
        );
    }
    if (plan.hosts.empty() || !std::ranges::all_of(plan.hosts, is_host)) {
        return wrong(
            base::phrase("this is no name of a machine"),
            "--host",
            base::phrase("write such as hall.local,192.168.1.5")
        );
    }
    std::error_code ignored;
    if (fs::exists(plan.folder, ignored)) {
        return wrong(
            base::phrase("it is there already"),
            plan.folder.string(),
            base::phrase("name a folder that is not there")
        );
    }
    return {};
}

} // namespace

fs::path find_program(std::string_view name) {
    std::string folders = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
    folders += ":/usr/sbin:/usr/bin:/usr/local/sbin";
    std::string_view rest = folders;
    while (!rest.empty()) {
        const std::string_view folder = base::take_until(rest, ':');
        fs::path path = fs::path{folder} / name;
        if (!folder.empty() && ::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

Result<void, Error> run_program(std::string_view program, std::vector<std::string> arguments) {
    const fs::path path = find_program(program);
    if (path.empty()) {
        return tl::unexpected(Error{
            base::phrase("there is no {}", program),
            {},
            base::phrase("apt install mosquitto openssl lighttpd lighttpd-mod-openssl")});
    }
    arguments.insert(arguments.begin(), path.string());
    std::vector<char*> words;
    std::ranges::transform(arguments, std::back_inserter(words), [](std::string& word) {
        return word.data();
    });
    words.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    ::posix_spawn_file_actions_init(&files);
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    int status = 1;
    const bool is_run =
        ::posix_spawn(&child, path.c_str(), &files, nullptr, words.data(), ::environ) == 0 &&
        ::waitpid(child, &status, 0) == child;
    ::posix_spawn_file_actions_destroy(&files);
    if (!is_run || status != 0) {
        return tl::unexpected(Error{
            base::phrase("{} failed", path.string()), {}, base::phrase("run it by hand to see why")}
        );
    }
    return {};
}

std::vector<std::vector<std::string>> programs_of(const fs::path& folder) {
    return {
        {find_program("mosquitto").string(), "-c", (folder / "mosquitto.conf").string()},
        {find_program("lighttpd").string(), "-D", "-f", (folder / "lighttpd.conf").string()}};
}

Result<std::vector<Password>, Error> set_up(const Plan& plan) {
    ANSAGE_TRY(check(plan));
    std::error_code error;
    fs::create_directories(plan.folder / "accounts", error);
    fs::create_directories(plan.folder / "page", error);
    if (!error) fs::permissions(plan.folder, fs::perms::owner_all, error);
    if (error) {
        return tl::unexpected(Error{
            base::phrase("this folder cannot be made: {}", base::system_words(error.value())),
            plan.folder.string(),
            base::phrase("name another folder")});
    }
    auto made = make_certificates(plan).and_then([&] { return make_accounts(plan); }
    ).and_then([&](std::vector<Password> people) {
        return write_settings(plan).map([&] { return people; });
    });
    if (!made) fs::remove_all(plan.folder, error);
    return made;
}

} // namespace ansage::hall
