// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "devices/hands/hands.hpp"
#include "support/catch.hpp"

#include <random>
#include <set>

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::hands;

namespace {

chess::Position position_of(std::string_view fen) {
    return chess::Position::from_setup(chess::parse_fen(fen).value()).value();
}

std::string text_of(const std::vector<TimedAct>& acts) {
    std::string text;
    for (const TimedAct& act : acts) {
        text += text.empty() ? "" : ", ";
        text += to_string(act.act);
    }
    return text;
}

// What a board holds after the acts, and whether hands could do them: nothing is lifted from an
// empty square, and something is placed on a full one only where the style is that quick.
struct Board {
    chess::Reading reading;
    bool lifted_nothing = false;
    int exchanges = 0;

    void apply(const HandAct& act) {
        if (const auto* lift = std::get_if<Lift>(&act)) {
            lifted_nothing = lifted_nothing || reading[lift->square].is_empty();
            reading[lift->square] = chess::SquareReading::empty();
        } else if (const auto* place = std::get_if<Place>(&act)) {
            exchanges += reading[place->square].is_occupied() ? 1 : 0;
            reading[place->square] = chess::SquareReading::of(place->piece.value());
        }
    }
};

bool may_exchange(const Style& style) {
    return style.capture == CaptureOrder::never_empty ||
        style.promotion == PromotionOrder::exchanged_never_empty;
}

void check_execution(const chess::Position& position, chess::Move move, const Style& style) {
    INFO(
        chess::to_fen(position)
        << " " << chess::to_uci(position, move, chess::CastlingStyle::king_takes_rook)
    );
    INFO(to_string(style));
    Board board{position.reading()};
    base::Millis last{0};
    for (const TimedAct& act : acts_of(position, move, style)) {
        CHECK(act.offset >= last);
        last = act.offset;
        board.apply(act.act);
    }
    CHECK(!board.lifted_nothing);
    CHECK((board.exchanges == 0 || may_exchange(style)));
    CHECK(board.reading == position.after(move).reading());
}

// Plays random games from the position and checks every style of every move on the way.
std::size_t check_games(const chess::Position& start, unsigned seed, int plies) {
    std::mt19937 random(seed);
    std::size_t executions = 0;
    chess::Position position = start;
    for (int ply = 0; ply < plies && position.has_legal_move(); ++ply) {
        const chess::MoveList moves = position.legal_moves();
        const chess::Move move = moves.begin()[random() % moves.size()];
        for (const Style& style : styles_for(position, move)) {
            check_execution(position, move, style);
            ++executions;
        }
        position.play(move);
    }
    return executions;
}

struct Row {
    std::string fen;
    std::string move;
    Style style;
    std::string acts;
};

const std::string start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string rook_fen = "4k3/8/8/r7/8/8/8/R3K3 w Q - 0 1";
const std::string castling_fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const std::string passing_fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const std::string promotion_fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

const std::vector<Row> rows{
    {start_fen, "e2e4", {}, "lifts e2, places e4 P"},
    {start_fen, "e2e4", {.passage = Passage::new_square_first}, "places e4 P, lifts e2"},
    {start_fen, "e2e4", {.passage = Passage::slid}, "lifts e2, places e3 P, lifts e3, places e4 P"},
    {start_fen, "g1f3", {.passage = Passage::slid}, "lifts g1, places f3 N"},
    {start_fen,
     "e2e4",
     {.passage = Passage::nudging},
     "lifts e2, lifts c2, places c2 P, places e4 P"},
    {rook_fen, "a1a5", {}, "lifts a1, lifts a5, places a5 R"},
    {rook_fen, "a1a5", {.capture = CaptureOrder::victim_first}, "lifts a5, lifts a1, places a5 R"},
    {rook_fen, "a1a5", {.capture = CaptureOrder::never_empty}, "lifts a1, places a5 R"},
    {rook_fen, "a1a5", {.passage = Passage::new_square_first}, "lifts a5, places a5 R, lifts a1"},
    {rook_fen,
     "a1a5",
     {.passage = Passage::slid, .capture = CaptureOrder::victim_first},
     "lifts a5, lifts a1, places a2 R, lifts a2, places a3 R, lifts a3, places a4 R, lifts a4, "
     "places a5 R"},
    {castling_fen, "e1g1", {}, "lifts e1, places g1 K, lifts h1, places f1 R"},
    {castling_fen,
     "e1c1",
     {.castling = CastlingOrder::rook_first},
     "lifts a1, places d1 R, lifts e1, places c1 K"},
    {castling_fen,
     "e1g1",
     {.castling = CastlingOrder::both_up_king_down_first},
     "lifts e1, lifts h1, places g1 K, places f1 R"},
    {castling_fen,
     "e1g1",
     {.castling = CastlingOrder::both_up_rook_down_first},
     "lifts e1, lifts h1, places f1 R, places g1 K"},
    {passing_fen, "e5d6", {}, "lifts e5, places d6 P, lifts d5"},
    {passing_fen,
     "e5d6",
     {.en_passant = EnPassantOrder::victim_first},
     "lifts d5, lifts e5, places d6 P"},
    {passing_fen,
     "e5d6",
     {.en_passant = EnPassantOrder::victim_while_in_air},
     "lifts e5, lifts d5, places d6 P"},
    {promotion_fen, "a7a8q", {}, "lifts a7, places a8 P, lifts a8, places a8 Q"},
    {promotion_fen,
     "a7a8n",
     {.promotion = PromotionOrder::pawn_never_placed},
     "lifts a7, places a8 N"},
    {promotion_fen,
     "a7a8r",
     {.promotion = PromotionOrder::new_piece_first},
     "places a8 R, lifts a7"},
    {promotion_fen,
     "a7a8q",
     {.promotion = PromotionOrder::exchanged_never_empty},
     "lifts a7, places a8 P, places a8 Q"},
    {promotion_fen,
     "a7b8q",
     {.promotion = PromotionOrder::pawn_never_placed},
     "lifts a7, lifts b8, places b8 Q"},
};

} // namespace

