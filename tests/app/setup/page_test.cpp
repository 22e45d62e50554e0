// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up on a page and at its terminal at once, by the lines of the socket: the program, the page
// and the test are each on their own.
#include "consoles/page.hpp"
#include "consoles/setup_server.hpp"
#include "consoles/table_pages.hpp"
#include "gateway/handover/address.hpp"
#include "person.hpp"
#include "support/surroundings.hpp"

#include <fstream>

namespace {

using namespace ansage;
using tests::Folder;
using tests::Json;
using tests::Page;
using tests::Process;

// `ansage play` at a terminal.
class AtTerminal {
public:
    explicit AtTerminal(const Folder& folder, const std::string& options = "--page on")
        : process_(
              {"/usr/bin/script",
               "-qec",
               tests::program() + " play --speech none " + options,
               "/dev/null"},
              folder.path()
          ) {
        REQUIRE(process_.await("page http://127.0.0.1:"));
        REQUIRE(process_.await("Set-up. "));
    }

    Process& operator*() { return process_; }

    Process* operator->() { return &process_; }

private:
    Process process_;
};

std::string said(Page& page, const std::string& start) {
    const Json line = page.await([&](const Json& json) {
        return json["kind"] == "say" && json["text"].get<std::string>().starts_with(start);
    });
    return line.is_null() ? "" : line["text"].get<std::string>();
}

Json asked(Page& page, const std::string& about) {
    return page.await([&](const Json& json) {
        return json["kind"] == "now" && !json["due"].empty() &&
            json["due"][0]["about"].get<std::string>().starts_with(about);
    });
}

// ... or the end.
Json next_question(Page& page) {
    return page.await([](const Json& json) {
        return json["kind"] == "bye" || (json["kind"] == "now" && !json["due"].empty());
    });
}

// Answers each question until the page is told that there are no more; as typed, or Enter.
struct Ended {
    Json bye;
    int keys = 0; // that were pressed
};

Ended answer_all(Page& page, const std::map<std::string, std::string>& answers) {
    Ended ended;
    for (;;) {
        const Json json = next_question(page);
        if (json.is_null() || json["kind"] == "bye") {
            ended.bye = json;
            return ended;
        }
        const std::string about = json["due"][0]["about"];
        std::string answer;
        for (const auto& [start, text] : answers)
            if (about.starts_with(start)) answer = text;
        ended.keys += static_cast<int>(answer.size()) + 1;
        page.type(answer);
    }
}

std::string kind_of_pages(const Folder& folder) {
    std::ifstream pages{folder / "ansage/table.pages"};
    std::string kind;
    pages >> kind;
    return kind;
}

const std::map<std::string, std::string> in_club{{"Mode?", "2"}};

} // namespace

TEST_CASE("Page and terminal are told the same questions, and whichever answers first has answered"
) {
    const Folder folder;
    AtTerminal table{folder};
    Page page{folder, "setup"};
    const Json welcome = page.await_kind("welcome");
    CHECK(welcome["role"] == "setup");
    CHECK(welcome["language"] == "en");
    const Json first = asked(page, "English; Laws:");
    CHECK(first["phase"] == "setup");
    CHECK(first["clocks"].is_null());
    CHECK(first["board"].is_null());
    CHECK(first["press"].is_null());
    // What is proposed comes first; the others have the numbers that they are told with.
    CHECK(first["due"][0]["text"] == "Enter: English.");
    CHECK(first["due"][0]["typed"] == Json{""});
    CHECK(first["due"][2]["text"] == "2: Deutsch.");
    CHECK(first["due"][2]["typed"] == Json{"2"});
    REQUIRE(first["menu"].size() == 3);
    CHECK(first["menu"][0]["typed"] == Json{"b"});
    CHECK(first["menu"][1]["typed"] == Json{"r"});
    CHECK(first["menu"][2]["typed"] == Json{"q"});
    // The terminal answers.
    table->write("");
    CHECK(said(page, "Your name?") == "Your name? Enter: none.");
    // The page does; the terminal shows what it was.
    page.type("Anna");
    CHECK(table->await("Anna"));
    CHECK(table->await("Your side?"));
    CHECK(asked(page, "Your side?")["due"][1]["text"] == "2: Black.");
    // Back, and again.
    page.type("b");
    CHECK(said(page, "Your name?") == "Your name? Enter: Anna.");
    page.type("?");
    CHECK_FALSE(said(page, "Set-up.").empty());
    CHECK_FALSE(said(page, "Your name?").empty());
    page.type("");
    page.type("r");
    CHECK_FALSE(said(page, "Your side?").empty());
    CHECK_FALSE(said(page, "Your side?").empty());
    // A page answers what nobody else has answered; each line came once, in its order.
    for (std::size_t i = 0; i < page.numbers.size(); ++i)
        CHECK(page.numbers[i] == static_cast<int>(i) + 1);
    page.type("q");
    CHECK(said(page, "Left") == "Left: no table was opened.");
    CHECK(page.await_kind("bye")["again"] == false);
    CHECK(table->wait() == 0);
}

