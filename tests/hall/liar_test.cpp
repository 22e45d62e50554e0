// SPDX-License-Identifier: GPL-3.0-or-later
// One table lies, or its program is broken: what the arbiters hear of the others stays as it is.
#include "hall/gathered.hpp"
#include "hall/hearing.hpp"
#include "hall/lies.hpp"
#include "hall/live_score.hpp"
#include "hall/message_rules.hpp"
#include "hall/open_matters.hpp"
#include "hall/round.hpp"
#include "hall/round_of_cup.hpp"
#include "hall/snapshot.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <sstream>
#include <thread>

namespace {

using namespace ansage;
using namespace std::chrono_literals;
using tests::Ear;
using tests::Folder;
using tests::has;
using tests::Lie;
using tests::RoundOfCup;

record::Pairings two_games() {
    record::Pairings pairings{.event = "Cup", .site = "", .round = 1, .games = {}};
    for (unsigned number = 1; number <= 2; ++number) {
        record::PairedPlayer white;
        white.number = 2 * number - 1;
        white.name = fmt::format("White of {}", number);
        record::PairedPlayer black = white;
        black.number = 2 * number;
        pairings.games.push_back(
            {.table = fmt::format("t{}", number), .board = number, .players = {white, black}}
        );
    }
    return pairings;
}

// All that listens to a hall, as watch, results, live and fetch do.
class Listeners {
public:
    // Whether it was believed.
    bool take(const std::string& table, const std::string& what, const std::string& payload) {
        const hall::Post post{fmt::format("ansage/cup/{}/{}", table, what), payload};
        const auto place = hall::place_of(address_, post.topic);
        REQUIRE(place);
        now_ += 1s;
        if (!rules_.allows(*place, payload, now_)) return false;
        if (const auto heard = hearing_.take(post, questions_)) {
            lines_[table] += heard->kind == hall::Heard::Kind::line ? 1U : 0U;
            if (heard->audience == hall::Audience::arbiter &&
                heard->kind == hall::Heard::Kind::state) {
                states_[table] = payload;
                round_.take_state(table, payload);
            }
        }
        if (what == "arbiter/state" || what == "arbiter/score") live_.take(table, payload, 0ms);
        else if (what == "journal") static_cast<void>(journals_[table].take(payload));
        return true;
    }

    // All that is said of that table.
    [[nodiscard]] std::string said_of(const std::string& table) const {
        std::string said = rules_.is_broken_by(table) ? "broken " : "";
        for (const hall::OpenMatter& matter : hall::open_matters(states_)) {
            said += matter.table == table
                ? fmt::format("{} {} {}\n", matter.number, matter.text, matter.proposal)
                : "";
        }
        const record::Pairings pairings = round_.pairings();
        const hall::Outcome outcome = round_.outcome(*record::find_table(pairings, table));
        said += hall::to_string(outcome.stage);
        const std::string pgn = live_.to_pgn(0ms);
        const std::size_t second = pgn.find("[Event ", 1);
        said += table == "t1" ? pgn.substr(0, second) : pgn.substr(second);
        const auto journal = journals_.find(table);
        said += journal == journals_.end() ? "" : std::to_string(journal->second.missing());
        const auto lines = lines_.find(table);
        return said + fmt::format(" lines {}", lines == lines_.end() ? 0 : lines->second);
    }

