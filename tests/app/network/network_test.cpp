// SPDX-License-Identifier: GPL-3.0-or-later
// What other machines reach of each command: the two ports of TLS of a hall that is served, the one
// of a table whose page is for telephones, and nothing else.
#include "neighbour.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <thread>

namespace {

using namespace ansage::tests;
using Words = std::vector<std::string>;
using Ports = std::vector<std::uint16_t>;

constexpr std::array addresses{Neighbour::v4, Neighbour::v6};
constexpr std::chrono::seconds limit{300};

// MQTT's first message, with a name and a password.
const std::string mqtt_connect{
    "\x10\x18\0\x04MQTT\x04\xc2\0<\0\x01p\0\x04"
    "anna\0\x03pwd",
    26};

std::unique_ptr<Process>
start(const Neighbour& there, const Folder& folder, const Words& arguments) {
    Words command{ansage::tests::program()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return std::make_unique<Process>(there.running(command), folder.path());
}

Words club_with_page(const std::string& page) {
    return {
        "play",
        "--mode",
        "club",
        "--white",
        "impaired none",
        "--black",
        "sighted none",
        "--speech",
        "none",
        "--page",
        page};
}

std::vector<Socket> await_sockets(const Neighbour& there, std::size_t count) {
    const auto until = std::chrono::steady_clock::now() + limit;
    std::vector<Socket> found = there.sockets();
    while (found.size() < count && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        found = there.sockets();
    }
    return found;
}

// What is reached over that address, of all that listens.
Ports reached(const char* address, const std::vector<Socket>& sockets) {
    std::set<std::uint16_t> ports;
    for (const Socket socket : sockets)
        if (is_reached(address, socket)) ports.insert(socket.port);
    return {ports.begin(), ports.end()};
}

// An alert of TLS at most.
bool is_silent(const std::string& answer) { return answer.empty() || answer.front() == '\x15'; }

bool speaks_tls(const std::string& address, std::uint16_t port) {
    const std::string host = address.find(':') == std::string::npos ? address : "[" + address + "]";
    return std::system(fmt::format(
                           "timeout 20 openssl s_client -connect {}:{} </dev/null >/dev/null 2>&1",
                           host,
                           port
           )
                           .c_str()) == 0;
}

std::optional<Neighbour> neighbour() {
    auto there = Neighbour::join();
    if (!there) {
        WARN("skipped: network namespaces cannot be made here; run it as root to see what others "
             "reach");
    }
    return there;
}

// The commands that --help lists, a line each.
std::set<std::string> listed(const Folder& folder) {
    Process help{{ansage::tests::program(), "--help"}, folder.path()};
    REQUIRE(help.wait() == 0);
    std::set<std::string> names;
    for (const std::string& line : help.lines()) {
        const std::string word = line.substr(0, line.find(' '));
        if (word.ends_with(':') && word != "Usage:") names.insert(word);
    }
    return names;
}

} // namespace

TEST_CASE("Of a hall that is served others reach the two ports of TLS", "[network]") {
    const Folder folder;
    const auto [options, ports] = GENERATE(
        std::pair{Words{}, Ports{8443, 8883}},
        std::pair{Words{"--port", "9003", "--page-port", "9001", "--spectators"}, Ports{9001, 9003}}
    );
    auto there = neighbour();
    if (!there) return;
    const std::string hall = folder / "hall";
    Words setup{"hall", "setup", hall, "--event", "cup", "--tables", "t1", "--host", "localhost"};
    setup.insert(setup.end(), options.begin(), options.end());
    REQUIRE(start(*there, folder, setup)->wait() == 0);
    const auto serving = start(*there, folder, {"hall", "serve", hall});
    const auto sockets = await_sockets(*there, 4); // two ports, IPv4 and IPv6
    for (const char* address : addresses) {
        CHECK(reached(address, sockets) == ports);
        for (const Socket socket : sockets) {
            CAPTURE(address, socket.port);
            CHECK(is_silent(answer(address, socket.port, "GET / HTTP/1.0\r\n\r\n")));
            CHECK(is_silent(answer(address, socket.port, mqtt_connect)));
        }
        for (const std::uint16_t port : ports) CHECK(speaks_tls(address, port));
    }
}

TEST_CASE("Nothing of the hall of a demo is reached by others", "[network]") {
    const Folder folder;
    const Words options = GENERATE(Words{}, Words{"--port", "9001"});
    auto there = neighbour();
    if (!there) return;
    Words command{"hall", "demo", "--tables", "1"};
    command.insert(command.end(), options.begin(), options.end());
    const auto demo = start(*there, folder, command);
    REQUIRE(demo->await("tables 1"));
    const auto sockets = await_sockets(*there, 2);
    CHECK(sockets.size() >= 2);
    for (const char* address : addresses) CHECK(reached(address, sockets).empty());
}

TEST_CASE("Nothing of the page of a demo is reached by others", "[network]") {
    const Folder folder;
    auto there = neighbour();
    if (!there) return;
    const auto demo = start(*there, folder, {"demo", "--speech", "none", "--page", "on"});
    REQUIRE(demo->await("Both boards in a browser: http://127.0.0.1:"));
    CHECK(await_sockets(*there, 1).size() == 1);
    for (const char* address : addresses) CHECK(reached(address, there->sockets()).empty());
}

TEST_CASE("Of a table others reach its page on the network alone, by TLS", "[network]") {
    const Folder folder;
    auto there = neighbour();
    if (!there) return;
    const auto play = start(*there, folder, club_with_page("lan"));
    REQUIRE(play->await(fmt::format("page https://{}:", Neighbour::v4)));
    const auto sockets = await_sockets(*there, 1);
    REQUIRE(sockets.size() == 1);
    const std::uint16_t port = sockets.front().port;
    CHECK(reached(Neighbour::v4, sockets) == Ports{port});
    CHECK(reached(Neighbour::v6, sockets).empty());
    CHECK(speaks_tls(Neighbour::v4, port));
    CHECK(is_silent(answer(Neighbour::v4, port, mqtt_connect)));
    CHECK(answer(Neighbour::v4, port, "GET / HTTP/1.0\r\n\r\n").starts_with("HTTP/1.1 307 "));
}

TEST_CASE("Nothing of a table whose page is for its own screen is reached by others", "[network]") {
    const Folder folder;
    auto there = neighbour();
    if (!there) return;
    const auto play = start(*there, folder, club_with_page("on"));
    REQUIRE(play->await("page http://127.0.0.1:"));
    CHECK(await_sockets(*there, 1).size() == 1);
    for (const char* address : addresses) CHECK(reached(address, there->sockets()).empty());
}

TEST_CASE("No other command listens to a network", "[network]") {
    const Folder folder;
    auto there = neighbour();
    if (!there) return;
    const std::string hall = folder / "hall";
    REQUIRE(start(*there, folder, {"hall", "setup", hall, "--event", "cup"})->wait() == 0);
    const std::string address = "mqtts://localhost/cup";
    const std::string account = hall + "/accounts/table-1.account";
    const Words table{
        "play", "--white", "impaired none", "--black", "sighted none", "--speech", "none"};
    Words reporting = table;
    reporting.insert(
        reporting.end(),
        {"--hall", address + "/table-1", "--hall-account", account, "--hall-rulings"}
    );
    std::vector<Words> commands{
        table,
        reporting,
        {"demo", "--speech", "none"},
        {"clock", "--speech", "none"},
        {"learn", "--speech", "none"}};
    for (const char* board :
         {"peg", "dgt", "chesslink", "sentio", "certabo", "chessnut", "ichessone", "pegasus"})
        commands.push_back({"board", "simulate", board});
    std::vector<std::unique_ptr<Process>> running;
    for (const Words& command : commands) running.push_back(start(*there, folder, command));
    for (std::size_t i = 0; i < running.size(); ++i) {
        CAPTURE(commands[i].front());
        CHECK(running[i]->await(""));
    }
    for (const Socket socket : there->sockets()) FAIL_CHECK("port " << socket.port << " listens");
}

// Whoever adds a command starts it above, where it goes on until it is told to end.
TEST_CASE("Each command that goes on is among those that are tried", "[network]") {
    const Folder folder;
    CHECK(
        listed(folder) ==
        std::set<std::string>{
            "arbiter:",
            "board:",
            "card:",
            "clock:",
            "demo:",
            "doctor:",
            "hall:",
            "hear:",
            "join:",
            "learn:",
            "page:",
            "parse:",
            "play:",
            "position:",
            "profiles:",
            "replay:",
            "run:",
            "say:",
            "score:"}
    );
}
