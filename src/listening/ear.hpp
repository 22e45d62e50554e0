// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone that is listened to at a table, a window at a time. Sound is in memory for one
// window and a moment before it, and nowhere else.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "listening/listener.hpp"
#include "speech/input.hpp"
#include "table/model/input.hpp"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace ansage::listening {

// Whose window it is, and what may be said in it.
struct Window {
    chess::Color speaker{};
    table::RecordingKey key{};
    chess::Position position; // in which the move is said
};

// The numbers of a verdict and the library that they hold for, as the journal keeps them.
std::string in_numbers(const HeardSound& heard);

// One thread of its own opens the microphone, which may take seconds, takes its samples, and
// listens. All functions may be called from one other thread; none of them waits.
class Ear {
public:
    // Opens the microphone; called again every now and then where it failed, or the device went.
    using OpenMicrophone =
        std::function<base::Result<std::unique_ptr<speech::Input>, base::Error>()>;

    Ear(Listener listener, OpenMicrophone open);
    Ear(const Ear&) = delete;
    Ear& operator=(const Ear&) = delete;
    // Waits for a sound that is being listened to, and no longer for a microphone that hangs.
    ~Ear();

    // From now on, and with a moment before: people begin to speak as they press the key.
    void open_window();
    // What was said in it will be among the reports.
    void close_window(const Window& window);
    // Nobody listens to what was said in it.
    void drop_window();
    // The microphone is closed, and nothing is listened to any more.
    void stop();
    // Our own voice is heard from now on, or no more: it is cut out.
    void note_own_voice(bool speaks);

    [[nodiscard]] std::vector<table::HearingReported> take();
    // Why there is no microphone, or a sound could not be listened to; each once.
    [[nodiscard]] std::optional<base::Error> take_problem();
    // Readable while there is something to take.
    int event_fd() const;

private:
    class Worker;

    std::shared_ptr<Worker> worker_; // its thread's, too, which outlives a driver that hangs
    std::future<void> ended_;
};

} // namespace ansage::listening
