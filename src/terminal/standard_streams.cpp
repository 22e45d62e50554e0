// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/standard_streams.hpp"

#include "terminal/command.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace ansage::terminal {

namespace {

// In the order of their numbers, for each open() takes the lowest that is free. What is printed to
// a closed output cannot be written, and is told so; what is said on closed errors has no listener.
void fill_if_closed(int descriptor, int access) {
    if (::fcntl(descriptor, F_GETFD) < 0) static_cast<void>(::open("/dev/null", access));
}

// What went wrong may have been when a line was printed, and its reason is gone by now.
bool has_reader_left(int reason) {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return reason == EPIPE || (::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0);
}

} // namespace

void prepare_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    fill_if_closed(STDIN_FILENO, O_RDONLY);
    fill_if_closed(STDOUT_FILENO, O_RDONLY);
    fill_if_closed(STDERR_FILENO, O_WRONLY);
}

int finish_output(int code) {
    const int reason = std::fflush(stdout) == 0 ? 0 : errno;
    if (reason == 0 && std::ferror(stdout) == 0) return code;
    if (has_reader_left(reason)) return code;
    return tell_failure(base::Error{
        reason == 0
            ? base::phrase("not everything could be written")
            : base::phrase("not everything could be written: {}", base::system_words(reason)),
        base::phrase("standard output"),
        base::phrase("make room there, or write to another place")});
}

} // namespace ansage::terminal
