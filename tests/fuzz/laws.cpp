// SPDX-License-Identifier: GPL-3.0-or-later
// A FEN, then moves chosen by bytes: who can no longer mate never can again, and a touch leaves a
// move.
#include "base/check.hpp"
#include "chess/fen.hpp"
#include "laws/mating.hpp"
#include "laws/touch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using namespace ansage;

constexpr std::size_t most_plies = 64;

void check_touch(const chess::Position& position, std::uint8_t byte) {
    const laws::Touch touches[]{
        {chess::Square::from_index(byte & 63U), {}},
        {chess::Square::from_index((byte * 7U + 11U) & 63U), {base::Millis{1}}},
    };
    const laws::TouchObligation obligation{position, touches};
    ANSAGE_CHECK(obligation.moves().empty() == !position.has_legal_move());
    for (const auto move : obligation.moves()) ANSAGE_CHECK(position.is_legal(move));
}

void check_game(chess::Position position, std::string_view choices) {
    bool dead = false;
    for (const char choice : choices.substr(0, most_plies)) {
        const auto byte = static_cast<std::uint8_t>(choice);
        check_touch(position, byte);
        dead = dead || laws::is_dead(position);
        const auto moves = position.legal_moves();
        if (moves.empty()) return;
        position.play(moves[byte % moves.size()]);
        ANSAGE_CHECK(!dead || !chess::is_checkmate(position));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{data, data + size};
    const auto end = std::min(text.find('\n'), text.size());
    if (const auto position = chess::parse_position(text.substr(0, end)))
        check_game(*position, std::string_view{text}.substr(end));
    return 0;
}
