// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "profiles/document.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/hearing/sound.hpp"
#include "speech/synthesiser.hpp"
#include "spoken_table.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ansage::listening {
namespace {

std::string uci(const HeardSound& heard) {
    if (!heard.move) return {};
    return chess::to_uci({}, *heard.move, chess::CastlingStyle::king_two_squares);
}

TEST_CASE("A move that is said in figures is heard, in English and in German") {
    struct Case {
        std::string words;
        std::string voice;
    };

    for (const Case& each : {Case{"iccf-en", "en-us"}, Case{"iccf-de", "de"}}) {
        Table table{each.words};
        std::size_t understood = 0;
        for (const std::string move : {"e2e4", "g1f3", "a2a3", "b1c3", "d2d3"}) {
            const HeardSound heard = table.hear({}, move, each.voice);
            INFO(each.words << ' ' << move);
            CHECK(heard.candidates.size() == 3);
            CHECK(heard.spoken_for.count() > 500);
            // It may doubt, and never takes one move for another.
            if (!heard.move) continue;
            CHECK(uci(heard) == move);
            ++understood;
        }
        CHECK(understood >= 1);
    }
}

TEST_CASE("What is read back is what a table would say, and costs least") {
    Table table{"iccf-en"};
    const HeardSound heard = table.hear({}, "e2e4", "en-us");
    REQUIRE(heard.move);
    CHECK(uci(heard) == "e2e4");
    CHECK(heard.candidates[0].words == "five two five four");
    CHECK(heard.verdict.m > 0.25);
    CHECK(heard.candidates[0].move != heard.candidates[1].move);
    CHECK(heard.candidates[1].move != heard.candidates[2].move);
}

TEST_CASE("An announcement of an illegal move is not taken for a legal one") {
    Table table{"iccf-en"};
    // 5455 is said where a pawn stands before it
    const auto alone = chess::parse_position("4k3/8/8/8/4P3/8/8/4K3 w - - 0 2").value();
    CHECK(uci(table.hear(alone, "e4e5", "en-us")) == "e4e5");
    const auto blocked =
        chess::parse_position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
            .value();
    const HeardSound heard = table.hear_as_in(alone, "e4e5", blocked);
    CHECK_FALSE(heard.move);
    CHECK(heard.verdict.doubt);
}

TEST_CASE("Silence and noise are no move") {
    Table table{"fide"};
    CHECK_FALSE(table.hear(Sound(16'000, 0)).move);
    CHECK_FALSE(table.hear(Sound{}).move);
    Sound clicks(32'000, 1);
    for (std::size_t at = 0; at < clicks.size(); at += 4'001) clicks[at] = 20'000;
    const HeardSound heard = table.hear(clicks);
    CHECK_FALSE(heard.move);
    CHECK(heard.verdict.doubt);
}

} // namespace
} // namespace ansage::listening
