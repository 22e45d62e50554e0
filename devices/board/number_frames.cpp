// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of decimals, read and written.
#include "devices/board/number_frames.hpp"

#include <string>

namespace ansage::devices {

std::vector<std::byte> encode_numbers(std::span<const std::uint8_t> numbers) {
    std::string text = ":";
    for (const std::uint8_t number : numbers) text += std::to_string(number) + ' ';
    text.back() = '\r';
    text += '\n';
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

NumberFrames::Step NumberFrames::take(char letter) {
    constexpr unsigned most = 255;
    if (letter == ':') return begin();
    if (!is_inside_) return Step::more;
    if (letter >= '0' && letter <= '9') {
        number_ = number_.value_or(0) * 10 + static_cast<unsigned>(letter - '0');
        return *number_ > most ? spoil() : Step::more;
    }
    const bool is_space = letter == ' ' || letter == '\r' || letter == '\n';
    if (!is_space) return spoil();
    return number_ ? end_number() : Step::more;
}

NumberFrames::Step NumberFrames::begin() {
    const bool is_whole = is_inside_ && !number_ && count_ == numbers_.size();
    const bool is_news = is_whole && !is_told_;
    const bool is_cut = is_inside_ && !is_whole;
    is_length_known_ = is_whole;
    is_inside_ = true;
    is_told_ = false;
    count_ = 0;
    number_.reset();
    return is_news ? Step::whole : is_cut ? Step::damage : Step::more;
}

NumberFrames::Step NumberFrames::end_number() {
    if (count_ == numbers_.size()) return spoil();
    numbers_[count_++] = static_cast<std::uint8_t>(*number_);
    number_.reset();
    is_told_ = count_ == numbers_.size() && is_length_known_;
    return is_told_ ? Step::whole : Step::more;
}

NumberFrames::Step NumberFrames::spoil() {
    is_inside_ = false;
    is_length_known_ = false;
    return Step::damage;
}

} // namespace ansage::devices
