// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a game that is being played: it may be read, and is resumed only when the game is over
// or was cut off.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

namespace ansage::tests::faults {

namespace fs = std::filesystem;

namespace {

// With or without what lies beside it, in another folder. The game is going on: the files belong
// together only if nothing was stored while they were copied.
std::string copied(const Folder& folder, const std::string& name, bool has_wal) {
    fs::create_directory(folder / name);
    const std::string copy = folder / (name + "/copy.ansage");
    const std::string head = journal_in(folder) + "-head";
    std::string before;
    do {
        before = contents(head);
        for (const char* const end : {"", "-wal", "-head"}) {
            if (*end == '\0' || has_wal) {
                fs::copy_file(
                    journal_in(folder) + end, copy + end, fs::copy_options::overwrite_existing
                );
            }
        }
    } while (contents(head) != before);
    return copy;
}

Sitting resumed(const Folder& folder, const std::string& journal) {
    return sit(
        folder, {}, {tests::program(), "play", "--resume", journal, "--speech", "none"}, {"quit"}
    );
}

void check_refused(const Sitting& sitting) {
    INFO(sitting.errors);
    CHECK(sitting.code == 2);
    CHECK(sitting.errors.find("a copy of a game that is being played") != std::string::npos);
    CHECK(std::ranges::count(sitting.errors, '\n') == 1);
}

void play_one_move(Process& table) {
    for (const std::string& line : short_game())
        if (line != "quit") table.write(line);
    REQUIRE(table.await("completed 1... e5"));
}

} // namespace

TEST_CASE("A copy of a game that is being played is read, and not resumed") {
    const Folder folder;
    Process table{new_table(folder), folder.path()};
    play_one_move(table);
    const std::string whole = copied(folder, "whole", true);
    const std::string bare = copied(folder, "bare", false);
    check_refused(resumed(folder, whole));
    check_refused(resumed(folder, bare));
    Process score{{tests::program(), "score", whole}, folder.path()};
    CHECK(score.wait() == 0);

    SECTION("The game ends") {
        table.write("quit");
        CHECK(table.wait() == 0);
    }
    SECTION("The program is killed") { table.kill(); }
    CHECK(resumed(folder, whole).code == 0);
    CHECK(resumed(folder, bare).code == 0);
    check_goes_on(folder);
}

TEST_CASE("A copy from before a game was resumed is not resumed beside it") {
    const Folder folder;
    static_cast<void>(sit(folder, {}, new_table(folder), short_game()));
    const std::string copy = folder / "copy.ansage";
    fs::copy_file(journal_in(folder), copy);
    Process table{resumed_table(folder), folder.path()};
    REQUIRE(table.await("code "));
    check_refused(resumed(folder, copy));
    table.write("quit");
    CHECK(table.wait() == 0);
    CHECK(resumed(folder, copy).code == 0);
}

} // namespace ansage::tests::faults
