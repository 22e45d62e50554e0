// SPDX-License-Identifier: GPL-3.0-or-later
// The gateway for telephones on the network: TLS, whose requests count, the key of each browser,
// and what strangers can do to those who were let in.
#include "browser.hpp"
#include "fake_table.hpp"
#include "gateway/carrier/persons.hpp"
#include "gateway/identity.hpp"
#include "served.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "tls_browser.hpp"

#include <atomic>
#include <csignal>
#include <fmt/format.h>
#include <openssl/ssl.h>
#include <thread>
#include <vector>

namespace {

using namespace ansage;
using namespace ansage::gateway;
using namespace ansage::tests;
using namespace std::chrono_literals;

const std::string greeting = R"({"kind":"typed","text":"hello"})";
const std::string standing_open = R"({"standing":"open","text":""})";
const std::string role_black = R"({"role":"black","code":"123456"})";
constexpr const char* neighbour = "127.0.0.2"; // another telephone

class Hall {
public:
    explicit Hall(Deadlines deadlines = {}, Persons::Limits limits = {})
        : identity(*read_or_make_identity(folder / "page.pem", {{"192.0.2.7"}, {"tisch"}})),
          table(folder / "table.sock"),
          persons(
              {
                  .socket = folder / "table.sock",
                  .is_there = [] { return true; },
                  .is_on_network = true,
                  .try_again_after = 20ms,
              },
              limits
          ),
          served(
              persons,
              deadlines,
              [this] { persons.on_time(std::chrono::steady_clock::now()); },
              {.tls = Tls::with(identity.pem), .names = {"tisch", "tisch.local"}}
          ) {
        // As the program does: the other end of what is written may be gone.
        std::signal(SIGPIPE, SIG_IGN);
    }

    [[nodiscard]] std::string host() const { return fmt::format("127.0.0.1:{}", served.port); }

    [[nodiscard]] std::string
    get(const std::string& path, const std::string& more = {}, const std::string& by = {}) const {
        return fmt::format(
            "GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", path, by.empty() ? host() : by, more
        );
    }

    [[nodiscard]] std::string
    post(const std::string& path, const std::string& body, const std::string& key = {}) const {
        return fmt::format(
            "POST {} HTTP/1.1\r\nHost: {}\r\nOrigin: https://{}\r\n{}"
            "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
            path,
            host(),
            host(),
            cookie(key),
            body.size(),
            body
        );
    }

    static std::string cookie(const std::string& key) {
        return key.empty() ? key : fmt::format("Cookie: ansage={}\r\n", key);
    }

    [[nodiscard]] std::string answer(const std::string& request) const {
        TlsBrowser browser{served.port};
        browser.send(request);
        CHECK(browser.await_end());
        return browser.received();
    }

    // A session; the browser's key is put into `key` where it has none.
    [[nodiscard]] std::string join(std::string& key) const {
        const std::string given = answer(post("/join", role_black, key));
        REQUIRE(is_status(given, 200));
        if (key.empty()) key = part_after(given, "Set-Cookie: ansage=");
        return part_after(given, R"({"session":")");
    }

    // 32 letters.
    static std::string part_after(const std::string& text, const std::string& begin) {
        const std::size_t at = text.find(begin);
        REQUIRE(at != std::string::npos);
        return text.substr(at + begin.size(), 32);
    }

    [[nodiscard]] TlsBrowser follow(
        const std::string& session, const std::string& key, const std::string& from = "127.0.0.1"
    ) const {
        TlsBrowser browser{served.port, {.from = from}};
        browser.send(get("/events?session=" + session, cookie(key)));
        return browser;
    }

    [[nodiscard]] std::string say(const std::string& session, const std::string& key) const {
        const auto body = fmt::format(R"({{"session":"{}","lines":[{}]}})", session, greeting);
        return answer(post("/say", body, key));
    }

