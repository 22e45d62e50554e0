// SPDX-License-Identifier: GPL-3.0-or-later
// Wording is asked for each utterance: a sentence should cost under 2 microseconds.
#include "wording/wording.hpp"

#include "support/places.hpp"

#include <catch2/catch.hpp>

namespace ansage::wording {

TEST_CASE("sentences in words") {
    const auto wording = Wording::open(tests::locale());
    REQUIRE(wording.has_value());
    const auto& german = wording->in("de");

    BENCHMARK("a sentence without arguments") { return german.sentence("call_arbiter"); };
    BENCHMARK("an alert with a player and a move") {
        return german.sentence(
            "alert.illegal_move_completed",
            {{"player", Term{"player.white"}}, {"move", "Eva zwei Eva vier"}}
        );
    };
    BENCHMARK("a plural") { return german.sentence("answer.moves", {{"count", 42}}); };
    BENCHMARK("a clock time") { return german.duration(base::Millis(5'370'000)); };
    BENCHMARK("the catalogue for a listener") { return &wording->in("de-AT"); };
}

TEST_CASE("opening the catalogues") {
    BENCHMARK("all languages") { return Wording::open(tests::locale()).has_value(); };
}

} // namespace ansage::wording
