// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/protocol.hpp"

#include <string>

namespace ansage::devices::sentio {

using chess::Reading;
using chess::Seen;
using chess::Square;

namespace {

constexpr unsigned most = 255;

Square square_of(std::size_t number, unsigned bit) {
    return Square{
        static_cast<chess::File>(7U - bit),
        static_cast<chess::Rank>(7U - static_cast<unsigned>(number))};
}

} // namespace

std::vector<std::byte> encode(const Reading& reading) {
    std::string text = ":";
    for (std::size_t number = 0; number < 8; ++number) {
        unsigned bits = 0;
        for (unsigned bit = 0; bit < 8; ++bit) {
            bits |= reading[square_of(number, bit)].is_occupied() ? 1U << bit : 0U;
        }
        text += std::to_string(bits) + (number < 7 ? " " : "\r\n");
    }
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

FrameReader::Step FrameReader::take(char letter) {
    if (letter == ':') {
        return begin();
    }
    if (!is_inside_) {
        return Step::more;
    }
    if (letter >= '0' && letter <= '9') {
        number_ = number_.value_or(0) * 10 + static_cast<unsigned>(letter - '0');
        return *number_ > most ? spoil() : Step::more;
    }
    const bool is_space = letter == ' ' || letter == '\r' || letter == '\n';
    if (!is_space) {
        return spoil();
    }
    return number_ ? end_number() : Step::more;
}

FrameReader::Step FrameReader::begin() {
    const bool is_whole = is_inside_ && !number_ && count_ == ranks;
    const bool is_news = is_whole && !is_told_;
    const bool is_cut = is_inside_ && !is_whole;
    is_length_known_ = is_whole;
    is_inside_ = true;
    is_told_ = false;
    count_ = 0;
    number_.reset();
    return is_news ? Step::frame : is_cut ? Step::damage : Step::more;
}

FrameReader::Step FrameReader::end_number() {
    if (count_ == ranks) {
        return spoil();
    }
    numbers_[count_++] = *number_;
    number_.reset();
    is_told_ = count_ == ranks && is_length_known_;
    return is_told_ ? Step::frame : Step::more;
}

FrameReader::Step FrameReader::spoil() {
    is_inside_ = false;
    is_length_known_ = false;
    return Step::damage;
}

Reading FrameReader::reading() const {
    Reading reading;
    for (std::size_t number = 0; number < ranks; ++number) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const bool stands = ((numbers_[number] >> bit) & 1U) != 0;
            reading[square_of(number, bit)] = stands ? Seen::occupied() : Seen::empty();
        }
    }
    return reading;
}

} // namespace ansage::devices::sentio
