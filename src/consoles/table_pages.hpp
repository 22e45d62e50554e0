// SPDX-License-Identifier: GPL-3.0-or-later
// What pages a table lets browsers have, beside its socket for the gateway that carries them.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ansage::consoles {

enum class PageKind : std::uint8_t {
    none, // the table allows none
    watcher, // both boards of a demo
    persons, // a console of each person at the table
    setup, // the questions of set-up, for one person; a console of each afterwards
};

struct TablePages {
    PageKind kind{};
    std::string language; // of the arbiter, for whoever has not said who he is
    std::string text; // with `none`: why, in words
    bool may_network = false; // browsers of other machines, too
    std::string network_text{}; // ... or why not, in words
    // "white 123456": what each role needs there; the arbiter's code is not among them.
    std::vector<std::string> codes{};
};

// The table of that socket says it, to its owner alone; it stays as long as the socket does. A disk
// that is full leaves a table without pages.
void write_pages(const std::filesystem::path& socket, const TablePages& pages);

// Error: no such table is open.
[[nodiscard]] base::Result<TablePages, base::Error> read_pages(const std::filesystem::path& socket);

} // namespace ansage::consoles
