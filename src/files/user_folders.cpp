// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/user_folders.hpp"

#include <array>
#include <cstdlib>
#include <pwd.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace ansage::files {

using base::Error;
using base::Result;
using std::filesystem::path;

namespace {

std::optional<path> absolute_path(const char* variable) {
    const char* const value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe)
    if (value == nullptr || *value != '/') return std::nullopt;
    return path{value};
}

// Of whoever runs the program; without an entry, what Debian gives accounts that have no home.
path home_of_account() {
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 16384> text{};
    const int failed = ::getpwuid_r(::getuid(), &entry, text.data(), text.size(), &found);
    const bool is_known = failed == 0 && found != nullptr && entry.pw_dir != nullptr;
    return is_known && *entry.pw_dir == '/' ? path{entry.pw_dir} : path{"/nonexistent"};
}

bool lies_in(const path& folder, const path& above) {
    const std::string inner = folder.lexically_normal().string();
    const std::string outer = above.lexically_normal().string();
    return inner.starts_with(outer) &&
        (inner.size() == outer.size() || outer.ends_with('/') || inner[outer.size()] == '/');
}

} // namespace

path home_folder() {
    const auto named = absolute_path("HOME");
    return named ? *named : home_of_account();
}

path data_folder() {
    const auto named = absolute_path("XDG_DATA_HOME");
    return named ? *named : home_folder() / ".local/share";
}

path config_folder() {
    const auto named = absolute_path("XDG_CONFIG_HOME");
    return named ? *named : home_folder() / ".config";
}

std::optional<path> session_folder() { return absolute_path("XDG_RUNTIME_DIR"); }

Result<void, Error> make_user_folder(const path& folder) {
    std::error_code error;
    const path home = home_folder();
    if (lies_in(folder, home) && !std::filesystem::is_directory(home, error)) {
        return tl::unexpected(Error{
            base::phrase("there is no such home folder"),
            home.string(),
            base::phrase("set HOME to a folder that exists")});
    }
    error.clear();
    std::filesystem::create_directories(folder, error);
    if (error) {
        return tl::unexpected(Error{
            base::phrase("this folder cannot be made: {}", base::system_words(error.value())),
            folder.string(),
            base::phrase("make room there, and check that you may write there")});
    }
    return {};
}

} // namespace ansage::files
