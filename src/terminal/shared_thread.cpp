// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/shared_thread.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>

namespace ansage::terminal {

void block_signals_of_this_thread() {
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

bool wait_for(int descriptor, short events, const Wakeup& stop) {
    std::array<pollfd, 2> waits{
        pollfd{.fd = descriptor, .events = events, .revents = 0},
        pollfd{.fd = stop.descriptor(), .events = POLLIN, .revents = 0}};
    if (descriptor < 0) // is waited for by nobody: whoever reads it learns that it is closed
        return true;
    while (::poll(waits.data(), waits.size(), -1) < 0 && errno == EINTR) {
    }
    return waits[1].revents == 0;
}

} // namespace ansage::terminal
