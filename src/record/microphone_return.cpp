// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/microphone_return.hpp"

#include <chrono>
#include <utility>

namespace ansage::record {

namespace {

// Looking lets the sound libraries ask every device.
constexpr std::chrono::seconds look_every{2};

} // namespace

MicrophoneReturn::MicrophoneReturn()
    : thread_([this] { run(); }) {}

MicrophoneReturn::~MicrophoneReturn() {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void MicrophoneReturn::look_for(Open open) {
    std::optional<Attempt> unwanted; // closed when nobody waits for the lock
    {
        const std::scoped_lock lock(mutex_);
        open_ = std::move(open);
        is_new_ = true;
        unwanted = std::exchange(found_, std::nullopt);
        others_.reset();
    }
    wake_.notify_all();
}

std::optional<MicrophoneReturn::Attempt> MicrophoneReturn::take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(found_, std::nullopt);
}

std::optional<std::vector<std::string>> MicrophoneReturn::take_others() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(others_, std::nullopt);
}

void MicrophoneReturn::run() {
    std::unique_lock lock(mutex_);
    const auto is_woken = [this] { return is_ending_ || is_new_; };
    while (!is_ending_) {
        if (!open_) {
            wake_.wait(lock, is_woken);
            continue;
        }
        const bool is_first = std::exchange(is_new_, false);
        const Open open = open_;
        lock.unlock();
        Attempt found = open();
        lock.lock();
        if (!is_new_) { // else nobody wants it any more
            note(std::move(found), is_first);
            wake_.wait_for(lock, look_every, is_woken);
        }
    }
}

void MicrophoneReturn::note(Attempt found, bool is_first) {
    if (found.input) {
        found_ = std::move(found);
        open_ = nullptr;
    } else if (is_first) {
        others_ = std::move(found.others);
    }
}

} // namespace ansage::record
