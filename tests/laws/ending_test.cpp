// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "clock/lines.hpp"
#include "laws/ending.hpp"
#include "laws/mating.hpp"
#include "laws/shipped.hpp"
#include "support/catch.hpp"

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;

Position position_of(std::string_view fen) { return chess::parse_position(fen).value(); }

std::string text_of(const std::optional<Ending>& ending) {
    return ending ? fmt::format("{} {}", to_string(ending->score), to_string(ending->termination))
                  : "goes on";
}

const Edition& edition() {
    static const Edition loaded = tests::shipped_edition("fide-2023");
    return loaded;
}

// White has a rook, Black only his king.
constexpr std::string_view rook_ending = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";

// The positions of a game from the start, the start first.
std::vector<chess::PositionKey> keys_of(const std::vector<std::string_view>& moves) {
    Position position;
    std::vector<chess::PositionKey> keys{position.repetition_key()};
    for (const auto move : moves) {
        position.play(chess::parse_san(position, move).value());
        keys.push_back(position.repetition_key());
    }
    return keys;
}

void append(
    std::vector<std::string_view>& moves, const std::vector<std::string_view>& more, int times
) {
    for (; times > 0; --times) moves.insert(moves.end(), more.begin(), more.end());
}

} // namespace

TEST_CASE("A move ends the game at once where 5.1.1, 5.2.1, 5.2.2 and 9.6 say so, mate first") {
    const auto lines = tests::read_lines("laws/endings.txt");
    REQUIRE(lines.size() > 15);
    for (const auto& [text, where] : lines) {
        INFO(where << ": " << text);
        const auto fields = tests::fields_of(text);
        REQUIRE(fields.size() == 3);
        const auto repeated = static_cast<unsigned>(std::stoul(fields[1]));
        CHECK(text_of(ending(position_of(fields[0]), repeated, edition())) == fields[2]);
    }
}

TEST_CASE("An edition without fivefold and 75 moves lets the game go on") {
    auto older = edition();
    older.fivefold.reset();
    older.seventyfive_moves.reset();
    CHECK(
        text_of(ending(position_of("4k3/8/8/8/8/8/8/4K2R w - - 300 200"), 9, older)) == "goes on"
    );
}

TEST_CASE("A fallen flag loses, unless the opponent cannot mate by any series of moves (6.9)") {
    const auto position = position_of(rook_ending);
    CHECK(text_of(flag_ending(position, Color::black, edition())) == "1-0 flag");
    CHECK(text_of(flag_ending(position, Color::white, edition())) == "1/2-1/2 flag_cannot_mate");
}

TEST_CASE("Resigning is a draw where the opponent cannot mate (5.1.2), and was a loss before") {
    const auto position = position_of(rook_ending);
    CHECK(text_of(resignation_ending(position, Color::black, edition())) == "1-0 resignation");
    CHECK(text_of(resignation_ending(position, Color::white, edition())) == "1/2-1/2 resignation");
    auto older = edition();
    older.resigning_draws_if_opponent_cannot_mate = false;
    CHECK(text_of(resignation_ending(position, Color::white, older)) == "0-1 resignation");
}

TEST_CASE("The second illegal move loses, the first gives the opponent time (7.5.5)") {
    const auto& rule =
        edition().rules_for(TimeClass::standard, Supervision::supervised).illegal_move;
    const auto position = position_of(rook_ending);
    CHECK(text_of(illegal_move_ending(position, Color::black, 1, rule)) == "goes on");
    CHECK(illegal_move_penalty(1, rule) == std::chrono::minutes{2});
    CHECK(text_of(illegal_move_ending(position, Color::black, 2, rule)) == "1-0 illegal_moves");
    CHECK(text_of(illegal_move_ending(position, Color::white, 2, rule)) == "1/2-1/2 illegal_moves");
    CHECK(illegal_move_penalty(2, rule) == Millis{0});
}

TEST_CASE("An edition may let the third illegal move lose, without exception") {
    const IllegalMoveRule rule{
        .added = std::chrono::minutes{2},
        .loses_at = 3,
        .draw_if_opponent_cannot_mate = false,
        .moment = IllegalMoment::made,
        .until = IllegalUntil::game_ends,
    };
    const auto position = position_of(rook_ending);
    CHECK(text_of(illegal_move_ending(position, Color::white, 2, rule)) == "goes on");
    CHECK(illegal_move_penalty(2, rule) == std::chrono::minutes{2});
    CHECK(text_of(illegal_move_ending(position, Color::white, 3, rule)) == "0-1 illegal_moves");
    CHECK(text_of(illegal_move_ending(position, Color::white, 3, IllegalMoveRule{})) == "goes on");
    CHECK(illegal_move_penalty(1, IllegalMoveRule{}) == Millis{0});
}

TEST_CASE("Repetitions are counted anywhere in the game, or only as consecutive ones (9.6.1)") {
    std::vector<std::string_view> moves;
    append(moves, {"Nf3", "Nf6", "Ng1", "Ng8"}, 2);
    append(moves, {"Nc3", "Nc6", "Na4", "Na5", "Nc3", "Nc6", "Nb1", "Nb8"}, 1);
    append(moves, {"Nf3", "Nf6", "Ng1", "Ng8"}, 1);
    const auto game = keys_of(moves);
    CHECK(repetitions(game) == 5);
    CHECK(automatic_repetitions(game, edition()) == 5);
    auto older = edition();
    older.fivefold = AutomaticRepetition{.times = 5, .count = RepetitionCount::consecutive};
    CHECK(automatic_repetitions(game, older) == 2);
}

TEST_CASE(
    "A claim of three times is right from the third time on, of fifty moves from the hundredth ply"
) {
    CHECK_FALSE(threefold_claim_is_right(2, edition()));
    CHECK(threefold_claim_is_right(3, edition()));
    CHECK_FALSE(
        fifty_moves_claim_is_right(position_of("4k3/8/8/8/8/8/8/4K2R w - - 99 80"), edition())
    );
    CHECK(fifty_moves_claim_is_right(position_of("4k3/8/8/8/8/8/8/4K2R w - - 100 80"), edition()));
}

TEST_CASE("Scores and terminations are read as they are written") {
    for (const auto* text : {"1-0", "0-1", "1/2-1/2", "0-0"})
        CHECK(to_string(parse_name<Score>(text).value()) == text);
    for (const auto* text :
         {"checkmate",
          "stalemate",
          "dead_position",
          "resignation",
          "agreement",
          "flag",
          "flag_cannot_mate",
          "threefold",
          "fifty_moves",
          "fivefold",
          "seventyfive_moves",
          "illegal_moves",
          "default",
          "arbiter",
          "adjourned"}) {
        CHECK(to_string(parse_name<Termination>(text).value()) == text);
        CHECK_FALSE(edition().article(text).empty());
    }
    CHECK_FALSE(parse_name<Score>("*"));
    CHECK_FALSE(parse_name<Termination>("default_"));
}

} // namespace ansage::laws
