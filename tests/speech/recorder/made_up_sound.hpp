// SPDX-License-Identifier: GPL-3.0-or-later
// Sound that knows its own place: each sample says how many came before it.
#pragma once

#include "speech/recorder/recorder.hpp"

#include <atomic>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace ansage::speech::recorder {

// A saw tooth: from its value one knows the frame, up to whole periods.
inline constexpr std::uint64_t period = 30'000;

[[nodiscard]] inline std::int16_t sample_at(std::uint64_t frame) {
    return static_cast<std::int16_t>(frame % period);
}

// Gives what the test lets it give.
class MadeUpInput : public Input {
public:
    void let_come(std::uint64_t frames) { due_ += frames; }

    // What comes next is not what followed: the system was too slow.
    void lose() { ++losses_; }

    void go() { alive_ = false; }

    // All that was let come has been read.
    [[nodiscard]] bool is_read() const { return read_ == due_; }

    [[nodiscard]] std::size_t read(std::span<std::int16_t> samples) override {
        std::size_t count = 0;
        while (count < samples.size() && read_ < due_) samples[count++] = sample_at(read_++);
        return count;
    }

    [[nodiscard]] std::uint64_t losses() override { return losses_; }

    [[nodiscard]] bool alive() override { return alive_; }

private:
    std::atomic<std::uint64_t> due_ = 0;
    std::atomic<std::uint64_t> read_ = 0;
    std::atomic<std::uint64_t> losses_ = 0;
    std::atomic<bool> alive_ = true;
};

// A folder that goes with the test.
class Folder {
public:
    Folder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "ansage-recorder-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace ansage::speech::recorder
