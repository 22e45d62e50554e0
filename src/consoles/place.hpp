// SPDX-License-Identifier: GPL-3.0-or-later
// Where a table's socket lies: in a folder that only its owner can enter, under a name that no
// other running table has. Nothing listens on a network.
#pragma once

#include "base/result.hpp"

#include <cstdint>
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
    // Removes the socket, and what is told beside it of pages.
    ~ConsolePlace();

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::filesystem::path socket() const;

    // Somebody listens at the socket from now on.
    void note_socket();
    // The socket noted is not there any more, or nobody can see that its name is held: logind takes
    // the folder away when its user logs out, and a table may go on.
    [[nodiscard]] bool is_gone() const;
    // Holds a name anew, the same if it is free; in another folder where there is no other way.
    [[nodiscard]] base::Result<void, base::Error> take_again();

private:
    ConsolePlace(std::filesystem::path directory, std::string name, int lock);

    // That name if it is free, else the first that is.
    [[nodiscard]] static base::Result<ConsolePlace, base::Error>
    take_in(const std::filesystem::path& directory, std::string name);
    [[nodiscard]] bool is_name_held() const;

    std::filesystem::path directory_;
    std::string name_;
    int lock_;
    std::uint64_t socket_ = 0; // its number on the disk
};

// Where the page of the table of that socket has its address, as long as the table runs.
[[nodiscard]] std::filesystem::path page_address_file(const std::filesystem::path& socket);
// Where the table of that socket says which pages it has (consoles/table_pages.hpp).
[[nodiscard]] std::filesystem::path pages_file(const std::filesystem::path& socket);

// The names of tables that have a socket now.
[[nodiscard]] std::vector<std::string> table_names();

// The socket of the table of that name; with no name, of the only one.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> find_table(const std::string& name);

} // namespace ansage::consoles
