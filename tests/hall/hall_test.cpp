// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that report to a hall: table, broker and listener are programs of their own.
#include "files/files.hpp"
#include "hall/broker.hpp"
#include "hall/chronicle.hpp"
#include "record/game_files.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace ansage;
using hall::Audience;
using tests::Broker;
using tests::Ear;
using tests::Folder;
using tests::Process;
using tests::told_by;
using Words = std::vector<std::string>;
using namespace std::chrono_literals;

const Words everything{"ansage/cup/+/public/#", "ansage/cup/+/arbiter/#"};

// A table without boards that reports to a hall.
class Table {
public:
    Table(
        const Folder& folder, const std::string& hall, std::string account, const Words& more = {}
    )
        : folder_(folder),
          more_{"--hall", hall, "--hall-account", std::move(account)} {
        Words line{
            "--white",
            "impaired none",
            "--black",
            "sighted none",
            "--white-name",
            "Anna",
            "--black-name",
            "Bert",
            "--journal",
            journal()};
        line.insert(line.end(), more.begin(), more.end());
        run(line);
    }

    Table(const Folder& folder, const Broker& broker, const Words& more = {})
        : Table(folder, broker.address("t1"), broker.account("t1"), more) {}

    void write(const std::string& line) const { process_->write(line); }

    [[nodiscard]] bool await(const std::string& start) { return process_->await(start); }

    // One move of each, from the start position.
    void play_first_moves() {
        for (const char* line :
             {"white announces Eva zwei Eva vier",
              "white executes e2e4",
              "white presses",
              "black repeats Eva zwei Eva vier",
              "black announces Eva sieben Eva fünf",
              "black executes e7e5",
              "black presses"})
            write(line);
        REQUIRE(await("completed 1... e5"));
    }

    [[nodiscard]] int quit() {
        write("quit");
        return process_->wait();
    }

    void kill() { process_->kill(); }

    void resume() { run({"--resume", journal()}); }

    [[nodiscard]] std::string journal() const { return folder_ / "game.ansage"; }

    Process& process() { return *process_; }

private:
    void run(const Words& words) {
        Words line{ansage::tests::program(), "play", "--speech", "none", "--language", "en"};
        line.insert(line.end(), words.begin(), words.end());
        line.insert(line.end(), more_.begin(), more_.end());
        process_ = std::make_unique<Process>(line, folder_.path());
    }

    const Folder& folder_;
    Words more_;
    std::unique_ptr<Process> process_;
};

const hall::Post* newest(const Ear& ear, const std::string& topic) {
    const hall::Post* found = nullptr;
    for (const hall::Post& post : ear.all()) found = post.topic == topic ? &post : found;
    return found;
}

bool says(const Ear& ear, const std::string& topic, const std::string& part) {
    const hall::Post* const post = newest(ear, topic);
    return post != nullptr && post->payload.find(part) != std::string::npos;
}

// A message to whoever listens to that topic (MQTT 3.1.1, 3.3), not to be confirmed.
std::string message_of(const std::string& topic, const std::string& payload) {
    std::string body{'\0', static_cast<char>(topic.size())};
    body += topic + payload;
    std::string packet{'\x30'};
    std::size_t rest = body.size();
    for (; rest > 127; rest >>= 7U) packet += static_cast<char>((rest & 127U) | 128U);
    return packet + static_cast<char>(rest) + body;
}

