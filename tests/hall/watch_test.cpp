// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' list in a terminal.
#include "hall/open_matters.hpp"
#include "hall/round_of_cup.hpp"
#include "support/places.hpp"
#include "terminal/shell.hpp"

#include <algorithm>

namespace {

using namespace ansage;
using tests::Ear;
using tests::Folder;
using tests::Process;
using tests::RoundOfCup;

// A table with one open matter.
auto table_with_claim(const RoundOfCup& round) {
    auto table = round.table("t2");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    table->write("white pauses");
    table->write("white claims threefold");
    REQUIRE(table->await("matter"));
    return table;
}

// What the broker keeps of it has come.
bool has_claim(Ear& kept) {
    return kept.await([&] {
        return std::ranges::any_of(kept.all(), [](const hall::Post& post) {
            return hall::open_matters({{"t2", post.payload}}).size() == 1;
        });
    });
}

} // namespace

TEST_CASE("Open matters come in the order in which players wait", "[watch]") {
    const std::map<std::string, std::string> states{
        {"a",
         R"({"wall_ms":9000,"at_ms":5000,"open":[)"
         R"({"text":"young","since_ms":4000},{"text":"old","since_ms":1000,"proposal":"Do it."}]})"},
        {"b",
         R"({"wall_ms":9000,"at_ms":1000,"open":[)"
         R"({"text":"waits","since_ms":900,"players_wait":true},)"
         R"({"text":"lapses","since_ms":0,"lapses":true}]})"},
        {"c", "nonsense"},
        {"d", R"({"open":7})"}};
    std::string order;
    for (const hall::OpenMatter& matter : hall::open_matters(states))
        order += matter.table + ' ' + matter.text + (matter.is_urgent ? "! " : " ");
    CHECK(order == "b lapses! b waits! a old a young ");
    CHECK(hall::open_matters(states).at(2).proposal == "Do it.");
}

TEST_CASE("Whoever watches is told what is open, and again when he asks", "[watch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    const auto table = table_with_claim(round);
    Ear kept{round.broker(), "anna", {"ansage/cup/t2/arbiter/state"}};
    REQUIRE(has_claim(kept)); // what the list at the start is made of
    auto watch = round.start(
        {"watch", round.broker().address(""), "--account", round.broker().account("anna")}
    );
    REQUIRE(watch->await("open 1"));
    CHECK(watch->await("waits t2: "));
    table->write("quit");
    CHECK(table->wait() == 0);
    watch->write("");
    CHECK(watch->await("open 1"));
    CHECK(watch->await("waits t2: "));
}

TEST_CASE("Whoever watches is told that a table is gone, and what was open there then", "[watch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto watch = round.start(
        {"watch", round.broker().address(""), "--account", round.broker().account("anna")}
    );
    REQUIRE(watch->await("open 0"));
    const auto table = table_with_claim(round);
    Ear kept{round.broker(), "anna", {"ansage/cup/t2/arbiter/state"}};
    REQUIRE(has_claim(kept));
    table->kill();
    REQUIRE(watch->await("gone t2: not connected, as of "));
    watch->write("");
    REQUIRE(watch->await("open 1"));
    REQUIRE(watch->await("waits t2: "));
    CHECK(tests::has(watch->last(), ", not connected, as of "));
    auto again = round.start(
        {"watch", round.broker().address(""), "--account", round.broker().account("anna")}
    );
    REQUIRE(again->await("open 1"));
    REQUIRE(again->await("waits t2: "));
    CHECK(tests::has(again->last(), ", not connected, as of "));
}

TEST_CASE("One account at two tables is told once, with its cause", "[watch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto one = round.table("t2");
    one->write("arbiter starts");
    REQUIRE(one->await("clock white"));
    Ear kept{round.broker(), "anna", {"ansage/cup/t2/public/here"}};
    auto two = round.table("t2", "other.ansage");
    two->write("arbiter starts");
    REQUIRE(two->await("clock white"));
    // Each ends the other's line, and comes again.
    REQUIRE(kept.await([&] { return kept.all().size() > 12; }));
    for (auto* const table : {&one, &two}) {
        (*table)->write("quit");
        CHECK((*table)->wait() == 0);
        const std::string errors = (*table)->errors();
        INFO(errors);
        const auto first = errors.find("is the same account in use at another table?");
        CHECK(first != std::string::npos);
        CHECK(errors.find("is the same account", first + 1) == std::string::npos);
        CHECK(errors.find("does not answer") == std::string::npos);
    }
}

TEST_CASE("A list that was stopped is told again in front", "[watch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    tests::Shell shell{folder.path()};
    REQUIRE(shell.is_there());
    shell.type(
        std::string{tests::program()} + " hall watch " + round.broker().address("") +
        " --account " + round.broker().account("anna") + "\n"
    );
    REQUIRE(shell.await("open 0"));
    REQUIRE(shell.terminal().awaits_raw());
    CHECK(shell.stops());
    CHECK(shell.goes_on());
    CHECK(shell.await("open 0"));
    shell.type("x\x1b[Ay\n"); // a cursor key is no text
    CHECK(shell.await("this is no answer"));
    shell.type("\x03");
    CHECK(shell.has_ended());
}
