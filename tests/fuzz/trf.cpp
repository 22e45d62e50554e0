// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a tournament: the reader comes to an end, what it paired can be written and read
// back, and results go in where they belong.
#include "base/check.hpp"
#include "hall/tournament.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(data), size};
    std::ignore = record::read_pairings(text, "fuzz");
    auto tournament = hall::Tournament::read(text, "fuzz");
    if (!tournament) return 0;
    ANSAGE_CHECK(tournament->text() == text);
    for (unsigned round = 1; round <= tournament->rounds(); ++round) {
        auto pairings = tournament->pairings(round);
        if (!pairings || pairings->games.empty() || pairings->games.size() > record::most_pairings)
            continue;
        for (std::size_t i = 0; i < pairings->games.size(); ++i)
            pairings->games[i].table = "t" + std::to_string(i);
        const auto again = record::read_pairings(record::to_text(*pairings), "fuzz");
        ANSAGE_CHECK(again && again->games.size() == pairings->games.size());
        for (const record::Pairing& game : pairings->games)
            ANSAGE_CHECK(tournament->set_result(round, game, {'=', '='}).has_value());
    }
    const auto after = hall::Tournament::read(tournament->text(), "fuzz");
    ANSAGE_CHECK(after.has_value());
    ANSAGE_CHECK(after->text() == tournament->text());
    return 0;
}
