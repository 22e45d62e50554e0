// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/continuation.hpp"

#include "terminal/raw_terminal.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <tuple>
#include <unistd.h>

namespace ansage::terminal {

namespace {

constexpr int nobody = -1;
constexpr std::size_t most_told_of_it = 16;

// For the handler of a signal, which can ask nobody: the events of all who wait.
class Waiting {
public:
    Waiting() {
        for (auto& event : events_) event = nobody;
    }

    // The place; past the end where all are taken: nothing is noticed then.
    std::size_t add(int event) {
        for (std::size_t place = 0; place < events_.size(); ++place) {
            int expected = nobody;
            if (events_[place].compare_exchange_strong(expected, event)) return place;
        }
        return events_.size();
    }

    void remove(std::size_t place) {
        if (place < events_.size()) events_[place] = nobody;
    }

    void tell() const noexcept {
        constexpr std::uint64_t once = 1;
        for (const auto& event : events_) {
            const int descriptor = event;
            if (descriptor == nobody) continue;
            [[maybe_unused]] const ssize_t count = ::write(descriptor, &once, sizeof once);
        }
    }

private:
    std::array<std::atomic<int>, most_told_of_it> events_{};
};

static_assert(std::atomic<int>::is_always_lock_free);

Waiting& waiting() {
    static Waiting all;
    return all;
}

extern "C" void go_on(int /*signal*/) {
    const int reason = errno;
    take_back_terminal();
    waiting().tell();
    errno = reason;
}

void set_handler(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};

    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigaction(signal, &action, nullptr);
}

// Stops as it would without a handler. Where no shell could let it go on, nothing stops, and the
// terminal is taken back at once.
extern "C" void give_back_and_stop(int signal) {
    const int reason = errno;
    give_back_terminal();
    set_handler(signal, SIG_DFL, 0);
    std::raise(signal);
    set_handler(signal, give_back_and_stop, SA_RESTART | SA_NODEFER);
    take_back_terminal();
    errno = reason;
}

bool has_default(int signal) {
    struct sigaction now {};

    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

} // namespace

void watch_stops() {
    std::ignore = waiting(); // is made before a signal asks for it
    if (has_default(SIGCONT)) set_handler(SIGCONT, go_on, SA_RESTART);
    if (has_default(SIGTSTP)) set_handler(SIGTSTP, give_back_and_stop, SA_RESTART | SA_NODEFER);
}

const Continuation& continuation_of_keys() {
    static const Continuation of_keys;
    return of_keys;
}

bool is_in_background(int descriptor) {
    const pid_t in_front = ::tcgetpgrp(descriptor);
    return in_front >= 0 && in_front != ::getpgrp();
}

Continuation::Continuation()
    : place_(waiting().add(event_.descriptor())) {
    watch_stops();
}

Continuation::~Continuation() { waiting().remove(place_); }

bool Continuation::take() const {
    pollfd event{.fd = event_.descriptor(), .events = POLLIN, .revents = 0};
    const bool is_set = ::poll(&event, 1, 0) > 0;
    if (is_set) event_.clear();
    return is_set;
}

} // namespace ansage::terminal
