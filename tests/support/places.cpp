// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"

namespace ansage::tests {

std::string root() { return ANSAGE_ROOT; }

std::string program() { return ANSAGE_PROGRAM; }

std::string share() { return ANSAGE_SHARE; }

std::string locale() { return share() + "/locale"; }

} // namespace ansage::tests
