// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a microphone that went away, or that somebody chose, on a thread of its own: opening
// one may take seconds, and the game waits for nothing.
#pragma once

#include "speech/input.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ansage::record {

class MicrophoneReturn {
public:
    struct Attempt {
        std::unique_ptr<speech::Input> input; // null as long as it is not there
        std::string name; // the whole of its name
        std::vector<std::string> others; // where it is not there: the names of those that are
    };

    using Open = std::function<Attempt()>;

    // Looks for nothing yet.
    MicrophoneReturn();
    MicrophoneReturn(const MicrophoneReturn&) = delete;
    MicrophoneReturn& operator=(const MicrophoneReturn&) = delete;
    // Waits for a try that has begun.
    ~MicrophoneReturn();

    // From now on for this one, and for none before.
    void look_for(Open open);

    // Once, when it is there; then nobody looks any longer.
    [[nodiscard]] std::optional<Attempt> take();

    // Which others there are, once, after the first look that did not find it.
    [[nodiscard]] std::optional<std::vector<std::string>> take_others();

private:
    void run();
    void note(Attempt found, bool is_first);

    Open open_; // nothing: nobody looks
    std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Attempt> found_;
    std::optional<std::vector<std::string>> others_;
    bool is_new_ = false; // nobody has looked for this one yet
    bool is_ending_ = false;
    std::thread thread_; // last: it uses all the others
};

} // namespace ansage::record