// Lets everybody in and then says what it was told to say, again and again.
class LyingBroker {
public:
    explicit LyingBroker(std::string lie)
        : lie_(std::move(lie)),
          door_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(::bind(door_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(::listen(door_, 4) == 0);
        REQUIRE(::getsockname(door_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port_ = ::ntohs(address.sin_port);
        thread_ = std::thread{[this] { let_in(); }};
    }

    LyingBroker(const LyingBroker&) = delete;
    LyingBroker& operator=(const LyingBroker&) = delete;
    LyingBroker(LyingBroker&&) = delete;
    LyingBroker& operator=(LyingBroker&&) = delete;

    ~LyingBroker() {
        is_over_ = true;
        thread_.join();
        ::close(door_);
    }

    [[nodiscard]] int port() const { return port_; }

    // Whether somebody came to be lied to, within ten seconds.
    [[nodiscard]] bool await_guest() const {
        const auto end = std::chrono::steady_clock::now() + 100s;
        while (!has_lied_ && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(10ms);
        return has_lied_;
    }

private:
    void let_in() {
        while (!is_over_) {
            pollfd knock{door_, POLLIN, 0};
            if (::poll(&knock, 1, 50) > 0) {
                const int guest = ::accept4(door_, nullptr, nullptr, SOCK_CLOEXEC);
                lie_to(guest);
                ::close(guest);
            }
        }
    }

    void lie_to(int guest) {
        const std::string welcome{"\x20\x02\x00\x00", 4};
        bool listens = ::send(guest, welcome.data(), welcome.size(), MSG_NOSIGNAL) > 0;
        while (listens && !is_over_) {
            std::array<char, 4096> heard{};
            static_cast<void>(::recv(guest, heard.data(), heard.size(), MSG_DONTWAIT));
            listens = ::send(guest, lie_.data(), lie_.size(), MSG_NOSIGNAL | MSG_DONTWAIT) >= 0 ||
                errno == EAGAIN;
            has_lied_ = true;
            std::this_thread::sleep_for(1ms);
        }
    }

    std::string lie_;
    int door_;
    int port_ = 0;
    std::atomic<bool> is_over_ = false;
    std::atomic<bool> has_lied_ = false;
    std::thread thread_;
};

void check_all_was_heard(Ear& ear, const Table& table) {
    const auto told = told_by(table.journal());
    for (const Audience audience : hall::both_audiences) {
        const Words& expected = told[hall::index(audience)];
        static_cast<void>(ear.await([&] { return ear.lines(audience).size() >= expected.size(); }));
        CHECK(ear.lines(audience) == expected);
    }
}

} // namespace

TEST_CASE("A table tells the hall everything once and in order, as its journal has it", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    Ear arbiter{broker, "anna", everything};
    Table table{folder, broker};
    table.write("arbiter starts");
    // A table that closes before it is let in tells nothing: it holds up nobody.
    REQUIRE(arbiter.await([&] { return says(arbiter, "ansage/cup/t1/public/here", "true"); }));
    table.play_first_moves();
    REQUIRE(arbiter.await([&] {
        return arbiter.lines(Audience::everybody).size() == 2 &&
            arbiter.lines(Audience::arbiter).size() >= 9;
    }));
    CHECK(table.quit() == 0);
    check_all_was_heard(arbiter, table);
    CHECK(arbiter.lines(Audience::everybody).size() == 2);
    CHECK(arbiter.await([&] { return says(arbiter, "ansage/cup/t1/public/here", "false"); }));
}

TEST_CASE("Where a table stands is kept for whoever comes later", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    Table table{folder, broker};
    table.write("arbiter starts");
    table.play_first_moves();
    table.write("white pauses");
    table.write("white claims threefold");
    REQUIRE(table.await("matter"));
    Ear arbiter{broker, "anna", everything};
    const std::string state = "ansage/cup/t1/arbiter/state";
    REQUIRE(arbiter.await([&] { return says(arbiter, state, R"("kind":"claim")"); }));
    CHECK(says(arbiter, state, R"("players_wait":true)"));
    CHECK(says(arbiter, state, R"("number":1)"));
    CHECK(says(arbiter, state, R"("phase":"halted")"));
    const std::string open = "ansage/cup/t1/public/state";
    REQUIRE(arbiter.await([&] { return says(arbiter, open, R"("phase":"halted")"); }));
    CHECK(says(arbiter, open, R"("white":"Anna")"));
    CHECK(says(arbiter, open, "Eva sieben Eva f"));
    CHECK(says(arbiter, open, R"("running":null)"));
    CHECK_FALSE(says(arbiter, open, "claim"));
    CHECK_FALSE(says(arbiter, open, "ledger"));
    // Nothing changes, and yet it is said again: a broker that had too much to hand on may have
    // left it out.
    arbiter.listen(1s);
    const auto states = [&] {
        return std::ranges::count(arbiter.all(), state, &hall::Post::topic);
    };
    const auto before = states();
    CHECK(arbiter.await([&] { return states() > before; }));
    CHECK(table.quit() == 0);
}

TEST_CASE("A matter that the next move makes too late says so (A.5.2)", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    for (const bool lapses : {true, false}) {
        const Folder own;
        Table table{own, broker, {"--time", "15m+10s", "--supervised", lapses ? "no" : "yes"}};
        for (const char* line :
             {"arbiter starts",
              "white announces Eva zwei Eva fünf",
              "white executes e2e5",
              "white presses"})
            table.write(line);
        REQUIRE(table.await("matter 1 open illegal_move"));
        Ear arbiter{broker, "anna", everything};
        const std::string state = "ansage/cup/t1/arbiter/state";
        const std::string expected = lapses ? R"("lapses":true)" : R"("lapses":false)";
        // The broker may still hold what the table before said.
        CHECK(arbiter.await([&] {
            return says(arbiter, state, R"("kind":"illegal_move")") &&
                says(arbiter, state, expected);
        }));
        CHECK(table.quit() == 0);
    }
}

TEST_CASE(
    "In a tournament nothing is connected before the arbiter starts, and players are told", "[hall]"
) {
    const Folder folder;
    const Broker broker{folder};
    Ear arbiter{broker, "anna", everything};
    Table table{folder, broker};
    REQUIRE(table.await("code "));
    arbiter.listen(700ms);
    CHECK(arbiter.all().empty());
    table.write("arbiter starts");
    REQUIRE(arbiter.await([&] { return says(arbiter, "ansage/cup/t1/public/here", "true"); }));
    CHECK(arbiter.await([&] {
        return std::ranges::any_of(arbiter.lines(Audience::arbiter), [](const std::string& line) {
            return line.find("this table reports to the arbiter of the hall") != std::string::npos;
        });
    }));
    CHECK(table.quit() == 0);
    for (const char* ear : {"say ear-white: Rule set aside", "say ear-black: Rule set aside"}) {
        CHECK(std::ranges::any_of(table.process().lines(), [&](const std::string& line) {
            return line.starts_with(ear);
        }));
    }
}

TEST_CASE(
    "A broker that is gone costs the table nothing, and is told everything when it is back",
    "[hall]"
) {
    const Folder folder;
    Broker broker{folder};
    Ear arbiter{broker, "anna", everything};
    Table table{folder, broker};
    table.write("arbiter starts");
    REQUIRE(arbiter.await([&] { return says(arbiter, "ansage/cup/t1/public/here", "true"); }));
    broker.kill();
    table.play_first_moves(); // although nobody listens
    broker.start();
    REQUIRE(arbiter.await([&] { return arbiter.lines(Audience::everybody).size() == 2; }));
    CHECK(table.quit() == 0);
    check_all_was_heard(arbiter, table);
}

TEST_CASE(
    "Brokers and tables are killed again and again, and nothing is lost or told twice", "[hall]"
) {
    const Folder folder;
    Broker broker{folder};
    Ear arbiter{broker, "anna", everything};
    Table table{folder, broker, {"--mode", "club"}};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    for (int round = 1; round <= 20; ++round) {
        INFO(round);
        table.write("arbiter pauses");
        REQUIRE(table.await("clock stopped"));
        if (round % 5 == 0) {
            table.kill();
            table.resume();
            REQUIRE(table.await("code "));
        }
        broker.kill();
        table.write("arbiter resumes");
        REQUIRE(table.await("clock white"));
        broker.start();
        // Half of the brokers are gone before anybody has reached them.
        const auto told = static_cast<std::size_t>(2 + 2 * round + round / 5);
        REQUIRE((round % 2 != 0 || arbiter.await([&] {
            return arbiter.lines(Audience::arbiter).size() == told;
        })));
    }
    CHECK(table.quit() == 0);
    check_all_was_heard(arbiter, table);
}

TEST_CASE("A host that does not exist, and one that never answers, hold nobody up", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    const int mute = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(mute, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(mute, 4) == 0);
    REQUIRE(::getsockname(mute, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    const std::string port = std::to_string(::ntohs(address.sin_port));
    for (const std::string& host : {std::string{"no-such-host.invalid"}, "127.0.0.1:" + port}) {
        INFO(host);
        const Folder own;
        Table table{own, "mqtts://" + host + "/cup/t1", broker.account("t1")};
        table.write("arbiter starts");
        table.play_first_moves();
        CHECK(table.quit() == 0); // the mute one is still there
    }
    ::close(mute);
}

TEST_CASE(
    "A table with another's certificate, a wrong password or an open account does not report",
    "[hall]"
) {
    const Folder folder;
    const Broker broker{folder};
    const Folder other_folder;
    const Broker other{other_folder};
    Ear arbiter{broker, "anna", everything};
    const Folder own;
    Table stranger{own, broker.address("t1"), other.account("t1")};
    stranger.write("arbiter starts");
    stranger.play_first_moves();
    arbiter.listen(500ms);
    CHECK(arbiter.all().empty());
    CHECK(stranger.quit() == 0);
    CHECK(stranger.process().errors().find("Hall: ") != std::string::npos);

    namespace fs = std::filesystem;
    fs::permissions(broker.account("t1"), fs::perms::others_read, fs::perm_options::add);
    const Folder third;
    Table careless{third, broker};
    CHECK(careless.process().wait() == 2);
    CHECK(careless.process().errors().find("others can read this password") != std::string::npos);
    CHECK_FALSE(fs::exists(careless.journal()));
}

TEST_CASE("A broker that lies costs the table nothing", "[hall]") {
    const Folder folder;
    const std::string account = folder / "t1.account";
    REQUIRE(files::write_file(account, "user t1\npassword x\n"));
    std::filesystem::permissions(
        account, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write
    );
    // What is asked for without end, what nobody may ask, confirmations of nothing, and nonsense.
    const std::string ask = message_of("ansage/cup/t1/ask", R"({"arbiter":1,"public":1})");
    const std::array<std::string, 5> lies{
        ask + ask + ask,
        message_of("ansage/cup/t1/rule", R"({"matter":1,"accepts":true})") +
            message_of("ansage/cup/t1/ask", R"({"kind":"resigns","seat":"white"})"),
        std::string{"\x40\x02\x00\x07\x40\x02\x00\x08", 8},
        message_of("ansage/cup/t1/ask", std::string(60'000, '[')),
        std::string{"\xff\xff\xff\xff\xff\x00\x00", 7},
    };
    for (const std::string& lie : lies) {
        LyingBroker broker{lie};
        const Folder own;
        Table table{own, fmt::format("mqtt://127.0.0.1:{}/cup/t1", broker.port()), account};
        table.write("arbiter starts");
        CHECK(broker.await_guest());
        table.play_first_moves();
        CHECK(table.quit() == 0);
        CHECK(told_by(table.journal())[hall::index(Audience::everybody)].size() == 2);
    }
}
