// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the command line in the language of whoever is at the terminal. They are made in
// English where they are found; here their sentences are known again by the English catalogue, and
// said by the reader's. One that no catalogue has, or of which it has one half only, stays as it
// is.
#pragma once

#include "base/result.hpp"
#include "wording/catalogue.hpp"

namespace ansage::telling {

[[nodiscard]] base::Error
error_in(const wording::Catalogue& in, const wording::Catalogue& english, const base::Error& error);

} // namespace ansage::telling
