// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tree and what was built of it lie. One file of the build knows, so that what the tests
// are compiled to is the same wherever the tree lies, and a compiler cache finds it again.
#pragma once

#include <string>

namespace ansage::tests {

// The source tree, for tests/data, profiles and scripts.
std::string root();
// The program of the same build.
std::string program();
// Its profiles and catalogues, as it finds them itself.
std::string share();
std::string locale();

} // namespace ansage::tests
