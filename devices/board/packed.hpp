// SPDX-License-Identifier: GPL-3.0-or-later
// Boards that say what stands on all squares in 32 bytes, two squares a byte, after a head of two
// bytes; and how full their battery is in two bytes after another head. Which heads, which order
// and which codes, their own folder knows.
#pragma once

#include "devices/board/frames.hpp"
#include "devices/board/scanning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ansage::devices {

struct Battery {
    unsigned percent = 0;
    bool is_charging = false;
    bool operator==(const Battery&) const = default;
};

struct PackedFormat {
    using Two = std::array<std::uint8_t, 2>;

    Two board_head;
    Two battery_head;
    std::string_view letters; // the pieces by their codes, a dot for none
    unsigned first; // the square that is said first: h8, then g8; or a8, then b8
    bool is_low_half_first;
    unsigned tail; // so many bytes after the squares are no part of the board
    Battery (*read_battery)(Two);
    Two (*write_battery)(Battery);
};

inline constexpr unsigned h8 = 63;
inline constexpr unsigned a8 = 56;

std::vector<std::byte> encode(const PackedFormat& format, const chess::Reading& reading);
std::vector<std::byte> encode(const PackedFormat& format, const Battery& battery);

// Cuts the stream into reports. A bridge passes on bytes and not reports, so the first head is
// searched for, and after that the length says where the next one is: a tail may read like a head.
// Inside a board every half byte is a piece or nothing; any other value ends it.
class PackedReader {
public:
    explicit PackedReader(const PackedFormat& format);

    // Calls on_board(reading), on_battery(battery), and on_damage() for what cannot be right.
    template <class OnBoard, class OnBattery, class OnDamage>
    void receive(
        std::span<const std::byte> bytes, OnBoard on_board, OnBattery on_battery, OnDamage on_damage
    ) {
        read_frames(
            bytes,
            [this](std::byte byte) { return take(std::to_integer<std::uint8_t>(byte)); },
            [&] {
                if (is_board_) on_board(reading());
                else on_battery(format_->read_battery({data_[0], data_[1]}));
            },
            on_damage
        );
    }

    void reset() { part_ = Part::outside; }

private:
    using Step = FrameStep;
    enum class Part : std::uint8_t { outside, head, data, tail };

    [[nodiscard]] Step take(std::uint8_t value);
    [[nodiscard]] Step take_data(std::uint8_t value);
    void take_tail(std::uint8_t value);
    void begin(std::uint8_t value);
    bool begin_data(std::uint8_t value);
    bool was_tail(std::uint8_t value);
    bool is_board_byte(std::uint8_t value) const;
    chess::Reading reading() const;

    const PackedFormat* format_;
    std::array<chess::SquareReading, 16> pieces_; // by their codes
    Part part_ = Part::outside;
    std::uint8_t begun_ = 0; // the byte before, which may have begun a head
    bool is_board_ = false; // not the battery
    std::array<std::uint8_t, 32> data_{};
    std::size_t count_ = 0;
};

// The near end of one. There is no checksum that is described: what is seen counts when it is said
// twice.
class PackedDriver : public ScanningDriver {
public:
    // Once it has told.
    const std::optional<Battery>& battery() const { return battery_; }

protected:
    PackedDriver(
        const PackedFormat& format, const Make& make, const BoardOptions& options, LineTime time
    )
        : ScanningDriver(make, options, time),
          reader_(format) {}

    void reset() override { reader_.reset(); }

private:
    void read(std::span<const std::byte> bytes) final;
    void on_board(const chess::Reading& raw);

    PackedReader reader_;
    std::optional<Battery> battery_;
};

} // namespace ansage::devices
