// SPDX-License-Identifier: GPL-3.0-or-later
// Finding legal moves. Of use inside chess/ only; others ask a Position.
//
// No move is tried out. What gives check and what is pinned is found first, and every piece's
// targets are cut to what that leaves. A sink takes them as sets, so that counting needs no list.
#pragma once

#include "chess/attacks.hpp"
#include "chess/position.hpp"

namespace ansage::chess {

// What checks and pins leave to every piece but the king.
struct Constraints {
    SquareSet checkers;
    SquareSet allowed; // targets that answer the check; all squares when there is none
    SquareSet pinned_straight; // the squares from the king up to and with a pinning rook or queen
    SquareSet pinned_diagonal;
};

// The pieces of `by` that attack the target when the board is occupied like that.
inline SquareSet
attackers_through(const Position& position, Square target, Color by, SquareSet occupied) {
    const SquareSet queens = position.of(Role::queen);
    const SquareSet found = (attacks::pawn(!by, target) & position.of(Role::pawn)) |
        (attacks::knight(target) & position.of(Role::knight)) |
        (attacks::king(target) & position.of(Role::king)) |
        (attacks::bishop(target, occupied) & (position.of(Role::bishop) | queens)) |
        (attacks::rook(target, occupied) & (position.of(Role::rook) | queens));
    return found & position.of(by);
}

// Adds a line's checkers, and the squares of its pins. Snipers are what would attack the king but
// for pieces of its own colour.
inline void add_line(
    const Position& position, Square king, SquareSet snipers, SquareSet& checkers, SquareSet& pinned
) {
    for (const Square sniper : snipers) {
        const SquareSet way = attacks::between(king, sniper);
        const SquareSet blockers = way & position.occupied();
        if (blockers.empty()) checkers.insert(sniper);
        else if ((blockers.bits() & (blockers.bits() - 1)) == 0)
            pinned = pinned | way | SquareSet{sniper};
    }
}

inline SquareSet answers_to(SquareSet checkers, Square king) {
    if (checkers.empty()) return ~SquareSet{};
    const Square checker = checkers.first();
    const bool is_double = (checkers.bits() & (checkers.bits() - 1)) != 0;
    return is_double ? SquareSet{} : attacks::between(king, checker) | SquareSet{checker};
}

inline Constraints find_constraints(const Position& position, Color us) {
    const Square king = position.king(us);
    const SquareSet them = position.of(!us);
    const SquareSet queens = position.of(Role::queen);
    Constraints found;
    // A king attacks too: they can stand side by side after an illegal move that stood.
    found.checkers = them &
        ((attacks::pawn(us, king) & position.of(Role::pawn)) |
         (attacks::knight(king) & position.of(Role::knight)) |
         (attacks::king(king) & position.of(Role::king)));
    const SquareSet straight =
        attacks::rook(king, them) & them & (position.of(Role::rook) | queens);
    const SquareSet diagonal =
        attacks::bishop(king, them) & them & (position.of(Role::bishop) | queens);
    add_line(position, king, straight, found.checkers, found.pinned_straight);
    add_line(position, king, diagonal, found.checkers, found.pinned_diagonal);
    found.allowed = answers_to(found.checkers, king);
    return found;
}

// Whether a move of a piece other than the king, en passant apart, leaves the king safe.
inline bool is_safe(const Constraints& constraints, Square king, Square from, Square to) {
    const bool is_pinned =
        (constraints.pinned_straight | constraints.pinned_diagonal).contains(from);
    const bool stays_on_line =
        attacks::between(king, to).contains(from) || attacks::between(king, from).contains(to);
    return constraints.allowed.contains(to) && (!is_pinned || stays_on_line);
}

// The pieces of the side to move that may legally go to the target, which holds no piece of their
// own and no king. Not for pawns.
inline SquareSet
legal_origins(const Position& position, Role role, Square to, SquareSet candidates) {
    const Color us = position.turn();
    const SquareSet own = position.of(Piece{us, role});
    const SquareSet reaching = attacks::piece(role, to, position.occupied()) & own & candidates;
    if (reaching.empty()) return reaching;
    if (role == Role::king) {
        const bool is_attacked =
            !attackers_through(position, to, !us, position.occupied() & ~own).empty();
        return is_attacked ? SquareSet{} : reaching;
    }
    const Constraints constraints = find_constraints(position, us);
    SquareSet legal;
    for (const Square from : reaching)
        if (is_safe(constraints, position.king(us), from, to)) legal.insert(from);
    return legal;
}

template <int offset>
constexpr SquareSet shifted(SquareSet set) {
    constexpr bool goes_right = offset == 1 || offset == 9 || offset == -7;
    constexpr bool goes_left = offset == -1 || offset == -9 || offset == 7;
    const SquareSet kept = goes_right ? set & ~attacks::h_file
        : goes_left                   ? set & ~attacks::a_file
                                      : set;
    if constexpr (offset > 0) return SquareSet{kept.bits() << unsigned{offset}};
    else return SquareSet{kept.bits() >> static_cast<unsigned>(-offset)};
}

// Every square that `by` attacks, seen through the other side's king, which cannot hide behind
// itself.
inline SquareSet attacked_squares(const Position& position, Color by) {
    const SquareSet pieces = position.of(by);
    const SquareSet occupied = position.occupied() & ~(position.of(Role::king) & position.of(!by));
    const SquareSet pawns = position.of(Role::pawn) & pieces;
    const SquareSet queens = position.of(Role::queen);
    SquareSet set = by == Color::white ? shifted<7>(pawns) | shifted<9>(pawns)
                                       : shifted<-7>(pawns) | shifted<-9>(pawns);
    set = set | attacks::king(position.king(by));
    for (const Square from : position.of(Role::knight) & pieces) set = set | attacks::knight(from);
    for (const Square from : (position.of(Role::bishop) | queens) & pieces)
        set = set | attacks::bishop(from, occupied);
    for (const Square from : (position.of(Role::rook) | queens) & pieces)
        set = set | attacks::rook(from, occupied);
    return set;
}

// Whether an en passant capture leaves the king of the side to move safe. It empties two squares at
// once, which no pin knows.
inline bool is_en_passant_safe(const Position& position, Move move) {
    const Color us = position.turn();
    const SquareSet victim{move.en_passant_victim()};
    const SquareSet occupied =
        (position.occupied() & ~SquareSet{move.from()} & ~victim) | SquareSet{move.to()};
    return (attackers_through(position, position.king(us), !us, occupied) & ~victim).empty();
}

// Whether the rook of castling_rooks() may castle now (3.8.2): the squares that king and rook pass
// are empty but for themselves, and the king passes and reaches none that is attacked.
inline bool is_castling_legal(const Position& position, Move move, SquareSet attacked) {
    const Square king = move.from();
    const Square rook = move.to();
    const SquareSet movers = SquareSet{king} | SquareSet{rook};
    const SquareSet ends = SquareSet{move.king_to()} | SquareSet{move.rook_to()};
    const SquareSet king_way = attacks::between(king, move.king_to()) | SquareSet{move.king_to()};
    const SquareSet rook_way = attacks::between(rook, move.rook_to());
    const SquareSet others = position.occupied() & ~movers;
    if (!(others & (king_way | rook_way | ends)).empty()) return false;
    if (!(attacked & (king_way | SquareSet{king})).empty()) return false;
    // In Chess960 the rook may have been the king's shield.
    const Color them = !position.turn();
    return (attackers_through(position, move.king_to(), them, others | ends) & position.of(them))
        .empty();
}

// Calls on the sink, for the side to move:
//   piece(from, targets), pawns(targets, offset), promotions(targets, offset), special(move)
// where a pawn's origin is its target minus the offset.
template <Color us, class Sink>
class Generator {
public:
    Generator(const Position& position, Sink& sink)
        : position_(position),
          sink_(sink),
          constraints_(find_constraints(position, us)),
          own_(position.of(us)),
          // A king is never captured, not even where an illegal move has left it to be (1.4.1).
          capturable_(position.of(!us) & ~position.of(Role::king)),
          empty_(~position.occupied()) {}

