// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "printing.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <unordered_set>

namespace ansage::chess {
namespace {

Position at(std::string_view fen, Strictness strictness = Strictness::legal) {
    INFO(fen);
    const auto position = parse_position(fen, strictness);
    REQUIRE(position.has_value());
    return *position;
}

Position play(Position position, std::initializer_list<std::string_view> moves) {
    for (const std::string_view text : moves) {
        INFO(text);
        const auto move = parse_uci(position, text);
        REQUIRE(move.has_value());
        position.play(*move);
    }
    return position;
}

Square square(std::string_view name) { return parse_square(name).value(); }

std::optional<SetupError>
error_of(std::string_view fen, Strictness strictness = Strictness::legal) {
    const auto setup = parse_fen(fen);
    REQUIRE(setup.has_value());
    const auto position = Position::from_setup(*setup, strictness);
    return position ? std::nullopt : std::optional{position.error()};
}

} // namespace

TEST_CASE("a game begins with sixteen pieces a side and White to move (2.2, 2.3, 1.1)") {
    const Position start;
    CHECK(start.turn() == Color::white);
    CHECK(start.of(Color::white).size() == 16);
    CHECK(start.of(Color::black).size() == 16);
    CHECK(start.king(Color::black) == square("e8"));
    CHECK(start.at(square("d1")) == Piece{Color::white, Role::queen});
    CHECK(start.at(square("g8")) == Piece{Color::black, Role::knight});
    CHECK_FALSE(start.at(square("e4")).has_value());
    CHECK(start.castling_rooks().size() == 4);
    CHECK(start.legal_moves().size() == 20);
    CHECK_FALSE(start.is_check());
}

TEST_CASE("a position is a small value") {
    STATIC_REQUIRE(sizeof(Position) <= 96);
    STATIC_REQUIRE(std::is_trivially_copyable_v<Position>);
}

TEST_CASE("a move changes the board, the turn and the counters") {
    const Position position = play(Position{}, {"g1f3", "g8f6", "e2e4"});
    CHECK(to_fen(position) == "rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2");
    CHECK(position.en_passant() == square("e3"));
    CHECK(play(Position{}, {"g1f3", "g8f6"}).halfmove_clock() == 2);
    CHECK(play(position, {"f6e4"}).halfmove_clock() == 0);
    CHECK(play(position, {"f6e4"}).fullmove_number() == MoveNumber{3});
}

TEST_CASE("castling moves king and rook and ends the right to it (3.8.2)") {
    const Position position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(to_fen(play(position, {"e1g1"})) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    CHECK(to_fen(play(position, {"e1c1"})) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    CHECK(to_fen(play(position, {"e1e2", "e8d8"})) == "r2k3r/8/8/8/8/8/4K3/R6R w - - 2 2");
    CHECK(to_fen(play(position, {"a1b1", "h8g8"})) == "r3k1r1/8/8/8/8/8/8/1R2K2R w Kq - 2 2");
}

TEST_CASE("a captured rook can no longer castle") {
    const Position position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    CHECK(to_fen(play(position, {"a1a8"})) == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
}

TEST_CASE("an en passant capture takes the pawn beside (3.7.3.1)") {
    const Position position = play(at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), {"d7d5"});
    const Move move = Move::en_passant(square("e5"), square("d6"));
    CHECK(position.is_legal(move));
    CHECK(position.is_capture(move));
    CHECK(position.capture_square(move) == square("d5"));
    CHECK(to_fen(position.after(move)) == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

TEST_CASE("the square a piece is captured on is known before the move") {
    const Position position = at("r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1");
    CHECK(
        position.capture_square(Move::promoting(square("g2"), square("h1"), Role::queen)) ==
        square("h1")
    );
    CHECK_FALSE(position.is_capture(Move::promoting(square("g2"), square("g1"), Role::queen)));
    CHECK_FALSE(position.is_capture(Move::castling(square("e8"), square("h8"))));
}

TEST_CASE("check is given by every piece that attacks the king, double check by two (3.9.1)") {
    const Position position = at("4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1");
    CHECK(position.checkers() == (SquareSet{square("f6")} | SquareSet{square("e1")}));
    CHECK(position.attackers(square("e7"), Color::white) == SquareSet{square("e1")});
    CHECK(position.attackers(square("e7"), Color::black) == SquareSet{square("e8")});
}

TEST_CASE("checkmate and stalemate are told apart (5.1.1, 5.2.1)") {
    const Position mate = play(Position{}, {"f2f3", "e7e5", "g2g4", "d8h4"});
    CHECK(is_checkmate(mate));
    CHECK_FALSE(is_stalemate(mate));
    const Position stalemate = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(is_stalemate(stalemate));
    CHECK_FALSE(is_checkmate(stalemate));
    CHECK_FALSE(is_checkmate(Position{}));
    CHECK_FALSE(is_stalemate(Position{}));
}

TEST_CASE("a side whose only move is en passant, or castling, is not stalemated") {
    const auto [fen, only] = GENERATE(table<std::string_view, std::string_view>({
        {"7k/5K2/8/8/1pP5/1P1B4/8/8 b - c3 0 1", "b4c3"},
        {"4k3/8/8/b7/8/1p2n3/1P6/BRK5 w Q - 0 1", "c1b1"},
    }));
    const Position position = at(fen);
    CHECK(position.has_legal_move());
    CHECK_FALSE(is_stalemate(position));
    REQUIRE(position.legal_moves().size() == 1);
    CHECK(position.legal_moves()[0] == parse_uci(position, only));
}

TEST_CASE("positions are the same for 9.2.3 by pieces, turn, castling and legal en passant") {
    const Position start;
    const Position returned = play(start, {"g1f3", "g8f6", "f3g1", "f6g8"});
    CHECK(start.repetition_key() == returned.repetition_key());
    CHECK(start != returned);
    CHECK(
        std::hash<PositionKey>{}(start.repetition_key()) ==
        std::hash<PositionKey>{}(returned.repetition_key())
    );
    CHECK(start.repetition_key() != play(start, {"g1f3", "g8f6", "f3g1"}).repetition_key());
    const Position moved_rook =
        play(at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), {"h1g1", "e8d8", "g1h1", "d8e8"});
    CHECK(moved_rook.repetition_key() != at("4k3/8/8/8/8/8/8/4K2R w K - 0 1").repetition_key());
}

TEST_CASE("en passant counts for 9.2.3 only where the capture is legal") {
    const auto key = [](std::string_view fen) { return at(fen).repetition_key(); };
    const Position nothing_near = play(Position{}, {"e2e4"});
    CHECK_FALSE(nothing_near.repetition_key().en_passant.has_value());
    CHECK(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") != key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    // The capture would uncover the king to the rook.
    CHECK(key("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1") == key("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"));
}

TEST_CASE("positions after three plies have as many keys as there are, and hashes that spread") {
    std::unordered_set<PositionKey> keys;
    std::unordered_set<std::size_t> hashes;
    for (const Move first : Position{}.legal_moves()) {
        const Position one = Position{}.after(first);
        for (const Move second : one.legal_moves()) {
            const Position two = one.after(second);
            for (const Move third : two.legal_moves()) {
                keys.insert(two.after(third).repetition_key());
                hashes.insert(std::hash<PositionKey>{}(two.after(third).repetition_key()));
            }
        }
    }
    // Published count of positions after three plies, en passant only where it is possible.
    CHECK(keys.size() == 5362);
    CHECK(hashes.size() == keys.size());
}

TEST_CASE("a setup must have two kings, no pawn on a last rank and no surplus") {
    CHECK(error_of("8/8/8/8/8/8/8/K7 w - - 0 1") == SetupError::kings);
    CHECK(error_of("kk6/8/8/8/8/8/8/K7 w - - 0 1") == SetupError::kings);
    CHECK(error_of("k6P/8/8/8/8/8/8/K7 w - - 0 1") == SetupError::pawn_on_last_rank);
    CHECK(error_of("k7/8/8/8/8/8/8/K6p w - - 0 1") == SetupError::pawn_on_last_rank);
    CHECK(error_of("k7/pppppppp/7p/8/8/8/8/K7 w - - 0 1") == SetupError::too_many_pieces);
    CHECK(error_of("k7/8/8/8/QQ6/QQQQQQQ1/QQQQQQQ1/K7 w - - 0 1") == SetupError::too_many_pieces);
    CHECK(error_of("k7/8/8/8/Q7/QQQQQQQ1/QQQQQQQ1/1K6 b - - 0 1") == std::nullopt);
    for (const auto error :
         {SetupError::kings,
          SetupError::pawn_on_last_rank,
          SetupError::too_many_pieces,
          SetupError::opponent_in_check}) {
        CHECK_FALSE(to_error(error).what.empty());
        CHECK_FALSE(to_error(error).mend.empty());
    }
}

TEST_CASE(
    "a position where an illegal move stood can be set up, and no king is ever captured (A.5.2)"
) {
    const auto fen = GENERATE(
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "8/8/8/3kK3/8/8/7Q/8 w - - 0 1",
        "3rk3/5P2/8/8/8/8/8/4K3 w - - 0 1",
        "4k2b/6P1/8/1B6/4Q3/8/8/R3K2R w KQ - 0 1",
        "8/8/8/8/8/2nk4/1q1KP3/8 b - - 0 1"
    );
    INFO(fen);
    CHECK(error_of(fen) == SetupError::opponent_in_check);
    const Position position = at(fen, Strictness::stood);
    const Square king = position.king(!position.turn());
    const MoveList moves = position.legal_moves();
    CHECK(perft(position, 1) == moves.size());
    for (const Move move : moves) {
        INFO(move);
        CHECK(position.capture_square(move) != king);
        const Position next = position.after(move);
        CHECK(next.of(Role::king).size() == 2);
        CHECK(next.attackers(next.king(position.turn()), next.turn()).empty());
        for (const Move reply : next.legal_moves())
            CHECK(next.capture_square(reply) != next.king(position.turn()));
    }
}

TEST_CASE("castling rights and en passant squares that the board does not bear out are dropped") {
    Setup setup = at("r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1").setup();
    setup.castling_rooks = ~SquareSet{};
    setup.en_passant = square("e6");
    const auto position = Position::from_setup(setup);
    REQUIRE(position.has_value());
    CHECK(to_fen(*position) == "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
    CHECK_FALSE(position->en_passant().has_value());
}

TEST_CASE("of several rooks on one side that claim to castle, the outermost may") {
    Setup setup = at("4k3/8/8/8/8/8/8/RR2K1RR w - - 0 1").setup();
    setup.castling_rooks = SquareSet{0xffU};
    CHECK(Position::from_setup(setup)->castling_rooks() == SquareSet{0x81U});
}

TEST_CASE("a setup taken from a position gives the position back") {
    const Position position = play(Position{}, {"e2e4", "g8f6", "e4e5", "d7d5"});
    CHECK(Position::from_setup(position.setup()) == position);
    CHECK(Position::from_setup(position.setup())->en_passant() == square("d6"));
}

TEST_CASE("each of the 960 starts is different and keeps the rules of Chess960") {
    CHECK(*Position::from_setup(chess960_setup(518)) == Position{});
    CHECK(to_placement(*Position::from_setup(chess960_setup(0))).substr(0, 8) == "bbqnnrkr");
    CHECK(to_placement(*Position::from_setup(chess960_setup(959))).substr(0, 8) == "rkrnnqbb");
    std::unordered_set<PositionKey> keys;
    for (unsigned number = 0; number < 960; ++number) {
        INFO("position " << number);
        const Position start = *Position::from_setup(chess960_setup(number));
        keys.insert(start.repetition_key());
        const SquareSet bishops = start.of(Piece{Color::white, Role::bishop});
        constexpr SquareSet dark{0xaa55aa55aa55aa55U};
        CHECK((bishops & dark).size() == 1);
        CHECK(start.castling_rooks().size() == 4);
        const SquareSet left_of_king{SquareSet{start.king(Color::white)}.bits() - 1};
        CHECK((start.castling_rooks() & left_of_king).size() == 1);
        CHECK(start.king(Color::white).file() == start.king(Color::black).file());
    }
    CHECK(keys.size() == 960);
}

} // namespace ansage::chess
