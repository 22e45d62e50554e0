// SPDX-License-Identifier: GPL-3.0-or-later
// The many ways to write the same moves.
#include "arbiter/kit.hpp"
#include "arbiter/written_score.hpp"
#include "chess/san.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace ansage::arbiter {
namespace {

std::string read_all(const std::string& text) {
    const auto reader = reader_of(text, "score");
    chess::Position position;
    std::string moves;
    for (chess::Ply ply = 1;; ++ply) {
        const auto entry = reader(ply, position);
        if (!entry) return moves;
        moves += moves.empty() ? "" : " ";
        if (!entry->move) return moves + std::string{table::to_string(*entry->fault)};
        moves += chess::to_san(position, *entry->move);
        position.play(*entry->move);
    }
}

struct Writing {
    std::string where;
    std::string text;
    std::string moves;
};

std::vector<Writing> writings() {
    std::vector<Writing> result;
    const std::string path = tests::root() + "/tests/data/arbiter/writings.txt";
    std::ifstream file{path};
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        const std::size_t arrow = line.find(" => ");
        if (!line.empty() && line.front() != '#' && arrow != std::string::npos) {
            result.push_back(
                {fmt::format("{}:{}", path, number), line.substr(0, arrow), line.substr(arrow + 4)}
            );
        }
    }
    return result;
}

// One line in the file stands for several: "|" is a line's end.
std::string with_lines(std::string text) {
    std::ranges::replace(text, '|', '\n');
    return text;
}

} // namespace

TEST_CASE("A score is read however it is written", "[arbiter]") {
    REQUIRE(writings().size() >= 20);
    for (const Writing& writing : writings()) {
        INFO(writing.where);
        CHECK(read_all(with_lines(writing.text)) == writing.moves);
    }
}

TEST_CASE("Text without any move is no score, with file and line", "[arbiter]") {
    const auto scores = read_written_scores("\nDear arbiter\n", "letter.txt");
    REQUIRE(scores);
    const auto checked = check_is_score(scores->front(), shipped_kit().words);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().where == "letter.txt:2");
}

TEST_CASE("An empty text is a score that nobody kept (8.4)", "[arbiter]") {
    const auto scores = read_written_scores("", "empty.txt");
    REQUIRE(scores);
    CHECK(check_is_score(scores->front(), shipped_kit().words));
    CHECK(read_all("").empty());
}

TEST_CASE("A bad FEN tag is an error with file and line", "[arbiter]") {
    const auto scores =
        read_written_scores("[Event \"?\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n", "a.pgn");
    REQUIRE_FALSE(scores);
    CHECK(scores.error().where == "a.pgn:2");
}

TEST_CASE("PGN of several games gives each", "[arbiter]") {
    const auto scores = read_written_scores(
        "[Event \"1\"]\n\n1. e4 1-0\n\n[Event \"2\"]\n\n1. d4 0-1\n", "two.pgn"
    );
    REQUIRE(scores);
    CHECK(scores->size() == 2);
}

} // namespace ansage::arbiter
