// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as people of one country write them: their letters for the pieces, zeros for castling.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::scoresheet {

// The algebraic system (Appendix C) names the piece and where it goes; long notation names where it
// comes from, too (C.8, C.13).
enum class NotationLength : std::uint8_t { short_form, long_form };

struct Notation {
    // By Role, upper case, each another; the pawn has none (C.5), so the first is not written.
    std::array<char, 6> letters{'P', 'N', 'B', 'R', 'Q', 'K'};
    std::string promotion; // between square and piece: "" for e8D, "=" for e8=Q
    std::string check = "+"; // may be empty
    std::string mate = "#";

    char letter(chess::Role role) const { return letters[static_cast<std::size_t>(role)]; }

    // In English P is read, too, though it is never written.
    std::optional<chess::Role> role(char letter) const;

    bool operator==(const Notation&) const = default;
};

// "Sf3", "exd6", "e8D#", "0-0"; in long notation "Sg1-f3", "e5xd6", "e7-e8D#". The move must be
// legal. ASCII only.
std::string write_move(
    const Notation& notation,
    const chess::Position& position,
    chess::Move move,
    NotationLength length
);

// The same of a move that may be illegal, which has the long form and no signs: "Sg1-e3". Some
// piece must stand where it begins.
std::string write_any_move(
    const Notation& notation,
    const chess::Position& position,
    chess::Move move,
    NotationLength length
);

// Reads both lengths, as leniently as chess::parse_san: signs may be missing, castling may have
// letters O. Letters of pieces must be the notation's own: whether "B" is a bishop depends on the
// country. A promotion's may be small: "e8d".
[[nodiscard]] base::Result<chess::Move, chess::MoveError>
read_move(const Notation& notation, const chess::Position& position, std::string_view text);

// Of whoever writes without capitals, or with nothing else: "sf3", "SF3". "dxe5" is the pawn's or,
// where D is the queen, hers: where both are legal it is ambiguous.
[[nodiscard]] base::Result<chess::Move, chess::MoveError> read_caseless_move(
    const Notation& notation, const chess::Position& position, std::string_view text
);

// Whether somebody who means a move by it does so.
bool is_caseless(const Notation& notation, std::string_view text);

} // namespace ansage::scoresheet
