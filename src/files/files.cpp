#include "files/files.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

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

} // namespace

Result<std::string, Error> read_file(const fs::path& path) {
    std::ifstream stream{path, std::ios::binary};
    std::ostringstream text;
    std::error_code ignored;
    if (!stream || fs::is_directory(path, ignored)) {
        return tl::unexpected(Error{
            "this file cannot be read", path.string(), "check the name and that you may read it"});
    }
    text << stream.rdbuf();
    return text.str();
}

Result<void, Error> write_file(const fs::path& path, const std::string& text) {
    const fs::path draft = path.string() + ".part";
    std::ofstream stream{draft, std::ios::binary | std::ios::trunc};
    stream << text;
    stream.close();
    std::error_code error;
    if (stream) {
        fs::rename(draft, path, error);
    }
    if (!stream || error) {
        return tl::unexpected(Error{
            "this file cannot be written",
            path.string(),
            "check the disk and that you may write there"});
    }
    return {};
}

fs::path runtime_directory() {
    if (const char* given = std::getenv("XDG_RUNTIME_DIR"); given != nullptr && *given != '\0') {
        return fs::path{given} / "ansage";
    }
    const fs::path usual = fmt::format("/run/user/{}", ::getuid());
    std::error_code ignored;
    return fs::is_directory(usual, ignored) ? usual / "ansage"
                                            : fs::path{fmt::format("/tmp/ansage-{}", ::getuid())};
}

Result<fs::path, Error> private_runtime_directory() {
    const fs::path folder = runtime_directory();
    // Its own umask would not do: the folder must never have been open.
    const bool made = ::mkdir(folder.c_str(), 0700) == 0;
    if (!made && !is_ours_alone(folder)) {
        return tl::unexpected(Error{
            "a running table needs a folder that only you can enter",
            folder.string(),
            "set XDG_RUNTIME_DIR, or remove that folder"});
    }
    return folder;
}

} // namespace ansage::files
