// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full, that breaks, that may not be written any more or is slow, at each write of
// one game; and a program that is killed at each. Nothing that was shown is lost, the game goes on
// or ends with a sentence, and goes on afterwards.
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/places.hpp"
#include "table.hpp"

#include <cerrno>
#include <filesystem>

namespace ansage::tests::faults {

namespace fs = std::filesystem;

namespace {

// A game opens with some tens of writes; each further one is a commit.
constexpr long fewest_writes = 30;

std::string number(int error) { return std::to_string(error); }

// At each `step`th write.
void play_with_faults(const std::string& act, long many, long step) {
    const long writes = count_of_writes(short_game());
    REQUIRE(writes > fewest_writes);
    unsigned ended = 0;
    for (long first = 1; first <= writes; first += step) {
        const Folder folder;
        INFO(act << " from write " << first << " of " << writes << ", " << many << " (0: all)");
        const Sitting sitting =
            sit(folder,
                under({.act = act, .first = first, .many = many}),
                new_table(folder),
                short_game());
        CHECK((sitting.code == 0 || sitting.code == 2 || act == "kill"));
        check_nothing_lost(folder, sitting);
        if (first % 3 == 1) check_goes_on(folder);
        ended += sitting.code == 0 ? 0 : 1;
    }
    const bool must_end = many == 0;
    CHECK((ended > 0 || !must_end));
}

} // namespace

TEST_CASE("A game that is killed at every write of one game has all that was shown") {
    play_with_faults("kill", 1, are_few ? 7 : 1);
}

TEST_CASE("Of a game whose end was taken away every command says that nobody knows its end") {
    const Folder folder;
    const std::string journal = journal_in(folder);
    {
        Process table{new_table(folder), folder.path()};
        for (const std::string& line : short_game())
            if (line != "quit") table.write(line);
        REQUIRE(table.await("completed 1... e5"));
        table.kill();
    }
    fs::remove(journal + "-wal");
    fs::remove(journal + "-head");
    for (const Words& command : std::vector<Words>{
             {"replay", journal},
             {"replay", journal, "--ears"},
             {"score", journal},
             {"score", journal, "--of", "white"},
             {"arbiter", "report", journal},
             {"arbiter", "compare", journal, journal},
             {"arbiter", "compare", journal + ":white", journal + ":black"},
             {"arbiter", "sign", journal},
             {"play", "--resume", journal, "--adjourn"}}) {
        Words words{tests::program()};
        words.insert(words.end(), command.begin(), command.end());
        Process shown{words, folder.path()};
        INFO(command[0] << ' ' << command[1]);
        CHECK(shown.wait() <= 1);
        CHECK(
            shown.errors().find("nobody can know whether something is missing at its end") !=
            std::string::npos
        );
    }
}

TEST_CASE("A disk that is full from some write on ends the game with a sentence, and loses nothing"
) {
    play_with_faults(number(ENOSPC), 0, 7);
}

TEST_CASE("A disk that is full for one write loses nothing") {
    play_with_faults(number(ENOSPC), 1, 7);
}

TEST_CASE("A disk that breaks, or may be read only from some write on, loses nothing") {
    play_with_faults(number(EIO), 0, 11);
    play_with_faults(number(EROFS), 0, 13);
}

TEST_CASE("A slow disk loses nothing, and the game goes on") {
    const Folder folder;
    const Sitting sitting =
        sit(folder, under({.act = "slow", .first = 30, .many = 12}), new_table(folder), short_game()
        );
    CHECK(sitting.code == 0);
    CHECK(sitting.printed.size() > short_game().size() / 2);
    check_nothing_lost(folder, sitting);
}

TEST_CASE("A signal that comes as a game gets its name leaves no empty file") {
    const Folder folder;
    const Fault fault{.at = ".ansage", .act = "signal"};
    const Words demo{tests::program(), "demo", "--speed", "max", "--speech", "none"};
    static_cast<void>(sit(folder, under(fault), demo, {}));
    unsigned files = 0;
    for (const auto& file : fs::recursive_directory_iterator{folder.path()}) {
        if (file.path().extension() == ".ansage") {
            ++files;
            CHECK(fs::file_size(file.path()) > 0);
        }
    }
    CHECK(files <= 1);
}

TEST_CASE("Every write of one game, by every fault", "[.long]") {
    for (const int error : {ENOSPC, EIO, EROFS, EDQUOT}) {
        play_with_faults(number(error), 0, 1);
        play_with_faults(number(error), 1, 1);
    }
}

} // namespace ansage::tests::faults
