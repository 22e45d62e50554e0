// SPDX-License-Identifier: GPL-3.0-or-later
// From a table to browsers and nothing back: runs until the table has ended and its last browser
// has left. It decides nothing, so that it may die at any moment.
#pragma once

#include "base/result.hpp"
#include "gateway/site.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace ansage::gateway {

struct Gateway {
    std::optional<std::filesystem::path> table; // its socket; absent: the site has a kept game
    Site site;
    std::uint16_t port = 0; // 0: the one that it had, or any
    std::function<void(const std::string& url)> ready; // browsers may come
};

// Until SIGINT, SIGTERM or SIGHUP, or until nobody is left to whom anything could be told. The text
// is what a table said that let nobody in; empty: it did.
[[nodiscard]] base::Result<std::string, base::Error> run(Gateway gateway);

} // namespace ansage::gateway
