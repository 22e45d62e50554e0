// SPDX-License-Identifier: GPL-3.0-or-later
// Where a table's socket lies: in a folder that only its owner can enter, under a name that no
// other running table has. Nothing listens on a network.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ansage::consoles {

// A name that is held as long as this lives: "table", "table-2", ...
class ConsolePlace {
public:
    [[nodiscard]] static base::Result<ConsolePlace, base::Error> take();

    ConsolePlace(ConsolePlace&& other) noexcept;
    ConsolePlace& operator=(ConsolePlace&&) = delete;
    ConsolePlace(const ConsolePlace&) = delete;
    ConsolePlace& operator=(const ConsolePlace&) = delete;
    // Removes the socket, and the address of the page with it.
    ~ConsolePlace();

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::filesystem::path socket() const;

private:
    ConsolePlace(std::filesystem::path directory, std::string name, int lock);

    std::filesystem::path directory_;
    std::string name_;
    int lock_;
};

// Where the page of the table of that socket has its address, as long as the table runs.
[[nodiscard]] std::filesystem::path page_address_file(const std::filesystem::path& socket);

// The names of tables that have a socket now.
[[nodiscard]] std::vector<std::string> table_names();

// The socket of the table of that name; with no name, of the only one.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> find_table(const std::string& name);

} // namespace ansage::consoles
