// SPDX-License-Identifier: GPL-3.0-or-later
// How people really move pieces: a legal move as what the hands do, in the order in which sensors
// see it. For the demo, the simulators and the tests; nothing here looks at what a move means.
#pragma once

#include "base/instant.hpp"
#include "base/names.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/repair.hpp"
#include "devices/board/board.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ansage::devices::hands {

// How a piece gets from its square to the next.
enum class Passage : std::uint8_t {
    carried, // lift, place
    new_square_first, // the sensors see the new square filled before the old one emptied
    slid, // over every square between, each filled and emptied; knights are carried
    nudging, // another own man is knocked out and put back while the piece is in the air
};

enum class CaptureOrder : std::uint8_t {
    victim_first, // take the captured man off, then lift the capturing one
    capturer_first, // lift the capturing man, take the captured one off, place
    never_empty, // exchanged in one motion: the sensors never see the square empty
};

enum class CastlingOrder : std::uint8_t {
    king_first,
    rook_first,
    both_up_king_down_first,
    both_up_rook_down_first,
};

enum class EnPassantOrder : std::uint8_t { victim_last, victim_first, victim_while_in_air };

// 4.6: the order in which pawn and new piece are handled is free.
enum class PromotionOrder : std::uint8_t {
    pawn_placed_then_exchanged, // pawn to the last rank, off again, the new piece on
    pawn_never_placed, // pawn off the board, the new piece on the last rank
    new_piece_first, // the new piece on the last rank, then the pawn off its square
    exchanged_never_empty, // pawn to the last rank; the exchange is too quick for the sensors
};

struct Style {
    Passage passage = Passage::carried;
    CaptureOrder capture = CaptureOrder::capturer_first;
    CastlingOrder castling = CastlingOrder::king_first;
    EnPassantOrder en_passant = EnPassantOrder::victim_last;
    PromotionOrder promotion = PromotionOrder::pawn_placed_then_exchanged;
    bool operator==(const Style&) const = default;
};

// Time between two acts: a piece in the air, the next reach, a square passed while sliding.
struct Pace {
    base::Millis in_air{600};
    base::Millis between{250};
    base::Millis sliding{60};
};

// `offset` counts from the first act, never decreasing.
struct TimedAct {
    base::Millis offset{0};
    HandAct act;
    bool operator==(const TimedAct&) const = default;
};

// The acts of a legal move. After them the board stands as position.after(move). A castling that
// cannot be done one piece after the other (Chess960) is done with both in the air, and a castling
// piece that stays where it is, is not touched.
std::vector<TimedAct> acts_of(
    const chess::Position& position, chess::Move move, const Style& style, const Pace& pace = {}
);

// "carried, victim first, king first, victim last, pawn placed then exchanged", for tests to name
// it.
std::string to_string(const Style& style);

// Every style that differs for this move, the plainest first; each once.
std::vector<Style> styles_for(const chess::Position& position, chess::Move move);

// The acts of putting a board right.
std::vector<TimedAct> acts_of(const std::vector<chess::Repair>& repairs, const Pace& pace = {});

} // namespace ansage::devices::hands

template <>
inline constexpr std::array ansage::base::kept_names<ansage::devices::hands::CaptureOrder>{
    KeptName{"never_empty", "victim never empty"},
};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::devices::hands::CastlingOrder>{
    KeptName{"both_up_king_down_first", "both up, king down first"},
    KeptName{"both_up_rook_down_first", "both up, rook down first"},
};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::devices::hands::EnPassantOrder>{
    KeptName{"victim_last", "passed pawn last"},
    KeptName{"victim_first", "passed pawn first"},
    KeptName{"victim_while_in_air", "passed pawn meanwhile"},
};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::devices::hands::PromotionOrder>{
    KeptName{"pawn_placed_then_exchanged", "pawn placed, then exchanged"},
    KeptName{"exchanged_never_empty", "exchanged, never empty"},
};