    Folder folder;
    Identity identity;
    FakeTable table;
    Persons persons;
    Served served;
};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

// --- TLS, and without
TEST_CASE("On the network the page is given by TLS, without a secret or a cookie", "[gateway]") {
    const Hall hall;
    TlsBrowser browser{hall.served.port};
    CHECK(browser.fingerprint() == hall.identity.fingerprint);
    browser.send(hall.get("/"));
    CHECK(browser.await_end());
    CHECK(is_status(browser.received(), 200));
    CHECK(browser.received().ends_with("\r\n\r\nthe page"));
    for (const char* header :
         {"Content-Security-Policy: default-src 'none'; script-src 'self';",
          "X-Content-Type-Options: nosniff\r\n",
          "Referrer-Policy: no-referrer\r\n",
          "Cache-Control: no-store\r\n"})
        CHECK(has(browser.received(), header));
    CHECK_FALSE(has(browser.received(), "Set-Cookie"));
    // A name that somebody vouches for would then be asked for in TLS only; an address has none.
    CHECK_FALSE(has(browser.received(), "Strict-Transport-Security"));
    CHECK(hall.answer(hall.get("/bundle.js")).ends_with("the script"));
}

TEST_CASE("Nothing older than TLS 1.2 is spoken", "[gateway]") {
    const Hall hall;
    CHECK(TlsBrowser(hall.served.port, {.newest = TLS1_2_VERSION}).is_open());
    CHECK_FALSE(TlsBrowser(hall.served.port, {.newest = TLS1_1_VERSION}).is_open());
}

TEST_CASE("Whoever asks without TLS is only told to use it", "[gateway]") {
    const Hall hall;
    for (const char* path : {"/", "/bundle.js", "/events?session=a"}) {
        Browser plain{hall.served.port};
        plain.send(hall.get(path));
        CHECK(plain.await_end());
        CHECK(is_status(plain.received(), 307));
        CHECK(has(plain.received(), fmt::format("Location: https://{}/\r\n", hall.host())));
        CHECK_FALSE(has(plain.received(), "the page"));
        CHECK_FALSE(has(plain.received(), "the script"));
    }
    Browser other{hall.served.port};
    other.send(fmt::format("POST /join HTTP/1.1\r\nHost: {}\r\n\r\n", hall.host()));
    CHECK(other.await_end());
    CHECK(other.received().empty());
    // And not to where he wants to go.
    Browser foreign{hall.served.port};
    foreign.send(hall.get("//evil.example/", {}, "evil.example"));
    CHECK(foreign.await_end());
    CHECK_FALSE(has(foreign.received(), "evil.example"));
}

// --- whose requests count
TEST_CASE("On the network another host or origin is given nothing", "[gateway]") {
    const Hall hall;
    const std::string port = fmt::format(":{}", hall.served.port);

    struct Case {
        std::string request;
        int status;
    };

    const std::vector<Case> cases{
        {hall.get("/", {}, "tisch" + port), 200},
        {hall.get("/", {}, "tisch.local" + port), 200},
        {hall.get("/", fmt::format("Origin: https://{}\r\n", hall.host())), 200},
        // What a name resolves to that somebody else gives us.
        {hall.get("/", {}, "evil.example" + port), 403},
        {hall.get("/", {}, "tisch.evil.example" + port), 403},
        {hall.get("/", {}, "tisch"), 403},
        {hall.get("/", {}, "127.0.0.1"), 403},
        {hall.get("/", {}, "127.0.0.1:1"), 403},
        {hall.get("/", "Host: " + hall.host() + "\r\n"), 403},
        {hall.get("/", "Origin: https://evil.example\r\n"), 403},
        {hall.get("/", "Origin: null\r\n"), 403},
        {hall.get("/", fmt::format("Origin: http://{}\r\n", hall.host())), 403},
        {hall.get("/", fmt::format("Origin: https://tisch{}\r\n", port)), 403},
        {hall.get("/etc/passwd"), 404},
        {hall.get("//"), 404},
        {hall.get("/events"), 404},
        {fmt::format("POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 1\r\n\r\nx", hall.host()),
         405},
        {fmt::format("DELETE / HTTP/1.1\r\nHost: {}\r\n\r\n", hall.host()), 405},
        {hall.get("/", "Range: bytes=0-1\r\n"), 416},
    };
    for (const Case& each : cases) {
        CAPTURE(each.request);
        const std::string answer = hall.answer(each.request);
        CAPTURE(status_of(answer));
        CHECK(is_status(answer, each.status));
        CHECK(has(answer, "the page") == (each.status == 200));
    }
}

TEST_CASE("A machine whose address has changed is found at the new one", "[gateway]") {
    const Hall hall;
    const std::string moved = fmt::format("127.0.0.3:{}", hall.served.port);
    const auto answer = [&](const std::string& host) {
        TlsBrowser browser{hall.served.port, {.to = "127.0.0.3"}};
        browser.send(hall.get("/", {}, host));
        CHECK(browser.await_end());
        return browser.received();
    };
    CHECK(is_status(answer(moved), 200));
    CHECK(is_status(answer(hall.host()), 403));
    CHECK(is_status(hall.answer(hall.get("/", {}, moved)), 403));
}

// --- the key of a browser
TEST_CASE("A browser gets one key, and the table is told it with the code", "[gateway]") {
    Hall hall;
    const std::string first = hall.answer(hall.post("/join", role_black));
    CHECK(has(first, "; Path=/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict\r\n"));
    const std::string key = Hall::part_after(first, "Set-Cookie: ansage=");
    CHECK(has_letters_of_secret(key));
    const std::string session = Hall::part_after(first, R"({"session":")");
    CHECK(session != key);
    TlsBrowser page = hall.follow(session, key);
    REQUIRE(page.await(standing_open));
    const std::string line = fmt::format(
        R"({{"code":"123456","key":"{}","kind":"join","network":true,"page":true,"role":"black"}})",
        key
    );
    CHECK(hall.table.count(line) == 1);
    CHECK(is_status(hall.say(session, key), 204));
    CHECK(hall.table.await(greeting));
    // A reload, and another page of it, come with the key that it has.
    const std::string again = hall.answer(hall.post("/join", role_black, key));
    CHECK(is_status(again, 200));
    CHECK_FALSE(has(again, "Set-Cookie"));
    CHECK_FALSE(has(page.received(), "Set-Cookie"));
    // What is no key of ours is none.
    for (const std::string& other : {std::string{"short"}, key + "a", std::string(32, '!')})
        CHECK(has(hall.answer(hall.post("/join", role_black, other)), "Set-Cookie: ansage="));
    const auto twice = hall.answer(hall.get("/", Hall::cookie(key) + Hall::cookie(key)));
    CHECK(is_status(twice, 200));
}

TEST_CASE("A code goes out until the table has welcomed the browser, and no longer", "[gateway]") {
    Hall hall;
    std::string key;
    const std::string session = hall.join(key);
    TlsBrowser page = hall.follow(session, key);
    REQUIRE(page.await(standing_open));
    hall.table.hang_up();
    REQUIRE(hall.table.await(R"("kind":"join")", 2));
    CHECK(hall.table.count(R"("code":"123456")") == 1);
    CHECK(hall.table.count(R"("code":"","key":")" + key) == 1);
}

TEST_CASE("A telephone that sleeps has not left the table", "[gateway]") {
    Hall hall{{}, {.away = 100ms}};
    std::string key;
    std::string session;
    {
        session = hall.join(key);
        TlsBrowser page = hall.follow(session, key);
        REQUIRE(page.await(standing_open));
        REQUIRE(hall.table.await_guests(1));
    }
    REQUIRE(hall.table.await_guests(0)); // its line is closed
    CHECK(hall.table.count("leave") == 0);
    TlsBrowser page = hall.follow(hall.join(key), key);
    CHECK(page.await(standing_open));
    CHECK(hall.table.count(R"("key":")" + key) == 2);
    // Whoever says that he leaves does.
    session = hall.join(key);
    TlsBrowser other = hall.follow(session, key);
    REQUIRE(other.await(standing_open));
    const auto body = fmt::format(R"({{"session":"{}","lines":[{{"kind":"leave"}}]}})", session);
    CHECK(is_status(hall.answer(hall.post("/say", body, key)), 204));
    CHECK(hall.table.await("leave"));
}

TEST_CASE("A session is only its own browser's", "[gateway]") {
    Hall hall;
    std::string key;
    std::string other;
    const std::string session = hall.join(key);
    TlsBrowser page = hall.follow(session, key);
    REQUIRE(page.await(standing_open));
    static_cast<void>(hall.join(other));
    REQUIRE(other != key);
    for (const std::string& wrong : {std::string{}, other, std::string(32, 'a')}) {
        CAPTURE(wrong);
        TlsBrowser thief = hall.follow(session, wrong);
        CHECK(thief.await_end());
        CHECK(is_status(thief.received(), 404));
        CHECK(is_status(hall.say(session, wrong), 404));
    }
    CHECK(hall.table.count(greeting) == 0);
    hall.table.say("still told");
    CHECK(page.await("still told"));
    CHECK(is_status(hall.say(session, key), 204));
}

TEST_CASE("Whom the table does not let in is told why, and is a stranger", "[gateway]") {
    Hall hall;
    hall.table.refuse_with(R"({"kind":"bye","text":"Wrong code.","again":false})");
    std::string key;
    TlsBrowser page = hall.follow(hall.join(key), key);
    REQUIRE(page.await(R"({"standing":"over","text":"Wrong code."})"));
    CHECK_FALSE(hall.persons.knows(key));
    CHECK(hall.served.server().watchers() == 0);
    CHECK_FALSE(hall.served.server().last_visit());
}

// --- attacks
TEST_CASE("A thousand who say nothing push nobody out whom the table let in", "[gateway]") {
    Hall hall;
    std::string key;
    const std::string session = hall.join(key);
    TlsBrowser page = hall.follow(session, key);
    REQUIRE(page.await(standing_open));
    std::vector<Browser> silent;
    for (int i = 0; i < 1000; ++i) silent.emplace_back(hall.served.port);
    hall.table.say("still told");
    CHECK(page.await("still told"));
    CHECK(is_status(hall.say(session, key), 204));
    // Nor one who has not been let in yet, and comes from elsewhere.
    TlsBrowser newcomer{hall.served.port, {.from = neighbour}};
    for (int i = 0; i < 100; ++i) silent.emplace_back(hall.served.port);
    newcomer.send(hall.get("/"));
    CHECK(newcomer.await("the page"));
}

TEST_CASE("No address has more connections than a person needs", "[gateway]") {
    Hall hall;
    std::string key;
    TlsBrowser page = hall.follow(hall.join(key), key, neighbour);
    REQUIRE(page.await(standing_open));
    std::vector<TlsBrowser> pages;
    for (int i = 0; i < 15; ++i) {
        pages.push_back(hall.follow(hall.join(key), key, neighbour));
        REQUIRE(pages.back().await(standing_open));
    }
    CHECK_FALSE(TlsBrowser(hall.served.port, {.from = neighbour}).is_open());
    CHECK(is_status(hall.answer(hall.get("/")), 200));
    hall.table.say("still told");
    CHECK(page.await("still told"));
}

TEST_CASE("A handshake that does not end is hung up on, and delays nobody", "[gateway]") {
    const Hall hall{Deadlines{.request = 2s}};
    Browser silent{hall.served.port};
    Browser slow{hall.served.port};
    // A ClientHello that goes on and on: a record, its length, and a byte now and then.
    slow.send(std::string_view{"\x16\x03\x01\x3f\xff\x01\x00\x3f\xfb\x03\x03", 11});
    const auto until = std::chrono::steady_clock::now() + 30s;
    bool is_taken = true;
    while (is_taken && std::chrono::steady_clock::now() < until) {
        CHECK(is_status(hall.answer(hall.get("/")), 200));
        is_taken = slow.send("a");
        std::this_thread::sleep_for(20ms);
    }
    CHECK_FALSE(is_taken);
    CHECK(silent.await_end());
}

TEST_CASE("Whoever writes slowly by TLS is hung up on, however steadily he writes", "[gateway]") {
    const Hall hall{Deadlines{.request = 300ms}};
    TlsBrowser slow{hall.served.port};
    slow.send("GET / HTTP/1.1\r\n");
    const auto until = std::chrono::steady_clock::now() + 30s;
    bool is_taken = true;
    while (is_taken && std::chrono::steady_clock::now() < until) {
        is_taken = slow.send("a: b\r\n");
        std::this_thread::sleep_for(20ms);
    }
    CHECK_FALSE(is_taken);
}

TEST_CASE("Whoever reads nothing by TLS is hung up on", "[gateway]") {
    Hall hall{Deadlines{.part = 300ms}};
    std::string key;
    TlsBrowser idle = hall.follow(hall.join(key), key);
    REQUIRE(idle.await(standing_open));
    const std::string text(50'000, 'x');
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (hall.served.server().watchers() > 0 && std::chrono::steady_clock::now() < until) {
        hall.table.say(text);
        std::this_thread::sleep_for(5ms);
    }
    CHECK(hall.served.server().watchers() == 0);
}

TEST_CASE("A body of a megabyte is refused, whether it is announced or not", "[gateway]") {
    Hall hall;
    const std::string body(1'000'000, 'x');
    CHECK(is_status(hall.answer(hall.post("/join", body)), 413));
    TlsBrowser endless{hall.served.port};
    endless.send("GET / HTTP/1.1\r\n" + body);
    CHECK(endless.await_end());
    CHECK_FALSE(has(endless.received(), "the page"));
    CHECK(hall.table.count("join") == 0);
    CHECK(is_status(hall.answer(hall.get("/")), 200));
}

TEST_CASE("What is no TLS and no request is hung up on, and delays nobody", "[gateway]") {
    const Hall hall;
    for (const std::string& bytes :
         {std::string(100'000, '\0'),
          std::string{"\x16\x03\x01\xff\xff"} + std::string(100'000, 'a'),
          std::string{"\x16"} + std::string(100'000, '\xff'),
          std::string{"\x80\x2e\x01\x00\x02", 5}}) {
        Browser stranger{hall.served.port};
        stranger.send(bytes);
        CHECK(stranger.await_end());
        CHECK(is_status(hall.answer(hall.get("/")), 200));
    }
}

TEST_CASE("Strangers' sessions take no place of one that the table let in", "[gateway]") {
    Hall hall;
    std::string key;
    const std::string session = hall.join(key);
    {
        TlsBrowser page = hall.follow(session, key);
        REQUIRE(page.await(standing_open));
    }
    for (int i = 0; i < 70; ++i) {
        std::string stranger;
        static_cast<void>(hall.join(stranger));
    }
    TlsBrowser back = hall.follow(session, key);
    CHECK(back.await(standing_open));
}
