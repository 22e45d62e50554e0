// SPDX-License-Identifier: GPL-3.0-or-later
// What was done at a DGT board since somebody last looked, from its memory.
#include "devices/dgt/recovery.hpp"

#include "base/overloaded.hpp"
#include "chess/position.hpp"
#include "devices/dgt/stored.hpp"

#include <algorithm>
#include <utility>

namespace ansage::devices::dgt {

std::optional<std::vector<SensorEvent>> done_since(
    const StoredMoves& stored, const Stood& stood, const Turning& turning, const ClockSide& side
) {
    chess::Reading board;
    std::vector<SensorEvent> since;
    bool is_known = false;
    for (const StoredEntry& entry : stored_entries(stored.bytes)) {
        std::visit(
            base::Overloaded{
                [&](const StoredPowerUp&) { board = {}; },
                [&](const StoredStart& start) {
                    board = chess::Position{}.reading();
                    if (start.is_turned) std::ranges::reverse(board.squares);
                },
                [](const StoredFourRows&) {},
                [&](const FieldUpdate& update) {
                    const chess::SquareReading before =
                        std::exchange(board[update.square], update.seen);
                    const chess::Square square = turning.to_players(update.square);
                    if (update.seen.is_empty()) since.emplace_back(Lifted{square, before.piece()});
                    else since.emplace_back(Placed{square, update.seen.piece()});
                },
                [&](const StoredTime& time) {
                    since.emplace_back(Lever{side.player_at(!time.is_left)});
                },
            },
            entry
        );
        if (turning.to_players(board) == stood.before &&
            !std::holds_alternative<StoredTime>(entry)) {
            is_known = true;
            since.clear();
        }
    }
    return is_known && board == stood.now ? std::optional{std::move(since)} : std::nullopt;
}

} // namespace ansage::devices::dgt
