// SPDX-License-Identifier: GPL-3.0-or-later
// Where a game goes on when its file was cut. For this folder only.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace ansage::journal {

class Refuge {
public:
    Refuge() = default;

    // Of a game that was begun in that file.
    explicit Refuge(std::filesystem::path file)
        : first_file_(std::move(file)) {}

    void may_be_in(std::filesystem::path folder) { folder_ = std::move(folder); }

    // True where the game goes on in that file.
    using Begin = std::function<bool(const std::string& file)>;

    // Under the name of `file` if that is free, else beside it, else in the folder that was given,
    // else among the temporary files.
    bool find(const std::string& file, const Begin& begin) const;

private:
    bool find_in(const std::filesystem::path& folder, const Begin& begin) const;

    std::filesystem::path first_file_;
    std::filesystem::path folder_;
};

} // namespace ansage::journal
