// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that waits on a descriptor, and is told to stop.
#pragma once

#include "base/descriptor.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace ansage::terminal {

// Signals are for the thread that waits for them. A write into a pipe that nobody reads any more
// must come back as an error here, whatever the program does about SIGPIPE.
void block_signals_of_this_thread();

using base::Wakeup;

// Waits until the descriptor is ready for `events`, or `stop` is set; false: it was set.
[[nodiscard]] bool wait_for(int descriptor, short events, const Wakeup& stop);

// Runs `run(state)` on a thread. A terminal that takes nothing more can hold a thread in the middle
// of a write, and a line that somebody else read first in the middle of a read: at the end such a
// thread is left to the end of the program, with the state that it shares.
template <class State>
class SharedThread {
public:
    SharedThread(std::shared_ptr<State> state, void (*run)(State&))
        : thread_([shared = std::move(state), ended = ended_, run] {
              block_signals_of_this_thread();
              run(*shared);
              const std::lock_guard guard{ended->mutex};
              ended->is_so = true;
              ended->changed.notify_all();
          }) {}

    SharedThread(const SharedThread&) = delete;
    SharedThread& operator=(const SharedThread&) = delete;

    ~SharedThread() {
        if (ends_soon()) thread_.join();
        else thread_.detach();
    }

private:
    struct Ended {
        std::mutex mutex;
        std::condition_variable changed;
        bool is_so = false;
    };

    bool ends_soon() const {
        constexpr std::chrono::milliseconds longest{500};
        std::unique_lock lock{ended_->mutex};
        return ended_->changed.wait_for(lock, longest, [this] { return ended_->is_so; });
    }

    std::shared_ptr<Ended> ended_ = std::make_shared<Ended>();
    std::thread thread_;
};

} // namespace ansage::terminal
