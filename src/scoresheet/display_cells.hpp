// SPDX-License-Identifier: GPL-3.0-or-later
// How the letters of chess look on a display: one cell of eight dots for each, no two alike.
#pragma once

#include "base/result.hpp"
#include "scoresheet/cells.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ansage::scoresheet {

class LouisTable;

// A table of liblouis that gives each character one cell (computer braille). Remembers what it was
// asked. Not thread-safe.
class DisplayCells {
public:
    [[nodiscard]] static base::Result<DisplayCells, base::Error> open(const std::string& table);
    DisplayCells(DisplayCells&&) noexcept;
    DisplayCells& operator=(DisplayCells&&) noexcept;
    DisplayCells(const DisplayCells&) = delete;
    DisplayCells& operator=(const DisplayCells&) = delete;
    ~DisplayCells();

    // Absent: the table has no single cell for it.
    [[nodiscard]] std::optional<Cell> of(char letter);

private:
    explicit DisplayCells(std::unique_ptr<const LouisTable> table);

    std::unique_ptr<const LouisTable> table_;
    std::map<char, std::optional<Cell>> known_;
};

} // namespace ansage::scoresheet
