#include "app/play/microphone_return.hpp"

#include <chrono>
#include <utility>

namespace ansage::app {

namespace {

// Looking lets the sound libraries ask every device.
constexpr std::chrono::seconds look_every{2};

} // namespace

MicrophoneReturn::MicrophoneReturn(Open open)
    : open_(std::move(open)),
      thread_([this] { look(); }) {}

MicrophoneReturn::~MicrophoneReturn() {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

std::unique_ptr<speech::Input> MicrophoneReturn::take() {
    const std::scoped_lock lock(mutex_);
    return std::move(found_);
}

void MicrophoneReturn::look() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, look_every, [this] { return is_ending_; })) {
        lock.unlock();
        auto input = open_();
        lock.lock();
        if (input) {
            found_ = std::move(input);
            return;
        }
    }
}

} // namespace ansage::app
