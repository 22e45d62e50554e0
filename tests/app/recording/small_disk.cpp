// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_disk.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <stdexcept>
#include <sys/mount.h>
#include <unistd.h>

namespace ansage::tests {

namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, const std::string& text) { std::ofstream{path} << text; }

// Mounts of its own; who is not root becomes root among users of its own.
void leave_the_others() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    const bool is_alone =
        user == 0 ? ::unshare(CLONE_NEWNS) == 0 : ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
    if (is_alone && user != 0) {
        write_text("/proc/self/setgroups", "deny");
        write_text("/proc/self/uid_map", fmt::format("0 {} 1", user));
        write_text("/proc/self/gid_map", fmt::format("0 {} 1", group));
    }
    if (is_alone) ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
}

} // namespace

SmallDisk::SmallDisk(const fs::path& folder, std::uint64_t bytes)
    : folder_(folder) {
    leave_the_others();
    const std::string size = fmt::format("size={}", bytes);
    if (::mount("none", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, size.c_str()) != 0) {
        throw std::runtime_error{fmt::format(
            "this test needs to mount a tmpfs: be root, or allow user namespaces ({})",
            std::strerror(errno)
        )};
    }
}

SmallDisk::~SmallDisk() { ::umount2(folder_.c_str(), MNT_DETACH); }

void SmallDisk::fill_up_to(std::uint64_t left) {
    const std::uintmax_t free = fs::space(folder_).available;
    if (free <= left) return;
    const int file = ::open((folder_ / "others").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const auto size = static_cast<off_t>(fs::file_size(folder_ / "others"));
    const int failed = ::posix_fallocate(file, size, static_cast<off_t>(free - left));
    ::close(file);
    if (failed != 0) throw std::runtime_error{"the small disk cannot be filled"};
}

} // namespace ansage::tests
