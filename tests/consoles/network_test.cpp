// SPDX-License-Identifier: GPL-3.0-or-later
// A telephone or another computer on the network takes a role once, by its code, and comes back by
// its key; the arbiter frees the place of one that is dead.
#include "consoles/entry.hpp"
#include "consoles/page.hpp"
#include "consoles/table_pages.hpp"

#include <ranges>

using namespace ansage;
using namespace ansage::tests;
using namespace std::chrono_literals;
using consoles::Entry;
using consoles::SteadyTime;
using table::ConsoleRole;

namespace {

consoles::wire::Join on_network(ConsoleRole role, const std::string& code, const std::string& key) {
    return {.role = role, .code = code, .is_page = true, .is_on_network = true, .key = key};
}

std::string sentence_of(const std::optional<Entry::Refusal>& refusal) {
    return refusal ? std::string{refusal->sentence} : "";
}

std::string wrong(const std::string& code) { return code == "000000" ? "000001" : "000000"; }

// The members of a join on the network.
std::string members(const std::string& code, const std::string& key) {
    return fmt::format(R"(,"network":true,"code":"{}","key":"{}")", code, key);
}

// As the table offers it to whatever carries its pages; the newest.
std::string offered_code(const Folder& folder, const std::string& role) {
    const auto pages = consoles::read_pages(socket_of(folder));
    REQUIRE(pages);
    for (const std::string& code : pages->codes)
        if (code.starts_with(role + ' ')) return code.substr(role.size() + 1);
    return {};
}

const Words in_club{"--mode", "club"};

} // namespace

TEST_CASE("The codes of roles have six digits, and the arbiter has his own") {
    const Entry entry{"4711 0815"};
    for (const ConsoleRole role : consoles::all_roles) {
        CHECK(entry.code(role).size() == 6);
        CHECK(entry.code(role).find_first_not_of("0123456789") == std::string::npos);
    }
}

TEST_CASE("A browser on the network takes a role once, and is known again by its key") {
    Entry entry{"4711 0815"};
    const SteadyTime now{1h};
    const std::string code = entry.code(ConsoleRole::black);
    CHECK(
        sentence_of(entry.refuse(on_network(ConsoleRole::black, wrong(code), "a"), now)) ==
        "console.wrong_code"
    );
    CHECK(
        sentence_of(entry.refuse(on_network(ConsoleRole::black, code, ""), now)) ==
        "console.wrong_code"
    );
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::black, code, "a"), now));
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::black, "", "a"), now)); // it slept
    for (const std::string& tried : {code, wrong(code)}) {
        CHECK(
            sentence_of(entry.refuse(on_network(ConsoleRole::black, tried, "b"), now)) ==
            "console.place_taken"
        );
    }
    // The codes of others open nothing.
    CHECK(entry.refuse(
        on_network(ConsoleRole::white, wrong(entry.code(ConsoleRole::white)), "a"), now
    ));
    SECTION("a place that was freed has another code, and the old browser is out") {
        entry.free(ConsoleRole::black);
        CHECK(entry.refuse(on_network(ConsoleRole::black, "", "a"), now));
        CHECK_FALSE(
            entry.refuse(on_network(ConsoleRole::black, entry.code(ConsoleRole::black), "b"), now)
        );
    }
    SECTION("a place that was left is free by the same code") {
        entry.leave(ConsoleRole::black);
        CHECK(entry.refuse(on_network(ConsoleRole::black, "", "a"), now));
        CHECK_FALSE(entry.refuse(on_network(ConsoleRole::black, code, "b"), now));
    }
}

TEST_CASE("Spectators share a code, and the arbiter's own code gives him a place that he can move"
) {
    Entry entry{"4711 0815"};
    const SteadyTime now{1h};
    const std::string code = entry.code(ConsoleRole::spectator);
    for (const char* key : {"a", "b", "c"})
        CHECK_FALSE(entry.refuse(on_network(ConsoleRole::spectator, code, key), now));
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::spectator, "", "a"), now));
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::arbiter, "47110815", "d"), now));
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::arbiter, "4711 0815", "e"), now));
    CHECK(entry.refuse(on_network(ConsoleRole::arbiter, "", "d"), now)); // the newest has it
}

TEST_CASE("Codes of the network cannot be tried out, and whoever is in is not locked out") {
    Entry entry{"4711 0815"};
    SteadyTime now{1h};
    const std::string code = entry.code(ConsoleRole::white);
    CHECK_FALSE(entry.refuse(
        on_network(ConsoleRole::spectator, entry.code(ConsoleRole::spectator), "s"), now
    ));
    for (int tries = 0; tries < 4; ++tries) {
        for (const ConsoleRole role : {ConsoleRole::white, ConsoleRole::spectator})
            CHECK(entry.refuse(on_network(role, wrong(entry.code(role)), "x"), now));
    }
    const auto locked = entry.refuse(on_network(ConsoleRole::white, code, "x"), now);
    CHECK(sentence_of(locked) == "console.code_locked");
    CHECK(locked->locked_for == 1s);
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::spectator, "", "s"), now));
    // At this machine nobody needs it, and the lock is that of one role alone.
    CHECK_FALSE(entry.refuse({.role = ConsoleRole::white}, now));
    CHECK_FALSE(
        entry.refuse(on_network(ConsoleRole::black, entry.code(ConsoleRole::black), "y"), now)
    );
    now += 1s;
    CHECK_FALSE(entry.refuse(on_network(ConsoleRole::white, code, "x"), now));
}

