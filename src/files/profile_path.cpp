// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/profile_path.hpp"

#include "files/user_folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <utility>

namespace ansage::files {

using base::Error;
using base::Result;
using std::filesystem::path;

namespace {

// How far above the program its source tree may be: build/release/ansage is two, and one to spare.
constexpr int most_levels_up = 5;

std::optional<std::string> environment(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe)
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>{value};
}

bool is_folder(const path& place) {
    std::error_code ignored;
    return std::filesystem::is_directory(place, ignored);
}

bool is_source_tree(const path& place) {
    std::error_code ignored;
    return is_folder(place / "profiles" / "words") &&
        std::filesystem::exists(place / "CMakeLists.txt", ignored);
}

// A program in its build folder belongs to the source tree above it, or to the one that lies beside
// it as "source", a link which configuring makes: no path is compiled in, so that the same sources
// make the same program wherever they lie.
std::optional<path> source_directory(const path& program) {
    path place = program;
    for (int level = 0; level <= most_levels_up && place.has_relative_path(); ++level) {
        if (is_source_tree(place)) return place / "profiles";
        place = place.parent_path();
    }
    const path beside = program / "source";
    return is_source_tree(beside) ? std::optional{beside / "profiles"} : std::nullopt;
}

void add_if_there(std::vector<path>& directories, const std::optional<path>& place) {
    if (place && is_folder(*place) && std::ranges::find(directories, *place) == directories.end())
        directories.push_back(*place);
}

// Those whose name an earlier folder has not taken.
void add_profiles(std::map<std::string, ProfileFile>& found, ProfileKind kind, const path& folder) {
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator{folder, problem}) {
        if (entry.path().extension() == ".toml") {
            const std::string name = entry.path().stem().string();
            found.emplace(name, ProfileFile{kind, name, entry.path()});
        }
    }
}

} // namespace

path user_directory() { return config_folder() / "ansage"; }

path program_directory() {
    std::error_code problem;
    const path program = std::filesystem::read_symlink("/proc/self/exe", problem);
    return problem ? path{} : program.parent_path();
}

Result<std::vector<path>, Error> data_directories(const std::optional<std::string>& data) {
    std::vector<path> directories;
    const std::optional<std::string> from_environment = environment("ANSAGE_DATA");
    for (const auto& [place, name] :
         {std::pair{data, "--data"}, std::pair{from_environment, "ANSAGE_DATA"}}) {
        if (place && !is_folder(*place)) {
            return tl::unexpected{Error{
                base::phrase("\"{}\" is no folder", *place),
                name,
                base::phrase("give a folder that holds words, laws ...")}};
        }
        add_if_there(directories, place);
    }
    add_if_there(directories, user_directory());
    const path program = program_directory();
    if (!program.empty()) {
        add_if_there(directories, (program / ".." / "share" / "ansage").lexically_normal());
        add_if_there(directories, source_directory(program));
    }
    return directories;
}

Result<path, Error> find_page(const std::string& name, const std::string& data, base::Phrase what) {
    auto places = data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!places) return tl::unexpected{places.error()};
    places->push_back(program_directory() / "share" / "ansage"); // of a build folder
    std::error_code ignored;
    for (const path& place : *places)
        if (std::filesystem::exists(place / name / "bundle.js", ignored)) return place / name;
    return tl::unexpected{
        Error{std::move(what), name, base::phrase("install ansage-data, or give --data")}};
}

std::vector<ProfileFile> list_profiles(const std::vector<path>& directories, ProfileKind kind) {
    std::map<std::string, ProfileFile> found;
    for (const path& directory : directories)
        add_profiles(found, kind, directory / to_string(kind));
    std::vector<ProfileFile> files;
    files.reserve(found.size());
    for (auto& [name, file] : found) files.push_back(std::move(file));
    return files;
}

Result<path, Error>
find_profile(const std::vector<path>& directories, ProfileKind kind, const std::string& name) {
    if (name.find('/') != std::string::npos || name.ends_with(".toml")) return path{name};
    std::vector<std::string> names;
    for (ProfileFile& file : list_profiles(directories, kind)) {
        if (file.name == name) return std::move(file.path);
        names.push_back(std::move(file.name));
    }
    if (names.empty()) {
        return tl::unexpected{Error{
            base::phrase("there are no profiles of the kind {}", to_string(kind)),
            base::phrase("profiles"),
            base::phrase("give the folder that holds them as --data FOLDER")}};
    }
    return tl::unexpected{Error{
        base::phrase("there is no profile \"{}\" of the kind {}", name, to_string(kind)),
        base::phrase("profiles"),
        base::phrase("choose one of: {}; or give the path of a file", base::listed(names))}};
}

} // namespace ansage::files
