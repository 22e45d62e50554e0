// SPDX-License-Identifier: GPL-3.0-or-later
// libserialport refuses ptys: it wants /sys/class/tty/NAME and a TIOCMGET that succeeds. This
// program defines the functions of the C library that it calls for that, so that the real library
// runs in tests over a pty, without privileges.
#include "devices/serial/pretend_port.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::string_view sys_path = "/sys/class/tty/ttyANSAGE0";
constexpr std::string_view sys_target = "../../devices/virtual/tty/ttyANSAGE0";

std::string& pretend_path() {
    static std::string path;
    return path;
}

int questions = 0;

const char* real_path(const char* path) {
    const bool is_pretended = std::strcmp(path, ansage::devices::testing::pretend_name) == 0;
    return is_pretended && !pretend_path().empty() ? pretend_path().c_str() : path;
}

int open_really(const char* path, int flags, mode_t mode) {
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, real_path(path), flags, mode));
}

int answer_modem_lines(void* argument) {
    ++questions;
    *static_cast<int*>(argument) = TIOCM_DTR | TIOCM_RTS;
    return 0;
}

} // namespace

namespace ansage::devices::testing {

void pretend_port(const std::string& pty_path) { pretend_path() = pty_path; }

int modem_questions() { return questions; }

} // namespace ansage::devices::testing

extern "C" {

int ioctl(int number, unsigned long request, ...) noexcept {
    va_list arguments;
    va_start(arguments, request);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    if (request == TIOCMGET) return answer_modem_lines(argument);
    if (request == TIOCMSET || request == TIOCMBIS || request == TIOCMBIC) return 0;
    return static_cast<int>(syscall(SYS_ioctl, number, request, argument));
}

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_really(path, flags, mode);
}

int __open_2(const char* path, int flags) { return open_really(path, flags, 0); }

int __lxstat(int /*version*/, const char* path, struct stat* status) noexcept {
    if (path == sys_path && !pretend_path().empty()) {
        *status = {};
        status->st_mode = S_IFLNK | 0777;
        return 0;
    }
    return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

ssize_t readlink(const char* path, char* into, size_t size) noexcept {
    if (path == sys_path && !pretend_path().empty()) {
        const std::size_t count = std::min(size, sys_target.size());
        std::memcpy(into, sys_target.data(), count);
        return static_cast<ssize_t>(count);
    }
    return syscall(SYS_readlink, path, into, size);
}
}
