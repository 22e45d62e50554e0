// SPDX-License-Identifier: GPL-3.0-or-later
#include "faulty_line.hpp"

#include "chess/fen.hpp"
#include "laws/ending.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <array>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Role;
using chess::Square;

namespace {

Position any_start(Dice& dice) {
    constexpr std::array fens{
        "r3k2r/ppp2ppp/2n5/3pp3/3PP3/5N2/PPP2PPP/R3K2R w KQkq - 0 9",
        "4k2r/5ppp/8/8/3n4/8/2B2PPP/R3K3 w Qk - 20 30",
        "8/5k2/4pr2/8/3P4/8/2K5/7R b - - 11 40",
        "r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R w KQkq - 0 20",
        "1n2k3/P1P5/8/8/8/8/p1p5/1N2K3 b - - 0 40",
        "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3K2R w - - 4 20", // both kings have moved
    };
    const std::size_t chosen = dice.below(2 * fens.size());
    return chosen < fens.size() ? *chess::parse_position(fens[chosen]) : Position{};
}

// D.2.5 reads a king on one of these as a result that somebody shows.
bool is_centre(Square square) {
    const auto name = chess::to_string(square);
    return name == "d4" || name == "d5" || name == "e4" || name == "e5";
}

} // namespace

std::optional<Move> any_move(Dice& dice, const Position& before, const laws::Edition& edition) {
    std::vector<Move> moves;
    for (const Move move : before.legal_moves()) {
        const auto taken = before.at(move.king_to());
        const bool takes_king = taken && taken->role == Role::king && !move.is_castling();
        const bool shows_result =
            before.at(move.from())->role == Role::king && is_centre(move.king_to());
        if (!takes_king && !shows_result && !laws::ending(before.after(move), 1, edition))
            moves.push_back(move);
    }
    return moves.empty() ? std::nullopt : std::optional{moves[dice.below(moves.size())]};
}

bool fulfils(const Position& before, Move move, Wish wish) {
    switch (wish) {
    case Wish::any: return true;
    case Wish::castling: return move.is_castling();
    case Wish::promotion: return move.promotion().has_value();
    case Wish::castling_by_mistake: return before.at(move.from())->role == Role::king; // 4.4.3
    }
    return true;
}

namespace {

// Now and then none comes up that does.
std::optional<Move>
wished_move(Dice& dice, const Position& before, const laws::Edition& edition, Wish wish) {
    std::optional<Move> move;
    for (unsigned attempt = 0; attempt < 30; ++attempt) {
        move = any_move(dice, before, edition);
        if (!move || fulfils(before, *move, wish)) break;
    }
    return move;
}

} // namespace

Line any_line(Dice& dice, const laws::Edition& edition, Wish wish) {
    Line line{.start = any_start(dice), .moves = {}, .at = 1 + dice.below(4)};
    Position position = line.start;
    const std::size_t length = line.at + 3 + dice.below(3);
    while (line.moves.size() < length) {
        const bool is_it = line.moves.size() == line.at;
        const auto move = wished_move(dice, position, edition, is_it ? wish : Wish::any);
        if (!move) break;
        line.moves.push_back(*move);
        position.play(*move);
    }
    return line;
}

