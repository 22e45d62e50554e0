// SPDX-License-Identifier: GPL-3.0-or-later
// What a browser is given: the page, its style and its script, with the sentences of one language.
#pragma once

#include "base/result.hpp"
#include "wording/wording.hpp"

#include <array>
#include <string>
#include <string_view>

namespace ansage::gateway {

struct File {
    std::string_view name; // after the secret; empty: the page itself
    std::string_view type;
    std::string content;
};

using Site = std::array<File, 4>;

// What the page is about.
struct Subject {
    std::string language; // of its sentences
    std::string lines; // of a kept game, one JSON object a line; empty: they come from a table
};

// `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<Site, base::Error>
make_site(const std::string& data, const wording::Wording& wording, const Subject& subject);

// All of it in one file that needs no server and asks nobody.
[[nodiscard]] base::Result<std::string, base::Error>
make_file(const std::string& data, const wording::Wording& wording, const Subject& subject);

} // namespace ansage::gateway
