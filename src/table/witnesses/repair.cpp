// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/repair.hpp"

#include "base/overloaded.hpp"
#include "chess/repair.hpp"

namespace ansage::table {

std::optional<RepairStep> next_repair(const chess::Reading& reading, const chess::Reading& target) {
    const std::vector<chess::Repair> all = chess::repairs(reading, target);
    if (all.empty()) return std::nullopt;
    return std::visit(
        base::Overloaded{
            [](const chess::MovePiece& step) {
                return RepairStep{.from = step.from, .to = step.to, .piece = step.piece};
            },
            [](const chess::TakeOff& step) {
                return RepairStep{.from = step.square, .piece = step.piece};
            },
            [](const chess::PutOn& step) {
                return RepairStep{.to = step.square, .piece = step.piece};
            },
        },
        all.front()
    );
}

} // namespace ansage::table
