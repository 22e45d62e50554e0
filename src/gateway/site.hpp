// SPDX-License-Identifier: GPL-3.0-or-later
// Makes what a browser is given: a page, its style and its script, with the sentences of one
// language or of each.
#pragma once

#include "base/result.hpp"
#include "gateway/handover/file.hpp"
#include "wording/wording.hpp"

#include <string>

namespace ansage::gateway {

// What the page is about.
struct Subject {
    std::string language; // of its sentences
    std::string lines; // of a kept game, one JSON object a line; empty: they come from a table
};

// `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<Site, base::Error>
make_site(const std::string& data, const wording::Wording& wording, const Subject& subject);

// The pages of the persons at a table, one in each language that there is; the page itself is in
// `language`.
[[nodiscard]] base::Result<Site, base::Error> make_persons_site(
    const std::string& data, const wording::Wording& wording, const std::string& language
);

// All of it in one file that needs no server and asks nobody.
[[nodiscard]] base::Result<std::string, base::Error>
make_file(const std::string& data, const wording::Wording& wording, const Subject& subject);

} // namespace ansage::gateway
