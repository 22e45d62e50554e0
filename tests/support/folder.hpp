// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of one test's own, removed with everything in it at the end.
#pragma once

#include <filesystem>
#include <string>

namespace ansage::tests {

class Folder {
public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;
    ~Folder();

    [[nodiscard]] std::string path() const { return path_.string(); }

    [[nodiscard]] std::string operator/(const std::string& name) const {
        return (path_ / name).string();
    }

private:
    std::filesystem::path path_;
};

} // namespace ansage::tests
