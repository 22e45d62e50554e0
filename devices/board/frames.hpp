// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting a stream of bytes into frames, whatever they look like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ansage::devices {

// What a byte did.
enum class FrameStep : std::uint8_t {
    more, // others have to come
    damage, // it belongs to no frame, once for every run of such bytes
    whole, // it ended a frame
};

// Takes every byte in turn, and calls on_whole() and on_damage() where it did that.
template <class Take, class OnWhole, class OnDamage>
void read_frames(
    std::span<const std::byte> bytes, Take take, OnWhole on_whole, OnDamage on_damage
) {
    for (const std::byte byte : bytes) {
        switch (take(byte)) {
        case FrameStep::more: break;
        case FrameStep::damage: on_damage(); break;
        case FrameStep::whole: on_whole(); break;
        }
    }
}

} // namespace ansage::devices
