// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at the left end of a DGT clock, as one reads its display: told, or guessed from the way
// in which the board lies, and learnt from whose time falls first and from who presses after which
// pieces were moved.
#pragma once

#include "devices/board/turning.hpp"
#include "devices/dgt/protocol.hpp"

#include <array>

namespace ansage::devices::dgt {

class ClockSide {
public:
    explicit ClockSide(std::optional<chess::Color> told)
        : is_told_(told.has_value()),
          left_(told.value_or(chess::Color::white)),
          is_guessed_(!is_told_) {}

    // White's connector side has the clock's left end; a turned board has its clock turned with it.
    void guess(bool is_turned);
    // A time begins to run, by no press, while that stands on the board.
    void learn_from_start(bool is_right_high, const chess::Reading& board);
    void learn_from_press(bool is_right_high);

    void see_placed(chess::Piece piece) {
        has_placed_[static_cast<std::size_t>(piece.color)] = true;
    }

    // Whose end of the clock that is.
    chess::Color player_at(bool right) const { return right ? !left_ : left_; }

    ClockReport report_of(const ClockTimes& times) const;

private:
    bool is_told_;
    chess::Color left_;
    bool is_guessed_;
    unsigned contradictions_ = 0; // presses in a row by the other player than the pieces say
    std::array<bool, 2> has_placed_{}; // since the last press, by colour
};

} // namespace ansage::devices::dgt
