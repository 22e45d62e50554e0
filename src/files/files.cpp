// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/files.hpp"

#include "files/user_folders.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ansage::files {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

bool is_ours_alone(const fs::path& folder) {
    struct stat found {};

    return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
        found.st_uid == ::getuid() && (found.st_mode & 0077U) == 0;
}

// Its own umask would not do: the folder must never have been open.
Result<fs::path, Error> made_private(const fs::path& folder) {
    const bool made = ::mkdir(folder.c_str(), 0700) == 0;
    if (!made && !is_ours_alone(folder)) {
        return tl::unexpected(Error{
            base::phrase("a running table needs a folder that only you can enter"),
            folder.string(),
            base::phrase("set XDG_RUNTIME_DIR, or remove that folder")});
    }
    return folder;
}

fs::path temporary_directory() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    return (error ? fs::path{"/tmp"} : folder) / fmt::format("ansage-{}", ::getuid());
}

// A journal is recognised by its beginning, after it was read like a text.
bool is_database(std::string_view text) { return text.starts_with("SQLite format 3"); }

constexpr std::size_t longest_database = 256U << 20U;

Error too_long(base::Phrase what, const std::string& name) {
    return {std::move(what), name, base::phrase("give a file that somebody wrote")};
}

} // namespace

Result<std::string, Error> read_all(std::istream& stream, const std::string& name) {
    std::string text;
    std::array<char, 65536> bytes{};
    std::size_t line = 0;
    while (stream.read(bytes.data(), bytes.size()) || stream.gcount() > 0) {
        const std::string_view more{bytes.data(), static_cast<std::size_t>(stream.gcount())};
        line += std::min(more.find('\n'), more.size());
        text += more;
        if (line > longest_line && !is_database(text)) {
            return tl::unexpected(too_long(base::phrase("this holds a line that is too long"), name)
            );
        }
        if (text.size() > (is_database(text) ? longest_database : longest_text)) {
            return tl::unexpected(
                too_long(base::phrase("this is longer than any text that is read"), name)
            );
        }
        if (const std::size_t end = more.rfind('\n'); end != std::string_view::npos)
            line = more.size() - end - 1;
    }
    return text;
}

Result<std::string, Error> read_file(const fs::path& path) {
    std::ifstream stream{path, std::ios::binary};
    std::error_code ignored;
    if (!stream || fs::is_directory(path, ignored)) {
        return tl::unexpected(Error{
            base::phrase("this file cannot be read"),
            path.string(),
            base::phrase("check the name and that you may read it")});
    }
    return read_all(stream, path.string());
}

Result<bool, Error> next_line(std::istream& stream, const std::string& name, std::string& line) {
    line.clear();
    for (int next = stream.get(); next != std::char_traits<char>::eof(); next = stream.get()) {
        if (next == '\n') return true;
        if (line.size() == longest_line) {
            return tl::unexpected(too_long(base::phrase("this holds a line that is too long"), name)
            );
        }
        line += static_cast<char>(next);
    }
    return !line.empty();
}

Result<void, Error> write_file(const fs::path& path, const std::string& text) {
    std::error_code error;
    const bool is_device = fs::is_other(path, error); // it stays what it is
    const fs::path draft = is_device ? path.string() : path.string() + ".part";
    std::ofstream stream{draft, std::ios::binary | std::ios::trunc};
    stream << text;
    stream.close();
    error.clear();
    if (stream && !is_device) fs::rename(draft, path, error);
    if (!stream || error) {
        if (!is_device) fs::remove(draft, error);
        return tl::unexpected(Error{
            base::phrase("this file cannot be written"),
            path.string(),
            base::phrase("check the disk and that you may write there")});
    }
    return {};
}

fs::path runtime_directory() {
    if (const auto session = session_folder()) return *session / "ansage";
    const fs::path usual = fmt::format("/run/user/{}", ::getuid());
    std::error_code ignored;
    return fs::is_directory(usual, ignored) ? usual / "ansage" : temporary_directory();
}

Result<fs::path, Error> private_runtime_directory() { return made_private(runtime_directory()); }

Result<fs::path, Error> lasting_runtime_directory() {
    auto usual = private_runtime_directory();
    if (usual) return usual;
    auto temporary = made_private(temporary_directory());
    return temporary ? temporary : usual;
}

std::vector<fs::path> runtime_directories() {
    std::vector<fs::path> folders;
    for (const fs::path& folder : {runtime_directory(), temporary_directory()}) {
        const bool is_new = std::ranges::find(folders, folder) == folders.end();
        if (is_new && is_ours_alone(folder)) folders.push_back(folder);
    }
    return folders;
}

} // namespace ansage::files
