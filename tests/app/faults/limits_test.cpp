// SPDX-License-Identifier: GPL-3.0-or-later
// A machine that refuses memory or descriptors, from the start or in the middle of a game: a
// sentence and exit code 2, or the game goes on; what was shown is kept.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace ansage::tests::faults {

namespace {

// What the loader of programs says, before a line of ours has run.
bool was_not_loaded(const Sitting& sitting) {
    return sitting.code == 127 || sitting.errors.find("error while loading") != std::string::npos;
}

Words limited(const std::string& option, std::uint64_t most) {
    return {
        "/bin/sh",
        "-c",
        "ulimit -" + option + " " + std::to_string(most) + " && exec \"$@\"",
        "sh"};
}

// Ends that were not by a sentence: a signal, or a code that means nothing.
void check_end(const Folder& folder, const Sitting& sitting) {
    INFO(sitting.errors);
    CHECK((sitting.code == 0 || sitting.code == 2));
    check_nothing_lost(folder, sitting);
}

} // namespace

// Both places that ask for a report (tests/app/cli/odd_values_test.cpp finds a third): a fault of
// our own in a command, and one that nothing catches.
TEST_CASE("A fault of our own asks for a report, in one line") {
    for (const std::string place : {"command", "nowhere"}) {
        INFO(place);
        const Folder folder;
        const Words preloaded{
            "/usr/bin/env",
            "LD_PRELOAD=" ANSAGE_FAULTS,
            "FAULTS_AT=faulty.table",
            "FAULTS_THROW=" + place};
        const Words command{tests::program(), "run", folder / "faulty.table"};
        const Sitting sitting = sit(folder, preloaded, command, {});
        CHECK(sitting.code == 2);
        CHECK(sitting.errors.ends_with("; please report this\n"));
        CHECK(std::ranges::count(sitting.errors, '\n') == 1);
    }
}

#ifndef ANSAGE_UNLIMITED_MEMORY

namespace {

std::uint64_t address_space_of(pid_t process) {
    std::ifstream status{"/proc/" + std::to_string(process) + "/statm"};
    std::uint64_t pages = 0;
    status >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE("With little memory a table opens, or says why not") {
    bool has_ended = false;
    bool has_played = false;
    for (std::uint64_t megabytes = 24; megabytes <= 600; megabytes += megabytes < 160 ? 16 : 80) {
        const Folder folder;
        INFO(megabytes << " MB");
        const Sitting sitting =
            sit(folder, limited("v", megabytes * 1024), new_table(folder), short_game());
        if (was_not_loaded(sitting)) continue;
        check_end(folder, sitting);
        has_ended = has_ended || sitting.code == 2;
        has_played = has_played || sitting.code == 0;
    }
    CHECK(has_ended);
    CHECK(has_played);
}

TEST_CASE("Memory that is used up in the middle of a game loses nothing") {
    const Folder folder;
    Process table{new_table(folder), folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    const rlimit limit{address_space_of(table.process()), RLIM_INFINITY};
    REQUIRE(::prlimit(table.process(), RLIMIT_AS, &limit, nullptr) == 0);
    for (int i = 0; i < 400; ++i) {
        try {
            table.write("white asks both");
        } catch (const std::exception&) {
            break;
        }
    }
    try {
        table.write("quit");
    } catch (const std::exception&) { // it has ended
    }
    table.close_input();
    Sitting sitting;
    sitting.code = table.wait();
    sitting.errors = table.errors();
    check_end(folder, sitting);
    check_goes_on(folder);
}

#endif

TEST_CASE("With few descriptors a table opens, or says why not") {
    bool has_ended = false;
    bool has_played = false;
    for (std::uint64_t most = 4; most <= 40; most += most < 20 ? 1 : 5) {
        const Folder folder;
        INFO(most << " descriptors");
        const Sitting sitting = sit(folder, limited("n", most), new_table(folder), short_game());
        if (was_not_loaded(sitting)) continue;
        check_end(folder, sitting);
        has_ended = has_ended || sitting.code == 2;
        has_played = has_played || sitting.code == 0;
    }
    CHECK(has_ended);
    CHECK(has_played);
}

TEST_CASE("Descriptors that are used up in the middle of a game lose nothing") {
    const Folder folder;
    Process table{new_table(folder), folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    const rlimit none{3, 3};
    REQUIRE(::prlimit(table.process(), RLIMIT_NOFILE, &none, nullptr) == 0);
    try {
        for (const std::string& line : short_game()) table.write(line);
    } catch (const std::exception&) { // it has ended
    }
    table.close_input();
    Sitting sitting;
    sitting.code = table.wait();
    sitting.errors = table.errors();
    check_end(folder, sitting);
    check_goes_on(folder);
}

} // namespace ansage::tests::faults
