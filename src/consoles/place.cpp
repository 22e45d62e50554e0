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
constexpr std::string_view pages_extension = ".pages";
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

bool is_open_in(const fs::path& directory, const std::string& name) {
    std::error_code ignored;
    return fs::exists(file_of(directory, name, socket_extension), ignored) &&
        is_held(file_of(directory, name, lock_extension));
}

// A table that lost its folder has its door in another one.
bool is_taken_elsewhere(const fs::path& directory, const std::string& name) {
    return std::ranges::any_of(files::runtime_directories(), [&](const fs::path& other) {
        return other != directory && is_open_in(other, name);
    });
}

// Where that table is open; it is.
fs::path folder_of(const std::string& name) {
    for (const fs::path& directory : files::runtime_directories())
        if (is_open_in(directory, name)) return directory;
    return files::runtime_directory(); // it has closed meanwhile
}

void remove_files_at(const fs::path& socket) {
    std::error_code ignored;
    for (const fs::path& file : {socket, page_address_file(socket), pages_file(socket)})
        fs::remove(file, ignored);
}

// Of a file on its disk; 0: there is none.
std::uint64_t number_of(const fs::path& file) {
    struct stat found {};

    return ::lstat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

} // namespace

ConsolePlace::ConsolePlace(fs::path directory, std::string name, int lock)
    : directory_(std::move(directory)),
      name_(std::move(name)),
      lock_(lock) {}

ConsolePlace::ConsolePlace(ConsolePlace&& other) noexcept
    : directory_(std::move(other.directory_)),
      name_(std::move(other.name_)),
      lock_(std::exchange(other.lock_, -1)),
      socket_(other.socket_) {}

ConsolePlace::~ConsolePlace() {
    if (lock_ < 0) return;
    remove_files_at(socket());
    // The lock's file stays: whoever waits for it must not get another file than the next one.
    ::close(lock_);
}

fs::path ConsolePlace::socket() const { return file_of(directory_, name_, socket_extension); }

fs::path page_address_file(const fs::path& socket) {
    return fs::path{socket}.replace_extension(page_extension);
}

fs::path pages_file(const fs::path& socket) {
    return fs::path{socket}.replace_extension(pages_extension);
}

Result<ConsolePlace, Error> ConsolePlace::take() {
    return files::private_runtime_directory().and_then([](const fs::path& directory) {
        return take_in(directory, {});
    });
}

Result<ConsolePlace, Error> ConsolePlace::take_in(const fs::path& directory, std::string name) {
    for (unsigned number = name.empty() ? 1 : 0; number <= most_tables; ++number) {
        if (number > 0) name = number == 1 ? "table" : fmt::format("table-{}", number);
        if (is_taken_elsewhere(directory, name)) continue;
        if (const auto held = lock(file_of(directory, name, lock_extension))) {
            ConsolePlace place{directory, std::move(name), *held};
            remove_files_at(place.socket()); // of one that was killed
            return place;
        }
    }
    return tl::unexpected(Error{
        base::phrase("no table can be opened to consoles here"),
        directory.string(),
        base::phrase("look into that folder")});
}

void ConsolePlace::note_socket() { socket_ = number_of(socket()); }

// Others look at the file of that name, not at ours.
bool ConsolePlace::is_name_held() const {
    struct stat held {};

    return ::fstat(lock_, &held) == 0 &&
        number_of(file_of(directory_, name_, lock_extension)) == held.st_ino;
}

bool ConsolePlace::is_gone() const { return !is_name_held() || number_of(socket()) != socket_; }

Result<void, Error> ConsolePlace::take_again() {
    if (is_name_held()) {
        std::error_code ignored;
        fs::remove(socket(), ignored);
        return {};
    }
    return files::lasting_runtime_directory()
        .and_then([&](const fs::path& directory) { return take_in(directory, name_); })
        .map([&](ConsolePlace found) {
            ::close(std::exchange(lock_, std::exchange(found.lock_, -1)));
            directory_ = found.directory_;
            name_ = found.name_;
        });
}

std::vector<std::string> table_names() {
    std::vector<std::string> names;
    for (const fs::path& directory : files::runtime_directories()) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator{directory, ignored}) {
            const std::string name = entry.path().stem().string();
            if (entry.path().extension() == socket_extension &&
                is_held(file_of(directory, name, lock_extension)))
                names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

Result<fs::path, Error> find_table(const std::string& name) {
    const std::vector<std::string> names = table_names();
    const auto usual = files::private_runtime_directory();
    if (names.empty()) {
        if (!usual) return tl::unexpected(usual.error());
        return tl::unexpected(Error{
            base::phrase("no table is open here"),
            usual->string(),
            base::phrase("start one with ansage play")});
    }
    const std::string wanted = name.empty() && names.size() == 1 ? names.front() : name;
    if (std::ranges::find(names, wanted) == names.end()) {
        return tl::unexpected(Error{
            name.empty() ? base::phrase("several tables are open here")
                         : base::phrase("there is no table of that name"),
            name.empty() ? files::runtime_directory().string() : name,
            base::phrase("write --table and one of: {}", base::listed(names))});
    }
    return folder_of(wanted) / (wanted + std::string{socket_extension});
}

} // namespace ansage::consoles
