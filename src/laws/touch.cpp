// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/touch.hpp"

#include <algorithm>

namespace ansage::laws {
namespace {

using chess::Move;
using chess::Position;
using chess::Role;
using chess::Square;

// What the hand did, in the order the Laws see it: each touched piece once.
struct Hand {
    std::vector<Square> own;
    std::vector<Square> all;
};

bool is_own(const Position& position, Square square) {
    return position.of(position.turn()).contains(square);
}

Hand read_hand(const Position& position, std::span<const Touch> touches) {
    std::vector<Touch> order{touches.begin(), touches.end()};
    std::erase_if(order, [&](const Touch& touch) { return !position.at(touch.square); });
    // 4.3.3: where it is unclear which was first, it was the player's own piece; and the king, with
    // which a castling begins.
    const auto rank = [&](Square square) {
        const bool king = square == position.king(position.turn());
        return king ? 0 : is_own(position, square) ? 1 : 2;
    };
    std::ranges::stable_sort(order, [&](const Touch& a, const Touch& b) {
        return a.at == b.at ? rank(a.square) < rank(b.square) : a.at < b.at;
    });
    Hand hand;
    for (const Touch& touch : order) {
        if (std::ranges::find(hand.all, touch.square) != hand.all.end()) continue;
        hand.all.push_back(touch.square);
        if (is_own(position, touch.square)) hand.own.push_back(touch.square);
    }
    return hand;
}

std::optional<Square> first_opponents(const Position& position, const Hand& hand) {
    const auto found =
        std::ranges::find_if(hand.all, [&](Square square) { return !is_own(position, square); });
    return found == hand.all.end() ? std::nullopt : std::optional{*found};
}

class Choice {
public:
    Choice(const Position& position, Hand hand)
        : position_(position),
          hand_(std::move(hand)) {
        const auto legal = position.legal_moves();
        legal_.assign(legal.begin(), legal.end());
        all_legal_ = legal_;
        forbid_castling_rook_first();
    }

    // Empty: no legal move breaks the rule (4.5).
    std::vector<Move> moves() const {
        const auto opponents = first_opponents(position_, hand_);
        if (opponents && !hand_.own.empty()) return capture_with_own_or_first(*opponents);
        return opponents || hand_.own.empty() ? first_possible(hand_.all) : own_only();
    }

    const std::vector<Move>& all_legal() const { return all_legal_; }

private:
    template <class Condition>
    std::vector<Move> those(Condition condition) const {
        std::vector<Move> some;
        std::ranges::copy_if(legal_, std::back_inserter(some), condition);
        return some;
    }

    // Chess960: the king stands there already, and the rook alone is moved (Guidelines II).
    static bool is_castling_by_rook(Move move) {
        return move.is_castling() && move.king_to() == move.from();
    }

    // Moves of an own piece, or captures of an opponent's; castling is a move of the king (3.8.2).
    std::vector<Move> with(Square touched) const {
        return those([&](Move move) {
            const bool moves =
                move.from() == touched || (is_castling_by_rook(move) && move.to() == touched);
            return is_own(position_, touched) ? moves : position_.capture_square(move) == touched;
        });
    }

    std::vector<Move> first_possible(std::span<const Square> touched) const {
        for (const Square square : touched)
            if (auto moves = with(square); !moves.empty()) return moves;
        return {};
    }

    // 4.3.3.
    std::vector<Move> capture_with_own_or_first(Square opponents) const {
        auto captures = those([&](Move move) {
            return move.from() == hand_.own.front() && position_.capture_square(move) == opponents;
        });
        return captures.empty() ? first_possible(hand_.all) : captures;
    }

    bool is_own_rook(Square square) const {
        return position_.of(chess::Piece{position_.turn(), Role::rook}).contains(square);
    }

    // 4.3.1, but for a king and then a rook, which is castling begun.
    std::vector<Move> own_only() const {
        const auto king = std::ranges::find(hand_.own, position_.king(position_.turn()));
        if (king == hand_.own.end() || king + 1 == hand_.own.end() || !is_own_rook(*(king + 1)))
            return first_possible(hand_.own);
        if (auto earlier = first_possible({hand_.own.begin(), king}); !earlier.empty())
            return earlier;
        return castling_begun(*king, *(king + 1));
    }

    // 4.4.1, and 4.4.3: another move of the king, or any move where it has none.
    std::vector<Move> castling_begun(Square king, Square rook) const {
        const auto castling = Move::castling(king, rook);
        if (std::ranges::find(legal_, castling) != legal_.end()) return {castling};
        return with(king);
    }

    // 4.4.2: a rook touched before the king is no longer castled with in this move.
    void forbid_castling_rook_first() {
        const auto king = std::ranges::find(hand_.own, position_.king(position_.turn()));
        if (king == hand_.own.end()) return;
        std::erase_if(legal_, [&](Move move) {
            return move.is_castling() && !is_castling_by_rook(move) &&
                std::find(hand_.own.begin(), king, move.to()) != king;
        });
    }

    const Position& position_;
    Hand hand_;
    std::vector<Move> legal_;
    std::vector<Move> all_legal_;
};

} // namespace

bool moves_or_takes(Move move, Square square) {
    return move.from() == square || move.to() == square ||
        (move.is_en_passant() && move.en_passant_victim() == square);
}

TouchObligation::TouchObligation(const Position& position, std::span<const Touch> touches) {
    const Choice choice{position, read_hand(position, touches)};
    moves_ = choice.moves();
    free_ = moves_.empty();
    if (free_) moves_ = choice.all_legal();
}

bool TouchObligation::satisfies(Move move) const {
    return std::ranges::find(moves_, move) != moves_.end();
}

chess::SquareSet
binding_squares(const TouchObligation& obligation, std::span<const Touch> touches) {
    chess::SquareSet squares;
    if (obligation.is_free()) return squares;
    for (const Touch& touch : touches) {
        const bool binds = std::ranges::all_of(obligation.moves(), [&](Move move) {
            return moves_or_takes(move, touch.square);
        });
        if (binds) squares.insert(touch.square);
    }
    return squares;
}

} // namespace ansage::laws
