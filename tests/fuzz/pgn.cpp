// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as PGN: the reader comes to an end, and what it read is written and read back.
#include "scoresheet/pgn.hpp"

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace ansage;

namespace {

void write_and_read(const scoresheet::PgnGame& game) {
    const std::string text = scoresheet::to_pgn(game);
    scoresheet::PgnReader reader{text, "fuzz"};
    const auto again = reader.next();
    ANSAGE_CHECK(again.has_value());
    ANSAGE_CHECK(again->moves == game.moves);
    ANSAGE_CHECK(again->result == game.result);
    ANSAGE_CHECK(again->start.repetition_key() == game.start.repetition_key());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    scoresheet::PgnReader reader{text, "fuzz"};
    std::size_t line = 0;
    while (const auto game = reader.next()) {
        ANSAGE_CHECK(game->line >= line);
        ANSAGE_CHECK(game->notes.size() == game->moves.size());
        line = game->line;
        write_and_read(*game);
    }
    return 0;
}
