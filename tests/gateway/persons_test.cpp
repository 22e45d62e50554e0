// SPDX-License-Identifier: GPL-3.0-or-later
// The persons' half of a gateway: who joins, what comes to a page and what goes from it, and what
// becomes of both when either end is gone.
#include "browser.hpp"
#include "fake_table.hpp"
#include "gateway/carrier/persons.hpp"
#include "served.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <thread>
#include <vector>

namespace {

using namespace ansage;
using namespace ansage::gateway;
using namespace ansage::tests;
using namespace std::chrono_literals;

constexpr auto for_long = 30s;

struct Times {
    Persons::Limits persons{.sessions = 64, .away = 1h};
    std::chrono::milliseconds give_up{20'000};
    Deadlines server{};
};

class Room {
public:
    explicit Room(Times times = {})
        : table(folder / "table.sock"),
          persons(
              {.socket = folder / "table.sock",
               .is_there = [this] { return is_ours.load(); },
               .try_again_after = 20ms,
               .give_up_after = times.give_up},
              times.persons
          ),
          served(persons, times.server, [this] {
              persons.on_time(std::chrono::steady_clock::now());
          }) {}

    // A session.
    [[nodiscard]] std::string join(const std::string& role = "white") {
        const std::string answer =
            served.answer(served.post("join", fmt::format(R"({{"role":"{}","code":""}})", role)));
        CHECK(is_status(answer, 200));
        const std::string begin = R"({"session":")";
        const std::size_t at = answer.find(begin) + begin.size();
        return answer.substr(at, answer.find('"', at) - at);
    }

    [[nodiscard]] Browser follow(const std::string& session, const std::string& last = {}) const {
        const std::string from = last.empty() ? "" : "&last=" + last;
        Browser browser{served.port};
        browser.send(served.get(fmt::format("/{}/events?session={}{}", secret, session, from)));
        return browser;
    }

    [[nodiscard]] std::string say(const std::string& session, const std::string& lines) const {
        return served.answer(
            served.post("say", fmt::format(R"({{"session":"{}","lines":[{}]}})", session, lines))
        );
    }

