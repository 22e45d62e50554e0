// SPDX-License-Identifier: GPL-3.0-or-later
// What a watcher sees of a misheard repetition, and of a peg in the wrong aperture until it is put
// right: each line before the words that tell of it.
#include "consoles/watcher/scripts.hpp"
#include "consoles/watcher/watched_game.hpp"
#include "support/places.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace ansage;
using nlohmann::json;

// All lines in order, as a watcher would have been sent them.
std::vector<json> lines_of(const std::string& script) {
    tests::LoadedScript loaded = tests::load(tests::root() + "/tests/scripts/" + script);
    consoles::WatchedGame watched{loaded.kit.words};
    consoles::StateLines states;
    std::vector<json> lines;
    tests::play(std::move(loaded), [&](const session::Happened& happened) {
        const std::uint64_t last_line = watched.last_line();
        const auto told =
            watched.note({happened.input, happened.events, happened.after, happened.now});
        const auto line = states.next(
            watched.picture(happened.after, happened.now),
            {.last_line = last_line, .stop = told.stop}
        );
        if (line) lines.push_back(json::parse(*line));
        for (const std::string& each : told.log) lines.push_back(json::parse(each));
    });
    return lines;
}

std::vector<json> states_of(const std::vector<json>& lines) {
    std::vector<json> states;
    for (const json& line : lines)
        if (line["kind"] == "state") states.push_back(line);
    return states;
}

// The place of the first state of which that is true, from `from` on.
template <class Is>
std::size_t first_state(const std::vector<json>& states, std::size_t from, const Is& is) {
    for (std::size_t i = from; i < states.size(); ++i)
        if (is(states[i])) return i;
    FAIL("no such state after number " << from);
    return states.size();
}

const json& witness(const json& state, unsigned ply, const std::string& name) {
    for (const json& move : state["moves"]) {
        for (const json& each : move["witnesses"])
            if (move["ply"] == ply && each["witness"] == name) return each;
    }
    static const json none = {{"state", "not there"}, {"said", ""}};
    return none;
}

} // namespace

TEST_CASE("A watcher sees a repetition that differs, and that it is mended") {
    const auto states = states_of(lines_of("D.2.1-misheard-repetition-mended.table"));
    const auto repeats = [](const std::string& how) {
        return [how](const json& state) { return witness(state, 1, "repetition")["state"] == how; };
    };
    const std::size_t due = first_state(states, 0, repeats("due"));
    const std::size_t differs = first_state(states, due, repeats("differs"));
    CHECK(witness(states[differs], 1, "repetition")["said"] == "Eva zwei Eva drei");
    CHECK(witness(states[differs], 1, "repetition")["word"] == "differs");
    CHECK(witness(states[differs], 1, "announcement")["state"] == "agrees");
    CHECK(states[differs]["stop"] == "dispute");
    const std::size_t agrees = first_state(states, differs, repeats("agrees"));
    CHECK(states[agrees]["stop"] == "dispute");
    CHECK(witness(states.back(), 1, "opponent_board")["said"] == "Eva zwei Eva vier");
}

TEST_CASE("A watcher sees the wrong peg, the proposal, the repair and that all is right") {
    const auto lines = lines_of("D.2.9-wrong-aperture-repaired.table");
    const auto states = states_of(lines);
    const auto white = [](const std::string& how) {
        return [how](const json& state) { return state["boards"]["white"]["state"] == how; };
    };
    const std::size_t behind = first_state(states, 0, white("behind"));
    CHECK(states[behind]["boards"]["white"]["unfit"] == json({"e5", "e7"}));
    CHECK(states[behind]["boards"]["white"]["wrong"] == json::array());
    const std::size_t lifted = first_state(states, behind, white("moving"));
    const json& hand = states[lifted]["boards"]["white"]["hand"];
    CHECK(hand["act"] == "lifts");
    CHECK(hand["square"] == "e7");
    CHECK(hand["held"] == json({{{"square", "e7"}, {"piece", "p"}}}));

    const std::size_t wrong = first_state(states, lifted, white("differs"));
    const json& board = states[wrong]["boards"]["white"];
    CHECK(board["squares"] == "rnbqkbnr/pppp1ppp/4x3/8/4P3/8/PPPP1PPP/RNBQKBNR");
    CHECK(board["wrong"] == json({"e5", "e6"}));
    CHECK(states[wrong]["stop"] == "dispute");
    CHECK(witness(states[wrong], 1, "opponent_board")["state"] == "differs");
    CHECK(witness(states[wrong], 1, "opponent_board")["squares"] == json({"e5", "e6"}));

    // It stays marked while the own move is made, and is told only later.
    for (std::size_t i = wrong; i < states.size() && states[i]["matters"].empty(); ++i)
        CHECK(states[i]["boards"]["white"]["wrong"] == json({"e5", "e6"}));
    const std::size_t asked =
        first_state(states, wrong, [](const json& state) { return !state["matters"].empty(); });
    const json& matter = states[asked]["matters"][0];
    CHECK(matter["kind"] == "boards");
    CHECK(matter["about"] == "white");
    CHECK(matter["articles"][0] == "D.2.9");
    CHECK(matter["proposal"]["kind"] == "correct_board");
    CHECK(matter["proposal"]["text"].get<std::string>().starts_with("Proposal: White corrects"));
    CHECK(states[asked]["stop"] == "dispute");

    const std::size_t guided = first_state(states, asked, [](const json& state) {
        return state["boards"]["white"]["repair"].is_string();
    });
    CHECK(states[guided]["phase"] == "halted");
    CHECK(states[guided]["boards"]["white"]["repair"] == "Move: from Eva sechs to Eva fünf.");
    const std::size_t right = first_state(states, guided, white("agrees"));
    CHECK(states[right]["boards"]["white"]["wrong"] == json::array());
    CHECK(witness(states[right], 1, "opponent_board")["state"] == "agrees");
    CHECK(states.back()["phase"] == "playing");
    CHECK(states.back()["clocks"]["runs"] == "black");
    CHECK(states.back()["record"]["last"]["text"] == "2. Nf3");
}

TEST_CASE("Nothing is told to a watcher before it can be seen") {
    std::uint64_t number = 0;
    bool is_asked = false;
    for (const json& line : lines_of("D.2.9-wrong-aperture-repaired.table")) {
        if (line["kind"] == "state") {
            CHECK(line["n"] == number);
            CHECK(line["v"] == 1);
            CHECK(line.dump().size() < 8192);
            is_asked = !line["matters"].empty();
            continue;
        }
        CHECK(line["n"] == ++number);
        if (line["kind"] == "alert" || line["kind"] == "proposal") CHECK(is_asked);
    }
    CHECK(number > 10);
}

TEST_CASE("A watcher's clocks are numbers that need no further line to run on") {
    const auto states = states_of(lines_of("D.2.9-wrong-aperture-repaired.table"));
    for (const json& state : states) {
        const json& clocks = state["clocks"];
        CHECK(clocks["white_ms"].is_number());
        CHECK(clocks["fallen"].empty());
        CHECK(clocks["runs"].is_null() == (state["phase"] != "playing"));
    }
}

TEST_CASE("A watcher is not told of mistakes while a player castles") {
    for (const std::string script :
         {"D.2.3-castling-king-first.table", "D.2.3-castling-both-in-the-air.table"}) {
        INFO(script);
        for (const json& state : states_of(lines_of(script))) {
            for (const std::string board : {"white", "black"})
                CHECK(state["boards"][board]["wrong"].empty());
        }
    }
}
