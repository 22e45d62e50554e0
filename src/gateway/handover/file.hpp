// SPDX-License-Identifier: GPL-3.0-or-later
// What a browser is given: a page in one or several languages, and its parts.
#pragma once

#include <string>
#include <vector>

namespace ansage::gateway {

struct File {
    std::string name; // after the secret; empty: the page itself
    std::string type;
    std::string content;

    bool operator==(const File&) const = default;
};

using Site = std::vector<File>;

} // namespace ansage::gateway
