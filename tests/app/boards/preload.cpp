// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into the program, this lets it see a machine of the test's own: what it looks for in
// /sys/class/tty, /sys/class/hidraw, /dev/ttyUSB* and /dev/hidraw* is looked for in the folder that
// ANSAGE_PRETEND names. The ports there are ptys, and have no modem lines.
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

// Where a path leads on the pretended machine.
class Path {
public:
    explicit Path(const char* path)
        : path_(path) {
        const char* const folder = std::getenv("ANSAGE_PRETEND");
        for (const std::string_view begin :
             {"/sys/class/tty", "/sys/class/hidraw", "/dev/ttyUSB", "/dev/hidraw"}) {
            if (folder != nullptr && path != nullptr && std::string_view{path}.starts_with(begin)) {
                moved_ = std::string{folder} + path;
                path_ = moved_.c_str();
            }
        }
    }

    [[nodiscard]] const char* get() const { return path_; }

private:
    const char* path_;
    std::string moved_;
};

mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return next<int(const char*, int, ...)>("open")(Path{path}.get(), flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return next<int(const char*, int, ...)>("open64")(Path{path}.get(), flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return next<int(int, const char*, int, ...)>("openat")(folder, Path{path}.get(), flags, mode);
}

int __open_2(const char* path, int flags) {
    return next<int(const char*, int)>("__open_2")(Path{path}.get(), flags);
}

FILE* fopen(const char* path, const char* mode) {
    return next<FILE*(const char*, const char*)>("fopen")(Path{path}.get(), mode);
}

FILE* fopen64(const char* path, const char* mode) {
    return next<FILE*(const char*, const char*)>("fopen64")(Path{path}.get(), mode);
}

DIR* opendir(const char* path) { return next<DIR*(const char*)>("opendir")(Path{path}.get()); }

int access(const char* path, int mode) noexcept {
    return next<int(const char*, int)>("access")(Path{path}.get(), mode);
}

ssize_t readlink(const char* path, char* into, size_t size) noexcept {
    return next<ssize_t(const char*, char*, size_t)>("readlink")(Path{path}.get(), into, size);
}

int stat(const char* path, struct stat* status) noexcept {
    return ::fstatat(AT_FDCWD, Path{path}.get(), status, 0);
}

int lstat(const char* path, struct stat* status) noexcept {
    return ::fstatat(AT_FDCWD, Path{path}.get(), status, AT_SYMLINK_NOFOLLOW);
}

// What programs of an older C library call.
int __xstat(int /*version*/, const char* path, struct stat* status) noexcept {
    return stat(path, status);
}

int __lxstat(int /*version*/, const char* path, struct stat* status) noexcept {
    return lstat(path, status);
}

int ioctl(int number, unsigned long request, ...) noexcept {
    va_list arguments;
    va_start(arguments, request);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    if (request == TIOCMGET) {
        *static_cast<int*>(argument) = TIOCM_DTR | TIOCM_RTS;
        return 0;
    }
    if (request == TIOCMSET || request == TIOCMBIS || request == TIOCMBIC) return 0;
    return next<int(int, unsigned long, ...)>("ioctl")(number, request, argument);
}
}
