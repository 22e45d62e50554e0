// SPDX-License-Identifier: GPL-3.0-or-later
// What a gateway gives, and to whom; and what it gives to nobody.
#include "browser.hpp"
#include "gateway/carrier/server.hpp"
#include "gateway/carrier/watching.hpp"
#include "served.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>
#include <thread>
#include <vector>

namespace {

using namespace ansage;
using namespace ansage::gateway;
using namespace std::chrono_literals;
using namespace ansage::tests;

// What all watchers are told, outlives the server.
struct Told {
    Lines lines;
    Watching watching{lines};
};

struct Watched : Told, Served {
    explicit Watched(Deadlines deadlines = {})
        : Served(watching, deadlines) {}
};

} // namespace

TEST_CASE("Whoever knows the secret is given the page and its parts", "[gateway]") {
    const Watched served;
    const std::string page = served.answer(served.get("/" + secret + "/"));
    CHECK(is_status(page, 200));
    CHECK(page.ends_with("\r\n\r\nthe page"));
    CHECK(page.find("Content-Type: text/html\r\n") != std::string::npos);
    const auto script = served.answer(served.get("/" + secret + "/bundle.js"));
    CHECK(script.ends_with("the script"));
    const auto named = fmt::format("localhost:{}", served.port);
    CHECK(is_status(served.answer(served.get("/" + secret + "/", {}, named)), 200));
}

TEST_CASE("Nobody else is given anything", "[gateway]") {
    const Watched served;
    const std::string page = "/" + secret + "/";
    const auto ours = fmt::format("127.0.0.1:{}", served.port);

    struct Case {
        std::string request;
        int status;
    };

    const std::vector<Case> cases{
        {served.get("/"), 404},
        {served.get("/" + secret), 404},
        {served.get("/" + secret.substr(1) + "/"), 404},
        {served.get("/" + secret + "x/"), 404},
        {served.get("/ABCDEFGHIJKLMNOPQRSTUVWXYZ012345/"), 404},
        {served.get(page + "../bundle.js"), 404},
        {served.get(page + "etc/passwd"), 404},
        {served.get("//" + secret + "/"), 404},
        // What a name resolves to that somebody else gives us.
        {served.get(page, {}, "evil.example:80"), 403},
        {served.get(page, {}, fmt::format("evil.example:{}", served.port)), 403},
        {served.get(page, {}, "127.0.0.1"), 403},
        {served.get(page, "Host: " + ours + "\r\n"), 403},
        {fmt::format("GET {} HTTP/1.1\r\n\r\n", page), 403},
        // Another page in a browser here.
        {served.get(page + "events", "Origin: http://evil.example\r\n"), 403},
        {served.get(page + "events", "Origin: null\r\n"), 403},
        {fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\nContent-Length: 1\r\n\r\nx", page, ours),
         405},
        {fmt::format("DELETE {} HTTP/1.1\r\nHost: {}\r\n\r\n", page, ours), 405},
        {served.get(page, "Range: bytes=0-1,0-1,0-1\r\n"), 416},
    };
    for (const Case& each : cases) {
        CAPTURE(each.request);
        const std::string answer = served.answer(each.request);
        CAPTURE(status_of(answer));
        CHECK(is_status(answer, each.status));
        CHECK(answer.find("the page") == std::string::npos);
        CHECK(answer.find("the script") == std::string::npos);
    }
    const auto same = fmt::format("Origin: http://{}\r\n", ours);
    CHECK(is_status(served.answer(served.get(page, same)), 200));
}

TEST_CASE("Every answer has the strict headers", "[gateway]") {
    const Watched served;
    for (const std::string& path : {"/" + secret + "/", std::string{"/"}}) {
        const std::string answer = served.answer(served.get(path));
        for (const char* header :
             {"Content-Security-Policy: default-src 'none'; script-src 'self';",
              "frame-ancestors 'none'\r\n",
              "X-Content-Type-Options: nosniff\r\n",
              "Referrer-Policy: no-referrer\r\n",
              "Cache-Control: no-store\r\n"}) {
            CAPTURE(path, header);
            CHECK(answer.find(header) != std::string::npos);
        }
    }
}

