// SPDX-License-Identifier: GPL-3.0-or-later
// Where profiles lie: in --data or ANSAGE_DATA, in the user's ~/.config/ansage, in ../share/ansage
// beside the program, and in the source tree for a program run from its build folder; the first
// place that has one wins.
#pragma once

#include "base/names.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ansage::files {

enum class ProfileKind : std::uint8_t { laws, words, time, devices, seats, braille };

// The names of their folders.
using base::to_string;

inline constexpr auto all_profile_kinds = base::all_enumerators<ProfileKind>;

// The places that exist, in the order in which they are searched. `data` is the value of --data; it
// and ANSAGE_DATA must be folders.
[[nodiscard]] base::Result<std::vector<std::filesystem::path>, base::Error>
data_directories(const std::optional<std::string>& data = {});

// ~/.config/ansage, or where XDG_CONFIG_HOME has it. It need not be there.
std::filesystem::path user_directory();

// Where the program itself lies; empty if the system does not say.
std::filesystem::path program_directory();

// The folder of a page's parts, "hall" or "page", in one of these places or beside a program that
// has not been installed. `data` is the value of --data, or empty; `what` names the page that is
// missing.
[[nodiscard]] base::Result<std::filesystem::path, base::Error>
find_page(const std::string& name, const std::string& data, base::Phrase what);

struct ProfileFile {
    ProfileKind kind{};
    std::string name; // without ".toml"
    std::filesystem::path path;
};

// Every profile of the kind, by name; of those with one name the one that wins.
std::vector<ProfileFile>
list_profiles(const std::vector<std::filesystem::path>& directories, ProfileKind kind);

// `name` is a profile's name, or the path of a file if it holds a slash or ends in ".toml". The
// error says which names there are.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> find_profile(
    const std::vector<std::filesystem::path>& directories, ProfileKind kind, const std::string& name
);

} // namespace ansage::files
