// SPDX-License-Identifier: GPL-3.0-or-later
// What pages a table lets browsers have, beside its socket for the gateway that carries them.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ansage::consoles {

enum class PageKind : std::uint8_t {
    none, // the table allows none
    watcher, // both boards of a demo
    persons, // a console of each person at the table
};

struct TablePages {
    PageKind kind{};
    std::string language; // of the arbiter, for whoever has not said who he is
    std::string text; // with `none`: why, in words
    bool may_network = false; // persons may come from other machines of the network
    std::string network_text; // where they may not: why, in words
};

// The table of that socket says it; it stays as long as the socket does. A disk that is full leaves
// a table without pages.
void write_pages(const std::filesystem::path& socket, const TablePages& pages);

// Error: no such table is open.
[[nodiscard]] base::Result<TablePages, base::Error> read_pages(const std::filesystem::path& socket);

} // namespace ansage::consoles
