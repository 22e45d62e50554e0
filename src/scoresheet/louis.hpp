// SPDX-License-Identifier: GPL-3.0-or-later
// Text to braille by liblouis. Of use inside scoresheet/ only; liblouis appears nowhere else.
#pragma once

#include "base/result.hpp"
#include "scoresheet/cells.hpp"

#include <string>
#include <string_view>

namespace ansage::scoresheet {

// One of liblouis' tables. liblouis keeps its tables for all the program: not thread-safe.
class LouisTable {
public:
    // The name of a table as liblouis has it, "de-g0-detailed.utb".
    [[nodiscard]] static base::Result<LouisTable, base::Error> open(const std::string& name);

    // UTF-8. A letter that the table does not know loses its accent; a character that is still
    // unknown is left out.
    Cells translate(std::string_view text) const;

private:
    explicit LouisTable(std::string list);

    std::string list_;
};

} // namespace ansage::scoresheet
