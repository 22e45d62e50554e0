// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped edition, as the tests of the laws need it.
#pragma once

#include "laws/edition.hpp"
#include "profiles/laws.hpp"
#include "support/places.hpp"

namespace ansage::tests {

inline laws::Edition shipped_edition(std::string_view name) {
    const auto path =
        std::filesystem::path{tests::root()} / "profiles/laws" / (std::string{name} + ".toml");
    return profiles::read_edition(profiles::Document::read(path).value()).value();
}

} // namespace ansage::tests
