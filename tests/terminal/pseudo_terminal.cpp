// SPDX-License-Identifier: GPL-3.0-or-later
#include "pseudo_terminal.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

namespace ansage::tests {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds limit{300};
constexpr int look_every = 10; // ms

// Never returns. The controlling terminal of the test is not its own, whose end would close that.
[[noreturn]] void become(
    const std::vector<std::string>& arguments,
    const std::string& home,
    int terminal,
    bool is_controlling
) {
    ::setsid();
    if (is_controlling) ::ioctl(terminal, TIOCSCTTY, 0);
    for (int number = 0; number < 3; ++number) ::dup2(terminal, number);
    ::setenv("HOME", home.c_str(), 1);
    ::setenv("LC_ALL", "C", 1);
    ::setenv("XDG_RUNTIME_DIR", home.c_str(), 1);
    ::setenv("TMPDIR", home.c_str(), 1);
    for (const char* name : {"ANSAGE_DATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}) ::unsetenv(name);
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    ::execv(words.front(), words.data());
    ::_exit(127);
}

} // namespace

PseudoTerminal::PseudoTerminal()
    : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    const bool is_open = master_ >= 0 && ::grantpt(master_) == 0 && ::unlockpt(master_) == 0;
    const char* const name = is_open ? ::ptsname(master_) : nullptr;
    slave_ = name == nullptr ? -1 : ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave_ < 0) throw std::runtime_error{"there is no pseudo terminal"};
}

PseudoTerminal::~PseudoTerminal() {
    ::close(slave_);
    ::close(master_);
}

void PseudoTerminal::type(const std::string& keys) const {
    std::ignore = ::write(master_, keys.data(), keys.size());
}

void PseudoTerminal::stop() const { ::tcflow(slave_, TCOOFF); }

void PseudoTerminal::go_on() const { ::tcflow(slave_, TCOON); }

bool PseudoTerminal::read_some(int milliseconds) {
    pollfd waits{.fd = master_, .events = POLLIN, .revents = 0};
    if (::poll(&waits, 1, milliseconds) <= 0) return false;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(master_, buffer.data(), buffer.size());
    printed_.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    return count > 0;
}

bool PseudoTerminal::await(const std::string& words) {
    const auto end = Clock::now() + limit;
    while (printed_.find(words) == std::string::npos)
        if (!read_some(look_every) && Clock::now() > end) return false;
    return true;
}

termios PseudoTerminal::mode() const {
    termios mode{};
    ::tcgetattr(slave_, &mode);
    return mode;
}

bool PseudoTerminal::is_raw() const {
    return (mode().c_lflag & static_cast<tcflag_t>(ICANON)) == 0;
}

bool PseudoTerminal::awaits_raw() const {
    for (const auto end = Clock::now() + limit; !is_raw();) {
        if (Clock::now() > end) return false;
        ::poll(nullptr, 0, look_every);
    }
    return true;
}

bool PseudoTerminal::is_non_blocking() const {
    return (::fcntl(slave_, F_GETFL) & O_NONBLOCK) != 0;
}

bool is_same(const termios& one, const termios& other) {
    return one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag &&
        one.c_cflag == other.c_cflag && one.c_lflag == other.c_lflag &&
        std::equal(std::begin(one.c_cc), std::end(one.c_cc), std::begin(other.c_cc));
}

ProgramAtTerminal::ProgramAtTerminal(
    const PseudoTerminal& terminal,
    const std::vector<std::string>& arguments,
    const std::string& home,
    Controls controls
)
    : child_(::fork()) {
    if (child_ < 0) throw std::runtime_error{"cannot start a program for the test"};
    if (child_ == 0) become(arguments, home, terminal.descriptor(), controls == Controls::program);
}

ProgramAtTerminal::~ProgramAtTerminal() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
}

void ProgramAtTerminal::send(int signal) const { ::kill(child_, signal); }

std::optional<int> ProgramAtTerminal::wait(PseudoTerminal& terminal) {
    int status = 0;
    for (const auto end = Clock::now() + limit; ::waitpid(child_, &status, WNOHANG) == 0;) {
        if (Clock::now() > end) return std::nullopt;
        std::ignore = terminal.read_some(look_every);
    }
    child_ = -1;
    return status;
}

} // namespace ansage::tests