    [[nodiscard]] bool await_sessions(std::size_t number) const {
        const auto until = std::chrono::steady_clock::now() + for_long;
        while (persons.sessions() != number && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(5ms);
        return persons.sessions() == number;
    }

    Folder folder;
    std::atomic<bool> is_ours = true;
    FakeTable table;
    Persons persons;
    Served served;
};

const std::string hello = R"({"kind":"typed","text":"hello"})";
const std::string is_open = R"({"standing":"open","text":""})";

std::size_t count_in(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

// --- each line of what a page can ask for
TEST_CASE("A page joins, follows its line, and says something", "[gateway]") {
    Room room;
    room.table.say("before");
    const std::string session = room.join("black");
    CHECK(session.size() == 32);
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    REQUIRE(room.table.await(R"("kind":"join")"));
    CHECK(room.table.count(R"("role":"black")") == 1);
    CHECK(room.table.count(R"("page":true)") == 1);
    CHECK(room.table.count("\"run\"") == 0);
    CHECK(room.table.count("network") == 0); // nor has such a browser a key
    CHECK(room.table.count("\"key\"") == 0);
    REQUIRE(page.await("id: a1b2c3d4.1\ndata: {\"at_ms\":1500,\"kind\":\"say\",\"n\":1,"));
    room.table.say("now");
    REQUIRE(page.await("id: a1b2c3d4.2\n"));
    room.table.send(R"({"kind":"now","n":0,"phase":"playing"})");
    REQUIRE(page.await("\r\ndata: {\"kind\":\"now\",\"n\":0,\"phase\":\"playing\"}\n\n"));
    CHECK(is_status(room.say(session, hello + R"(,{"kind":"seen","n":2})"), 204));
    CHECK(room.table.await(R"({"kind":"typed","text":"hello"})"));
    CHECK(room.table.await(R"({"kind":"seen","n":2})"));
    CHECK(page.received().find("Content-Type: text/event-stream\r\n") != std::string::npos);
    CHECK(page.received().find("Cache-Control: no-store\r\n") != std::string::npos);
}

TEST_CASE("Nothing is asked of the table before a page follows its line", "[gateway]") {
    Room room;
    const std::string session = room.join();
    CHECK(is_status(room.say(session, hello), 409));
    CHECK(room.table.count("join") == 0);
}

TEST_CASE("Each session has a token of its own, and no other opens anything", "[gateway]") {
    Room room;
    const std::string session = room.join();
    const std::string other = room.join("black");
    CHECK(session != other);
    for (const std::string& wrong :
         {std::string{}, session.substr(1), session + "a", std::string(32, 'a'), secret}) {
        CAPTURE(wrong);
        CHECK(is_status(room.say(wrong, hello), 404));
        CHECK(is_status(
            room.served.answer(room.served.get(fmt::format("/{}/events?session={}", secret, wrong))
            ),
            404
        ));
    }
    CHECK(is_status(room.served.answer(room.served.get("/" + secret + "/events")), 404));
    CHECK(room.table.count("join") == 0);
}

TEST_CASE("What is no JSON of that shape is refused", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    for (const char* body :
         {"", "hello", "[]", R"({"role":"watcher"})", R"({"role":"white","code":7})"})
        CHECK(is_status(room.served.answer(room.served.post("join", body)), 400));
    for (const std::string& lines :
         {std::string{R"({"kind":"join","role":"arbiter"})"},
          std::string{R"({"kind":"act"})"},
          std::string{R"({"kind":"typed","text":"a\nb"})"},
          hello + R"(,{"kind":"typed","text":"\u001b"})",
          std::string{"1"}})
        CHECK(is_status(room.say(session, lines), 400));
    CHECK(room.table.count("typed") == 0);
    CHECK(is_status(room.say(session, hello), 204));
}

// --- who may send
TEST_CASE("Nobody else sends anything", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    const std::string body = fmt::format(R"({{"session":"{}","lines":[{}]}})", session, hello);
    const std::string json = "Content-Type: application/json\r\n";
    const std::string size = fmt::format("Content-Length: {}\r\n", body.size());
    const auto post = [&](const std::string& path, const std::string& more, std::string host = {}) {
        if (host.empty()) host = room.served.host();
        return room.served.answer(
            fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\n{}\r\n{}", path, host, more, body)
        );
    };
    const std::string say = "/" + secret + "/say";
    CHECK(is_status(post(say, json + size + "Origin: http://evil.example\r\n"), 403));
    CHECK(is_status(post(say, json + size + "Origin: null\r\n"), 403));
    CHECK(is_status(post(say, json + size, "evil.example"), 403));
    CHECK(is_status(post("/say", json + size), 404));
    CHECK(is_status(post("/" + std::string(32, 'a') + "/say", json + size), 404));
    // What a form of another page may send without being asked.
    CHECK(is_status(post(say, size), 415));
    CHECK(is_status(post(say, "Content-Type: text/plain\r\n" + size), 415));
    CHECK(is_status(post(say, "Content-Type: application/x-www-form-urlencoded\r\n" + size), 415));
    CHECK(is_status(post(say, "Content-Type: multipart/form-data; boundary=a\r\n" + size), 415));
    CHECK(is_status(post(say, "Content-Type: application/jsonp\r\n" + size), 415));
    CHECK(is_status(post(say, json + size + "Content-Encoding: gzip\r\n"), 415));
    CHECK(is_status(post(say, json), 411));
    CHECK(is_status(post(say, json + "Transfer-Encoding: chunked\r\n"), 411));
    CHECK(is_status(post(say, json + size + "Transfer-Encoding: chunked\r\n"), 411));
    CHECK(is_status(post(say, json + size + size), 400));
    CHECK(is_status(post(say, json + "Content-Length: -1\r\n"), 411));
    CHECK(is_status(post(say, json + size + "Range: bytes=0-1\r\n"), 416));
    // Neither to another path, nor in another way.
    CHECK(is_status(post("/" + secret + "/", json + size), 405));
    CHECK(is_status(post("/" + secret + "/events", json + size), 405));
    CHECK(is_status(room.served.answer(room.served.get(say)), 404));
    CHECK(room.table.count("typed") == 0);
    CHECK(is_status(post(say, "Content-Type: application/json; charset=utf-8\r\n" + size), 204));
    CHECK(room.table.await("typed"));
}

TEST_CASE("What is too large is refused before it has come", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    const auto say = [&](std::size_t size) {
        std::string body = fmt::format(R"({{"session":"{}","lines":[]}})", session);
        body.resize(size, ' ');
        return room.served.post("say", body);
    };
    CHECK(is_status(room.served.answer(say(8192)), 204));
    CHECK(is_status(room.served.answer(say(8193)), 413));
    Browser large{room.served.port};
    large.send(say(std::size_t{1} << 20U));
    CHECK(large.await("HTTP/1.1 413 "));
    Browser promising{room.served.port};
    promising.send(say(std::size_t{1} << 20U).substr(0, 300));
    CHECK(promising.await("HTTP/1.1 413 "));
}

TEST_CASE("Half of what was promised and then silence holds nobody up", "[gateway]") {
    Room room{{.server = {.request = 300ms}}};
    const std::string session = room.join();
    const std::string whole =
        room.served.post("say", fmt::format(R"({{"session":"{}","lines":[]}})", session));
    std::vector<Browser> silent;
    for (int i = 0; i < 30; ++i) {
        silent.emplace_back(room.served.port);
        silent.back().send(whole.substr(0, whole.size() - 5));
    }
    CHECK(is_status(room.say(session, ""), 409));
    for (Browser& browser : silent) CHECK(browser.await_end());
}

TEST_CASE("A thousand strangers shut no page out", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    std::vector<Browser> silent;
    for (int i = 0; i < 1000; ++i) silent.emplace_back(room.served.port);
    CHECK(is_status(room.say(session, hello), 204));
    room.table.say("still told");
    CHECK(page.await("still told"));
}

// --- sessions
TEST_CASE(
    "A second stream of a session ends the first, and the table knows it is the same", "[gateway]"
) {
    Room room;
    room.table.say("one");
    const std::string session = room.join();
    Browser first = room.follow(session);
    REQUIRE(first.await("a1b2c3d4.1\n"));
    Browser second = room.follow(session, "a1b2c3d4.1");
    REQUIRE(second.await(is_open));
    CHECK(first.await_end());
    CHECK(first.received().find("\"over\"") == std::string::npos);
    CHECK(room.table.await(R"("run":"a1b2c3d4")"));
    CHECK(room.table.count(R"("after":1)") == 1);
    CHECK(room.table.await_guests(1)); // and the line before was let go
    room.table.say("two");
    CHECK(second.await("a1b2c3d4.2\n"));
    CHECK(second.received().find("a1b2c3d4.1\n") == std::string::npos);
    CHECK(is_status(room.say(session, hello), 204));
    CHECK(room.served.server().watchers() == 1);
}

TEST_CASE("A page that comes back gets what it missed, by either way to say so", "[gateway]") {
    Room room;
    for (const char* text : {"one", "two", "three"}) room.table.say(text);
    const std::string session = room.join();
    Browser page = room.follow(session, "a1b2c3d4.2");
    REQUIRE(page.await("a1b2c3d4.3\n"));
    CHECK(page.received().find(R"("text":"two")") == std::string::npos);
    Browser again{room.served.port};
    // The browser's own word is newer than that of the address.
    again.send(room.served.get(
        fmt::format("/{}/events?session={}&last=a1b2c3d4.0", secret, session),
        "Last-Event-ID: a1b2c3d4.1\r\n"
    ));
    REQUIRE(again.await("a1b2c3d4.3\n"));
    CHECK(again.received().find(R"("text":"one")") == std::string::npos);
    CHECK(again.received().find(R"("text":"two")") != std::string::npos);
}

TEST_CASE("Lines of another run of the table are begun anew", "[gateway]") {
    Room room;
    room.table.say("one");
    Browser page = room.follow(room.join(), "ffff.7");
    CHECK(page.await("id: a1b2c3d4.1\n"));
}

TEST_CASE("Whoever leaves has left at once", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    CHECK(is_status(room.say(session, R"({"kind":"leave"})"), 204));
    CHECK(room.table.await(R"({"kind":"leave"})"));
    CHECK(is_status(room.say(session, hello), 404));
    room.table.send(R"({"kind":"bye","text":"Goodbye.","again":false})");
    CHECK(page.await(R"({"standing":"over","text":"Goodbye."})"));
    CHECK(room.persons.sessions() == 0);
}

TEST_CASE("Whoever is away for long gives up the place", "[gateway]") {
    Room room{{.persons = {.away = 200ms}}};
    const std::string session = room.join();
    {
        Browser page = room.follow(session);
        REQUIRE(page.await(is_open));
        std::this_thread::sleep_for(400ms);
        CHECK(room.persons.sessions() == 1); // he is there
    }
    CHECK(room.await_sessions(0));
    CHECK(room.table.await(R"({"kind":"leave"})"));
    CHECK(room.table.await_guests(0));
    CHECK(is_status(room.say(session, hello), 404));
}

TEST_CASE("Whoever reloads keeps the place, and what he says meanwhile is said", "[gateway]") {
    Room room;
    const std::string session = room.join();
    {
        Browser page = room.follow(session);
        REQUIRE(page.await(is_open));
    }
    CHECK(is_status(room.say(session, hello), 204));
    Browser page = room.follow(session, "a1b2c3d4.0");
    REQUIRE(page.await(is_open));
    CHECK(room.table.count("leave") == 0);
}

TEST_CASE("Of too many sessions the one goes that was away for longest", "[gateway]") {
    Room room{{.persons = {.sessions = 3, .away = 1h}}};
    const std::string followed = room.join();
    Browser page = room.follow(followed);
    REQUIRE(page.await(is_open));
    const std::string oldest = room.join("black");
    const std::string newer = room.join("black");
    const std::string newest = room.join("black");
    CHECK(room.persons.sessions() == 3);
    CHECK(is_status(room.say(oldest, ""), 404));
    for (const std::string& session : {newer, newest}) CHECK(is_status(room.say(session, ""), 409));
    CHECK(is_status(room.say(followed, hello), 204));
}

TEST_CASE("Where all are there, there is no room for one more", "[gateway]") {
    Room room{{.persons = {.sessions = 2, .away = 1h}}};
    std::vector<Browser> pages;
    for (const char* role : {"white", "black"}) {
        pages.push_back(room.follow(room.join(role)));
        REQUIRE(pages.back().await(is_open));
    }
    CHECK(is_status(room.served.answer(room.served.post("join", R"({"role":"spectator"})")), 429));
}

// --- the table
TEST_CASE("A bye is told, and nothing is tried after it", "[gateway]") {
    Room room;
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await(is_open));
    room.table.send(R"({"kind":"bye","text":"Another has your place.","again":false})");
    REQUIRE(page.await(R"({"standing":"over","text":"Another has your place."})"));
    CHECK(page.received().find("data: {\"kind\":\"bye\"") != std::string::npos);
    CHECK(is_status(room.say(session, hello), 409));
    CHECK(room.table.await_guests(0));
    CHECK(room.table.count("join") == 1);
}

TEST_CASE("Whoever is refused hears why", "[gateway]") {
    Room room;
    room.table.refuse_with(R"({"kind":"bye","text":"The code is wrong.","again":false})");
    Browser page = room.follow(room.join("arbiter"));
    CHECK(page.await(R"({"standing":"over","text":"The code is wrong."})"));
    CHECK(page.received().find("\"open\"") == std::string::npos);
}

TEST_CASE("A table that lets somebody come back is joined again", "[gateway]") {
    Room room;
    Browser page = room.follow(room.join());
    REQUIRE(page.await(is_open));
    room.table.send(R"({"kind":"bye","text":"Too slow.","again":true})");
    room.table.hang_up();
    CHECK(room.table.await("join", 2));
    CHECK(page.await(R"({"standing":"lost","text":"Silent."})"));
    CHECK(page.received().find("\"over\"") == std::string::npos);
}

TEST_CASE("A table that falls silent is told of, joined again, and given up", "[gateway]") {
    Room room{{.give_up = 500ms}};
    room.table.say("one");
    const std::string session = room.join();
    Browser page = room.follow(session);
    REQUIRE(page.await("a1b2c3d4.1\n"));
    room.table.close();
    room.table.hang_up();
    REQUIRE(page.await(R"({"standing":"lost","text":"Silent."})"));
    CHECK(is_status(room.say(session, hello), 409));
    room.table.open();
    REQUIRE(room.table.await(R"("after":1)"));
    room.table.say("two");
    REQUIRE(page.await("a1b2c3d4.2\n"));
    CHECK(count_in(page.received(), is_open) == 2);
    room.table.close();
    room.table.hang_up();
    CHECK(page.await(R"({"standing":"over","text":"Silent."})"));
    CHECK(count_in(page.received(), "\"lost\"") == 2);
}

TEST_CASE("Another table of that name is not joined", "[gateway]") {
    Room room;
    Browser page = room.follow(room.join());
    REQUIRE(page.await(is_open));
    room.is_ours = false;
    room.table.hang_up();
    CHECK(page.await("\"over\""));
    CHECK(room.table.count("join") == 1);
}

TEST_CASE("Twenty deaths of the table's line lose no line and repeat none", "[gateway]") {
    Room room;
    Browser page = room.follow(room.join());
    REQUIRE(page.await(is_open));
    std::size_t said = 0;
    for (std::size_t death = 1; death <= 20; ++death) {
        for (int i = 0; i < 50; ++i) room.table.say(fmt::format("line {}", ++said));
        room.table.hang_up();
        for (int i = 0; i < 5; ++i) room.table.say(fmt::format("line {}", ++said));
        REQUIRE(room.table.await("join", death + 1));
    }
    REQUIRE(page.await(fmt::format("id: a1b2c3d4.{}\n", said)));
    std::vector<std::string> ids;
    const std::string begin = "id: a1b2c3d4.";
    const std::string& all = page.received();
    for (std::size_t at = all.find(begin); at != std::string::npos; at = all.find(begin, at + 1))
        ids.push_back(all.substr(at + begin.size(), all.find('\n', at) - at - begin.size()));
    std::vector<std::string> wanted;
    for (std::size_t number = 1; number <= said; ++number) wanted.push_back(std::to_string(number));
    CHECK(ids == wanted);
    CHECK(count_in(all, "data: {\"at_ms\"") == said);
}

TEST_CASE(
    "A page that is gone in the middle of a game loses no line and gets none twice", "[gateway]"
) {
    Room room;
    const std::string session = room.join();
    std::size_t said = 0;
    std::size_t last = 0;
    for (int time = 0; time < 20; ++time) {
        Browser page = room.follow(session, fmt::format("a1b2c3d4.{}", last));
        for (int i = 0; i < 20; ++i) room.table.say(fmt::format("line {}", ++said));
        REQUIRE(page.await(fmt::format("id: a1b2c3d4.{}\n", last + 10)));
        // Whatever came besides was shown, too, as far as it came whole.
        const std::string& all = page.received();
        for (std::size_t number = last + 1;
             all.find(fmt::format("\"text\":\"line {}\",\"important\":false}}\n\n", number)) !=
             std::string::npos;
             ++number) {
            CHECK(count_in(all, fmt::format("id: a1b2c3d4.{}\n", number)) == 1);
            last = number;
        }
        CHECK(last >= 10);
    }
    Browser page = room.follow(session, fmt::format("a1b2c3d4.{}", last));
    room.table.say("the end");
    CHECK(page.await("the end"));
    CHECK(count_in(page.received(), "id: ") == said + 1 - last);
}

TEST_CASE("A browser that reads nothing is ended, and its session stays for a while", "[gateway]") {
    Room room{{.server = {.part = 200ms}}};
    Browser idle = room.follow(room.join());
    REQUIRE(idle.await(is_open));
    for (int i = 0; i < 400; ++i) room.table.say(std::string(50'000, 'x'));
    const auto until = std::chrono::steady_clock::now() + for_long;
    while (room.served.server().watchers() > 0 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(room.served.server().watchers() == 0);
    CHECK(room.persons.sessions() == 1);
}

TEST_CASE("A line on which nothing happens shows that it is alive", "[gateway]") {
    Room room{{.server = {.heartbeat = 50ms}}};
    Browser page = room.follow(room.join());
    CHECK(page.await("\r\n:\n\n"));
}
