// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"

namespace ansage::tests {

std::string root() { return tests::root(); }

std::string program() { return tests::program(); }

std::string share() { return tests::share(); }

std::string locale() { return share() + "/locale"; }

} // namespace ansage::tests
