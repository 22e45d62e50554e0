// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is soon full: a file system of its own, seen by the test and its children only.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ansage::tests {

class SmallDisk {
public:
    SmallDisk(const std::filesystem::path& folder, std::uint64_t bytes);
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    SmallDisk(SmallDisk&&) = delete;
    SmallDisk& operator=(SmallDisk&&) = delete;
    ~SmallDisk();

    // Somebody else takes room, until so many bytes are left.
    void fill_up_to(std::uint64_t left);

private:
    std::filesystem::path folder_;
};

} // namespace ansage::tests
