// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of decimals, as boards of one maker's family say them: ':' and always as many numbers
// below 256, each with a space after it, then CR LF.
#pragma once

#include "devices/board/frames.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ansage::devices {

std::vector<std::byte> encode_numbers(std::span<const std::uint8_t> numbers);

// Cuts the stream into frames. Line breaks can come inside of one, so that the next ':' ends it;
// once a frame had the right length, the next is taken as soon as its last number is ended. A board
// that wraps its lines at 64 bytes does so in the middle of a number too; what it answers to a
// command for its lights (L, D, *) can come anywhere, and is passed over with its line break.
class NumberFrames {
public:
    explicit NumberFrames(std::size_t count)
        : numbers_(count) {}

    // Calls on_frame(numbers) for every frame, and on_damage() for every one that cannot be right.
    template <class OnFrame, class OnDamage>
    void receive(std::span<const std::byte> bytes, OnFrame on_frame, OnDamage on_damage) {
        read_frames(
            bytes,
            [this](std::byte byte) { return take(static_cast<char>(byte)); },
            [&] { on_frame(std::span<const std::uint8_t>{numbers_}); },
            on_damage
        );
    }

    void reset() { *this = NumberFrames{numbers_.size()}; }

private:
    using Step = FrameStep;

    [[nodiscard]] Step take(char letter);
    [[nodiscard]] Step begin(char before);
    [[nodiscard]] Step end_number();
    [[nodiscard]] Step end_line(char before);
    [[nodiscard]] Step pass_answer();
    [[nodiscard]] Step spoil();

    bool is_inside_ = false; // of a frame that may be right
    bool is_told_ = false; // of this frame already
    bool is_length_known_ = false; // the frame before had the right one
    std::vector<std::uint8_t> numbers_;
    std::size_t count_ = 0;
    std::optional<unsigned> number_; // being read
    std::size_t column_ = 0; // in its line
    bool is_wrapped_ = false; // this frame goes on over the ends of lines
    bool is_answer_ = false; // the line break to come is that of an answer
    char last_ = ' ';
};

} // namespace ansage::devices
