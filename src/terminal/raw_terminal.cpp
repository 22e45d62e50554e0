// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/raw_terminal.hpp"

#include "terminal/continuation.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <tuple>
#include <unistd.h>

namespace ansage::terminal {

namespace {

// What ends a program that does not handle it.
constexpr std::array ending_signals{
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// For the handler of a signal, which can ask nobody: the outermost raw terminal as it was, and the
// mode that the innermost wants.
struct Kept {
    int descriptor = -1;
    termios before{};
    std::atomic<bool> is_there{false};
    termios wanted{};
    std::atomic<bool> is_wanted{false};
};

static_assert(std::atomic<bool>::is_always_lock_free);
Kept kept;
std::atomic<void (*)() noexcept> act_before_end{nullptr};
static_assert(std::atomic<void (*)() noexcept>::is_always_lock_free);

// Whoever runs in the background has no terminal to give back: the shell has it, in its own mode.
void restore(int descriptor, const termios& mode) {
    if (!is_in_background(descriptor)) ::tcsetattr(descriptor, TCSANOW, &mode);
}

// The signal does then what it would have done: it was reset to its default when it came.
extern "C" void give_back_and_end(int signal) {
    if (void (*const act)() noexcept = act_before_end.load()) act();
    give_back_terminal();
    std::raise(signal);
}

// Whoever handles a signal, such as a table's loop, ends in order and is left alone.
void watch(int signal) {
    struct sigaction now {};

    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;

    struct sigaction mine {};

    mine.sa_handler = give_back_and_end;
    mine.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(signal, &mine, nullptr);
}

void keep(int descriptor, const termios& before) {
    static const bool at_exit = std::atexit([] { give_back_terminal(); }) == 0;
    static_cast<void>(at_exit);
    kept.descriptor = descriptor;
    kept.before = before;
    kept.is_there = true;
    for (const int signal : ending_signals) watch(signal);
    std::ignore = continuation_of_keys();
    watch_stops();
}

// A stop from now on ends in this mode.
void want(const termios& mode) {
    kept.is_wanted = false;
    kept.wanted = mode;
    kept.is_wanted = true;
}

} // namespace

void before_ending_by_signal(void (*act)() noexcept) {
    act_before_end = act;
    for (const int signal : ending_signals) watch(signal);
}

void give_back_terminal() noexcept {
    if (kept.is_there) restore(kept.descriptor, kept.before);
}

void take_back_terminal() noexcept {
    if (kept.is_there && kept.is_wanted) restore(kept.descriptor, kept.wanted);
}

RawTerminal::RawTerminal(int descriptor, Interrupt interrupt)
    : descriptor_(descriptor) {
    termios mode{};
    if (::tcgetattr(descriptor, &mode) != 0) return;
    before_ = mode;
    if (!kept.is_there) {
        keep(descriptor, mode);
        is_outermost_ = true;
    }
    const bool as_key = interrupt == Interrupt::key;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    if (as_key) // Ctrl-Z still stops
        mode.c_cc[VINTR] = mode.c_cc[VQUIT] = _POSIX_VDISABLE;
    want(mode); // before it is so: a stop between the two ends in it, too
    ::tcsetattr(descriptor, TCSANOW, &mode);
}

RawTerminal::~RawTerminal() {
    if (!before_) return;
    want(*before_);
    if (is_outermost_) kept.is_there = false;
    restore(descriptor_, *before_);
}

} // namespace ansage::terminal
