// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts the bytes that come from a DGT board into messages.
#pragma once

#include "devices/board/frames.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ansage::devices::dgt {

// The length with its head of a message that always has the same.
std::optional<std::size_t> fixed_length(std::uint8_t id);

// Cuts the byte stream into messages. Only the first byte of a message has its top bit set, so a
// byte with the top bit set starts a message wherever it comes.
class FrameReader {
public:
    // Calls on_message(id, data) for every message that is whole, and on_damage() once for every
    // run of bytes that belong to none.
    template <class OnMessage, class OnDamage>
    void receive(std::span<const std::byte> bytes, OnMessage on_message, OnDamage on_damage) {
        read_frames(
            bytes,
            [this](std::byte byte) { return take(byte); },
            [&] { on_message(id_, std::span<const std::byte>{data_}); },
            on_damage
        );
    }

    void reset();

private:
    enum class Part : std::uint8_t { outside, garbage, high_length, low_length, data };
    using Step = FrameStep;

    [[nodiscard]] Step take(std::byte byte);
    [[nodiscard]] Step begin(std::uint8_t value);
    [[nodiscard]] Step take_garbage();
    [[nodiscard]] Step take_low_length(std::uint8_t value);
    [[nodiscard]] Step take_data(std::byte byte);

    Part part_ = Part::outside;
    std::uint8_t id_ = 0;
    std::size_t length_ = 0; // with the head
    std::size_t taken_ = 0; // of the data
    std::vector<std::byte> data_;
};

} // namespace ansage::devices::dgt
