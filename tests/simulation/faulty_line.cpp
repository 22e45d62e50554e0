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

Line any_line(Dice& dice, const laws::Edition& edition) {
    Line line{.start = any_start(dice), .moves = {}, .at = 1 + dice.below(4)};
    Position position = line.start;
    const std::size_t length = line.at + 3 + dice.below(3);
    while (line.moves.size() < length) {
        const auto move = any_move(dice, position, edition);
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
    return move.kind() == Move::Kind::ordinary && !before.is_capture(move);
}

// Another legal move of a piece of that name, which a tongue may take for it.
std::optional<Move> other_word(Dice& dice, const Position& before, Move move) {
    std::vector<Move> others;
    const Role role = before.at(move.from())->role;
    for (const Move other : before.legal_moves()) {
        const bool fits = other.kind() == Move::Kind::ordinary && !(other == move) &&
            before.at(other.from())->role == role && other.to() != move.to();
        if (fits && !before.is_capture(other)) others.push_back(other);
    }
    return any_of(others, dice);
}

// By the piece that is moved afterwards: 4.3 binds the move that replaces it (7.5.1).
std::optional<Move> illegal_move(Dice& dice, const Position& before, Move move) {
    std::vector<Move> list;
    const Role role = before.at(move.from())->role;
    for (unsigned i = 0; i < 64; ++i) {
        const Square to = Square::from_index(i);
        const Move wrong = Move::ordinary(move.from(), to);
        const bool is_last = to.rank() == chess::Rank::first || to.rank() == chess::Rank::eighth;
        const bool is_legal = std::ranges::any_of(before.legal_moves(), [&](Move legal) {
            return legal.from() == move.from() && (legal.to() == to || legal.king_to() == to);
        });
        if (!before.at(to) && !is_legal && role != Role::king && !(role == Role::pawn && is_last))
            list.push_back(wrong);
    }
    return any_of(list, dice);
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

std::optional<Wrong> wrong_in(Dice& dice, const Line& line, Fault fault) {
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
        if (is_plain(before, move)) wrong.move = other_word(dice, before, move);
        return wrong.move ? std::optional{wrong} : std::nullopt;
    case Fault::illegal_move:
        if (is_plain(before, move)) wrong.move = illegal_move(dice, before, move);
        return wrong.move ? std::optional{wrong} : std::nullopt;
    case Fault::wrong_board:
        if (is_plain(before, move)) wrong.square = wrong_square(dice, line);
        return wrong.square ? std::optional{wrong} : std::nullopt;
    }
    return std::nullopt;
}

} // namespace ansage::tests
