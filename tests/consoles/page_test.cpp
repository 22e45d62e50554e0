// SPDX-License-Identifier: GPL-3.0-or-later
// A console that is a page: besides its lines it is told how the table stands for the person who
// reads it, and what he can answer now (docs/consoles.md, "A page").
#include "consoles/page.hpp"
#include "consoles/table_pages.hpp"

#include <algorithm>

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

namespace {

Page arbiters_page(const Folder& folder, const Table& table) {
    return Page{folder, "arbiter", fmt::format(R"(,"code":"{}")", table.code())};
}

bool has_matter(const Json& now, const std::string& kind) {
    return std::ranges::any_of(now["matters"], [&](const Json& matter) {
        return matter["kind"] == kind;
    });
}

Json await_matter(Page& page, const std::string& kind) {
    return page.await([&](const Json& json) {
        return json["kind"] == "now" && has_matter(json, kind);
    });
}

// Black's king goes where it cannot, and his clock is pressed (7.5.5).
void play_illegal_move(Table& table) {
    table.process().write("arbiter starts");
    for (const char* line : {"announces e4", "executes e4", "presses"}) white(table, line);
    for (const char* line : {"announces Ke5", "executes e8e5", "presses"})
        table.process().write(fmt::format("black {}", line));
}

const Words tournament{"--mode", "tournament", "--page", "on", "--language", "en"};

} // namespace

TEST_CASE("The arbiter's page has both boards, the witnesses and what is open, and no other has") {
    const Folder folder;
    Table table{folder, tournament};
    Page arbiter = arbiters_page(folder, table);
    Page black{folder, "black"};
    Page spectator{folder, "spectator"};
    Page assistant{folder, "assistant"};
    arbiter.await_kind("now");
    play_illegal_move(table);
    const Json now = await_matter(arbiter, "illegal_move");
    CHECK(now["boards"]["white"]["state"] == "unseen");
    CHECK(now["boards"]["black"]["squares"] == now["board"]["squares"]);
    REQUIRE(now["moves"].size() == 2);
    CHECK(now["moves"][1]["legal"] == false);
    CHECK(now["moves"][1]["witnesses"].size() == 6);
    const Json& matter = now["matters"][0];
    CHECK(matter["number"] == 1);
    CHECK(matter["state"] == "open");
    CHECK(matter["articles"] == Json::array({"7.5.5"}));
    CHECK(matter["final"] == false);
    for (Page* const other : {&black, &spectator, &assistant}) {
        other->type("?"); // whatever it was told comes before the answer
        bool is_answered = false;
        while (!is_answered) {
            const Json line = other->await([](const Json&) { return true; });
            REQUIRE_FALSE(line.is_null());
            is_answered =
                line["kind"] == "say" || line["kind"] == "reply" || line["kind"] == "help";
            if (line["kind"] != "now") continue;
            CHECK_FALSE(line.contains("boards"));
            CHECK_FALSE(line.contains("moves"));
            CHECK_FALSE(line.contains("matters"));
        }
    }
}

TEST_CASE("What the clocks would show if the arbiter accepted is what they show when he has") {
    const Folder folder;
    Table table{folder, tournament};
    Page arbiter = arbiters_page(folder, table);
    play_illegal_move(table);
    await_matter(arbiter, "illegal_move");
    table.process().write("arbiter pauses"); // so that no time passes between the two
    const Json now = arbiter.await([](const Json& json) {
        return json["kind"] == "now" && json["phase"] == "halted" && !json["matters"].empty();
    });
    const Json clocks = now["matters"][0]["clocks"];
    CHECK(clocks["before"]["white_ms"] == now["clocks"]["white_ms"]);
    CHECK(clocks["passing"].empty());
    const Json accept = *Page::due(now, "accept_proposal");
    CHECK(accept["matter"] == 1);
    CHECK(accept["note"] == "");
    CHECK(accept["clocks"] == clocks);
    CHECK(accept["typed"] == Json::array({"accepts 1", "back"})); // one press is enough
    arbiter.type_all(accept["typed"]);
    const Json after = arbiter.await_due("take_back");
    CHECK(after["matters"].empty());
    for (const char* const time : {"white_ms", "black_ms"})
        CHECK(after["clocks"][time] == clocks["after"][time]);
    CHECK(after["clocks"]["white_ms"] != now["clocks"]["white_ms"]); // two minutes more
    CHECK(after["clocks"]["runs"] == clocks["after"]["runs"]);

    const Json undo = *Page::due(after, "take_back");
    arbiter.type_all(undo["typed"]);
    const Json back = await_matter(arbiter, "illegal_move");
    for (const char* const time : {"white_ms", "black_ms"})
        CHECK(back["clocks"][time] == undo["clocks"]["after"][time]);
    CHECK(back["clocks"]["white_ms"] == now["clocks"]["white_ms"]);
}

