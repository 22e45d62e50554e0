// SPDX-License-Identifier: GPL-3.0-or-later
// The one connection from all browsers of a table to its socket, as a watcher (docs/consoles.md,
// "For programs"). Nothing here waits.
#pragma once

#include "gateway/carrier/lines.hpp"
#include "gateway/carrier/table_line.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace ansage::gateway {

class Link {
public:
    // What the table tells goes there.
    Link(std::filesystem::path socket, Lines& lines)
        : path_(std::move(socket)),
          lines_(lines) {}

    // False: it does not answer.
    [[nodiscard]] bool open();

    // To be watched for what can be read; -1: the table does not answer now.
    [[nodiscard]] int descriptor() const { return line_ ? line_->descriptor() : -1; }

    // Takes what has come.
    void read();
    // A table that fell silent is joined again for a while.
    void on_time(std::chrono::steady_clock::time_point now);

    // It is not joined again.
    void give_up();

    // Nothing more will come.
    [[nodiscard]] bool is_over() const { return is_over_; }

    [[nodiscard]] bool was_welcome() const { return was_welcome_; }

    // Why the table did not let us in, in its words; empty if it said nothing.
    [[nodiscard]] const std::string& refused() const { return refused_; }

private:
    void take(const std::string& line);
    void on_hang_up();
    void end(const std::string& words);

    std::filesystem::path path_;
    Lines& lines_;
    std::shared_ptr<TableLine> line_;
    std::string when_lost_; // what the table would have people told
    std::string refused_;
    std::chrono::steady_clock::time_point try_at_;
    std::chrono::steady_clock::time_point give_up_at_;
    bool was_welcome_ = false;
    bool is_over_ = false;
};

} // namespace ansage::gateway
