// SPDX-License-Identifier: GPL-3.0-or-later
// What a translator still has to do.
#pragma once

#include "wording/catalogue.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ansage::wording {

struct Missing {
    std::string id; // of an error its English pattern
    std::string english; // plural forms in their order, with " / " between
    bool is_heard = false; // at a table, and not only read
};

// All that `in` lacks of the messages and errors that lie in the folder of the catalogues, what is
// heard at a table first.
std::vector<Missing> missing_from(const Catalogue& in, const std::filesystem::path& folder);

} // namespace ansage::wording
