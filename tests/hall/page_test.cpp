// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' page as browsers get it: within TLS, and with the broker behind its WebSocket.
#include "files/files.hpp"
#include "hall/broker.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <thread>
#include <tuple>

namespace {

using namespace ansage;

class PageServer {
public:
    PageServer() {
        const hall::Plan& plan = broker_.plan();
        REQUIRE(files::write_file(plan.folder / "page" / "index.html", "the page\n"));
        server_.emplace(hall::programs_of(plan.folder)[1], folder_.path());
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{300};
        while (answer(asking("GET /")).empty() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }

    [[nodiscard]] static std::string asking(const std::string& what, const std::string& more = {}) {
        return what + " HTTP/1.1\r\nHost: localhost\r\n" + more +
            (more.empty() ? "Connection: close\r\n" : "") + "\r\n";
    }

    // All that comes until the server ends the connection.
    [[nodiscard]] std::string answer(const std::string& bytes) const {
        const std::string sent = folder_ / "sent";
        const std::string heard = folder_ / "heard";
        REQUIRE(files::write_file(sent, bytes));
        std::ignore = std::system(
            fmt::format(
                "timeout 20 openssl s_client -quiet -connect 127.0.0.1:{} <{} >{} 2>/dev/null",
                broker_.plan().page_port,
                sent,
                heard
            )
                .c_str()
        );
        return files::read_file(heard).value_or("");
    }

    // What the broker answers to a browser with that name and password, and to its `pings`.
    [[nodiscard]] std::string
    line_of(const std::string& user, const std::string& password, unsigned pings = 0) const {
        std::string asked;
        for (; pings > 0; --pings) asked += frame(std::string{"\xc0\0", 2});
        const std::string who = fmt::format(
            "{}{}{}{}{}{}",
            std::string{"\0\4page\0", 7},
            static_cast<char>(user.size()),
            user,
            '\0',
            static_cast<char>(password.size()),
            password
        );
        const std::string what = std::string{"\0\4MQTT\4\xc2\0\x14", 10} + who;
        const std::string connect = std::string{"\x10"} + static_cast<char>(what.size()) + what;
        return answer(
            asking(
                "GET /mqtt",
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: mqtt\r\n"
            ) +
            frame(connect) + asked + frame(std::string{"\xe0\0", 2})
        );
    }

    [[nodiscard]] std::string password_of(const std::string& user) const {
        const auto account = hall::read_account(broker_.account(user));
        REQUIRE(account);
        return account->password;
    }

private:
    // Binary, and masked with zeros.
    static std::string frame(const std::string& bytes) {
        return fmt::format(
            "\x82{}{}{}", static_cast<char>(0x80U | bytes.size()), std::string(4, '\0'), bytes
        );
    }

    tests::Folder folder_;
    tests::Broker broker_{folder_};
    std::optional<tests::Process> server_;
};

} // namespace

TEST_CASE("The page is given to whoever asks, and nothing else of the folder", "[page]") {
    const PageServer server;
    const std::string page = server.answer(PageServer::asking("GET /"));
    CHECK(page.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(page.ends_with("\r\n\r\nthe page\n"));
    for (const char* header :
         {"Content-Type: text/html; charset=utf-8",
          "Cache-Control: no-cache",
          "Content-Security-Policy: frame-ancestors 'none'",
          "Referrer-Policy: no-referrer",
          "X-Content-Type-Options: nosniff"}) {
        CAPTURE(header);
        CHECK(page.find(fmt::format("\r\n{}\r\n", header)) != std::string::npos);
    }
    CHECK(page.find("Server:") == std::string::npos);
    for (const char* refused :
         {"GET /../server.key",
          "GET /%2e%2e/passwords",
          "GET /..%2faccounts/",
          "GET /mqtt",
          "POST /",
          "PUT /index.html",
          "DELETE /index.html",
          "OPTIONS /"}) {
        CAPTURE(refused);
        CHECK(server.answer(PageServer::asking(refused)).starts_with("HTTP/1.1 4"));
    }
}

TEST_CASE(
    "A hall that cannot be served, as where it is served already, says so and ends", "[page]"
) {
    const tests::Folder folder;
    const tests::Broker broker{folder};
    tests::Process second{
        {ansage::tests::program(), "hall", "serve", broker.plan().folder.string()}, folder.path()};
    CHECK(second.wait() == 2);
    CHECK(second.errors().find("a program that serves this hall has ended") != std::string::npos);
}

TEST_CASE("The page's line reaches the broker with the arbiter's password only", "[page]") {
    const PageServer server;
    const std::string line = server.line_of("anna", server.password_of("anna"));
    CHECK(line.starts_with("HTTP/1.1 101 Switching Protocols\r\n"));
    CHECK(line.find("\r\nSec-WebSocket-Protocol: mqtt\r\n") != std::string::npos);
    CHECK(line.find(std::string{"\x82\x04\x20\x02\0\0", 6}) != std::string::npos);
    for (const std::string& wrong :
         {std::string{"wrong"}, std::string{}, server.password_of("bert")}) {
        const std::string refused = server.line_of("anna", wrong);
        CHECK(refused.find(std::string{"\x82\x04\x20\x02\0\x05", 6}) != std::string::npos);
    }
}

TEST_CASE("The page's line stays, however much the page has said", "[page]") {
    const PageServer server;
    constexpr unsigned pings = 200; // 1,600 bytes, as of 130 messages that it has confirmed
    const std::string line = server.line_of("anna", server.password_of("anna"), pings);
    const std::string answer{"\xd0\0", 2};
    unsigned answered = 0;
    for (auto at = line.find(answer); at != std::string::npos; at = line.find(answer, at + 1))
        ++answered;
    CHECK(answered == pings);
}
