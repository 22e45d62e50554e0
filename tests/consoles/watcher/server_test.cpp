// SPDX-License-Identifier: GPL-3.0-or-later
// The socket of a table that is only watched: who is let in, and that nobody misses a line.
#include "acts/table_setup.hpp"
#include "consoles/watcher/watch_server.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/surroundings.hpp"
#include "table/model/state.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace {

using namespace ansage;
using nlohmann::json;
namespace asio = boost::asio;
using Protocol = asio::local::stream_protocol;

constexpr std::string_view joining = "{\"kind\":\"join\",\"role\":\"watcher\"}\n";

// A table at which nothing but what the test wants happens.
class WatchedTable {
public:
    WatchedTable() {
        surroundings_.set("XDG_RUNTIME_DIR", folder_.path());
        surroundings_.set("TMPDIR", folder_.path());
        surroundings_.set("TMPDIR", folder_.path());
        auto kit = acts::load_table(acts::default_header(), tests::share());
        REQUIRE(kit);
        words_.emplace(kit->words);
        state_ = table::open_table(kit->setup);
        auto server = consoles::WatchServer::open(context_, *words_, "en");
        REQUIRE(server);
        server_ = *std::move(server);
        server_->start(
            {.state = [this]() -> const table::State& { return *state_; },
             .now = [this] { return now_; },
             .woken = [] {}},
            1.0
        );
    }

    // What the arbiter says to nobody in particular is a line of the log.
    void tell(const std::string& words) {
        now_ = now_ + base::Millis{1};
        const table::Event event{
            .at = now_,
            .body = table::Said{
                .audience = table::Audience::arbiter,
                .priority = table::Priority::message,
                .cause = table::Cause::table,
                .message = {.id = "test", .words = words}}};
        server_->note({table::TimeReached{}, {&event, 1}, *state_, now_});
    }

    void serve() {
        context_.restart();
        context_.poll();
        while (server_->take_turn()) {
        }
    }

    consoles::WatchServer& server() { return *server_; }

    asio::io_context& context() { return context_; }

private:
    tests::Folder folder_;
    tests::Surroundings surroundings_;
    asio::io_context context_;
    std::optional<telling::TableWords> words_;
    std::optional<table::State> state_;
    base::Instant now_;
    std::unique_ptr<consoles::WatchServer> server_;
};

class Watcher {
public:
    explicit Watcher(WatchedTable& table)
        : table_(table),
          socket_(table.context()) {
        socket_.connect(Protocol::endpoint{table.server().socket().string()});
        socket_.non_blocking(true);
    }

    void say(std::string_view text) { asio::write(socket_, asio::buffer(text)); }

    // Until `is_enough`, or the table hangs up.
    template <class IsEnough>
    void read_until(const IsEnough& is_enough) {
        constexpr int most_looks = 60'000;
        for (int look = 0; look < most_looks && !is_enough() && !is_over_; ++look) {
            table_.serve();
            if (!read_some()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        CHECK(is_enough());
    }

    void await(const std::string& kind) {
        read_until([&] { return !lines_.empty() && lines_.back()["kind"] == kind; });
    }

    void read_to_end() {
        read_until([this] { return is_over_; });
    }

    [[nodiscard]] const std::vector<json>& lines() const { return lines_; }

    [[nodiscard]] std::vector<std::uint64_t> numbers() const {
        std::vector<std::uint64_t> numbers;
        for (const json& line : lines_)
            if (line["kind"] == "say") numbers.push_back(line["n"].get<std::uint64_t>());
        return numbers;
    }

private:
    bool read_some() {
        std::array<char, 4096> bytes{};
        boost::system::error_code error;
        const std::size_t count = socket_.read_some(asio::buffer(bytes), error);
        is_over_ = error && error != asio::error::would_block;
        text_.append(bytes.data(), count);
        for (std::size_t end = text_.find('\n'); end != std::string::npos; end = text_.find('\n')) {
            lines_.push_back(json::parse(text_.substr(0, end)));
            text_.erase(0, end + 1);
        }
        return count > 0;
    }

    WatchedTable& table_;
    Protocol::socket socket_;
    std::string text_;
    std::vector<json> lines_;
    bool is_over_ = false;
};

std::vector<std::uint64_t> counted(std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = first; number <= last; ++number) numbers.push_back(number);
    return numbers;
}

} // namespace

