// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/protocol.hpp"

#include "devices/board/number_frames.hpp"

#include <array>

namespace ansage::devices::sentio {

using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

Square square_of(std::size_t number, unsigned bit) {
    return Square{
        static_cast<chess::File>(7U - bit),
        static_cast<chess::Rank>(7U - static_cast<unsigned>(number))};
}

} // namespace

std::vector<std::byte> encode(const Reading& reading) {
    std::array<std::uint8_t, ranks> numbers{};
    for (std::size_t number = 0; number < ranks; ++number) {
        unsigned bits = 0;
        for (unsigned bit = 0; bit < 8; ++bit)
            bits |= reading[square_of(number, bit)].is_occupied() ? 1U << bit : 0U;
        numbers[number] = static_cast<std::uint8_t>(bits);
    }
    return encode_numbers(numbers);
}

Reading reading_of(std::span<const std::uint8_t> numbers) {
    Reading reading;
    for (std::size_t number = 0; number < ranks; ++number) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const bool stands = ((unsigned{numbers[number]} >> bit) & 1U) != 0;
            reading[square_of(number, bit)] =
                stands ? SquareReading::occupied() : SquareReading::empty();
        }
    }
    return reading;
}

} // namespace ansage::devices::sentio
