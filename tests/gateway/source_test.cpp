// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_table.hpp"
#include "gateway/carrier/source.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace ansage;
using namespace ansage::gateway;
using tests::FakeTable;
using tests::Folder;

using Clock = std::chrono::steady_clock;

Handover handed(const Folder& folder, Carried carried) {
    Handover handover{
        .carried = carried,
        .table = folder / "table.sock",
        .address_file = folder / "table.page",
        .address = {4711, new_secret()}};
    REQUIRE(write_address(handover.address_file, handover.address));
    return handover;
}

// Another process that listens there; 0: it could not be started.
pid_t table_process(const std::string& socket) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    socket.copy(place.sun_path, sizeof place.sun_path - 1);
    const base::Descriptor ready{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (::bind(ready.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0)
        return 0;
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // whatever becomes of this test
    ::listen(ready.number(), 8); // whoever listens is who is asked for
    for (;;) ::pause();
}

} // namespace

TEST_CASE("A kept game is over once somebody has come for it", "[gateway]") {
    const auto game = open_source({.carried = Carried::kept_game});
    REQUIRE(game);
    CHECK_FALSE(game->is_over(false));
    CHECK(game->is_over(true));
    CHECK_FALSE(game->is_refused());
}

TEST_CASE("Where no table is, there is nothing to carry", "[gateway]") {
    const Folder folder;
    for (const Carried carried : {Carried::watcher, Carried::persons})
        CHECK(open_source(handed(folder, carried)) == nullptr);
}

TEST_CASE("Persons have a page as long as the table has its address", "[gateway]") {
    const Folder folder;
    const Handover handover = handed(folder, Carried::persons);
    const FakeTable table{handover.table};
    const auto source = open_source(handover);
    REQUIRE(source);
    source->look(Clock::now());
    CHECK_FALSE(source->is_over(true));
    // As a table does that closes, and another that takes its name.
    std::filesystem::remove(handover.address_file);
    source->look(Clock::now());
    CHECK(source->is_over(false));
}

TEST_CASE("Persons have no page any more when the table is killed", "[gateway]") {
    const Folder folder;
    const Handover handover = handed(folder, Carried::persons);
    const pid_t process = table_process(handover.table);
    REQUIRE(process > 0);
    std::unique_ptr<Source> source;
    const auto until = Clock::now() + std::chrono::seconds{30};
    while (!source && Clock::now() < until) source = open_source(handover);
    REQUIRE(source);
    source->look(Clock::now());
    CHECK_FALSE(source->is_over(true));
    ::kill(process, SIGKILL);
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    source->look(Clock::now());
    CHECK(source->is_over(true));
}
