// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/place.hpp"

#include "files/files.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ansage::consoles {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view socket_extension = ".sock";
constexpr std::string_view lock_extension = ".lock";
constexpr std::string_view page_extension = ".page";
// More tables than a hall has.
constexpr unsigned most_tables = 500;

fs::path file_of(const fs::path& directory, const std::string& name, std::string_view extension) {
    return directory / (name + std::string{extension});
}

// A lock is the table's as long as its process lives, however that ends. Absent: another has it.
std::optional<int> lock(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return std::nullopt;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        ::close(descriptor);
        return std::nullopt;
    }
    return descriptor;
}

bool is_held(const fs::path& file) {
    const std::optional<int> taken = lock(file);
    if (taken) ::close(*taken);
    return !taken;
}

} // namespace

ConsolePlace::ConsolePlace(fs::path directory, std::string name, int lock)
    : directory_(std::move(directory)),
      name_(std::move(name)),
      lock_(lock) {}

ConsolePlace::ConsolePlace(ConsolePlace&& other) noexcept
    : directory_(std::move(other.directory_)),
      name_(std::move(other.name_)),
      lock_(std::exchange(other.lock_, -1)) {}

ConsolePlace::~ConsolePlace() {
    if (lock_ < 0) return;
    std::error_code ignored;
    fs::remove(socket(), ignored);
    fs::remove(page_address_file(socket()), ignored);
    // The lock's file stays: whoever waits for it must not get another file than the next one.
    ::close(lock_);
}

fs::path ConsolePlace::socket() const { return file_of(directory_, name_, socket_extension); }

fs::path page_address_file(const fs::path& socket) {
    return fs::path{socket}.replace_extension(page_extension);
}

Result<ConsolePlace, Error> ConsolePlace::take() {
    const auto directory = files::private_runtime_directory();
    if (!directory) return tl::unexpected(directory.error());
    for (unsigned number = 1; number <= most_tables; ++number) {
        std::string name = number == 1 ? "table" : fmt::format("table-{}", number);
        if (const auto held = lock(file_of(*directory, name, lock_extension))) {
            ConsolePlace place{*directory, std::move(name), *held};
            std::error_code ignored;
            fs::remove(place.socket(), ignored); // of one that was killed
            fs::remove(page_address_file(place.socket()), ignored);
            return place;
        }
    }
    return tl::unexpected(Error{
        base::phrase("no table can be opened to consoles here"),
        directory->string(),
        base::phrase("look into that folder")});
}

std::vector<std::string> table_names() {
    std::vector<std::string> names;
    const auto directory = files::private_runtime_directory();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{directory ? *directory : fs::path{}, ignored}) {
        const std::string name = entry.path().stem().string();
        if (entry.path().extension() == socket_extension &&
            is_held(entry.path().parent_path() / (name + std::string{lock_extension})))
            names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

Result<fs::path, Error> find_table(const std::string& name) {
    const auto directory = files::private_runtime_directory();
    if (!directory) return tl::unexpected(directory.error());
    const std::vector<std::string> names = table_names();
    if (names.empty()) {
        return tl::unexpected(Error{
            base::phrase("no table is open here"),
            directory->string(),
            base::phrase("start one with ansage play")});
    }
    if (name.empty() && names.size() == 1)
        return file_of(*directory, names.front(), socket_extension);
    if (std::ranges::find(names, name) == names.end()) {
        return tl::unexpected(Error{
            name.empty() ? base::phrase("several tables are open here")
                         : base::phrase("there is no table of that name"),
            name.empty() ? directory->string() : name,
            base::phrase("write --table and one of: {}", base::listed(names))});
    }
    return file_of(*directory, name, socket_extension);
}

} // namespace ansage::consoles
