// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/board/turning.hpp"

#include "base/names.hpp"

#include <algorithm>

namespace ansage::devices {
namespace {

using chess::Color;
using chess::Rank;
using chess::Reading;
using chess::Role;
using chess::Square;
using chess::SquareReading;

constexpr auto all_files = base::all_enumerators<chess::File>;

bool is_pawn_rank(const Reading& board, Rank rank, Color color) {
    return std::ranges::all_of(all_files, [&](chess::File file) {
        return board[Square{file, rank}] == SquareReading::of({color, Role::pawn});
    });
}

bool is_officer_rank(const Reading& board, Rank rank, Color color) {
    return std::ranges::all_of(all_files, [&](chess::File file) {
        const auto piece = board[Square{file, rank}].piece();
        return piece && piece->color == color && piece->role != Role::pawn;
    });
}

// `near` is the colour on the first two ranks.
bool is_start(const Reading& board, Color near) {
    return is_pawn_rank(board, Rank::second, near) && is_pawn_rank(board, Rank::seventh, !near) &&
        is_officer_rank(board, Rank::first, near) && is_officer_rank(board, Rank::eighth, !near);
}

} // namespace

Reading Turning::to_players(const Reading& board) const {
    Reading result = board;
    if (turned_) std::ranges::reverse(result.squares);
    return result;
}

bool Turning::look(const Reading& board) {
    if (orientation_ != Orientation::automatic) return false;
    const bool found = is_start(board, turned_ ? Color::white : Color::black);
    if (found) turned_ = !turned_;
    return found;
}

} // namespace ansage::devices