TEST_CASE("A page of set-up that comes back has what it missed, and nothing twice") {
    const Folder folder;
    AtTerminal table{folder};
    std::string back;
    {
        Page page{folder, "setup"};
        const Json welcome = page.await_kind("welcome");
        REQUIRE_FALSE(asked(page, "English; Laws:").is_null());
        back = fmt::format(R"(,"run":{},"after":{})", welcome["run"].dump(), page.numbers.back());
        CHECK(page.numbers == std::vector<int>{1, 2});
    }
    table->write("");
    REQUIRE(table->await("Your name?"));
    table->write("Anna");
    REQUIRE(table->await("Your side?"));
    Page again{folder, "setup", back};
    CHECK_FALSE(asked(again, "Your side?").is_null());
    CHECK(again.numbers == std::vector<int>{3, 4});
    // Another one takes over, and has what is to be answered now.
    Page other{folder, "setup"};
    CHECK(again.await_kind("bye")["text"] == "Replaced: this console was joined elsewhere.");
    CHECK_FALSE(asked(other, "Your side?").is_null());
    CHECK(other.numbers == std::vector<int>{4});
}

TEST_CASE("A page in another language is told so, and goes on in it") {
    const Folder folder;
    AtTerminal table{folder};
    Page page{folder, "setup"};
    REQUIRE_FALSE(asked(page, "English; Laws:").is_null());
    page.type("2");
    const Json welcome = page.await([](const Json& json) {
        return json["kind"] == "welcome" && json["language"] == "de";
    });
    REQUIRE_FALSE(welcome.is_null());
    CHECK_FALSE(asked(page, "Der eigene Name?").is_null());
}

TEST_CASE("Whoever would play or watch while the table is being set up is told to wait") {
    const Folder folder;
    AtTerminal table{folder};
    for (const char* role : {"white", "arbiter", "watcher"}) {
        Page stranger{folder, role};
        const Json bye = stranger.await_kind("bye");
        CHECK(bye["text"] == "This table is still being set up. Join when it is open.");
        CHECK(bye["again"] == false);
    }
    Process console{{tests::program(), "join", "white"}, folder.path()};
    CHECK(console.await("This table is still being set up."));
}

TEST_CASE("A table that was set up on the page has its player there, at the same address") {
    const Folder folder;
    AtTerminal table{folder};
    const auto address = gateway::read_address(folder / "ansage/table.page");
    REQUIRE(address);
    CHECK(kind_of_pages(folder) == "setup");
    const bool is_black = GENERATE(false, true);
    auto answers = in_club;
    if (is_black) answers["Your side?"] = "2";
    Page page{folder, "setup"};
    const Ended ended = answer_all(page, answers);
    REQUIRE_FALSE(ended.bye.is_null());
    const std::string own = is_black ? "black" : "white";
    CHECK(ended.bye["again"] == true);
    CHECK(ended.bye["seat"] == own);
    CHECK(ended.bye["text"] == "The table is set up.");
    // As many keys as at the terminal: a key and Enter, or Enter alone, for each question.
    INFO(ended.keys << " keys");
    CHECK(ended.keys <= 31);
    REQUIRE(table->await("code ")); // the socket is the table's
    Page player{folder, own};
    const Json welcome = player.await_kind("welcome");
    CHECK(welcome["role"] == own);
    CHECK(welcome["mode"] == "club");
    CHECK_FALSE(player.await_due("start").is_null());
    CHECK(kind_of_pages(folder) == "persons");
    CHECK(gateway::read_address(folder / "ansage/table.page") == address);
    // What it is played by has been agreed upon.
    Page late{folder, "setup"};
    const Json bye = late.await_kind("bye");
    CHECK(bye["text"] == "Refused: this table is set up already.");
    CHECK(bye["again"] == false);
    // The terminal is not the player's console, so that it does not go when the page comes.
    player.type("starts");
    CHECK_FALSE(player.await_nothing_due().is_null());
}

