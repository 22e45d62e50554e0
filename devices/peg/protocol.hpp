// SPDX-License-Identifier: GPL-3.0-or-later
// The Ansage peg board protocol, version 1: lines to messages and back. Its text, for people who
// build boards, is docs/peg-board-protocol.md. Pure: no time, no state but the line being
// collected.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"
#include "devices/board/board.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ansage::devices::peg {

inline constexpr unsigned newest_version = 1;
// Bytes in a line, with its line feed. Longer ones are thrown away whole.
inline constexpr std::size_t longest_line = 160;
// Sequence numbers count 0 ... 9999, 0.
inline constexpr unsigned sequence_count = 10000;
// The board sends its state at least so often.
inline constexpr base::Millis state_period{1000};

// CRC-16 with polynomial 1021 and initial value FFFF, over the line before its '*'.
std::uint16_t checksum(std::string_view text);

// From the board.

struct Features {
    bool levers = false;
    bool buttons = false;
    bool beeper = false;
    bool vibration = false;
    bool operator==(const Features&) const = default;
};

struct Hello {
    unsigned version = newest_version;
    BoardKind kind = BoardKind::occupancy;
    Features features;
    std::string name;
    std::string firmware;
    bool operator==(const Hello&) const = default;
};

// How often each lever and button was pressed since power-on, modulo 256: a press whose own line
// was lost is found again by its count.
struct PressCounts {
    std::array<std::uint8_t, 2> levers{}; // by chess::Color
    std::array<std::uint8_t, 4> buttons{}; // by Button
    bool operator==(const PressCounts&) const = default;
};

struct State {
    chess::Reading reading;
    PressCounts counts;
    bool operator==(const State&) const = default;
};

// `piece` on identity boards only.
struct Up {
    chess::Square square;
    std::optional<chess::Piece> piece;
    bool operator==(const Up&) const = default;
};

struct Down {
    chess::Square square;
    std::optional<chess::Piece> piece;
    bool operator==(const Down&) const = default;
};

struct UnsureSquare {
    chess::Square square;
    bool operator==(const UnsureSquare&) const = default;
};

// The lever at the first rank ("white") or at the eighth ("black"), by the board's own ranks.
struct LeverPress {
    chess::Color side{};
    std::uint8_t count = 0; // with this press
    bool operator==(const LeverPress&) const = default;
};

struct ButtonPress {
    Button button{};
    std::uint8_t count = 0; // with this press
    bool operator==(const ButtonPress&) const = default;
};

struct Done {
    std::string command;
    bool operator==(const Done&) const = default;
};

struct Declined {
    std::string command;
    std::string reason;
    bool operator==(const Declined&) const = default;
};

// A word that this version does not know: to be passed over.
struct Unknown {
    std::string word;
    bool operator==(const Unknown&) const = default;
};

using BoardMessage = std::
    variant<Hello, State, Up, Down, UnsureSquare, LeverPress, ButtonPress, Done, Declined, Unknown>;

struct BoardLine {
    unsigned sequence = 0; // 0 ... 9999
    std::uint32_t board_ms = 0; // milliseconds since the board's power-on, modulo 2^32
    BoardMessage message;
    bool operator==(const BoardLine&) const = default;
};

// From the host.

struct Greet {
    unsigned version = newest_version; // the newest the host speaks
    bool operator==(const Greet&) const = default;
};

struct AskState {
    bool operator==(const AskState&) const = default;
};

inline constexpr base::Millis longest_signal{5000};

struct Beep {
    base::Millis duration{0}; // 1 ms to longest_signal
    bool operator==(const Beep&) const = default;
};

struct Vibrate {
    base::Millis duration{0}; // 1 ms to longest_signal
    bool operator==(const Vibrate&) const = default;
};

using HostMessage = std::variant<Greet, AskState, Beep, Vibrate, Unknown>;

enum class LineError : std::uint8_t {
    too_long, // more than longest_line bytes without a line feed
    checksum, // missing or wrong: something was lost or changed on the way
    malformed, // the checksum is right, the fields are not
};

std::string_view to_string(LineError error);

// A line without its line feed; a carriage return before it is passed over.
[[nodiscard]] base::Result<BoardLine, LineError> parse_board_line(std::string_view line);
// The host's lines may lack the checksum, so that a person at a terminal can type them.
[[nodiscard]] base::Result<HostMessage, LineError> parse_host_line(std::string_view line);
// With checksum and line feed.
std::string to_wire(const BoardLine& line);
std::string to_wire(const HostMessage& message);

// Cuts the byte stream into lines.
class LineReader {
public:
    // Calls on_line(Result<std::string_view, LineError>) for every line that the bytes complete.
    // The view is valid during the call.
    template <class OnLine>
    void receive(std::span<const std::byte> bytes, OnLine on_line) {
        for (const std::byte byte : bytes) {
            if (byte == std::byte{'\n'}) finish(on_line);
            else collect(static_cast<char>(byte));
        }
    }

    // Forgets the line begun: the wire was cut here.
    void reset() {
        size_ = 0;
        overflow_ = false;
    }

private:
    void collect(char byte) {
        overflow_ = overflow_ || size_ == buffer_.size();
        if (!overflow_) buffer_[size_++] = byte;
    }

    template <class OnLine>
    void finish(OnLine& on_line) {
        if (overflow_) {
            on_line(base::Result<std::string_view, LineError>{tl::unexpected(LineError::too_long)});
        } else if (size_ > 0) {
            on_line(base::Result<std::string_view, LineError>{
                std::string_view{buffer_.data(), size_}});
        }
        reset();
    }

    std::array<char, longest_line - 1> buffer_{};
    std::size_t size_ = 0;
    bool overflow_ = false;
};

} // namespace ansage::devices::peg
