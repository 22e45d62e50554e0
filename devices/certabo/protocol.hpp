// SPDX-License-Identifier: GPL-3.0-or-later
// The Certabo board: frames of decimals, ':' and five numbers a square from a8 on, separated by
// spaces, CR LF after them. The five are the number of the chip under the piece that stands there;
// what an empty square says is noise. Pure.
//
// Facts from public descriptions and tests of other programs, not tried on hardware.
#pragma once

#include "chess/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace ansage::devices::certabo {

using Chip = std::array<std::uint8_t, 5>;

inline constexpr Chip no_chip{};

// In the board's own squares, a8 first.
using Frame = std::array<Chip, 64>;

std::vector<std::byte> encode(const Frame& frame);

inline constexpr std::size_t numbers_of_a_frame = 64 * std::tuple_size_v<Chip>;

// What so many numbers say.
Frame frame_of(std::span<const std::uint8_t> numbers);

// Which piece a chip is under. Two boards' sets have different chips, and so has every set.
using Chips = std::map<Chip, chess::Piece>;

// Learns the chips of a set while its pieces stand in the start position; queens that stand in
// front of their own, on d6 and d3, are the second ones. A square's chip is the one that most of
// the frames say.
class Calibration {
public:
    static constexpr std::size_t least_frames = 7;

    // True: all 32 are known now. Until then further frames are needed.
    [[nodiscard]] bool add(const Frame& frame);

    const Chips& chips() const { return chips_; }

private:
    std::optional<Chip> most(std::size_t index) const;

    std::vector<Frame> frames_; // the last ones
    Chips chips_;
};

// What stands on the board, as far as its chips are known; all others are noise.
chess::Reading reading_of(const Frame& frame, const Chips& chips);

} // namespace ansage::devices::certabo
