// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/protocol.hpp"

#include "chess/position.hpp"
#include "devices/board/number_frames.hpp"

#include <algorithm>

namespace ansage::devices::certabo {

using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

constexpr std::size_t chip_size = std::tuple_size_v<Chip>;
constexpr std::size_t kept_frames = 15;

// a8 first.
constexpr Square square_at(std::size_t index) {
    return Square::from_index(static_cast<unsigned>(index) ^ 56U);
}

// What stands there while chips are learnt. Nothing has to stand where the second queens may.
std::optional<chess::Piece> piece_at_start(Square square) {
    static const Reading start = chess::Position{}.reading();
    if (square == *chess::parse_square("d6") || square == *chess::parse_square("d3")) {
        const bool is_white = square == *chess::parse_square("d3");
        return chess::Piece{
            is_white ? chess::Color::white : chess::Color::black, chess::Role::queen};
    }
    return start[square].piece();
}

} // namespace

std::vector<std::byte> encode(const Frame& frame) {
    std::vector<std::uint8_t> numbers;
    for (const Chip& chip : frame) numbers.insert(numbers.end(), chip.begin(), chip.end());
    return encode_numbers(numbers);
}

Frame frame_of(std::span<const std::uint8_t> numbers) {
    Frame frame{};
    for (std::size_t index = 0; index < numbers.size(); ++index)
        frame[index / chip_size][index % chip_size] = numbers[index];
    return frame;
}

bool Calibration::add(const Frame& frame) {
    frames_.push_back(frame);
    if (frames_.size() > kept_frames) frames_.erase(frames_.begin());
    if (frames_.size() < least_frames) return false;
    chips_.clear();
    std::size_t learnt = 0;
    for (std::size_t index = 0; index < frame.size(); ++index) {
        const auto piece = piece_at_start(square_at(index));
        const auto chip = piece ? most(index) : std::nullopt;
        if (!chip) continue;
        const bool is_spare = index / 8 == 2 || index / 8 == 5;
        const bool is_new = chips_.emplace(*chip, *piece).second;
        learnt += is_new && !is_spare ? 1 : 0;
    }
    constexpr std::size_t all_pieces = 32;
    return learnt == all_pieces;
}

std::optional<Chip> Calibration::most(std::size_t index) const {
    std::map<Chip, std::size_t> counts;
    for (const Frame& frame : frames_) ++counts[frame[index]];
    const auto found =
        std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    const bool is_most = found->second * 2 > frames_.size() && found->first != no_chip;
    return is_most ? std::optional{found->first} : std::nullopt;
}

Reading reading_of(const Frame& frame, const Chips& chips) {
    Reading reading;
    for (std::size_t index = 0; index < frame.size(); ++index) {
        const auto chip = chips.find(frame[index]);
        reading[square_at(index)] =
            chip == chips.end() ? SquareReading::empty() : SquareReading::of(chip->second);
    }
    return reading;
}

} // namespace ansage::devices::certabo
