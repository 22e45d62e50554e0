// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/shared_thread.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <tuple>
#include <unistd.h>

namespace ansage::terminal {

void block_signals_of_this_thread() {
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

Wakeup::Wakeup()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Wakeup::~Wakeup() { ::close(descriptor_); }

void Wakeup::set() const {
    const std::uint64_t one = 1;
    std::ignore = ::write(descriptor_, &one, sizeof one);
}

void Wakeup::clear() const {
    std::uint64_t count = 0;
    std::ignore = ::read(descriptor_, &count, sizeof count);
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
