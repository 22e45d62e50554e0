// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' list in a terminal.
#include "hall/open_matters.hpp"
#include "hall/round_of_cup.hpp"

#include <algorithm>

namespace {

using namespace ansage;
using tests::Ear;
using tests::Folder;
using tests::Process;
using tests::RoundOfCup;

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
    auto table = round.table("t2");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    table->write("white pauses");
    table->write("white claims threefold");
    REQUIRE(table->await("matter"));
    Ear kept{round.broker(), "anna", {"ansage/cup/t2/arbiter/state"}};
    REQUIRE(kept.await([&] { // what the list at the start is made of
        return std::ranges::any_of(kept.all(), [](const hall::Post& post) {
            return hall::open_matters({{"t2", post.payload}}).size() == 1;
        });
    }));
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
