// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/display_cells.hpp"

#include "scoresheet/louis.hpp"

#include <string_view>
#include <utility>

namespace ansage::scoresheet {

using base::Error;
using base::Result;

Result<DisplayCells, Error> DisplayCells::open(const std::string& table) {
    return LouisTable::open(table).map([](LouisTable opened) {
        return DisplayCells{std::make_unique<const LouisTable>(std::move(opened))};
    });
}

DisplayCells::DisplayCells(std::unique_ptr<const LouisTable> table)
    : table_(std::move(table)) {}

DisplayCells::DisplayCells(DisplayCells&&) noexcept = default;
DisplayCells& DisplayCells::operator=(DisplayCells&&) noexcept = default;
DisplayCells::~DisplayCells() = default;

std::optional<Cell> DisplayCells::of(char letter) {
    const auto found = known_.find(letter);
    if (found != known_.end()) return found->second;
    const Cells cells = table_->translate(std::string_view{&letter, 1});
    const std::optional<Cell> cell =
        cells.size() == 1 ? std::optional{cells.front()} : std::nullopt;
    known_.emplace(letter, cell);
    return cell;
}

} // namespace ansage::scoresheet