TEST_CASE("A watcher is welcomed, sees how it stands, and then what happens") {
    WatchedTable table;
    Watcher watcher{table};
    watcher.say(joining);
    watcher.await("state");
    REQUIRE(watcher.lines().size() == 2);
    const json& welcome = watcher.lines()[0];
    CHECK(welcome["kind"] == "welcome");
    CHECK(welcome["v"] == 1);
    CHECK(welcome["live"] == true);
    CHECK(welcome["white"]["board"] == "occupancy");
    const json& state = watcher.lines()[1];
    CHECK(state["speed"] == 1.0);
    CHECK(state["unix_ms"].get<std::int64_t>() > 1'700'000'000'000);
    CHECK(state["boards"]["black"]["state"] == "agrees");
    table.tell("first");
    watcher.await("say");
    CHECK(watcher.lines().back()["text"] == "first");
}

TEST_CASE("Whoever comes late has the whole log, or what comes after the line that he knows") {
    WatchedTable table;
    for (int i = 1; i <= 5000; ++i) table.tell("line " + std::to_string(i));
    Watcher late{table};
    late.say(joining);
    late.await("state");
    CHECK(late.numbers() == counted(1, 5000));
    Watcher back{table};
    back.say("{\"kind\":\"join\",\"role\":\"watcher\",\"after\":4990}\n");
    back.await("state");
    CHECK(back.numbers() == counted(4991, 5000));
}

TEST_CASE("A watcher that does not read costs nothing, and misses no line when it does") {
    WatchedTable table;
    Watcher slow{table};
    slow.say(joining);
    table.serve();
    for (int i = 1; i <= 20'000; ++i) {
        table.tell("a line that nobody reads for now, number " + std::to_string(i));
        table.serve();
    }
    slow.read_until([&] { return slow.numbers().size() == 20'000; });
    CHECK(slow.numbers() == counted(1, 20'000));
}

TEST_CASE("Another speed of the table's time is told at once") {
    WatchedTable table;
    Watcher watcher{table};
    watcher.say(joining);
    watcher.await("state");
    table.server().note_speed(42);
    watcher.read_until([&] { return watcher.lines().back()["speed"] == 42.0; });
}

TEST_CASE("Whoever would play is refused in one sentence, and what is no console gets none") {
    WatchedTable table;
    for (const std::string role : {"white", "arbiter", "spectator"}) {
        Watcher player{table};
        player.say("{\"kind\":\"join\",\"role\":\"" + role + "\",\"code\":\"\"}\n");
        player.read_to_end();
        REQUIRE(player.lines().size() == 1);
        CHECK(
            player.lines()[0]["text"] == "Refused: this table can only be watched, as a watcher."
        );
    }
    Watcher stranger{table};
    stranger.say("GET / HTTP/1.1\n");
    stranger.read_to_end();
    CHECK(stranger.lines().empty());
}

TEST_CASE("What a watcher sends changes nothing") {
    WatchedTable table;
    Watcher watcher{table};
    watcher.say(joining);
    watcher.await("state");
    watcher.say("{\"kind\":\"resigns\",\"seat\":\"white\"}\n{\"kind\":\"typed\",\"text\":\"e4\"}\n"
    );
    watcher.say("{\"kind\":\"seen\",\"n\":1}\n");
    table.tell("on it goes");
    watcher.await("say");
    CHECK(watcher.lines().size() == 3);
    watcher.say("{\"kind\":\"leave\"}\n");
    watcher.read_to_end();
}

TEST_CASE("At the end everybody who reads has everything, and then the last line") {
    WatchedTable table;
    for (int i = 1; i <= 5000; ++i) table.tell("line " + std::to_string(i));
    table.server().expect_watcher();
    // As at --speed max: the game is over before anybody was let in.
    std::string text;
    std::thread reading{[&] {
        asio::io_context context;
        Protocol::socket socket{context};
        socket.connect(Protocol::endpoint{table.server().socket().string()});
        asio::write(socket, asio::buffer(joining));
        boost::system::error_code error;
        asio::read(socket, asio::dynamic_buffer(text), error);
    }};
    table.server().close(std::chrono::seconds{30});
    reading.join();
    std::uint64_t last = 0;
    json line;
    std::istringstream lines{text};
    for (std::string one; std::getline(lines, one);) {
        line = json::parse(one);
        if (line["kind"] == "say") CHECK(line["n"] == ++last);
    }
    CHECK(last == 5000);
    CHECK(line["kind"] == "bye");
    CHECK(line["again"] == false);
}
