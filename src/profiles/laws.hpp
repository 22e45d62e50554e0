// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/laws/*.toml to an edition of the Laws.
#pragma once

#include "laws/edition.hpp"
#include "profiles/document.hpp"

namespace ansage::profiles {

// Every rule must be there, and every article key: a profile that says nothing of a rule is
// refused, with file, line and the key that is missing. A rule or an article that the edition does
// not print is written as such ("not_printed", an empty number).
[[nodiscard]] base::Result<laws::Edition, base::Error> read_edition(const Document& document);

} // namespace ansage::profiles