TEST_CASE("What is no request is answered or hung up on, and delays nobody", "[gateway]") {
    const Watched served;
    const std::string page = served.get("/" + secret + "/");
    for (const std::string& bytes :
         {std::string{"\r\n\r\n"},
          std::string{"GET\r\n\r\n"},
          std::string(100, '\0') + "\r\n\r\n",
          "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\n" + std::string(100'000, 'a') + "\r\n\r\n",
          std::string{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11}}) {
        Browser stranger{served.port};
        stranger.send(bytes);
        CHECK(is_status(served.answer(page), 200));
    }
    std::string many = "GET / HTTP/1.1\r\n";
    for (int i = 0; i < 100'000; ++i) many += "a: b\r\n";
    Browser endless{served.port};
    endless.send(many);
    CHECK(endless.await_end());
}

TEST_CASE("A stream tells what is new, and goes on after the line it is told", "[gateway]") {
    Watched served;
    served.lines.welcome("w");
    served.lines.state("s");
    served.lines.add(1, "first");
    served.lines.stand(Standing::open);
    const std::string events = "/" + secret + "/events";
    Browser browser{served.port};
    browser.send(served.get(events));
    CHECK(browser.await("id: 1\ndata: first\n\n"));
    CHECK(browser.await("\"standing\":\"open\""));
    CHECK(browser.received().find("Content-Type: text/event-stream\r\n") != std::string::npos);
    served.lines.add(2, "second");
    CHECK(browser.await("id: 2\ndata: second\n\n"));
    for (const std::string& request :
         {served.get(events, "Last-Event-ID: 1\r\n"), served.get(events + "?after=1")}) {
        Browser again{served.port};
        again.send(request);
        CHECK(again.await("second"));
        CHECK(again.received().find("first") == std::string::npos);
    }
}

TEST_CASE("Who watches is counted, and who has left is not", "[gateway]") {
    Watched served;
    CHECK(served.server().last_visit() == std::nullopt);
    CHECK(is_status(served.answer(served.get("/" + secret + "/")), 200));
    CHECK(served.server().last_leave() == std::nullopt); // he is still loading it
    {
        Browser browser{served.port};
        browser.send(served.get("/" + secret + "/events"));
        CHECK(browser.await("retry"));
        CHECK(served.server().watchers() == 1);
    }
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (served.server().watchers() > 0 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(served.server().watchers() == 0);
    REQUIRE(served.server().last_visit());
    REQUIRE(served.server().last_leave());
    CHECK(*served.server().last_leave() >= *served.server().last_visit());
}

TEST_CASE("A thousand who say nothing shut nobody out who knows the secret", "[gateway]") {
    Watched served;
    served.lines.stand(Standing::open);
    Browser watching{served.port};
    watching.send(served.get("/" + secret + "/events"));
    CHECK(watching.await("standing"));
    std::vector<Browser> silent;
    for (int i = 0; i < 1000; ++i) silent.emplace_back(served.port);
    CHECK(is_status(served.answer(served.get("/" + secret + "/")), 200));
    served.lines.add(1, "still told");
    CHECK(watching.await("still told"));
}

TEST_CASE("No more watch than there is room for", "[gateway]") {
    Watched served;
    served.lines.stand(Standing::open);
    std::vector<Browser> watching;
    for (int i = 0; i < 40; ++i) {
        watching.emplace_back(served.port);
        watching.back().send(served.get("/" + secret + "/events"));
        REQUIRE(watching.back().await("standing"));
    }
    CHECK(is_status(served.answer(served.get("/" + secret + "/events")), 503));
    CHECK(is_status(served.answer(served.get("/" + secret + "/")), 200));
}

TEST_CASE("Whoever writes slowly is hung up on, however steadily he writes", "[gateway]") {
    const Watched served{Deadlines{.request = 200ms}};
    Browser slow{served.port};
    slow.send("GET /" + secret + "/ HTTP/1.1\r\n");
    const auto until = std::chrono::steady_clock::now() + 30s;
    bool is_taken = true;
    while (is_taken && std::chrono::steady_clock::now() < until) {
        is_taken = slow.send("a: b\r\n");
        std::this_thread::sleep_for(20ms);
    }
    CHECK_FALSE(is_taken);
    Browser silent{served.port};
    CHECK(silent.await_end());
}

TEST_CASE("Whoever reads nothing is hung up on", "[gateway]") {
    Watched served{Deadlines{.part = 200ms}};
    Browser idle{served.port};
    idle.send(served.get("/" + secret + "/events"));
    CHECK(idle.await("retry"));
    const std::string text(50'000, 'x');
    for (std::uint64_t number = 1; number <= 400; ++number) served.lines.add(number, text);
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (served.server().watchers() > 0 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(served.server().watchers() == 0);
}

TEST_CASE("A stream on which nothing happens shows that it is alive", "[gateway]") {
    Watched served{Deadlines{.heartbeat = 50ms}};
    Browser browser{served.port};
    browser.send(served.get("/" + secret + "/events"));
    CHECK(browser.await(":\n\n"));
}

TEST_CASE("The same address is had again, and no two have it at once", "[gateway]") {
    Lines lines;
    Watching watching{lines};
    std::uint16_t port = 0;
    {
        const Server first{*listen_at(0), {secret}, {}, watching};
        port = first.port();
        CHECK_FALSE(listen_at(port));
    }
    auto again = listen_at(port);
    REQUIRE(again);
    const Server second{*std::move(again), {secret}, {}, watching};
    CHECK(second.port() == port);
}
