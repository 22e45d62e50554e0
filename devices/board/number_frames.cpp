// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of decimals, read and written.
#include "devices/board/number_frames.hpp"

#include <string>
#include <tuple>
#include <utility>

namespace ansage::devices {

namespace {

constexpr std::size_t line_size = 64;

} // namespace

std::vector<std::byte> encode_numbers(std::span<const std::uint8_t> numbers) {
    std::string text = ":";
    for (const std::uint8_t number : numbers) text += std::to_string(number) + ' ';
    for (std::size_t end = line_size; end < text.size(); end += line_size + 1)
        text.insert(end, "\n");
    text += "\r\n";
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

NumberFrames::Step NumberFrames::take(char letter) {
    constexpr unsigned most = 255;
    const char before = std::exchange(last_, letter);
    if (letter == ':') return begin(before);
    if (!is_inside_ || letter == '\r') return Step::more;
    if (letter == '\n') return end_line(before);
    ++column_;
    if (letter == 'L' || letter == 'D' || letter == '*') return pass_answer();
    is_answer_ = false;
    if (letter >= '0' && letter <= '9') {
        number_ = number_.value_or(0) * 10 + static_cast<unsigned>(letter - '0');
        return *number_ > most ? spoil() : Step::more;
    }
    if (letter != ' ') return spoil();
    return number_ ? end_number() : Step::more;
}

// After about 64 bytes the number goes on in the next line, as it does at every bare line feed of
// such a frame; any other break ends it.
NumberFrames::Step NumberFrames::end_line(char before) {
    constexpr std::size_t about = 3;
    const std::size_t column = std::exchange(column_, 0);
    const bool is_wrap = column + about >= line_size && column <= line_size + about;
    is_wrapped_ = is_wrapped_ || is_wrap;
    const bool goes_on = before == '\r' ? is_wrap : is_wrapped_;
    const bool is_answer = std::exchange(is_answer_, false);
    return number_ && !goes_on && !is_answer ? end_number() : Step::more;
}

NumberFrames::Step NumberFrames::pass_answer() {
    is_answer_ = true;
    return number_ && count_ + 1 == numbers_.size() ? end_number() : Step::more;
}

NumberFrames::Step NumberFrames::begin(char before) {
    const bool was_told = std::exchange(is_told_, false);
    if (number_ && before == '\n' && count_ < numbers_.size()) std::ignore = end_number();
    const bool is_whole = is_inside_ && !number_ && count_ == numbers_.size();
    const bool is_news = is_whole && !was_told;
    const bool is_cut = is_inside_ && !is_whole;
    is_length_known_ = is_whole;
    is_inside_ = true;
    is_told_ = false;
    count_ = 0;
    column_ = 1;
    is_wrapped_ = false;
    is_answer_ = false;
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