TEST_CASE("hands move pieces in the order that the style names") {
    for (const Row& row : rows) {
        INFO(row.fen << " " << row.move << ", " << to_string(row.style));
        const chess::Position position = position_of(row.fen);
        const chess::Move move = chess::parse_uci(position, row.move).value();
        CHECK(text_of(acts_of(position, move, row.style)) == row.acts);
    }
}

TEST_CASE("a Chess960 castling in which one piece stays moves the other only") {
    const chess::Position stays = position_of("1k6/8/8/8/8/8/8/6KR w H - 0 1");
    const chess::Move move = chess::parse_uci(stays, "g1h1").value();
    REQUIRE(move.is_castling());
    CHECK(text_of(acts_of(stays, move, {})) == "lifts h1, places f1 R");
}

TEST_CASE("a Chess960 castling that cannot be done one after the other is done with both in the air"
) {
    // King f1, rook g1: they change places.
    const chess::Position position = position_of("1k6/8/8/8/8/8/8/5KR1 w G - 0 1");
    const chess::Move move = chess::parse_uci(position, "f1g1").value();
    REQUIRE(move.is_castling());
    CHECK(text_of(acts_of(position, move, {})) == "lifts f1, lifts g1, places g1 K, places f1 R");
    CHECK(
        text_of(acts_of(position, move, {.castling = CastlingOrder::rook_first})) ==
        "lifts f1, lifts g1, places f1 R, places g1 K"
    );
}

TEST_CASE("the pace spreads the acts over time, the first at once") {
    const chess::Position position = position_of(rook_fen);
    const chess::Move move = chess::parse_uci(position, "a1a5").value();
    const Pace pace{base::Millis{500}, base::Millis{200}, base::Millis{50}};
    std::vector<base::Millis::rep> offsets;
    for (const TimedAct& act : acts_of(position, move, {}, pace))
        offsets.push_back(act.offset.count());
    CHECK(offsets == std::vector<base::Millis::rep>{0, 200, 700});
}

TEST_CASE("every style of every move ends with the move on the board") {
    std::size_t executions = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        executions += check_games(chess::Position{}, seed, 120);
        const unsigned number = seed * 47 % 960;
        const auto setup = chess::chess960_setup(number);
        executions += check_games(chess::Position::from_setup(setup).value(), seed, 60);
    }
    for (const Row& row : rows) executions += check_games(position_of(row.fen), 7, 30);
    CHECK(executions > 10'000);
}

TEST_CASE(
    "the styles of a move differ, the plainest is first, and all kinds of captures have all orders"
) {
    const chess::Position position = position_of(promotion_fen);
    const chess::Move move = chess::parse_uci(position, "a7b8q").value();
    const auto styles = styles_for(position, move);
    CHECK(styles.front() == Style{});
    std::set<std::string> texts;
    for (const Style& style : styles) texts.insert(text_of(acts_of(position, move, style)));
    CHECK(texts.size() == styles.size());
    CHECK(styles.size() >= 16);
}
