// SPDX-License-Identifier: GPL-3.0-or-later
// What an organiser keeps of a round: live PGN, and journals.
#include "files/files.hpp"
#include "hall/gathered.hpp"
#include "hall/live_score.hpp"
#include "hall/round_of_cup.hpp"
#include "journal/journal.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>

namespace {

using namespace ansage;
using base::Millis;
using tests::Ear;
using tests::Folder;
using tests::has;
using tests::Process;
using tests::RoundOfCup;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

record::PairedPlayer player(unsigned number, const std::string& name) {
    record::PairedPlayer player;
    player.number = number;
    player.name = name;
    return player;
}

record::Pairings one_game() {
    const record::Pairing game{
        .table = "t1", .board = 1, .players = {player(1, "Anna"), player(2, "Bert")}};
    return {.event = "Cup", .site = "", .round = 1, .games = {game}};
}

// A move a minute, told at that time of the table.
std::string score_at(Millis at, unsigned plies, const std::string& result = {}) {
    const std::array<const char*, 6> moves{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"};
    std::string list;
    for (unsigned i = 0; i < plies; ++i)
        list += fmt::format(R"({}["{}",{},90000])", i == 0 ? "" : ",", moves.at(i), i * 60'000);
    return fmt::format(
        R"({{"pairing":{{"event":"Cup","round":1,"board":1,"white":1,"black":2}},)"
        R"("start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":[{}],)"
        R"("result":{},"ended_ms":{},"at_ms":{}}})",
        list,
        result.empty() ? "null" : '"' + result + '"',
        result.empty() ? "null" : std::to_string(at.count()),
        at.count()
    );
}

std::string moves_of(const hall::LiveScore& score, Millis now) {
    const std::string pgn = score.to_pgn(now);
    std::string moves;
    for (const char* move : {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"})
        moves += has(pgn, fmt::format("{} ", move)) ? fmt::format("{} ", move) : "";
    return moves + (has(pgn, "[Result \"1-0\"]") ? "1-0" : "*");
}

void play_e4(Process& table) {
    table.write("white announces Eva zwei Eva vier");
    table.write("white executes e2e4");
    table.write("white presses");
    REQUIRE(table.await("completed 1. e4"));
}

void resign(Process& table) {
    table.write("black resigns");
    table.write("y");
    REQUIRE(table.await("result 1-0"));
}

void sign(Process& table) {
    for (const char* line : {"white signs", "y", "black signs", "y"}) table.write(line);
    REQUIRE(table.await("say ear-black: Signed: Black."));
}

journal::Digest digest_of_file(const std::string& file) {
    const auto journal = journal::Journal::open(file);
    REQUIRE(journal);
    return journal->digest();
}

// The digest is that of all that a journal holds up to one of its records.
bool holds(const std::string& file, const journal::Digest& digest) {
    auto journal = journal::Journal::open(file);
    REQUIRE(journal);
    auto reader = journal->read();
    REQUIRE(reader);
    for (auto row = reader->next_row(); row && *row; row = reader->next_row())
        if ((*row)->digest == digest) return true;
    return false;
}

} // namespace

TEST_CASE("A live score is as late as it is asked to be", "[live]") {
    SECTION("by time") {
        hall::LiveScore score{one_game(), {.time = 15min, .moves = 0}, "2026.11.22"};
        // Told when the table was five minutes old and this machine's count at 1000 s.
        score.take("t1", score_at(5min, 6), 1000s);
        CHECK(moves_of(score, 1000s) == "*");
        CHECK(moves_of(score, 1000s + 10min - 1ms) == "*");
        CHECK(moves_of(score, 1000s + 10min) == "e4 *");
        CHECK(moves_of(score, 1000s + 12min) == "e4 e5 Nf3 *");
        score.take("t1", score_at(6min, 6, "1-0"), 1000s + 1min);
        CHECK(moves_of(score, 1000s + 15min) == "e4 e5 Nf3 Nc6 Bb5 a6 *");
        CHECK_FALSE(score.is_over(1000s + 16min - 1ms));
        CHECK(moves_of(score, 1000s + 16min) == "e4 e5 Nf3 Nc6 Bb5 a6 1-0");
        CHECK(score.is_over(1000s + 16min));
    }
    SECTION("by moves") {
        hall::LiveScore score{one_game(), {.time = 0ms, .moves = 2}, "2026.11.22"};
        score.take("t1", score_at(5min, 3), 0s);
        CHECK(moves_of(score, 0s) == "*");
        score.take("t1", score_at(5min, 6), 0s);
        CHECK(moves_of(score, 0s) == "e4 e5 *");
        score.take("t1", score_at(5min, 6, "1-0"), 0s);
        CHECK(moves_of(score, 0s) == "e4 e5 Nf3 Nc6 Bb5 a6 1-0");
    }
    SECTION("by both") {
        hall::LiveScore score{one_game(), {.time = 4min, .moves = 1}, "2026.11.22"};
        score.take("t1", score_at(5min, 6), 0s);
        CHECK(moves_of(score, 0s) == "e4 e5 *");
        CHECK(moves_of(score, 1h) == "e4 e5 Nf3 Nc6 *");
    }
    SECTION("after the table stood still") {
        hall::LiveScore score{one_game(), {.time = 10min, .moves = 0}, "2026.11.22"};
        score.take("t1", score_at(1min, 1), 0s);
        // Half an hour without the table, whose time did not go on: its next move is young.
        score.take("t1", score_at(61s, 2), 30min);
        CHECK(moves_of(score, 30min) == "*");
        CHECK(moves_of(score, 30min + 8min + 59s) == "e4 *");
        CHECK(moves_of(score, 30min + 9min + 59s) == "e4 e5 *");
    }
    SECTION("of a table that lies about the time") {
        hall::LiveScore score{one_game(), {.time = 10min, .moves = 0}, "2026.11.22"};
        const std::string honest = score_at(0ms, 2, "1-0");
        for (const char* time : {"9223372036854775807", "-9223372036854775808", "1e300"}) {
            std::string lies = honest;
            lies.replace(lies.find("\"at_ms\":0"), 9, fmt::format("\"at_ms\":{}", time));
            score.take("t1", lies, 1s);
            lies = honest;
            lies.replace(lies.find("\"ended_ms\":0"), 12, fmt::format("\"ended_ms\":{}", time));
            lies.replace(lies.find("60000,"), 6, fmt::format("{},", time));
            score.take("t1", lies, 1s);
            CHECK(moves_of(score, 5min) == "*");
            CHECK(moves_of(score, 24h) == "e4 *");
        }
    }
    SECTION("of another game") {
        hall::LiveScore score{one_game(), {}, "2026.11.22"};
        std::string other = score_at(1min, 2);
        other.replace(other.find("\"round\":1"), 9, "\"round\":2");
        score.take("t1", other, 0s);
        CHECK(moves_of(score, 0s) == "*");
        score.take("t2", score_at(1min, 2), 0s);
        score.take("t1", "[[[[", 0s);
        score.take("t1", R"({"moves":7})", 0s);
        CHECK(moves_of(score, 0s) == "*");
    }
}

TEST_CASE("What of a copy is not what its hash says is not taken", "[fetch]") {
    using News = hall::Assembly::News;
    const auto chunk = [](unsigned number, const std::string& data, const std::string& hash) {
        return fmt::format(
            R"({{"digest":"d","bytes":6,"hash":"{}","chunks":2,"chunk":{},"data":"{}"}})",
            hash,
            number,
            data
        );
    };
    const std::string right = journal::to_string(journal::chained({}, {"abcdef"}));
    hall::Assembly assembly;
    CHECK(assembly.take("nonsense") == News::none);
    CHECK(assembly.take(chunk(2, "ZGVm", right)) == News::none);
    CHECK(assembly.take(chunk(0, "%%%%", right)) == News::none);
    CHECK(assembly.take(chunk(1, "ZGVm", right)) == News::more);
    CHECK(assembly.missing() == 0);
    CHECK(assembly.take(chunk(1, "ZGVm", right)) == News::none);
    CHECK(assembly.take(chunk(0, "YWJj", right)) == News::whole);
    CHECK(assembly.bytes() == "abcdef");
    CHECK(assembly.digest() == "d");
    // Another copy begins anew, and a wrong one is known.
    CHECK(assembly.take(chunk(0, "YWJj", "other")) == News::more);
    CHECK(assembly.take(chunk(1, "ZGVm", "other")) == News::broken);
    CHECK(assembly.take(R"({"chunks":99999999999,"chunk":1,"data":""})") == News::none);
}

TEST_CASE("A round is shown live, late, in a file that is whole at any time", "[live]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto first = round.table("t1");
    auto second = round.table("t2");
    auto live = round.organise("live", {"--delay-moves", "1", "--out", round.file("live.pgn")});
    auto later = round.organise("live", {"--delay-minutes", "9", "--out", round.file("late.pgn")});
    for (auto* table : {first.get(), second.get()}) {
        table->write("arbiter starts");
        REQUIRE(table->await("clock white"));
        play_e4(*table);
    }
    Ear arbiter{round.broker(), "anna", {"ansage/cup/+/arbiter/score"}};
    REQUIRE(arbiter.await([&] {
        return std::ranges::any_of(arbiter.all(), [](const hall::Post& post) {
            return has(post.payload, "[[\"e4\",");
        });
    }));
    arbiter.listen(600ms);
    CHECK(has(round.text("live.pgn"), "[White \"Ember, Anna\"]"));
    CHECK(has(round.text("live.pgn"), "[White \"Dijkstra, Els\"]"));
    CHECK_FALSE(has(round.text("live.pgn"), "e4"));
    resign(*first);
    second->write("white resigns");
    second->write("y");
    REQUIRE(second->await("result 0-1"));
    CHECK(live->wait() == 0); // over
    const std::string pgn = round.text("live.pgn");
    CHECK(has(pgn, "[Result \"1-0\"]"));
    CHECK(has(pgn, "[Result \"0-1\"]"));
    CHECK(has(pgn, "[Round \"3\"]"));
    CHECK(has(pgn, "1. e4 {[%clk 1:"));
    // Fifteen minutes have not passed, and nothing of it lies anywhere.
    for (const auto& entry : fs::directory_iterator{folder.path()}) {
        if (entry.path().filename().string().starts_with("late")) {
            const std::string text = round.text(entry.path().filename().string());
            CHECK_FALSE((has(text, "e4") || has(text, "1-0") || has(text, "0-1")));
        }
    }
    ::kill(later->process(), SIGTERM);
    CHECK(later->wait() == 0);
    for (auto* table : {first.get(), second.get()}) {
        table->write("quit");
        CHECK(table->wait() == 0);
    }
}

TEST_CASE("Without a delay nothing is shown live", "[live]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto live = round.organise("live", {"--out", round.file("live.pgn")});
    CHECK(live->wait() == 2);
    CHECK(has(live->errors(), "a delay is wanted"));
    CHECK_FALSE(fs::exists(round.file("live.pgn")));
}

TEST_CASE("Journals of games that are over are fetched, verified and kept", "[fetch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto first = round.table("t1");
    auto second = round.table("t2");
    for (auto* table : {first.get(), second.get()}) {
        table->write("arbiter starts");
        REQUIRE(table->await("clock white"));
        play_e4(*table);
    }
    resign(*first);
    Ear arbiter{round.broker(), "anna", {"ansage/cup/+/arbiter/state", "ansage/cup/+/journal"}};
    REQUIRE(arbiter.await([&] {
        return std::ranges::any_of(arbiter.all(), [](const hall::Post& post) {
            return has(post.payload, R"("result":"1-0")");
        });
    }));
    // Of a game that goes on nothing is given.
    REQUIRE(arbiter.link().offer({"ansage/cup/t2/ask", R"({"journal":0})"}));
    arbiter.listen(500ms);
    CHECK(std::ranges::none_of(arbiter.all(), [](const hall::Post& post) {
        return post.topic.ends_with("/journal");
    }));

    const std::vector<std::string> out{"--out", round.file("kept")};
    auto early = round.organise("fetch", out);
    CHECK(early->wait() == 1);
    CHECK(has(early->lines().front(), "t1: verified ok, kept, records "));
    CHECK(has(early->lines().front(), "moves 1, result 1-0, digest "));
    CHECK(early->last() == "t2: not fetched; is playing");
    CHECK_FALSE(fs::exists(round.file("kept/t2.ansage")));
    CHECK(
        (fs::status(round.file("kept/t1.ansage")).permissions() & fs::perms::all) ==
        (fs::perms::owner_read | fs::perms::owner_write)
    );

    // Signed, they are fetched again, whole.
    auto late = round.organise("fetch", {"--out", round.file("kept"), "--wait"});
    sign(*first);
    resign(*second);
    sign(*second);
    CHECK(late->wait() == 0);
    for (auto* table : {first.get(), second.get()}) {
        table->write("quit");
        CHECK(table->wait() == 0);
    }
    for (const char* name : {"t1", "t2"}) {
        INFO(name);
        Process replay{
            {ansage::tests::program(),
             "replay",
             "--verify",
             round.file("kept/" + std::string{name} + ".ansage")},
            folder.path()};
        CHECK(replay.wait() == 0);
        CHECK(replay.lines().front() == "verified ok");
        // What the table stores after both have signed, such as its closing, comes later.
        CHECK(holds(
            round.file(std::string{name} + ".ansage"),
            digest_of_file(round.file("kept/" + std::string{name} + ".ansage"))
        ));
    }
    CHECK(std::ranges::none_of(fs::directory_iterator{round.file("kept")}, [](const auto& entry) {
        return has(entry.path().string(), "verify");
    }));
}

TEST_CASE("Another game is not kept in the place of one", "[fetch]") {
    const Folder folder;
    const RoundOfCup round{folder};
    auto table = round.table("t1");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    resign(*table);
    sign(*table);
    fs::create_directories(round.file("kept"));
    Process other{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--white",
         "sighted none",
         "--black",
         "sighted none",
         "--journal",
         round.file("kept/t1.ansage")},
        folder.path()};
    other.write("quit");
    REQUIRE(other.wait() == 0);
    const auto before = digest_of_file(round.file("kept/t1.ansage"));
    auto fetch = round.organise("fetch", {"--out", round.file("kept")});
    CHECK(fetch->wait() == 1);
    CHECK(has(fetch->errors(), "another game lies there"));
    CHECK(digest_of_file(round.file("kept/t1.ansage")) == before);
    table->write("quit");
    CHECK(table->wait() == 0);
}

TEST_CASE("A table that closed before it was let in is told of from its journal", "[catch-up]") {
    const Folder folder;
    RoundOfCup round{folder};
    round.broker().kill();
    auto table = round.table("t1");
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    play_e4(*table);
    resign(*table);
    sign(*table);
    table->write("quit");
    CHECK(table->wait() == 0);
    const std::string command = fmt::format(
        "ansage hall catch-up {} --hall {}", round.file("t1.ansage"), round.broker().address("t1")
    );
    CHECK(has(table->errors(), command));
    const auto digest = digest_of_file(round.file("t1.ansage"));

    round.broker().start();
    Ear arbiter{round.broker(), "anna", {"ansage/cup/+/public/#", "ansage/cup/+/arbiter/#"}};
    const std::vector<std::string> words{
        "catch-up",
        round.file("t1.ansage"),
        "--hall",
        round.broker().address("t1"),
        "--hall-account",
        round.broker().account("t1")};
    auto tells = round.start(words);
    CHECK(tells->wait() == 0);
    CHECK(tells->lines().front().starts_with("told "));
    CHECK(arbiter.await([&] { return arbiter.lines(hall::Audience::everybody).size() == 2; }));
    CHECK(std::ranges::any_of(arbiter.all(), [](const hall::Post& post) {
        return has(post.payload, R"("confirmed":true)");
    }));
    CHECK(digest_of_file(round.file("t1.ansage")) == digest);

    // Its journal is fetched from the one who stays.
    std::vector<std::string> staying = words;
    staying.emplace_back("--stay");
    auto stays = round.start(staying);
    REQUIRE(stays->await("told "));
    auto fetch = round.organise("fetch", {"--out", round.file("kept")});
    CHECK(fetch->wait() == 1); // t2 has told nothing
    CHECK(has(fetch->lines().front(), "t1: verified ok, kept, "));
    CHECK(digest_of_file(round.file("kept/t1.ansage")) == digest);
    ::kill(stays->process(), SIGTERM);
    CHECK(stays->wait() == 0);
    auto after = round.organise("fetch", {"--out", round.file("kept2")});
    CHECK(after->wait() == 1);
    CHECK(has(after->lines().front(), "t1: not fetched; at its machine: ansage hall catch-up"));
}

TEST_CASE("A hall that is not there is not caught up with", "[catch-up]") {
    const Folder folder;
    Process table{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--white",
         "sighted none",
         "--black",
         "sighted none",
         "--journal",
         folder / "game.ansage"},
        folder.path()};
    table.write("quit");
    REQUIRE(table.wait() == 0);
    const std::string account = folder / "t1.account";
    REQUIRE(files::write_file(account, "user t1\npassword x\n"));
    fs::permissions(account, fs::perms::owner_read | fs::perms::owner_write);
    Process tells{
        {ansage::tests::program(),
         "hall",
         "catch-up",
         folder / "game.ansage",
         "--hall",
         "mqtt://127.0.0.1:9/cup/t1",
         "--hall-account",
         account},
        folder.path()};
    CHECK(tells.wait() == 3);
    CHECK(has(tells.errors(), "Hall: mqtt://127.0.0.1:9/cup/t1 does not answer"));
}