    void run() {
        king();
        en_passant();
        if (constraints_.allowed.empty()) return;
        knights();
        sliders();
        pawns();
    }

private:
    void king() {
        const Square from = position_.king(us);
        const SquareSet targets = attacks::king(from) & (capturable_ | empty_);
        const SquareSet rooks =
            constraints_.checkers.empty() ? position_.castling_rooks() & own_ : SquareSet{};
        if ((targets | rooks).empty()) return;
        const SquareSet attacked = attacked_squares(position_, !us);
        sink_.piece(from, targets & ~attacked);
        for (const Square rook : rooks) {
            const Move move = Move::castling(from, rook);
            if (is_castling_legal(position_, move, attacked)) sink_.special(move);
        }
    }

    void knights() {
        const SquareSet pinned = constraints_.pinned_straight | constraints_.pinned_diagonal;
        const SquareSet targets = constraints_.allowed & (capturable_ | empty_);
        for (const Square from : position_.of(Role::knight) & own_ & ~pinned)
            sink_.piece(from, attacks::knight(from) & targets);
    }

    void sliders() {
        const SquareSet occupied = ~empty_;
        const SquareSet targets = constraints_.allowed & (capturable_ | empty_);
        const SquareSet straight = constraints_.pinned_straight;
        const SquareSet diagonal = constraints_.pinned_diagonal;
        const SquareSet queens = position_.of(Role::queen) & own_;
        const SquareSet rooks = (position_.of(Role::rook) & own_) | queens;
        const SquareSet bishops = (position_.of(Role::bishop) & own_) | queens;
        for (const Square from : bishops & ~straight) {
            const SquareSet line = diagonal.contains(from) ? diagonal : ~SquareSet{};
            sink_.piece(from, attacks::bishop(from, occupied) & targets & line);
        }
        for (const Square from : rooks & ~diagonal) {
            const SquareSet line = straight.contains(from) ? straight : ~SquareSet{};
            sink_.piece(from, attacks::rook(from, occupied) & targets & line);
        }
    }

