// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at the left end of a DGT clock, and what that makes of its display.
#include "devices/dgt/clock_side.hpp"

#include <utility>

namespace ansage::devices::dgt {

namespace {

using chess::Color;

// How many presses say that the side learnt so far is wrong; a guess gives way at once.
constexpr unsigned most_contradictions = 2;

bool stands_at_start(const chess::Reading& board) {
    for (unsigned index = 0; index < 64; ++index) {
        const auto piece = board.squares[index].piece();
        const bool is_right = index < 16 ? piece && piece->color == Color::white
            : index < 48                 ? board.squares[index].is_empty()
                                         : piece && piece->color == Color::black;
        if (!is_right) return false;
    }
    return true;
}

} // namespace

void ClockSide::guess(bool is_turned) {
    if (is_guessed_ && !is_told_) left_ = is_turned ? Color::black : Color::white;
}

// Before anything was moved the time that begins to run is White's (6.6); one that a press has set
// going tells whose end was pressed, and not why.
void ClockSide::learn_from_start(bool is_right_high, const chess::Reading& board) {
    if (!is_told_ && stands_at_start(board)) {
        left_ = is_right_high ? Color::black : Color::white;
        is_guessed_ = false;
        contradictions_ = 0;
    }
}

// Who presses has moved last; with the opponent's move carried out too it tells nothing.
void ClockSide::learn_from_press(bool is_right_high) {
    const auto placed = std::exchange(has_placed_, {});
    if (is_told_ || placed[0] == placed[1]) return;
    const Color mover = placed[0] ? Color::white : Color::black;
    const bool agrees = player_at(!is_right_high) == mover;
    contradictions_ = agrees ? 0 : contradictions_ + 1;
    if (!agrees && (is_guessed_ || contradictions_ >= most_contradictions)) {
        left_ = !left_;
        contradictions_ = 0;
    }
    is_guessed_ = is_guessed_ && contradictions_ > 0;
}

ClockReport ClockSide::report_of(const ClockTimes& times) const {
    ClockReport report;
    if (times.is_running) report.running = player_at(times.is_right_high);
    report.battery_low = times.is_battery_low;
    report.is_side_guessed = is_guessed_;
    const auto left = static_cast<std::size_t>(player_at(false));
    const auto right = static_cast<std::size_t>(player_at(true));
    report.sides[left] = {times.left.remaining, times.left.flag};
    report.sides[right] = {times.right.remaining, times.right.flag};
    return report;
}

} // namespace ansage::devices::dgt
