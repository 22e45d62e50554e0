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
        line += std::min(more.find_first_of("\r\n"), more.size());
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
        if (const std::size_t end = more.find_last_of("\r\n"); end != std::string_view::npos)
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

Text to_text(std::string_view bytes, const std::string& name) {
    base::Decoded decoded = base::decode(bytes);
    return {
        std::move(decoded.text), base::encoding_remark(decoded.taken_for, base::as_it_is(name))};
}

Result<Text, Error> read_text(std::istream& stream, const std::string& name) {
    return read_all(stream, name).map([&](const std::string& bytes) {
        return to_text(bytes, name);
    });
}

Result<Text, Error> read_text(const fs::path& path) {
    return read_file(path).map([&](const std::string& bytes) {
        return to_text(bytes, path.string());
    });
}

TextLines::TextLines(std::istream& stream, std::string name)
    : stream_(stream),
      name_(std::move(name)) {}

Result<std::optional<std::string>, Error> TextLines::next() {
    if (!is_begun_) {
        is_begun_ = true;
        if (const auto begun = begin(); !begun) return tl::unexpected(begun.error());
    }
    if (!whole_) return read_line();
    if (whole_->empty()) return std::nullopt;
    const std::size_t end = std::min(whole_->find('\n'), whole_->size());
    std::string line = whole_->substr(0, end);
    whole_->erase(0, end + 1);
    return line;
}

std::optional<Error> TextLines::take_remark() { return std::exchange(remark_, std::nullopt); }

Result<void, Error> TextLines::begin() {
    constexpr int end = std::char_traits<char>::eof();
    while (begun_.size() < 2 && begun_ != "\n" && begun_ != "\r") {
        const int next = stream_.get();
        if (next == end) return {};
        begun_ += static_cast<char>(next);
    }
    const bool is_wide =
        begun_ == "\xFF\xFE" || begun_ == "\xFE\xFF" || begun_.find('\0') != std::string::npos;
    if (!is_wide) return {};
    return read_all(stream_, name_).map([&](const std::string& rest) {
        const base::Decoded decoded = base::decode(begun_ + rest);
        whole_ = decoded.text;
        note(decoded.taken_for);
    });
}

Result<std::optional<std::string>, Error> TextLines::read_line() {
    constexpr int end = std::char_traits<char>::eof();
    std::string bytes;
    const auto get = [&]() -> int {
        if (begun_.empty()) return stream_.get();
        const auto first = static_cast<unsigned char>(begun_.front());
        begun_.erase(0, 1);
        return first;
    };
    int next = get();
    // Of a line that has been told, or the end of an empty one.
    if (std::exchange(follows_return_, false) && next == '\n') next = get();
    if (next == end) return std::nullopt;
    for (; next != end && next != '\n' && next != '\r'; next = get()) {
        if (bytes.size() == longest_line) {
            return tl::unexpected(
                too_long(base::phrase("this holds a line that is too long"), name_)
            );
        }
        bytes += static_cast<char>(next);
    }
    follows_return_ = next == '\r';
    const base::Decoded decoded = base::decode(bytes);
    note(decoded.taken_for);
    return decoded.text;
}

void TextLines::note(base::Encoding taken_for) {
    if (is_remarked_ || taken_for == base::Encoding::utf8) return;
    is_remarked_ = true;
    remark_ = base::encoding_remark(taken_for, base::as_it_is(name_));
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