    static constexpr int forward = us == Color::white ? 8 : -8;
    static constexpr int west = forward - 1;
    static constexpr int east = forward + 1;

    void pawns() {
        const SquareSet all = position_.of(Role::pawn) & own_;
        pawn_captures<west>(all & ~constraints_.pinned_straight);
        pawn_captures<east>(all & ~constraints_.pinned_straight);
        pawn_pushes(all & ~constraints_.pinned_diagonal);
    }

    template <int offset>
    void pawn_captures(SquareSet pawns) {
        const SquareSet pin = constraints_.pinned_diagonal;
        const SquareSet reached =
            shifted<offset>(pawns & ~pin) | (shifted<offset>(pawns & pin) & pin);
        pawn_targets(reached & capturable_ & constraints_.allowed, offset);
    }

    void pawn_pushes(SquareSet pawns) {
        constexpr SquareSet third =
            attacks::rank_of(us == Color::white ? Rank::third : Rank::sixth);
        const SquareSet pin = constraints_.pinned_straight;
        const SquareSet free =
            shifted<forward>(pawns & ~pin) | (shifted<forward>(pawns & pin) & pin);
        const SquareSet once = free & empty_;
        const SquareSet twice = shifted<forward>(once & third) & empty_;
        pawn_targets(once & constraints_.allowed, forward);
        sink_.pawns(twice & constraints_.allowed, 2 * forward);
    }

    void pawn_targets(SquareSet targets, int offset) {
        constexpr SquareSet last = attacks::rank_of(attacks::back_rank(!us));
        sink_.pawns(targets & ~last, offset);
        if (!(targets & last).empty()) sink_.promotions(targets & last, offset);
    }

    void en_passant() {
        const auto target = position_.en_passant();
        if (!target) return;
        for (const Square from : attacks::pawn(!us, *target) & position_.of(Role::pawn) & own_) {
            const Move move = Move::en_passant(from, *target);
            if (is_en_passant_safe(position_, move)) sink_.special(move);
        }
    }

    const Position& position_;
    Sink& sink_;
    Constraints constraints_;
    SquareSet own_;
    SquareSet capturable_;
    SquareSet empty_;
};

template <class Sink>
void generate(const Position& position, Sink& sink) {
    if (position.turn() == Color::white) Generator<Color::white, Sink>{position, sink}.run();
    else Generator<Color::black, Sink>{position, sink}.run();
}

} // namespace ansage::chess
