// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "clock/lines.hpp"
#include "laws/mating.hpp"
#include "laws/one_shade.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"

#include <map>
#include <random>

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;

Position stood_position(std::string_view fen) {
    return chess::parse_position(fen, chess::Strictness::stood).value();
}

// Counts answers, and names the lines of the wrong ones.
struct Tally {
    std::map<Answer, int> answers;
    std::vector<std::string> wrong;

    void count(const Position& position, Color winner, Answer truth, const std::string& where) {
        const Answer answer = can_mate(position, winner);
        ++answers[answer];
        if (answer != Answer::unknown && answer != truth) {
            wrong.push_back(
                fmt::format("{}: {} for {}", where, to_string(answer), to_string(winner))
            );
        }
    }
};

Answer truth_of(char letter) { return letter == '-' ? Answer::no : Answer::yes; }

auto some_lines(const std::string& file, std::size_t whole) {
    auto lines = tests::read_lines(file);
    REQUIRE(lines.size() == whole);
    std::size_t number = 0;
    std::erase_if(lines, [&](const auto&) { return !tests::is_tried(number++, 40); });
    return lines;
}

} // namespace

TEST_CASE("Every verdict on hard compositions is given, and none is wrong (5.2.2, 6.9)") {
    const auto lines = some_lines("laws/can-mate-hard.txt", 902);
    Tally tally;
    for (const auto& [text, where] : lines) {
        const auto position = stood_position(text.substr(3));
        tally.count(position, Color::white, truth_of(text[0]), where);
        tally.count(position, Color::black, truth_of(text[1]), where);
    }
    CHECK(tally.wrong == std::vector<std::string>{});
    CHECK(tally.answers[Answer::unknown] == 0);
}

TEST_CASE("What kings and pawns hold against bishops of one shade is never mated (5.2.2, 6.9)") {
    const auto lines = some_lines("laws/can-mate-hard.txt", 902);
    std::size_t held = 0;
    for (const auto& [text, where] : lines) {
        const auto position = stood_position(text.substr(3));
        for (const Color winner : chess::both_colors) {
            const char truth = text[winner == Color::white ? 0 : 1];
            if (!chess::is_checkmate(position) && is_held_by_kings_and_pawns(position, winner)) {
                ++held;
                INFO(where);
                CHECK(truth_of(truth) == Answer::no);
            }
        }
    }
    CHECK(held > tests::at_least(150, 40));
}

TEST_CASE("A wall with another piece, or bishops of both shades, is not judged by kings and pawns"
) {
    const std::string_view wall = "8/8/k6p/5p1P/3b1p2/2b2PpK/6P1/8 w - - 0 1";
    CHECK(is_held_by_kings_and_pawns(stood_position(wall), Color::black));
    for (const std::string_view other :
         {"8/8/k6p/5p1P/3b1p2/2n2PpK/6P1/8 w - - 0 1",
          "8/8/k6p/5p1P/3b1p2/1b3PpK/6P1/8 w - - 0 1",
          "8/8/k6p/5p1P/3b1p2/2b3pK/6P1/8 w - - 0 1"}) {
        INFO(other);
        CHECK_FALSE(is_held_by_kings_and_pawns(stood_position(other), Color::black));
    }
}

TEST_CASE("Whoever lost on time in these games drew, for the opponent could not mate (6.9)") {
    const auto lines = some_lines("laws/lost-on-time-opponent-cannot-mate.txt", 9821);
    Tally tally;
    for (const auto& [text, where] : lines) {
        const auto position = stood_position(text);
        tally.count(position, !position.turn(), Answer::no, where);
    }
    CHECK(tally.wrong == std::vector<std::string>{});
    CHECK(tally.answers[Answer::unknown] == 0);
}

