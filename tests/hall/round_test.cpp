// SPDX-License-Identifier: GPL-3.0-or-later
// A round from its pairings to its results, as an organiser does it.
#include "files/files.hpp"
#include "hall/broker.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace {

using namespace ansage;
using tests::Broker;
using tests::Ear;
using tests::Folder;
using tests::Process;
using RoundWords = std::vector<std::string>;
namespace fs = std::filesystem;

const std::string cup_file = ANSAGE_ROOT "/tests/data/hall/cup.trf";

// A round of two tables: 1-2 at t1, 4-3 at t2.
class RoundOfCup {
public:
    explicit RoundOfCup(const Folder& folder)
        : folder_(folder),
          broker_(folder) {
        auto pair = start(
            {"pair",
             cup_file,
             "--players",
             "1,4",
             "--tables",
             "t1,t2",
             "--out",
             file("round-3.pairings")}
        );
        REQUIRE(pair->wait() == 0);
    }

    [[nodiscard]] const Broker& broker() const { return broker_; }

    [[nodiscard]] std::unique_ptr<Process> start(RoundWords words) const {
        words.insert(words.begin(), {ANSAGE_PROGRAM, "hall"});
        return std::make_unique<Process>(words, folder_.path());
    }

    [[nodiscard]] std::unique_ptr<Process> results(RoundWords more) const {
        RoundWords words{
            "results",
            broker_.address(""),
            "--account",
            broker_.account("anna"),
            "--pairings",
            file("round-3.pairings"),
            "--trf",
            cup_file,
            "--out",
            file("out")};
        words.insert(words.end(), more.begin(), more.end());
        return start(words);
    }

    [[nodiscard]] std::unique_ptr<Process> table(const std::string& name) const {
        return std::make_unique<Process>(
            RoundWords{
                ANSAGE_PROGRAM,
                "play",
                "--speech",
                "none",
                "--language",
                "en",
                "--white",
                "impaired none",
                "--black",
                "sighted none",
                "--hall",
                broker_.address(name),
                "--hall-account",
                broker_.account(name),
                "--pairings",
                file("round-3.pairings"),
                "--journal",
                file(name + ".ansage")},
            folder_.path()
        );
    }

    [[nodiscard]] std::string file(const std::string& name) const { return folder_ / name; }

    [[nodiscard]] std::string text(const std::string& name) const {
        return files::read_file(file(name)).value_or("");
    }

private:
    const Folder& folder_;
    Broker broker_;
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("A round goes from pairings to tables and back as signed results", "[round]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto first = round.table("t1");
    auto second = round.table("t2");
    for (const auto* table : {&first, &second}) {
        (*table)->write("arbiter starts");
        REQUIRE((*table)->await("clock white"));
    }
    first->write("white announces Eva zwei Eva vier");
    first->write("white executes e2e4");
    first->write("white presses");
    REQUIRE(first->await("completed 1. e4"));
    first->write("black resigns");
    first->write("y");
    REQUIRE(first->await("result 1-0"));
    first->write("white signs");
    first->write("y");

    // One player has not signed yet, and the other game goes on.
    Ear arbiter{round.broker(), "anna", {"ansage/cup/+/arbiter/state"}};
    const auto says = [&](const std::string& part) {
        return std::ranges::any_of(arbiter.all(), [&](const hall::Post& post) {
            return has(post.payload, part);
        });
    };
    REQUIRE(arbiter.await([&] { return says(R"("signed":["white"])"); }));
    auto early = round.results({});
    CHECK(early->wait() == 1);
    CHECK(early->lines().front() == "t1: 1-0 resignation, has ended and is not signed by both");
    CHECK(early->lines().at(1) == "t2: is playing");
    CHECK(round.text("out/round-3.trf") == *files::read_file(cup_file));
    CHECK(
        has(round.text("out/round-3.csv"),
            "\r\n3,1,t1,1,\"Ember, Anna\",2,\"Østergård, Søren\",1-0,resignation,no,yes,no\r\n")
    );

    auto late = round.results({"--wait"});
    first->write("black signs");
    first->write("y");
    second->write("white resigns");
    second->write("y");
    REQUIRE(second->await("result 0-1"));
    second->write("white signs");
    second->write("y");
    second->write("black signs");
    second->write("y");
    CHECK(late->wait() == 0);
    CHECK(has(round.text("out/round-3.csv"), "1-0,resignation,yes,yes,yes\r\n"));
    const std::string trf = round.text("out/round-3.trf");
    CHECK(has(trf, "3.0    1     5 w 1     3 b 1     2 w 1\r\n"));
    CHECK(has(trf, "1.5    2     6 b 1     4 w =     1 b 0\r\n"));
    // Not a move was made: not rated.
    CHECK(has(trf, "1.5    3     8 b 1     2 b =     3 w L\r\n"));
    for (const auto* table : {&first, &second}) {
        (*table)->write("quit");
        CHECK((*table)->wait() == 0);
    }
    CHECK(has(round.text("t1.pgn"), "[Event \"Cup of the Seven Cities\"]"));
    CHECK(has(round.text("t1.pgn"), "[Round \"3\"]"));
    CHECK(has(round.text("t1.pgn"), "[White \"Ember, Anna\"]"));
    CHECK(has(round.text("t1.pgn"), "[BlackElo \"2240\"]"));
}

TEST_CASE("A table that plays another game gives no result of the round", "[round]") {
    const Folder folder;
    const RoundOfCup round{folder};
    const std::string own = round.text("round-3.pairings");
    std::string other = own;
    other.replace(other.find("round 3"), 7, "round 2");
    REQUIRE(files::write_file(round.file("round-3.pairings"), other));
    auto table = round.table("t1");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    Ear arbiter{round.broker(), "anna", {"ansage/cup/+/arbiter/state"}};
    REQUIRE(arbiter.await([&] { return !arbiter.all().empty(); }));
    REQUIRE(files::write_file(round.file("round-3.pairings"), own));
    auto results = round.results({});
    CHECK(results->wait() == 1);
    CHECK(results->lines().front() == "t1: plays another game; it is opened with --pairings");
    CHECK(results->lines().at(1) == "t2: has told nothing");
    table->write("quit");
    CHECK(table->wait() == 0);
}
