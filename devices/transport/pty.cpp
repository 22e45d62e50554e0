// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/pty.hpp"

#include "base/try.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <termios.h>

namespace ansage::devices {
namespace {

base::Error no_pty() {
    return {
        base::phrase("cannot make a pseudo-terminal ({})", base::system_words(errno)),
        "/dev/ptmx",
        base::phrase("is /dev/pts mounted?")};
}

base::Error no_terminal(const std::string& path, int error) {
    const bool is_forbidden = error == EACCES || error == EPERM;
    return {
        base::phrase("cannot open the port ({})", base::system_words(error)),
        path,
        is_forbidden ? base::phrase("your user must be in the group that owns it, often dialout")
                     : base::phrase("'ansage board list' shows the ports that are there")};
}

// VMIN 1: a read of nothing means that the other end hung up.
bool make_raw(int number) {
    termios settings{};
    if (tcgetattr(number, &settings) != 0) return false;
    cfmakeraw(&settings);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return tcsetattr(number, TCSANOW, &settings) == 0;
}

} // namespace

base::Result<Pty, base::Error> open_pty() {
    Descriptor board(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    std::array<char, 64> path{};
    if (!board.is_open() || grantpt(board.number()) != 0 || unlockpt(board.number()) != 0)
        return tl::unexpected(no_pty());
    if (ptsname_r(board.number(), path.data(), path.size()) != 0) return tl::unexpected(no_pty());
    auto host = ANSAGE_TRY(open_terminal(path.data()));
    return Pty{Stream{std::move(board)}, std::move(host), path.data()};
}

base::Result<Stream, base::Error> open_terminal(const std::string& path) {
    Descriptor terminal(::open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    if (!terminal.is_open()) return tl::unexpected(no_terminal(path, errno));
    if (!make_raw(terminal.number())) return tl::unexpected(no_terminal(path, errno));
    tcflush(terminal.number(), TCIFLUSH);
    return Stream{std::move(terminal)};
}

} // namespace ansage::devices