TEST_CASE("In ordinary positions the opponent can nearly always still mate") {
    const auto lines = some_lines("laws/ordinary-final-positions.txt", 5000);
    Tally tally;
    for (const auto& [text, where] : lines) {
        const auto position = stood_position(text);
        tally.count(position, !position.turn(), Answer::yes, where);
    }
    CHECK(tally.wrong == std::vector<std::string>{});
    CHECK(tally.answers[Answer::unknown] == 0);
}

TEST_CASE("After mate the winner can and the loser cannot; after stalemate nobody can") {
    const auto mate = stood_position("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1");
    CHECK(can_mate(mate, Color::white) == Answer::yes);
    CHECK(can_mate(mate, Color::black) == Answer::no);
    const auto stalemate = stood_position("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    CHECK(can_mate(stalemate, Color::white) == Answer::no);
    CHECK(can_mate(stalemate, Color::black) == Answer::no);
    CHECK_FALSE(is_dead(mate));
    CHECK_FALSE(is_dead(stalemate));
}

TEST_CASE("A mate on the board is one, even where no move could have led to it") {
    const auto mate = stood_position("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1");
    REQUIRE(chess::is_checkmate(mate));
    CHECK(can_mate(mate, Color::black) == Answer::yes);
    CHECK(can_mate(mate, Color::white) == Answer::no);
}

TEST_CASE("A bare king never mates, whatever the other side has") {
    for (const auto* fen : {"4k3/8/8/8/8/8/8/QQQ1K3 w - -", "4k3/pppppppp/8/8/8/8/8/4K3 w - -"}) {
        const auto position = stood_position(fen);
        const Color bare = position.of(Color::white).size() == 1 ? Color::white : Color::black;
        CHECK(can_mate(position, bare) == Answer::no);
        CHECK(can_mate(position, !bare) == Answer::yes);
    }
}

TEST_CASE("En passant can open a wall that nothing else opens") {
    const std::string_view wall = "8/8/4k3/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 b - - 0 1";
    CHECK(is_dead(stood_position(wall)));
    const auto opened = stood_position("8/8/4k3/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 b - a3 0 1");
    CHECK_FALSE(is_dead(opened));
}

TEST_CASE("Nobody can mate after any move in a dead position") {
    const auto lines = some_lines("laws/can-mate-hard.txt", 902);
    std::size_t dead = 0;
    for (const auto& [text, where] : lines) {
        const auto position = stood_position(text.substr(3));
        if (!is_dead(position)) continue;
        ++dead;
        INFO(where);
        CHECK(text.starts_with("--"));
        for (const auto move : position.legal_moves()) {
            const auto after = position.after(move);
            CHECK(can_mate(after, Color::white) != Answer::yes);
            CHECK(can_mate(after, Color::black) != Answer::yes);
        }
    }
    CHECK(dead > tests::at_least(100, 40));
}

// Whoever cannot mate never does, whatever is played: by chance, to the end or for that many plies.
TEST_CASE("Who was said to be unable to mate does not, in games that go on by chance") {
    constexpr unsigned most_plies = 80;
    const auto lines = some_lines("laws/can-mate-hard.txt", 902);
    std::mt19937 random{7};
    std::size_t walks = 0;
    for (const auto& [text, where] : lines) {
        const auto from = stood_position(text.substr(3));
        for (const Color winner : chess::both_colors) {
            const bool is_said_dead = is_dead(from);
            if (!is_said_dead && can_mate(from, winner) != Answer::no) continue;
            ++walks;
            INFO(where);
            Position position = from;
            for (unsigned ply = 0; ply < most_plies && position.has_legal_move(); ++ply) {
                const auto moves = position.legal_moves();
                position.play(moves[random() % moves.size()]);
            }
            const bool is_mated = position.turn() != winner && chess::is_checkmate(position);
            CHECK_FALSE(is_mated);
            CHECK((!is_said_dead || is_dead(position) || !position.has_legal_move()));
        }
    }
    CHECK(walks > tests::at_least(300, 40));
}

} // namespace ansage::laws
