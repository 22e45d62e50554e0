// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes to compare two scores and to rule (D.2.9): the text read, the moves found, the
// boards compared.
#include "arbiter/kit.hpp"
#include "chess/san.hpp"
#include "support/catch.hpp"
#include "table/disputes/boards_ruling.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace ansage::arbiter {
namespace {

// A game of so many plies without an end in sight: moves chosen by a small generator.
std::string long_score(unsigned plies, std::uint64_t seed) {
    chess::Position position;
    std::string text;
    for (unsigned ply = 0; ply < plies; ++ply) {
        const chess::MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        const chess::Move move = moves[(seed >> 33U) % moves.size()];
        text += ply % 2 == 0 ? fmt::format("{}. ", ply / 2 + 1) : "";
        text += chess::to_san(position, move) + " ";
        position.play(move);
    }
    return text;
}

// Random games end early now and then; this one is as long as is asked for.
std::string score_of_length(unsigned plies) {
    for (std::uint64_t seed = 1;; ++seed) {
        std::string text = long_score(plies, seed);
        const auto entries = static_cast<unsigned>(std::count(text.begin(), text.end(), ' '));
        if (entries == plies + (plies + 1) / 2) return text;
    }
}

table::Comparison rule(const std::string& white, const std::string& black) {
    table::Dispute dispute;
    dispute.scores = {reader_of(white, "white"), reader_of(black, "black")};
    dispute.boards.white = chess::Position{}.reading();
    return table::compare(dispute);
}

} // namespace

TEST_CASE("two scores of 200 moves are compared and ruled in less than 5 ms") {
    const std::string score = score_of_length(400);
    REQUIRE(rule(score, score).agree_until == chess::Ply{400});
    BENCHMARK("two scores of 200 moves") { return rule(score, score).target_ply; };
}

TEST_CASE("10,000 games are compared in less than 10 s") {
    const std::string score = score_of_length(80);
    const auto begin = std::chrono::steady_clock::now();
    for (unsigned game = 0; game < 10'000; ++game)
        REQUIRE(rule(score, score).agree_until == chess::Ply{80});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print("10,000 games of 40 moves: {:.2f} s\n", took.count());
    CHECK(took.count() < 10.0);
}

} // namespace ansage::arbiter