    hall::MessageRules& rules() { return rules_; }

private:
    hall::Address address_{.host = "localhost", .port = 1, .event = "cup", .table = ""};
    consoles::SteadyTime now_{};
    hall::MessageRules rules_;
    hall::Hearing hearing_{address_, hall::Since::now};
    std::vector<hall::Post> questions_;
    std::map<std::string, std::string> states_;
    std::map<std::string, unsigned> lines_;
    hall::Round round_{two_games()};
    hall::LiveScore live_{two_games(), {}, "2026.11.24"};
    std::map<std::string, hall::Assembly> journals_;
};

// None of them changes what is said of the other table, and after each of them the next valid
// message of its own table is believed.
void try_lies(std::size_t count) {
    Listeners listeners;
    for (const std::string& what : tests::kinds_of_message())
        REQUIRE(listeners.take("t1", what, tests::valid_message(what, "t1", 1)));
    const std::string before = listeners.said_of("t1");
    std::size_t refused = 0;
    unsigned seed = 0;
    for (const Lie& lie : tests::lies_of("t2", "t1", count)) {
        INFO(lie.what << ": " << lie.how);
        const bool is_believed = listeners.take("t2", lie.what, lie.payload);
        refused += is_believed ? 0U : 1U;
        REQUIRE(listeners.rules().is_broken_by("t2") != is_believed);
        REQUIRE(listeners.said_of("t1") == before);
        REQUIRE(listeners.take("t2", lie.what, tests::valid_message(lie.what, "t2", ++seed)));
        REQUIRE_FALSE(listeners.rules().is_broken_by("t2"));
    }
    CHECK(refused > count * 7 / 10);
    CHECK(listeners.rules().take_breakers() == std::vector<std::string>{"t2"});
    CHECK(listeners.rules().take_breakers().empty());
    WARN(fmt::format("{} lies, {} of them refused, none changed another table", count, refused));
}

bool tells_that(const tests::Process& process, const std::string& start) {
    return std::ranges::any_of(process.lines(), [&](const std::string& line) {
        return line.starts_with(start);
    });
}

std::string base64_of(const std::string& bytes) {
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), ' ');
    sodium_bin2base64(
        text.data(),
        text.size(),
        reinterpret_cast<const unsigned char*>(bytes.data()), // NOLINT: bytes of a message
        bytes.size(),
        sodium_base64_VARIANT_ORIGINAL
    );
    text.pop_back();
    return text;
}

using LinesHeard = std::vector<nlohmann::json>;

// What `watch --json` told of t1's lines.
LinesHeard heard_of_t1(const std::string& file) {
    LinesHeard heard;
    std::istringstream lines{files::read_file(file).value_or("")};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(R"({"table":"t1","what":"line")"))
            heard.push_back(nlohmann::json::parse(line, nullptr, false)["told"]);
    }
    return heard;
}

// What the journal has for its arbiter.
LinesHeard told_by_t1(const RoundOfCup& round) {
    LinesHeard told;
    const auto lines = tests::told_by(round.file("t1.ansage"));
    for (const std::string& line : lines[hall::index(hall::Audience::arbiter)])
        told.push_back(nlohmann::json::parse(line));
    return told;
}