TEST_CASE("What ends the game the arbiter is asked once more, and it is taken back") {
    const Folder folder;
    Table table{folder, tournament};
    Page arbiter = arbiters_page(folder, table);
    table.process().write("arbiter starts");
    table.process().write("black claims flag");
    const Json claimed = await_matter(arbiter, "claim");
    const Json right = *Page::due(claimed, "rule_correct");
    CHECK(right["note"] == "ends the game");
    CHECK(right["typed"] == Json::array({"rules correct 1"}));
    arbiter.type_all(right["typed"]);
    const Json asked = arbiter.await_due("yes");
    CHECK(Page::due(asked, "yes")->at("typed") == Json::array({"win"}));
    CHECK(asked["phase"] != "ended");
    arbiter.type_all(Page::due(asked, "yes")->at("typed"));
    const Json over = arbiter.await([](const Json& json) {
        return json["kind"] == "now" && json["phase"] == "ended";
    });
    arbiter.type_all(Page::due(over, "take_back")->at("typed"));
    CHECK(await_matter(arbiter, "claim")["phase"] != "ended");
}

TEST_CASE("A drawn board knows which castling is left, and it is made in Chess960") {
    const Folder folder;
    Table table{folder, club({"--start", "5k1r/8/8/8/8/8/8/4K3 b h - 0 1", "--language", "en"})};
    Page page{folder, "black"};
    page.type_all(Page::due(page.await_due("start"), "start")->at("typed"));
    const Json turn = page.await([](const Json& json) {
        return json["kind"] == "now" && json["board"]["movable"] == true;
    });
    const Json castling = turn["board"]["castling"];
    REQUIRE(castling.size() == 1);
    CHECK(castling[0]["king"] == "f8");
    CHECK(castling[0]["rook"] == "h8");
    CHECK(castling[0]["to"] == "g8");
    page.type(castling[0]["typed"]);
    page.type_all(Page::due(page.await_due("confirm"), "confirm")->at("typed"));
    page.await_nothing_due();
    page.type_all(turn["press"]["typed"]);
    const Json done = page.await([](const Json& json) {
        return json["kind"] == "now" && json["clocks"]["runs"] == "white";
    });
    CHECK(done["board"]["squares"] == "5rk1/8/8/8/8/8/8/4K3");
    CHECK(done["board"]["castling"].empty());
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

// A page has a button for each key that its person is taught, and for no other: in a tournament
// nothing that reads a board to him (11.3.1), and an opponent who sees has nothing to ask for
// (D.2.6).
TEST_CASE("A page has the keys that its person is taught, and no others") {
    const Folder folder;
    const auto keys_at = [&](const std::string& role) {
        Page page{folder, role};
        std::string all;
        const Json welcome = page.await_kind("welcome");
        for (const Json& key : welcome["keys"]) all += key["typed"].get<std::string>() + ',';
        return all;
    };
    const std::string voice = "hush,>,<,+,-,?,";
    SECTION("in a tournament") {
        const Table table{folder, tournament};
        CHECK(keys_at("white") == "l,r,c,t,o,m,k,k -,k +,h,x,w ,n ,k ," + voice);
        CHECK(keys_at("black") == "x,w ,n ,k ," + voice);
        CHECK(keys_at("spectator") == "l,m,b,?,");
    }
    SECTION("in training") {
        const Table table{folder, {"--mode", "training", "--language", "en"}};
        CHECK(keys_at("white") == "l,r,c,t,o,m,k,k -,k +,h,b,s ,d ,a ,p ,x,w ,n ,k ," + voice);
    }
    SECTION("where the table listens to White") {
        const Table table{
            folder,
            {"--mode", "training", "--language", "en", "--hear", "default", "--heard", "white"}};
        CHECK(
            keys_at("white") ==
            "l,r,c,t,o,m,k,k -,k +,h,b,s ,d ,a ,p ,v,unheard,x,w ,n ,k ," + voice
        );
        CHECK(keys_at("black") == "l,r,c,t,o,m,k,k -,k +,h,b,s ,d ,a ,p ,x,w ,n ,k ," + voice);
    }
}
