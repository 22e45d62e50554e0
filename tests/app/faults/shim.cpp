// SPDX-License-Identifier: GPL-3.0-or-later
// Stands before the C library (LD_PRELOAD) and lets it fail as disks and clocks do; the program,
// SQLite and the files are the real ones. Told by the environment:
//   FAULTS_AT     part of the path of the files that are meant
//   FAULTS_FIRST  from which of their writes, cuts and syncs on, counted from 1
//   FAULTS_MANY   how many of them; 0: all that follow
//   FAULTS_DO     "kill", "slow" (a fifth of a second each), or the number of an errno; "signal":
//   SIGTERM
//                 comes as such a file gets its name
//   FAULTS_COUNT  a file of 8 bytes: how many there have been
//   FAULTS_CLOCK  a file of 24 bytes: nanoseconds by which the clocks of real time, of steady time
//                 and of time since the machine's start are ahead
//   FAULTS_THROW  "command": whoever opens a file at FAULTS_AT meets an exception that nobody
//   expects;
//                 "nowhere": so does main(), where nothing catches it
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

// Null where there is no such file.
void* shared(const char* variable, std::size_t size, int protection) {
    const char* const path = std::getenv(variable);
    const int file = path == nullptr ? -1 : ::open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return nullptr;
    void* const place = ::mmap(nullptr, size, protection, MAP_SHARED, file, 0);
    ::close(file);
    return place == MAP_FAILED ? nullptr : place;
}

long number(const char* variable) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? 0 : std::atol(text);
}

struct Plan {
    const char* at = std::getenv("FAULTS_AT");
    const char* act = std::getenv("FAULTS_DO");
    long first = number("FAULTS_FIRST");
    long many = number("FAULTS_MANY");
    std::atomic<std::int64_t>* count = static_cast<std::atomic<std::int64_t>*>(
        shared("FAULTS_COUNT", sizeof(std::int64_t), PROT_READ | PROT_WRITE)
    );
};

Plan& plan() {
    static Plan its;
    return its;
}

bool is_meant(int descriptor) {
    if (plan().at == nullptr) return false;
    std::array<char, 32> link{};
    std::array<char, PATH_MAX> path{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link.data(), path.data(), path.size() - 1);
    return length > 0 && std::strstr(path.data(), plan().at) != nullptr;
}

// True: this call is to fail, and errno says how.
bool fails(int descriptor) {
    const int before = errno;
    if (!is_meant(descriptor)) {
        errno = before;
        return false;
    }
    static std::atomic<long> own{0};
    const long number = ++own;
    if (plan().count != nullptr) ++*plan().count;
    const long last = plan().many == 0 ? LONG_MAX : plan().first + plan().many - 1;
    errno = before;
    const bool has_act = plan().act != nullptr && *plan().act != '\0';
    if (!has_act || number < plan().first || number > last) return false;
    if (std::strcmp(plan().act, "kill") == 0) ::kill(::getpid(), SIGKILL);
    if (std::strcmp(plan().act, "signal") == 0) return false;
    if (std::strcmp(plan().act, "slow") == 0) {
        ::usleep(200'000);
        errno = before;
        return false;
    }
    errno = std::atoi(plan().act);
    return true;
}

struct Ahead {
    std::array<std::atomic<std::int64_t>, 3> nanoseconds;
};

std::int64_t ahead_of(clockid_t clock) {
    static const Ahead* const ahead =
        static_cast<const Ahead*>(shared("FAULTS_CLOCK", sizeof(Ahead), PROT_READ));
    if (ahead == nullptr) return 0;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return ahead->nanoseconds[0];
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE: return ahead->nanoseconds[1];
    case CLOCK_BOOTTIME: return ahead->nanoseconds[2];
    default: return 0;
    }
}

} // namespace

namespace {

void throw_if(const char* place) {
    const char* const wanted = std::getenv("FAULTS_THROW");
    if (wanted != nullptr && std::strcmp(wanted, place) == 0)
        throw std::logic_error("a fault of our own");
}

} // namespace

extern "C" {

FILE* fopen64(const char* path, const char* mode) {
    static auto* const next = real<decltype(fopen64)>("fopen64");
    if (plan().at != nullptr && std::strstr(path, plan().at) != nullptr) throw_if("command");
    return next(path, mode);
}

// Which the C library never does, so that its header, which is not included here, says noexcept.
mode_t umask(mode_t mask) {
    static auto* const next = real<mode_t(mode_t)>("umask");
    throw_if("nowhere");
    return next(mask);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    static auto* const next = real<decltype(write)>("write");
    return fails(descriptor) ? -1 : next(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
    static auto* const next = real<decltype(pwrite)>("pwrite");
    return fails(descriptor) ? -1 : next(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t at) {
    static auto* const next = real<decltype(pwrite64)>("pwrite64");
    return fails(descriptor) ? -1 : next(descriptor, bytes, size, at);
}

int ftruncate(int descriptor, off_t size) noexcept {
    static auto* const next = real<int(int, off_t)>("ftruncate");
    return fails(descriptor) ? -1 : next(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) noexcept {
    static auto* const next = real<int(int, off64_t)>("ftruncate64");
    return fails(descriptor) ? -1 : next(descriptor, size);
}

int fsync(int descriptor) {
    static auto* const next = real<decltype(fsync)>("fsync");
    return fails(descriptor) ? -1 : next(descriptor);
}

int fdatasync(int descriptor) {
    static auto* const next = real<decltype(fdatasync)>("fdatasync");
    return fails(descriptor) ? -1 : next(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const next = real<int(const char*, const char*)>("rename");
    const bool is_meant = plan().at != nullptr && std::strstr(to, plan().at) != nullptr;
    if (is_meant && plan().act != nullptr && std::strcmp(plan().act, "signal") == 0)
        ::kill(::getpid(), SIGTERM);
    return next(from, to);
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    static auto* const next = real<int(clockid_t, timespec*)>("clock_gettime");
    const int done = next(clock, time);
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t whole = time->tv_sec * second + time->tv_nsec + ahead_of(clock);
    time->tv_sec = whole / second;
    time->tv_nsec = whole % second;
    return done;
}

} // extern "C"
