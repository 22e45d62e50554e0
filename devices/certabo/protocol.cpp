// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/protocol.hpp"

#include "chess/position.hpp"

#include <algorithm>
#include <string>

namespace ansage::devices::certabo {

using chess::Reading;
using chess::Seen;
using chess::Square;

namespace {

constexpr unsigned most_value = 255;
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
    std::string text = ":";
    for (const Chip& chip : frame) {
        for (const std::uint8_t value : chip) {
            text += std::to_string(value) + ' ';
        }
    }
    text.back() = '\r';
    text += '\n';
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
        return *number_ > most_value ? spoil() : Step::more;
    }
    const bool is_space = letter == ' ' || letter == '\r' || letter == '\n';
    if (!is_space) {
        return spoil();
    }
    return number_ ? end_number() : Step::more;
}

FrameReader::Step FrameReader::begin() {
    const bool is_whole = is_inside_ && !number_ && count_ == numbers;
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
    if (count_ == numbers) {
        return spoil();
    }
    frame_[count_ / chip_size][count_ % chip_size] = static_cast<std::uint8_t>(*number_);
    ++count_;
    number_.reset();
    is_told_ = count_ == numbers && is_length_known_;
    return is_told_ ? Step::frame : Step::more;
}

FrameReader::Step FrameReader::spoil() {
    is_inside_ = false;
    is_length_known_ = false;
    return Step::damage;
}

bool Calibration::add(const Frame& frame) {
    frames_.push_back(frame);
    if (frames_.size() > kept_frames) {
        frames_.erase(frames_.begin());
    }
    if (frames_.size() < least_frames) {
        return false;
    }
    chips_.clear();
    std::size_t learnt = 0;
    for (std::size_t index = 0; index < frame.size(); ++index) {
        const auto piece = piece_at_start(square_at(index));
        const auto chip = piece ? most(index) : std::nullopt;
        if (!chip) {
            continue;
        }
        const bool is_spare = index / 8 == 2 || index / 8 == 5;
        const bool is_new = chips_.emplace(*chip, *piece).second;
        learnt += is_new && !is_spare ? 1 : 0;
    }
    constexpr std::size_t all_pieces = 32;
    return learnt == all_pieces;
}

std::optional<Chip> Calibration::most(std::size_t index) const {
    std::map<Chip, std::size_t> counts;
    for (const Frame& frame : frames_) {
        ++counts[frame[index]];
    }
    const auto found =
        std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    const bool is_most = found->second * 2 > frames_.size() && found->first != no_chip;
    return is_most ? std::optional{found->first} : std::nullopt;
}

Reading reading_of(const Frame& frame, const Chips& chips) {
    Reading reading;
    for (std::size_t index = 0; index < frame.size(); ++index) {
        const auto chip = chips.find(frame[index]);
        reading[square_at(index)] = chip == chips.end() ? Seen::empty() : Seen::of(chip->second);
    }
    return reading;
}

} // namespace ansage::devices::certabo
