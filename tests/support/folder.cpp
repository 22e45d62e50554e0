// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/folder.hpp"

#include <cstdlib>
#include <stdexcept>

namespace ansage::tests {

Folder::Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ansage-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw std::runtime_error{"cannot make a folder for the test"};
    path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace ansage::tests
