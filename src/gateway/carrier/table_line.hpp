// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to a table's socket: JSON objects, one a line, both ways (docs/consoles.md).
#pragma once

#include "base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::gateway {

// What has to be known of a line to carry it.
struct TableWords {
    std::string kind;
    std::uint64_t number = 0; // of a line that is kept; 0: it is not
    std::string run; // of the table, in a welcome to a page
    std::string text; // for people
    std::string when_lost; // in a welcome: for people when the table falls silent
    bool again = false; // in a bye: whoever is sent away may come back
};

// Absent: it is no line of a table.
[[nodiscard]] std::optional<TableWords> read_table_line(const std::string& line);

// As a table names its runs.
[[nodiscard]] bool is_run(std::string_view text);

// Not open: nobody listens there, or has room now.
[[nodiscard]] base::Descriptor connect_to(const std::filesystem::path& socket);

// One thread reads it; any may send.
class TableLine {
public:
    // With `join` sent, a line without its end. Null: the table does not answer.
    [[nodiscard]] static std::shared_ptr<TableLine>
    open(const std::filesystem::path& socket, const std::string& join);

    explicit TableLine(base::Descriptor socket)
        : socket_(std::move(socket)) {}

    // To be watched for what can be read.
    [[nodiscard]] int descriptor() const { return socket_.number(); }

    // The lines that have come whole, without their ends; does not wait.
    [[nodiscard]] std::vector<std::string> read();

    // Nothing more will come of it. What was torn apart when it closed is no line.
    [[nodiscard]] bool is_closed() const { return is_closed_; }

    // Lines with their ends: all of them within a second, or none that counts, and it closes.
    [[nodiscard]] bool send(std::string_view lines);

private:
    base::Descriptor socket_;
    std::string incoming_;
    bool is_closed_ = false;
    std::mutex sending_;
};

} // namespace ansage::gateway
