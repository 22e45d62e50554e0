// SPDX-License-Identifier: GPL-3.0-or-later
// A hall's folder: made, and mended where another version had made it.
#include "files/files.hpp"
#include "hall/settings.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace {

using namespace ansage;
using tests::Folder;
using tests::Process;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct Done {
    int code = 0;
    Words lines;
    std::string errors;
};

Done set_up(const Folder& folder, const Words& more) {
    Words words{ansage::tests::program(), "hall", "setup"};
    words.insert(words.end(), more.begin(), more.end());
    Process setup{words, folder.path()};
    const int code = setup.wait();
    return {code, setup.lines(), setup.errors()};
}

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            all[fs::relative(entry.path(), folder)] = files::read_file(entry.path()).value_or("");
    }
    return all;
}

// As version 0.1 wrote it: no journals, no rulings, nobody's care known to a table.
std::string of_old(const std::string& rights) {
    std::istringstream lines{rights};
    std::string old;
    std::string line;
    while (std::getline(lines, line)) {
        const bool is_new = line.find("/journal") != std::string::npos ||
            line.find("/rule/") != std::string::npos ||
            line.starts_with("topic read ansage/cup/a/care");
        old += is_new ? "" : line + '\n';
    }
    return old;
}

} // namespace

TEST_CASE(
    "A hall of an older version is mended, and keeps its accounts and certificate", "[setup]"
) {
    const Folder folder;
    const std::string hall = folder / "hall";
    const Words options{
        hall,
        "--event",
        "cup",
        "--tables",
        "a,b",
        "--arbiters",
        "anna,bert",
        "--host",
        "hall.local,127.0.0.1",
        "--port",
        "9001",
        "--page-port",
        "9003",
        "--spectators"};
    REQUIRE(set_up(folder, options).code == 0);
    const auto made = contents(hall);
    REQUIRE(files::write_file(hall + "/rights", of_old(made.at("rights"))));
    REQUIRE(files::write_file(
        hall + "/mosquitto.conf", "listener 9001\npassword_file x\nlistener 9004 127.0.0.1\n"
    ));
    REQUIRE(files::write_file(hall + "/stunnel.conf", "[page]\naccept = 9003\n"));
    REQUIRE(contents(hall) != made);
    const Words only_folder{hall};
    for (const Words& again : {only_folder, options}) {
        const Done done = set_up(folder, again);
        CHECK(done.code == 0);
        CHECK(std::ranges::none_of(done.lines, [](const std::string& line) {
            return line.starts_with("password ");
        }));
        CHECK(contents(hall) == made);
    }
    // Other tables or arbiters would lock out who is known there.
    for (const Words& others :
         {Words{hall, "--tables", "a,c"},
          Words{hall, "--arbiters", "carl"},
          Words{hall, "--event", "other"},
          Words{hall, "--port", "9005"},
          Words{hall, "--host", "elsewhere"}}) {
        const Done done = set_up(folder, others);
        CHECK(done.code == 2);
        CHECK(done.errors.find("the hall that is there has others") != std::string::npos);
        CHECK(contents(hall) == made);
    }
}

TEST_CASE("A folder in whose path a socket cannot lie is refused, and not made", "[setup]") {
    const Folder folder;
    // With "/broker.socket" the path of a socket has at most 105 characters.
    const auto named = [&](std::size_t length) {
        return folder / std::string(length - folder.path().size() - 1, 'h');
    };
    CHECK(set_up(folder, {named(91)}).code == 0);
    for (const std::string& wrong : {named(92), folder / "a hall", folder / "a\"hall"}) {
        CAPTURE(wrong);
        const Done done = set_up(folder, {wrong});
        CHECK(done.code == 2);
        CHECK(done.errors.find("no blanks or quotes, and at most 91") != std::string::npos);
        CHECK_FALSE(fs::exists(wrong));
    }
}

TEST_CASE("A hall whose page lighttpd cannot serve, as without its TLS, is not made", "[setup]") {
    const Folder folder;
    REQUIRE(files::write_file(folder / "lighttpd", "#!/bin/sh\nexit 255\n"));
    fs::permissions(folder / "lighttpd", fs::perms::owner_all);
    const std::string path = fmt::format("PATH={}:{}", folder.path(), std::getenv("PATH"));
    Process setup{
        {"/usr/bin/env", path, ansage::tests::program(), "hall", "setup", folder / "hall"},
        folder.path()};
    CHECK(setup.wait() == 2);
    CHECK(setup.errors().find("lighttpd.conf failed; apt install") != std::string::npos);
    CHECK_FALSE(fs::exists(folder / "hall"));
}

TEST_CASE("A folder that is no hall is left as it is", "[setup]") {
    const Folder folder;
    const std::string other = folder / "other";
    fs::create_directories(other);
    REQUIRE(files::write_file(other + "/rights", "mine"));
    const auto before = contents(other);
    const Done done = set_up(folder, {other});
    CHECK(done.code == 2);
    CHECK(done.errors.find("is no hall") != std::string::npos);
    CHECK(contents(other) == before);
}
