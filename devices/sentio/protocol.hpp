// SPDX-License-Identifier: GPL-3.0-or-later
// The Tabutronic Sentio: frames of decimals, ':' and one number a rank from the eighth on,
// separated by spaces, CR LF after it. Bit 7 is file a: something stands there, and no more is
// known. Pure.
//
// Facts from public descriptions and tests of other programs, not tried on hardware.
#pragma once

#include "chess/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ansage::devices::sentio {

[[nodiscard]] std::vector<std::byte> encode(const chess::Reading& reading);

// Cuts the stream into frames. Line breaks can come inside of one, so that the next ':' ends it;
// once a frame had the right length, the next is taken as soon as its last number is whole.
class FrameReader {
public:
    // Calls on_frame(reading) for every frame, and on_damage() for every one that cannot be right.
    template <class OnFrame, class OnDamage>
    void receive(std::span<const std::byte> bytes, OnFrame on_frame, OnDamage on_damage) {
        for (const std::byte byte : bytes) {
            switch (take(static_cast<char>(byte))) {
            case Step::more:
                break;
            case Step::damage:
                on_damage();
                break;
            case Step::frame:
                on_frame(reading());
                break;
            }
        }
    }

    void reset() { *this = FrameReader{}; }

private:
    static constexpr std::size_t ranks = 8;
    enum class Step : std::uint8_t { more, damage, frame };

    [[nodiscard]] Step take(char letter);
    [[nodiscard]] Step begin();
    [[nodiscard]] Step end_number();
    [[nodiscard]] Step spoil();
    [[nodiscard]] chess::Reading reading() const;

    bool is_inside_ = false; // of a frame that may be right
    bool is_told_ = false; // of this frame already
    bool is_length_known_ = false; // the frame before had the right one
    std::array<unsigned, ranks> numbers_{};
    std::size_t count_ = 0;
    std::optional<unsigned> number_; // being read
};

} // namespace ansage::devices::sentio
