// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a FEN: what is accepted must be a position that can be played and written.
#include "chess/fen.hpp"

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace ansage;

namespace {

void try_position(const chess::Position& position) {
    const auto again = chess::parse_position(chess::to_fen(position), chess::Strictness::stood);
    ANSAGE_CHECK(again.has_value());
    ANSAGE_CHECK(again->repetition_key() == position.repetition_key());
    ANSAGE_CHECK(
        chess::Position::from_setup(position.setup(), chess::Strictness::stood) == position
    );
    const chess::MoveList moves = position.legal_moves();
    ANSAGE_CHECK(moves.size() == chess::perft(position, 1));
    ANSAGE_CHECK(position.has_legal_move() == !moves.empty());
    for (const chess::Move move : moves) {
        const chess::Position next = position.after(move);
        ANSAGE_CHECK(next.of(chess::Role::king).size() == 2);
        ANSAGE_CHECK(next.attackers(next.king(position.turn()), next.turn()).empty());
        static_cast<void>(chess::perft(next, 1));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    if (const auto position = chess::parse_position(text, chess::Strictness::stood)) {
        try_position(*position);
    } else {
        ANSAGE_CHECK(!position.error().what.empty());
        ANSAGE_CHECK(base::to_line(position.error()).find('\n') == std::string::npos);
    }
    return 0;
}