TEST_CASE("Without telephones accepted, a tournament lets none in, however it is opened") {
    const Folder folder;
    SECTION("with the page on its own screen") {
        const Table table{folder, {"--mode", "tournament", "--page", "on"}};
        const auto pages = consoles::read_pages(socket_of(folder));
        REQUIRE(pages);
        CHECK_FALSE(pages->may_network);
        CHECK(pages->network_text.find("--page lan") != std::string::npos);
        CHECK(pages->codes.empty());
        Page page{folder, "black", members("123456", "a")};
        CHECK(page.await_kind("bye")["text"] == pages->network_text);
        Page screen{folder, "black"};
        CHECK(screen.await_kind("welcome")["role"] == "black");
    }
    SECTION("without any") {
        const Table table{folder, {"--mode", "tournament"}};
        Page page{folder, "spectator", members("123456", "a")};
        CHECK(
            page.await_kind("bye")["text"].get<std::string>().find("no page") != std::string::npos
        );
    }
}

TEST_CASE("A telephone comes in by its code, another one does not, and a dead one is freed") {
    const Folder folder;
    Table table{folder, in_club};
    const auto arbiter = table.arbiter();
    REQUIRE(arbiter->await("Joined: "));
    const std::string code = offered_code(folder, "black");
    REQUIRE(code.size() == 6);
    Page page{folder, "black", members(code, "a")};
    CHECK(page.await_kind("welcome")["role"] == "black");
    REQUIRE(arbiter->await("Console joined: Black."));
    Page other{folder, "black", members(code, "b")};
    CHECK(
        other.await_kind("bye")["text"].get<std::string>().find("another telephone") !=
        std::string::npos
    );
    arbiter->write("frees black");
    CHECK(
        page.await_kind("bye")["text"].get<std::string>().find("freed this place") !=
        std::string::npos
    );
    REQUIRE(arbiter->await("Code for Black: "));
    const std::string renewed = offered_code(folder, "black");
    CHECK(holds(arbiter->lines(), "Code for Black: " + renewed + "."));
    CHECK(holds(arbiter->lines(), "Place freed: Black. "));
    Page next{folder, "black", members(renewed, "b")};
    CHECK(next.await_kind("welcome")["role"] == "black");
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    // What opens a place is nowhere in the game that is kept.
    for (const char* const option : {"--ears", "--json"}) {
        const Words kept = replay(folder, option);
        CHECK_FALSE(holds(kept, renewed));
        CHECK_FALSE(holds(kept, code));
    }
}

TEST_CASE("Whoever set the table up frees a place, too, and a player does not") {
    const Folder folder;
    Table table{folder, {"--mode", "tournament", "--page", "lan"}};
    const std::string code = offered_code(folder, "white");
    Page page{folder, "white", members(code, "a")};
    CHECK(page.await_kind("welcome")["role"] == "white");
    const auto black = table.join({"black"});
    REQUIRE(black->await("Joined: "));
    black->write("arbiter frees white");
    REQUIRE(black->await("Not for this console"));
    CHECK(offered_code(folder, "white") == code);
    table.process().write("frees white");
    REQUIRE(table.process().await("Place freed: White. "));
    REQUIRE(table.process().await("Code for White: "));
    CHECK(table.process().last() == "Code for White: " + offered_code(folder, "white") + ".");
    CHECK(page.await_kind("bye")["again"] == false);
}

TEST_CASE("A page that comes back before it is missed is told of to nobody") {
    const Folder folder;
    Table table{folder, in_club};
    const auto arbiter = table.arbiter();
    REQUIRE(arbiter->await("Joined: "));
    const std::string code = offered_code(folder, "black");
    std::string run;
    {
        Page page{folder, "black", members(code, "a")};
        run = page.await_kind("welcome")["run"];
        REQUIRE(arbiter->await("Console joined: Black."));
    }
    Page again{folder, "black", fmt::format(R"(,"run":"{}","after":0{})", run, members("", "a"))};
    CHECK(again.await_kind("welcome")["role"] == "black");
    again.type("starts");
    REQUIRE(arbiter->await("Clock: White."));
    CHECK_FALSE(holds(arbiter->lines(), "Console left"));
    CHECK(std::ranges::count(arbiter->lines(), "Console joined: Black.") == 1);
    // One that leaves is gone at once.
    again.say(R"({"kind":"leave"})");
    CHECK(arbiter->await("Console left: Black."));
}
