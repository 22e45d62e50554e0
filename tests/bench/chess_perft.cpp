// SPDX-License-Identifier: GPL-3.0-or-later
// Counting all games of some plies. Goal: at least 150 million positions a second on one thread.
#include "chess/fen.hpp"
#include "chess/position.hpp"
#include "chess_rate.hpp"

#include <catch2/catch.hpp>

namespace ansage::chess {
namespace {

// Without counting the last ply in bulk: every position is made.
std::uint64_t perft_one_by_one(const Position& position, unsigned depth) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves())
        nodes += perft_one_by_one(position.after(move), depth - 1);
    return nodes;
}

} // namespace

TEST_CASE("perft") {
    const auto kiwipete =
        parse_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    REQUIRE(kiwipete.has_value());
    bench::print_rate("perft of the start, depth 5", "positions", [] {
        return perft(Position{}, 5);
    });
    bench::print_rate("perft of a rich middle game, depth 4", "positions", [&] {
        return perft(*kiwipete, 4);
    });
    bench::print_rate("the same with every position made", "positions", [&] {
        return perft_one_by_one(*kiwipete, 4);
    });
    BENCHMARK("perft of the start, depth 4") { return perft(Position{}, 4); };
    BENCHMARK("the legal moves of a rich middle game") { return kiwipete->legal_moves().size(); };
    BENCHMARK("is there a legal move at all") { return kiwipete->has_legal_move(); };
    BENCHMARK("the key of 9.2.3") { return std::hash<PositionKey>{}(kiwipete->repetition_key()); };
    BENCHMARK("a FEN read and written") {
        return to_fen(
            *parse_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        );
    };
}

} // namespace ansage::chess
