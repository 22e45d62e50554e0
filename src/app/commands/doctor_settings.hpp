// SPDX-License-Identifier: GPL-3.0-or-later
// Where each setting of one's own comes from.
#pragma once

#include "app/doctor/checks.hpp"

namespace ansage::app {

// The nearest first: variables, the file, the remembered seat; and variables that set nothing.
void tell_settings(const wording::Catalogue& in, const Tell& tell);

} // namespace ansage::app
