// SPDX-License-Identifier: GPL-3.0-or-later
// A round from its pairings to its results, as an organiser does it.
#include "hall/round_of_cup.hpp"

#include <algorithm>

namespace {

using namespace ansage;
using tests::cup_file;
using tests::Ear;
using tests::Folder;
using tests::has;
using tests::RoundOfCup;

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