TEST_CASE("Who sets a table up at the terminal has his console there, and the page asks who is who"
) {
    const Folder folder;
    AtTerminal table{folder};
    Page page{folder, "setup"};
    for (;;) {
        const Json json = next_question(page);
        REQUIRE_FALSE(json.is_null());
        if (json["kind"] == "bye") {
            CHECK(json["again"] == true);
            CHECK_FALSE(json.contains("seat"));
            break;
        }
        const std::string about = json["due"][0]["about"];
        table->write(about == "Mode?" ? "2" : "");
    }
    CHECK(table->await("The table is open, and this window is the console of White."));
}

TEST_CASE("In a tournament a page that was not accepted ends with set-up") {
    const Folder folder;
    AtTerminal table{folder};
    Page page{folder, "setup"};
    const Ended ended = answer_all(page, {}); // silence accepts nothing
    REQUIRE_FALSE(ended.bye.is_null());
    CHECK(ended.bye["again"] == false);
    CHECK(ended.bye["text"].get<std::string>().starts_with("This table has no page"));
    CHECK(table->await("The table is open, and this window is the console of White."));
    CHECK(table->await("code ")); // the socket is the table's
    CHECK(kind_of_pages(folder) == "none");
    CHECK_FALSE(gateway::read_address(folder / "ansage/table.page"));
}

TEST_CASE("On the network set-up needs the code of the terminal, once") {
    const Folder folder;
    // Its table, and nobody else's: those in a temporary folder are looked for, too.
    tests::Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    surroundings.set("TMPDIR", folder.path());
    auto place = consoles::ConsolePlace::take();
    REQUIRE(place);
    auto opened = consoles::SetupServer::open(*std::move(place), app::catalogues().in("en"), true);
    REQUIRE(opened);
    auto server = *std::move(opened);
    const std::string code = server->code();
    REQUIRE(code.size() == 6);
    const auto offered = consoles::read_pages(tests::socket_of(folder));
    REQUIRE(offered);
    CHECK(offered->kind == consoles::PageKind::setup);
    CHECK(offered->codes == std::vector<std::string>{"setup " + code});
    const auto members = [](const std::string& given, const std::string& key) {
        return fmt::format(R"(,"network":true,"code":"{}","key":"{}")", given, key);
    };
    const auto answer = [&](const std::string& given, const std::string& key) {
        Page page{folder, "setup", members(given, key)};
        const Json line = page.await([](const Json&) { return true; });
        return line["kind"] == "bye" ? line["text"].get<std::string>() : "welcome";
    };
    CHECK(answer("", "a").starts_with("To set the table up from here"));
    CHECK(answer(code == "000000" ? "000001" : "000000", "a").starts_with("Refused: wrong code"));
    Page page{folder, "setup", members(code, "a")};
    CHECK_FALSE(page.await_kind("welcome").is_null());
    CHECK(answer(code, "b").starts_with("Refused: another telephone"));
    CHECK(answer("", "a") == "welcome"); // it slept
    Page back{folder, "setup", members("", "a")};
    CHECK_FALSE(back.await_kind("welcome").is_null());
    const auto ended = consoles::SetupServer::end(
        std::move(server),
        {.sentence = "setup.done", .again = true, .seat = table::ConsoleRole::black}
    );
    CHECK(ended.key == "a"); // the table knows it as Black, and asks for no code
    CHECK(back.await_kind("bye")["seat"] == "black");
}
