// SPDX-License-Identifier: GPL-3.0-or-later
// From a table to browsers: a program of its own, which this one becomes once nothing can fail any
// more that a person could mend. It decides nothing, so that it may die at any moment.
#pragma once

#include "base/result.hpp"
#include "gateway/handover/handover.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ansage::gateway {

struct Gateway {
    Carried carried = Carried::kept_game;
    std::filesystem::path table; // its socket; empty for a kept game
    Site site;
    std::uint16_t port = 0; // 0: the one that it had, or any
    Reach reach = Reach::this_machine;
    // Gives what is printed after the address, line by line; null: nothing.
    std::function<std::vector<std::string>(const std::string& url)> invitation;
    std::string unreachable; // what to tell where the table does not answer
};

[[nodiscard]] base::Error unreachable(const std::filesystem::path& table, Carried carried);

// Never comes back, but for what is wrong. The program that this one becomes prints the address
// first; then it serves browsers until SIGINT, SIGTERM or SIGHUP, or until nobody is left to whom
// anything could be told. Where the table lets nobody in, it prints what that says, and ends
// with 1.
[[nodiscard]] base::Error become(Gateway gateway);

} // namespace ansage::gateway
