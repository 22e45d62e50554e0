// SPDX-License-Identifier: GPL-3.0-or-later
// A console that is a page: besides its lines it is told how the table stands for the person who
// reads it, and what he can answer now (docs/consoles.md, "A page").
#include "consoles/page.hpp"
#include "consoles/table_pages.hpp"

using namespace ansage;
using namespace ansage::tests;

namespace {

Words club(const Words& more = {}) {
    Words words{"--mode", "club", "--black-name", "Bob <b>"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// White is typed at the table's own terminal.
void white(Table& table, const std::string& line) { table.process().write("white " + line); }

} // namespace

TEST_CASE("A table says which pages it has") {
    const Folder folder;
    SECTION("in a club one for each person") {
        const Table table{folder, club({"--language", "de"})};
        const auto pages = consoles::read_pages(socket_of(folder));
        REQUIRE(pages);
        CHECK(pages->kind == consoles::PageKind::persons);
        CHECK(pages->language == "de");
    }
    SECTION("in a tournament none, and a page that joins is told why") {
        const Table table{folder, {"--mode", "tournament"}};
        const auto pages = consoles::read_pages(socket_of(folder));
        REQUIRE(pages);
        CHECK(pages->kind == consoles::PageKind::none);
        CHECK(pages->text.find("--page on") != std::string::npos);
        Page page{folder, "black"};
        CHECK(page.await_kind("bye")["text"] == pages->text);
    }
    SECTION("of a table that is not there nothing is known") {
        CHECK_FALSE(consoles::read_pages(socket_of(folder)));
    }
}

TEST_CASE("A page is told who it is, and what does not change") {
    const Folder folder;
    const Table table{folder, club({"--language", "white=en,black=de"})};
    Page page{folder, "black"};
    const Json welcome = page.await_kind("welcome");
    CHECK(welcome["role"] == "black");
    CHECK(welcome["mode"] == "club");
    CHECK(welcome["language"] == "de");
    CHECK(welcome["said_language"] == "de");
    CHECK(welcome["names"]["black"] == "Bob <b>");
    CHECK_FALSE(welcome["run"].get<std::string>().empty());
}

TEST_CASE("In a club one answer repeats a move and makes it on the own board") {
    const Folder folder;
    Table table{folder, club()};
    Page page{folder, "black"};
    const Json before = page.await_due("start");
    CHECK(before["phase"] == "not_started");
    CHECK(before["press"]["typed"] == Json::array({"."}));
    page.type_all(Page::due(before, "start")->at("typed"));
    const Json begun = page.await_nothing_due();
    CHECK(begun["phase"] == "playing");
    CHECK(begun["clocks"]["runs"] == "white");
    CHECK(begun["board"]["movable"] == false);

    white(table, "announces Eva zwei Eva vier");
    const Json asked = page.await_due("answered");
    const Json answer = *Page::due(asked, "answered");
    CHECK(answer["about"] == "White: Eva zwei Eva vier.");
    CHECK(answer["typed"] == Json::array({"w", "n"}));
    CHECK(asked["said"]["words"] == "Eva zwei Eva vier");
    CHECK(asked["said"]["squares"] == Json::array({"e2", "e4"}));
    CHECK(asked["board"]["squares"] == begun["board"]["squares"]); // not pressed yet
    page.type_all(answer["typed"]);
    CHECK(page.await_nothing_due()["board"]["movable"] == false);

    white(table, "executes Eva zwei Eva vier");
    white(table, "presses");
    const Json turn = page.await([](const Json& json) {
        return json["kind"] == "now" && json["board"]["movable"] == true;
    });
    CHECK(turn["clocks"]["runs"] == "black");
    CHECK(turn["board"]["last"] == Json::array({"e2", "e4"}));
    CHECK(turn["board"]["turn"] == "black");

    page.type("e7e5"); // as a board on the page has it
    const Json read_back = page.await_due("confirm");
    CHECK(Page::due(read_back, "confirm")->at("about") == "Eva sieben Eva fünf. Enter?");
    page.type_all(Page::due(read_back, "confirm")->at("typed"));
    CHECK(page.await_nothing_due()["said"]["mover"] == "black");
    page.type_all(turn["press"]["typed"]);
    CHECK(page.await([](const Json& json) {
        return json["kind"] == "now" && json["clocks"]["runs"] == "white";
    })["board"]["last"] == Json::array({"e7", "e5"}));
}

TEST_CASE("In a club a repetition that differs is asked for again") {
    const Folder folder;
    Table table{folder, club()};
    Page page{folder, "black"};
    page.type_all(Page::due(page.await_due("start"), "start")->at("typed"));
    page.await_nothing_due();
    white(table, "announces Eva zwei Eva vier");
    const Json answer = *Page::due(page.await_due("answered"), "answered");
    page.type("w Eva zwei Eva drei");
    page.await_kind("repeated"); // and the same answer stands there still
    page.type_all(answer["typed"]);
    page.await_nothing_due();
}

TEST_CASE("In a tournament a repetition is chosen, and nothing can be moved") {
    const Folder folder;
    Table table{folder, {"--mode", "tournament", "--page", "on"}};
    Page page{folder, "black"};
    table.process().write("arbiter starts");
    page.await([](const Json& json) { return json["kind"] == "now" && json["phase"] == "playing"; }
    );
    white(table, "announces Springer Gustav eins Felix drei");
    const Json asked = page.await([](const Json& json) {
        return json["kind"] == "now" && json["choose"] == "repeat";
    });
    CHECK(asked["board"].is_null());
    CHECK(asked["said"]["squares"].empty());
    CHECK(asked["due"].empty());
    CHECK(asked["words"]["pieces"][1]["text"] == "Springer");
    CHECK(asked["words"]["files"][5] == "Felix");
    const std::string piece = asked["words"]["pieces"][1]["letter"];
    // Right or wrong, the page looks the same until the press (first principle 3).
    const std::string square = GENERATE("f3", "h3");
    page.type("w " + piece + square);
    const Json done = page.await_due("executed");
    CHECK(done["choose"].is_null());
    CHECK(done["due"].size() == 1);
    page.type_all(Page::due(done, "executed")->at("typed"));
    page.await_nothing_due();
}

TEST_CASE("A page that comes back has each line once") {
    const Folder folder;
    Table table{folder, club()};
    std::string run;
    std::vector<int> numbers;
    {
        Page page{folder, "black"};
        run = page.await_kind("welcome")["run"];
        page.type_all(Page::due(page.await_due("start"), "start")->at("typed"));
        page.await_nothing_due();
        numbers = page.numbers;
    }
    REQUIRE_FALSE(numbers.empty());
    white(table, "announces Eva zwei Eva vier");
    Page page{folder, "black", fmt::format(R"(,"run":"{}","after":{})", run, numbers.back())};
    CHECK(page.await_kind("welcome")["run"] == run);
    page.await_due("answered");
    numbers.insert(numbers.end(), page.numbers.begin(), page.numbers.end());
    for (std::size_t i = 1; i < numbers.size(); ++i) CHECK(numbers[i] == numbers[i - 1] + 1);

    SECTION("and the one that it stood for hears that it was replaced") {
        const Page other{
            folder, "black", fmt::format(R"(,"run":"{}","after":{})", run, numbers.back())};
        CHECK(page.await_kind("bye")["again"] == false);
    }
    SECTION("and lines of another run are not taken for its own") {
        Page other{folder, "black", R"(,"run":"none","after":1)"};
        CHECK(other.await_kind("welcome")["run"] == run);
        CHECK(other.await_due("answered")["due"].size() == 1);
    }
}

TEST_CASE("A spectator's page has neither clocks nor answers") {
    const Folder folder;
    Table table{folder, club()};
    Page page{folder, "spectator"};
    const Json now = page.await_kind("now");
    CHECK(now["clocks"].is_null());
    CHECK(now["press"].is_null());
    CHECK(now["due"].empty());
    CHECK(now["said"].is_null());
    CHECK(now["board"]["movable"] == false);
}

TEST_CASE("What ends the game from a page's menu is asked again") {
    const Folder folder;
    Table table{folder, club()};
    Page page{folder, "black"};
    page.type_all(Page::due(page.await_due("start"), "start")->at("typed"));
    const Json now = page.await_nothing_due();
    for (const Json& each : now["menu"])
        if (each["id"] == "resigns") page.type_all(each["typed"]);
    const Json asked = page.await_due("confirm");
    CHECK(Page::due(asked, "confirm")->at("about") == "Resign the game? Enter.");
    SECTION("and withdrawn, nothing has happened") {
        page.type_all(Page::due(asked, "withdraw")->at("typed"));
        CHECK(page.await_nothing_due()["phase"] == "playing");
    }
    SECTION("and confirmed it is told, and signed") {
        page.type_all(Page::due(asked, "confirm")->at("typed"));
        const Json over = page.await_due("sign");
        CHECK(over["phase"] == "ended");
        page.type_all(Page::due(over, "sign")->at("typed"));
        const Json question = page.await_due("yes");
        page.type_all(Page::due(question, "yes")->at("typed"));
        CHECK_FALSE(Page::due(page.await_kind("now"), "yes"));
    }
}
