// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 after a random line of the demo: nothing that was printed is missing afterwards.
#include "child.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <nlohmann/json.hpp>
#include <random>

namespace {

using ansage::test::Child;
using nlohmann::json;

using Lines = std::vector<std::string>;

Lines common_options() { return {"--speed", "max", "--audio", "none", "--json"}; }

Lines with_options(Lines arguments) {
    for (const std::string& option : common_options()) arguments.push_back(option);
    return arguments;
}

std::string games_file() {
    return std::string{ansage::tests::root()} + "/tests/data/games/rare-events.pgn";
}

// Reads `count` lines, kills, and reads what it had still written. True if it came to its end
// before.
bool kill_after(Child& child, std::size_t count, Lines& printed) {
    for (std::size_t i = 0; i < count; ++i) {
        auto line = child.next_line();
        if (!line) return true;
        printed.push_back(std::move(*line));
    }
    child.kill_now();
    while (auto line = child.next_line()) printed.push_back(std::move(*line));
    return false;
}

bool is_at_end(const Lines& printed) {
    return !printed.empty() && printed.back().starts_with("{\"kind\":\"summary\"");
}

struct Killed {
    Lines printed; // of all parts
    unsigned kills = 0;
};

Killed play_with_kills(unsigned game, std::mt19937& random) {
    const ansage::test::Folder folder;
    const std::string journal = folder.file("game.ansage");
    Lines arguments = with_options(
        {"demo", "--pgn", games_file(), "--game", std::to_string(game), "--journal", journal}
    );
    Killed result;
    std::uniform_int_distribution<std::size_t> lines{1, 220};
    while (!is_at_end(result.printed)) {
        Child child{arguments};
        if (!kill_after(child, lines(random), result.printed)) ++result.kills;
        const int code = child.wait();
        REQUIRE((code == 0 || code == 128 + 9));
        arguments = with_options({"demo", "--resume", journal});
    }
    return result;
}

json undisturbed(unsigned game) {
    const ansage::test::Folder folder;
    const ansage::test::Run run = ansage::test::run_ansage(with_options(
        {"demo",
         "--pgn",
         games_file(),
         "--game",
         std::to_string(game),
         "--journal",
         folder.file("game.ansage")}
    ));
    REQUIRE(run.code == 0);
    return json::parse(run.lines.back());
}

// Every move that was printed as completed stands in the final record, once, at its place.
void check_printed_moves(const Lines& printed, const json& end) {
    std::vector<bool> seen(end.at("moves").size() + 1);
    for (const std::string& line : printed) {
        const json outcome = json::parse(line);
        if (outcome.at("kind") != "completed") continue;
        const auto ply = outcome.at("ply").get<std::size_t>();
        REQUIRE(ply < seen.size());
        CHECK_FALSE(seen[ply]);
        seen[ply] = true;
    }
}

unsigned check_game(unsigned game, std::mt19937& random) {
    INFO("game " << game);
    const json expected = undisturbed(game);
    const Killed killed = play_with_kills(game, random);
    const json end = json::parse(killed.printed.back());
    for (const char* key : {"moves", "result", "termination", "fen", "pending"})
        CHECK(end.at(key) == expected.at(key));
    check_printed_moves(killed.printed, end);
    return killed.kills;
}

unsigned kill_at_least(unsigned wanted, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_int_distribution<unsigned> games{1, 1204};
    unsigned kills = 0;
    while (kills < wanted) kills += check_game(games(random), random);
    return kills;
}

} // namespace

TEST_CASE("After a kill -9 the demo goes on as if nothing had happened") {
    CHECK(kill_at_least(6, 1) >= 6);
}

TEST_CASE("After each of 200 kills the demo goes on as if nothing had happened", "[.long]") {
    CHECK(kill_at_least(200, 2) >= 200);
}
