// Looks for a microphone that went away, on a thread of its own: opening one may take seconds, and
// the game waits for nothing.
#pragma once

#include "speech/input.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace ansage::app {

class MicrophoneReturn {
public:
    // Null as long as it is not there.
    using Open = std::function<std::unique_ptr<speech::Input>()>;

    explicit MicrophoneReturn(Open open);
    MicrophoneReturn(const MicrophoneReturn&) = delete;
    MicrophoneReturn& operator=(const MicrophoneReturn&) = delete;
    MicrophoneReturn(MicrophoneReturn&&) = delete;
    MicrophoneReturn& operator=(MicrophoneReturn&&) = delete;
    // Waits for a try that has begun.
    ~MicrophoneReturn();

    // Once, when it is back; then nobody looks any longer.
    [[nodiscard]] std::unique_ptr<speech::Input> take();

private:
    void look();

    Open open_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::unique_ptr<speech::Input> found_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses all the others
};

} // namespace ansage::app
