// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chesslink/protocol.hpp"

#include "base/overloaded.hpp"

#include <fmt/format.h>

namespace ansage::devices::chesslink {

using chess::Square;
using chess::SquareReading;

namespace {

constexpr std::size_t check_size = 2;
constexpr std::size_t squares = 64;

Square square_of(std::size_t place) {
    const auto index = static_cast<unsigned>(place);
    return Square{static_cast<chess::File>(index % 8U), static_cast<chess::Rank>(7U - index / 8U)};
}

std::uint8_t check_of(std::string_view text) {
    unsigned check = 0;
    for (const char letter : text) check ^= static_cast<unsigned char>(letter);
    return static_cast<std::uint8_t>(check);
}

// The top bit makes the number of ones odd.
std::byte with_parity(char letter) {
    const auto value = static_cast<unsigned>(static_cast<unsigned char>(letter)) & 0x7FU;
    const bool is_even = __builtin_popcount(value) % 2 == 0;
    return static_cast<std::byte>(value | (is_even ? 0x80U : 0U));
}

std::optional<Message> read_status(std::string_view data) {
    Status status;
    for (std::size_t place = 0; place < squares; ++place) {
        const auto piece = chess::parse_piece(data[place]);
        if (!piece && data[place] != '.') return std::nullopt;
        status.reading[square_of(place)] =
            piece ? SquareReading::of(*piece) : SquareReading::empty();
    }
    return status;
}

std::string write_status(const Status& status) {
    std::string text;
    for (std::size_t place = 0; place < squares; ++place) {
        const auto piece = status.reading[square_of(place)].piece();
        text += piece ? chess::to_char(*piece) : '.';
    }
    return text;
}

std::optional<Message> read_version(std::string_view data) {
    const auto high = read_hex(data.substr(0, 2));
    const auto low = read_hex(data.substr(2, 2));
    return high && low ? std::optional<Message>{Version{*high, *low}} : std::nullopt;
}

std::optional<unsigned> read_digit(char letter) {
    if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0');
    const char small = static_cast<char>(letter | 0x20);
    return small >= 'a' && small <= 'f' ? std::optional{static_cast<unsigned>(small - 'a') + 10U}
                                        : std::nullopt;
}

} // namespace

std::string to_hex(std::uint8_t value) { return fmt::format("{:02X}", value); }

std::optional<std::uint8_t> read_hex(std::string_view two_digits) {
    if (two_digits.size() != 2) return std::nullopt;
    const auto high = read_digit(two_digits[0]);
    const auto low = read_digit(two_digits[1]);
    return high && low ? std::optional{static_cast<std::uint8_t>(*high << 4U | *low)}
                       : std::nullopt;
}

std::vector<std::byte> frame(char letter, std::string_view data) {
    std::string text{letter};
    text += data;
    text += to_hex(check_of(text));
    std::vector<std::byte> bytes;
    for (const char one : text) bytes.push_back(with_parity(one));
    return bytes;
}

std::vector<std::byte> encode(const Message& message) {
    return std::visit(
        base::Overloaded{
            [](const Status& m) { return frame('s', write_status(m)); },
            [](const Version& m) {
                return frame(
                    'v',
                    to_hex(static_cast<std::uint8_t>(m.high)) +
                        to_hex(static_cast<std::uint8_t>(m.low))
                );
            },
            [](const Done& m) { return frame(m.letter, m.data); },
        },
        message
    );
}

std::vector<std::byte> encode(Command command, std::string_view data) {
    return frame(static_cast<char>(command), data);
}

std::optional<std::size_t> answer_size(char letter) {
    switch (letter) {
    case 's': return squares;
    case 'v':
    case 'w':
    case 'r': return 4;
    case 'l':
    case 'x': return 0;
    default: return std::nullopt;
    }
}

std::optional<std::size_t> command_size(char letter) {
    constexpr std::size_t lights = 2 + 2 * 81;
    switch (static_cast<Command>(letter)) {
    case Command::status:
    case Command::version:
    case Command::lights_out:
    case Command::reset: return 0;
    case Command::lights: return lights;
    case Command::write: return 4;
    case Command::read: return 2;
    }
    return std::nullopt;
}

std::optional<Message> decode(char letter, std::string_view data) {
    if (answer_size(letter) != data.size()) return std::nullopt;
    switch (letter) {
    case 's': return read_status(data);
    case 'v': return read_version(data);
    default: return Done{letter, std::string{data}};
    }
}

void FrameReader::reset() {
    part_ = Part::outside;
    text_.clear();
}

FrameReader::Step FrameReader::take(char letter) {
    if (part_ != Part::inside) {
        const std::optional<std::size_t> size = size_(letter);
        const bool is_new = part_ == Part::outside && !size;
        part_ = size ? Part::inside : Part::garbage;
        text_.assign(size ? 1 : 0, letter);
        length_ = 1 + size.value_or(0) + check_size;
        return is_new ? Step::damage : Step::more;
    }
    text_ += letter;
    if (text_.size() < length_) return Step::more;
    const std::string_view all{text_};
    const auto check = read_hex(all.substr(all.size() - check_size));
    const bool is_right = check == check_of(all.substr(0, all.size() - check_size));
    part_ = is_right ? Part::outside : Part::garbage;
    return is_right ? Step::whole : Step::damage;
}

} // namespace ansage::devices::chesslink
