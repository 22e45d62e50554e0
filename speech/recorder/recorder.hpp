// SPDX-License-Identifier: GPL-3.0-or-later
// Records a microphone to a file (D.2.7): pressed for each move, or all the time.
#pragma once

#include "speech/recorder/sound_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ansage::speech::recorder {

struct RecorderSettings {
    std::filesystem::path file;
    Codec codec = Codec::flac;
    // All the time; else from begin() to end(). People must have consented.
    bool is_continuous = false;
    // What was said before the key went down; people begin to speak as they press.
    base::Millis pre_roll{1500};
    // What is recorded after the key went up: sound comes later than keys, and people let go as
    // they end.
    base::Millis post_roll{500};
    // What must be left for the journal, and below what there is a warning.
    std::uint64_t least_free = 20'000'000;
    std::uint64_t low_free = 120'000'000;
    // Bytes free where the file lies; the tests have disks of their own.
    std::function<std::uint64_t(const std::filesystem::path&)> free_bytes;
};

struct News {
    enum class Kind : std::uint8_t {
        disk_low, // `to` is how much more can be recorded
        samples_lost, // somewhere from `from` to `to` in the file, which goes on
        // The file is closed and whole:
        stopped, // the disk is full
        microphone_gone,
    };

    Kind kind{};
    base::Millis to{0};
    std::optional<base::Error> why;
    base::Millis from{0};
};

// Its own thread moves the samples; all functions may be called from one other.
class Recorder {
public:
    // The error is the file's.
    [[nodiscard]] static base::Result<std::unique_ptr<Recorder>, base::Error>
    open(std::unique_ptr<Input> input, RecorderSettings settings);

    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    // Writes what there is and closes the file.
    ~Recorder();

    // The key goes down. Returns where in the file its sound begins: with the pre-roll.
    base::Millis begin();
    // The key goes up. Returns where its sound will end: with the post-roll, which is still to
    // come.
    base::Millis end();

    // Waits for the end of what was said, and closes the file. Returns its length; nothing more is
    // recorded.
    base::Millis finish();

    // Of the file, in whole milliseconds.
    base::Millis length() const;

    bool is_recording() const;

    // What is spoken now goes to the file, or the last of it still does.
    bool is_writing() const;

    [[nodiscard]] std::vector<News> take_news();

private:
    class Worker;

    explicit Recorder(std::unique_ptr<Worker> worker);

    std::unique_ptr<Worker> worker_;
};

std::uint64_t free_bytes_at(const std::filesystem::path& path);

} // namespace ansage::speech::recorder
