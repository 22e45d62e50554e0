// SPDX-License-Identifier: GPL-3.0-or-later
// What is open at all tables of a hall, in the order in which an arbiter should look at it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ansage::hall {

struct OpenMatter {
    std::string table;
    std::string text;
    std::string proposal; // empty: none
    bool is_urgent = false; // players wait, or the next move makes it too late (A.5.2)
    std::uint64_t number = 0; // at its table
    std::uint64_t game = 0; // which its table plays
    std::uint64_t changed_ms = 0; // since that began
    std::string asked; // whose ruling on it waits for the table's console; empty: nobody's
    bool may_be_ruled = false; // from the hall, as set-up allowed
    std::string yes; // what follows of it
    std::string no;
};

// Of the newest state that each table published for arbiters (docs/hall.md), by table: first those
// that are urgent, then the oldest.
std::vector<OpenMatter> open_matters(const std::map<std::string, std::string>& states);

} // namespace ansage::hall