bool comes_true(const std::function<bool()>& holds) {
    const auto until = std::chrono::steady_clock::now() + 600s;
    while (!holds() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(200ms);
    return holds();
}

// All that listens, from before the lies until after them.
struct Listening {
    explicit Listening(const RoundOfCup& round)
        : watch(round.start(
              {"watch", round.broker().address(""), "--account", round.broker().account("anna")}
          )),
          // Into a file, which keeps it from waiting for a reader.
          watch_json(std::make_unique<tests::Process>(
              std::vector<std::string>{
                  "/bin/sh",
                  "-c",
                  R"(exec "$@" >"$0")",
                  round.file("watched"),
                  ansage::tests::program(),
                  "hall",
                  "watch",
                  round.broker().address(""),
                  "--account",
                  round.broker().account("anna"),
                  "--all",
                  "--json"},
              round.file("")
          )),
          live(round.organise("live", {"--delay-moves", "0", "--out", round.file("live.pgn")})),
          fetch(round.organise("fetch", {"--wait", "--out", round.file("fetched")})) {
        REQUIRE(watch->await("open 0"));
        REQUIRE(live->await("pgn "));
        REQUIRE(comes_true([&] { return !heard_of_t1(round.file("watched")).empty(); }));
    }

    std::unique_ptr<tests::Process> watch;
    std::unique_ptr<tests::Process> watch_json;
    std::unique_ptr<tests::Process> live;
    std::unique_ptr<tests::Process> fetch;
};

void tell_lies(const RoundOfCup& round, std::size_t count) {
    Ear liar{round.broker(), "t2", {}};
    for (const Lie& lie : tests::lies_of("t2", "t1", count)) {
        const bool is_kept = lie.what.ends_with("/state") || lie.what.ends_with("/score");
        INFO(lie.what << ": " << lie.how << ", bytes " << lie.payload.size());
        const hall::Post post{"ansage/cup/t2/" + lie.what, lie.payload, is_kept};
        REQUIRE(liar.await([&] { return liar.link().room() > 0; }));
        REQUIRE(liar.link().offer(post));
    }
    REQUIRE(liar.await([&] { return liar.link().room() == hall::most_under_way; }));
}

void end_by_resignation(tests::Process& table) {
    for (const char* line : {"black resigns", "y", "white signs", "y", "black signs", "y"})
        table.write(line);
    REQUIRE(table.await("say ear-black: Signed: Black."));
}

// The game at t1 ends after them, and is told, relayed, gathered and fetched as it was played.
void listen_while_lying(std::size_t count) {
    const Folder folder;
    const RoundOfCup round{folder};
    auto table = round.table("t1");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    const Listening listening{round};
    tell_lies(round, count);
    end_by_resignation(*table);

    bool is_told = false;
    while (!is_told && listening.watch->await("t1: "))
        is_told = has(listening.watch->last(), "Signed: Black");
    CHECK(is_told);
    CHECK(tells_that(*listening.watch, "invalid t2: Table t2 has sent an invalid message."));
    CHECK(listening.fetch->await("t1: verified ok, kept, "));
    auto results = round.results({});
    CHECK(results->wait() == 1); // t2 has none
    CHECK(results->lines().front() == "t1: 1-0 resignation, confirmed");
    CHECK(comes_true([&] {
        const std::string live = round.text("live.pgn");
        const std::string first = live.substr(0, live.find("[Event ", 1));
        return has(first, "[White \"Ember") && has(first, "[Result \"1-0\"]");
    }));
    table->write("quit");
    CHECK(table->wait() == 0);
    const LinesHeard told = told_by_t1(round);
    CHECK(told.size() > 5);
    CHECK(comes_true([&] { return heard_of_t1(round.file("watched")) == told; }));
    for (auto* listener :
         {listening.watch.get(), listening.watch_json.get(), listening.live.get()}) {
        ::kill(listener->process(), SIGTERM);
        CHECK(listener->wait() == 0);
    }
}

} // namespace

TEST_CASE("A table that lies changes nothing that is said of another", "[liar]") { try_lies(400); }

TEST_CASE("10,000 lies of one table change nothing that is said of another", "[.long]") {
    try_lies(10'000);
}

TEST_CASE("Each rule of a message is kept", "[liar]") {
    const auto is_valid = [](const std::string& what, const std::string& payload) {
        return hall::is_valid({"t1", what}, payload);
    };
    for (const std::string& what : tests::kinds_of_message()) {
        INFO(what);
        CHECK(is_valid(what, tests::valid_message(what, "t1", 3)));
        CHECK_FALSE(is_valid(what, "null"));
        CHECK_FALSE(is_valid(what, "[]"));
    }
    CHECK_FALSE(is_valid("arbiter/state", tests::valid_message("arbiter/state", "t2", 3)));
    CHECK(is_valid("public/here", R"({"here":true,"later":[[[[[[1]]]]]]})"));
    CHECK_FALSE(is_valid("public/here", R"({"here":true,"later":[[[[[[[[1]]]]]]]]})"));
    CHECK_FALSE(is_valid("public/here", R"({"here":1})"));
    CHECK_FALSE(is_valid("public/here", R"({"here":true,"a":")" + std::string(200, 'a') + "\"}"));
    CHECK(is_valid("arbiter/log", R"({"n":1,"text":")" + std::string(8192, 'a') + "\"}"));
    CHECK_FALSE(is_valid("arbiter/log", R"({"n":1,"text":")" + std::string(8193, 'a') + "\"}"));
    CHECK_FALSE(is_valid("arbiter/log", R"({"n":0,"text":""})"));
    CHECK_FALSE(is_valid("arbiter/log", R"({"n":1000000001,"text":""})"));
    CHECK_FALSE(is_valid("arbiter/log", R"({"n":18446744073709551615,"text":""})"));
    CHECK_FALSE(is_valid("arbiter/log", R"({"n":1.0,"text":""})"));
    CHECK_FALSE(is_valid("arbiter/log", "{\"n\":1,\"text\":\"\xC0\xAF\"}"));
    CHECK(is_valid("arbiter/answer", R"({"id":"a-1","answer":"asked"})"));
    CHECK_FALSE(is_valid("arbiter/answer", R"({"id":"a/1","answer":"asked"})"));
    CHECK_FALSE(is_valid("arbiter/answer", R"({"id":"a-1","answer":"perhaps"})"));
    CHECK(is_valid("care/7", "anna 1700000000000"));
    CHECK(is_valid("care/7", ""));
    CHECK_FALSE(is_valid("care/7", "anna"));
    CHECK_FALSE(is_valid("care/x", ""));
    CHECK_FALSE(is_valid("care", ""));
    CHECK_FALSE(is_valid("elsewhere", "{}"));
}

