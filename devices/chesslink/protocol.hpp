// SPDX-License-Identifier: GPL-3.0-or-later
// Millennium ChessLink: a letter, its data, and two hexadecimal digits that are the exclusive or of
// all before; seven bits and odd parity, which is carried in the eighth here. Pure.
//
// Facts from public descriptions of the protocol, not tried on hardware.
#pragma once

#include "chess/reading.hpp"
#include "devices/board/frames.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ansage::devices::chesslink {

// Commands of the host. The board's answer has the same letter, small. The lights (L, X) are not
// used, and T starts the board anew.
enum class Command : char {
    status = 'S',
    version = 'V',
    lights = 'L',
    lights_out = 'X',
    reset = 'T',
    write = 'W', // address and value: the board keeps it without power
    read = 'R', // address
};

// What the board keeps at address 2: when it tells its status unasked.
enum class Reports : std::uint8_t { every_scan = 0, never = 1, timed = 2, on_change = 3 };

inline constexpr std::uint8_t scan_time_address = 1; // in units of 2.048 ms
inline constexpr std::uint8_t reports_address = 2;

struct Status {
    chess::Reading reading; // as the board lies: the first letter is a8, the last h1
    bool operator==(const Status&) const = default;
};

struct Version {
    unsigned high = 0;
    unsigned low = 0;
    bool operator==(const Version&) const = default;
};

// The answer to a command that tells nothing else, or a register's address and value.
struct Done {
    char letter{};
    std::string data;
    bool operator==(const Done&) const = default;
};

using Message = std::variant<Status, Version, Done>;

// With its check, and the parity in each byte's top bit.
std::vector<std::byte> frame(char letter, std::string_view data);
std::vector<std::byte> encode(const Message& message);
std::vector<std::byte> encode(Command command, std::string_view data = {});
// "0C" is 12.
std::string to_hex(std::uint8_t value);
std::optional<std::uint8_t> read_hex(std::string_view two_digits);
// How many letters follow the letter of a board's answer, without its check; absent: it is none.
std::optional<std::size_t> answer_size(char letter);
std::optional<std::size_t> command_size(char letter);
// `data` without the check. Absent: it cannot be right.
std::optional<Message> decode(char letter, std::string_view data);

// Cuts a stream into frames. `Size` says how much data a letter has.
class FrameReader {
public:
    using Size = std::optional<std::size_t> (*)(char letter);

    explicit FrameReader(Size size)
        : size_(size) {}

    // Calls on_frame(letter, data) for every frame whose check is right, and on_damage() once for
    // every run of letters that belong to none.
    template <class OnFrame, class OnDamage>
    void receive(std::span<const std::byte> bytes, OnFrame on_frame, OnDamage on_damage) {
        read_frames(
            bytes,
            [this](std::byte byte) { return take(static_cast<char>(byte & std::byte{0x7F})); },
            [&] { on_frame(text_[0], std::string_view{text_}.substr(1, text_.size() - 3)); },
            on_damage
        );
    }

    void reset();

private:
    enum class Part : std::uint8_t { outside, garbage, inside };
    using Step = FrameStep;

    [[nodiscard]] Step take(char letter);

    Size size_;
    Part part_ = Part::outside;
    std::size_t length_ = 0; // with its letter and its check
    std::string text_;
};

} // namespace ansage::devices::chesslink
