// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wording/catalogue.hpp"

#include <string>
#include <string_view>

namespace ansage::telling {

// How a profile that comes with the program is called by ear: "German, as in Denmark" and not
// "da-german". `kind`: laws, words or braille. One of the user's own is called by its name.
std::string name_by_ear(const wording::Catalogue& in, std::string_view kind, std::string_view name);

} // namespace ansage::telling