TEST_CASE("The longest state of an honest table keeps the rules, too", "[liar]") {
    using OrderedJson = nlohmann::ordered_json;
    const OrderedJson state = OrderedJson::parse(tests::valid_message("arbiter/state", "t1", 1));
    CHECK(hall::within_rules(state) == state.dump());
    for (const std::size_t length : {10U, 2000U, 8000U}) {
        CAPTURE(length);
        OrderedJson longest = state;
        longest["open"].clear();
        longest["ledger"].clear();
        for (unsigned i = 1; i <= 300; ++i) {
            OrderedJson matter = state["open"][0];
            matter["number"] = i;
            matter["text"] = std::string(length, 'a');
            longest["open"].push_back(matter);
            OrderedJson ply = state["ledger"][0];
            ply["ply"] = i;
            ply["said"] = OrderedJson(300, ply["said"][0]);
            longest["ledger"].push_back(ply);
        }
        const std::string told = hall::within_rules(longest);
        CHECK(hall::is_valid({"t1", "arbiter/state"}, told));
        const auto json = OrderedJson::parse(told);
        CHECK(json["open"].size() == (length == 8000U ? 50 : 100));
        CHECK(json["open"][0]["number"] == 1);
        CHECK((length > 10 || json["ledger"].back()["ply"] == 300));
    }
}

TEST_CASE("A table that says more than can be read is marked until it says less", "[liar]") {
    hall::MessageRules rules;
    consoles::SteadyTime now{};
    const std::string line = R"({"n":1,"text":")" + std::string(8000, 'a') + "\"}";
    unsigned believed = 0;
    for (int i = 0; i < 4000; ++i)
        believed += rules.allows({"t2", "arbiter/log"}, line, now) ? 1U : 0U;
    CHECK(believed > 1000);
    CHECK(believed < 3000);
    CHECK(rules.is_broken_by("t2"));
    CHECK(rules.allows({"t1", "arbiter/log"}, line, now));
    now += 1s;
    CHECK(rules.allows({"t2", "arbiter/log"}, line, now));
    CHECK_FALSE(rules.is_broken_by("t2"));
}

TEST_CASE("Whoever watches, relays and gathers hears a table while another lies", "[liar]") {
    listen_while_lying(400);
}

TEST_CASE("Whoever listens hears a table while another tells 10,000 lies", "[.long]") {
    listen_while_lying(10'000);
}

// What tests/long/hall-liar.sh sends to the page: a topic and a payload in base64 a line.
TEST_CASE("10,000 lies of t2 in the file that ANSAGE_LIES names", "[.lies]") {
    const char* const file = std::getenv("ANSAGE_LIES");
    REQUIRE(file != nullptr);
    std::ofstream out{file};
    unsigned seed = 0;
    for (const Lie& lie : tests::lies_of("t2", "t1", 10'000)) {
        const bool is_valid = hall::is_valid({"t2", lie.what}, lie.payload);
        out << lie.what << '\t' << (is_valid ? "valid" : "invalid") << '\t'
            << base64_of(lie.payload) << '\t'
            << base64_of(tests::valid_message(lie.what, "t2", ++seed)) << '\n';
    }
    CHECK(out.flush());
}
