// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/refuge.hpp"

#include "journal/files.hpp"

#include <fmt/format.h>

namespace ansage::journal {

namespace fs = std::filesystem;

// What lies there already stays as it is: it may be somebody's evidence.
bool Refuge::find_in(const fs::path& folder, const Begin& begin) const {
    constexpr unsigned most_names = 10'000;
    const std::string name = (folder / first_file_.stem()).string();
    for (unsigned number = 2; !folder.empty() && number < most_names; ++number) {
        const std::string next =
            fmt::format("{}-{}{}", name, number, first_file_.extension().string());
        if (is_free(next)) {
            if (begin(next)) return true;
            if (is_free(next)) return false; // nothing can be written there
        }
    }
    return false;
}

bool Refuge::find(const std::string& file, const Begin& begin) const {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(file, ignored))) {
        remove_files(file); // what lay beside it
        if (begin(file)) return true;
    }
    if (find_in(fs::absolute(file, ignored).parent_path(), begin)) return true;
    if (!folder_.empty() && fs::create_directories(folder_, ignored))
        fs::permissions(folder_, fs::perms::owner_all, ignored);
    if (find_in(folder_, begin)) return true;
    const fs::path last = temporary_folder();
    const bool has_place = find_in(last, begin);
    if (!has_place) fs::remove(last, ignored); // it is empty
    return has_place;
}

} // namespace ansage::journal