namespace {

template <class T>
std::optional<T> any_of(const std::vector<T>& list, Dice& dice) {
    return list.empty() ? std::nullopt : std::optional{list[dice.below(list.size())]};
}

bool is_plain(const Position& before, Move move) {
    return move.kind() != Move::Kind::en_passant && !before.is_capture(move);
}

// Another legal move of a piece of that name, which a tongue may take for it: another piece of a
// promotion, the other side of a castling.
std::optional<Move> other_word(Dice& dice, const Position& before, Move move, Wish wish) {
    std::vector<Move> others;
    const Role role = before.at(move.from())->role;
    for (const Move other : before.legal_moves()) {
        // To an occupancy board the rook that castled is the king that was announced (D.2.3).
        if (move.is_castling() && other.king_to() == move.rook_to()) continue;
        if (wish == Wish::castling_by_mistake && !other.is_castling()) continue;
        const bool is_another_piece = other.promotion() && other.to() == move.to();
        const bool fits = is_plain(before, other) && !(other == move) &&
            before.at(other.from())->role == role &&
            (is_another_piece || other.king_to() != move.king_to());
        if (fits) others.push_back(other);
    }
    return any_of(others, dice);
}

// King and rook stand as if they might, and may not: a right was lost, or a square is attacked.
std::optional<Move> illegal_castling(Dice& dice, const Position& before, Move move) {
    std::vector<Move> list;
    const Square king = before.king(before.turn());
    if (move.from() != king) return std::nullopt;
    for (const Square rook : before.of(chess::Piece{before.turn(), Role::rook})) {
        const Move wrong = Move::castling(king, rook);
        const bool stands = chess::to_char(king.file()) == 'e' && rook.rank() == king.rank() &&
            (chess::to_char(rook.file()) == 'a' || chess::to_char(rook.file()) == 'h');
        const bool is_home =
            king.rank() == chess::Rank::first || king.rank() == chess::Rank::eighth;
        const bool has_room = !before.at(wrong.king_to()) && !before.at(wrong.rook_to());
        if (stands && is_home && has_room && !before.is_legal(wrong)) list.push_back(wrong);
    }
    return any_of(list, dice);
}

// By the piece that is moved afterwards: 4.3 binds the move that replaces it (7.5.1).
std::optional<Move> illegal_move(Dice& dice, const Position& before, Move move) {
    std::vector<Move> list;
    const Role role = before.at(move.from())->role;
    for (unsigned i = 0; i < 64; ++i) {
        const Square to = Square::from_index(i);
        const bool is_last = to.rank() == chess::Rank::first || to.rank() == chess::Rank::eighth;
        const Move wrong = role == Role::pawn && is_last
            ? Move::promoting(move.from(), to, Role::queen)
            : Move::ordinary(move.from(), to);
        const bool is_legal = std::ranges::any_of(before.legal_moves(), [&](Move legal) {
            return legal.from() == move.from() && (legal.to() == to || legal.king_to() == to);
        });
        if (!before.at(to) && !is_legal && role != Role::king) list.push_back(wrong);
    }
    return any_of(list, dice);
}

std::optional<Wrong> wrong_illegal(Dice& dice, const Position& before, Move move, Wish wish) {
    Wrong wrong;
    if (wish == Wish::castling_by_mistake) {
        wrong.move = illegal_castling(dice, before, move);
    } else if (move.promotion() == Role::queen && !dice.one_in(3)) {
        wrong = {.move = move, .leaves_pawn = true, .square = {}};
    } else wrong.move = illegal_move(dice, before, move);
    return wrong.move ? std::optional{wrong} : std::nullopt;
}

// An empty square that neither the move nor the reply has to do with.
std::optional<Square> wrong_square(Dice& dice, const Line& line) {
    const Position before = line.before(line.at);
    const Position after = before.after(line.moves[line.at]);
    const chess::SquareSet first = table::footprint_squares(line.moves[line.at]);
    const chess::SquareSet second = table::footprint_squares(line.moves[line.at + 1]);
    if (!(first & second).empty()) return std::nullopt;
    std::vector<Square> squares;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        const bool is_free = !before.at(square) && !after.at(square) && !first.contains(square) &&
            !second.contains(square);
        if (is_free) squares.push_back(square);
    }
    return any_of(squares, dice);
}

} // namespace

std::optional<Wrong> wrong_in(Dice& dice, const Line& line, Fault fault, Wish wish) {
    const Position before = line.before(line.at);
    const Move move = line.moves[line.at];
    Wrong wrong;
    switch (fault) {
    case Fault::none:
    case Fault::wrong_press:
    case Fault::wrong_claim: return wrong;
    case Fault::slip:
    case Fault::wrong_word:
    case Fault::late_correction:
        if (is_plain(before, move)) wrong.move = other_word(dice, before, move, wish);
        return wrong.move ? std::optional{wrong} : std::nullopt;
    case Fault::illegal_move:
        return is_plain(before, move) ? wrong_illegal(dice, before, move, wish) : std::nullopt;
    case Fault::wrong_board:
        if (is_plain(before, move)) wrong.square = wrong_square(dice, line);
        return wrong.square ? std::optional{wrong} : std::nullopt;
    }
    return std::nullopt;
}

} // namespace ansage::tests
