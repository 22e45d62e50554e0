// SPDX-License-Identifier: GPL-3.0-or-later
// The Chessnut boards (Air, Air+, Go, Pro) over USB: reports of the whole board, 01 24, 32 bytes
// from h8 by way of a8 to a1, two squares a byte, the low half first, and a tail of another two or
// four bytes that is no part of the board. Pure.
//
// Facts from the maker's public interface description, not tried on hardware.
#pragma once

#include "chess/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ansage::devices::chessnut {

// What lets the board report by itself, and what asks for its battery.
enum class Command : std::uint8_t { report = 0x21, battery = 0x29 };

struct Battery {
    unsigned percent = 0;
    bool is_charging = false;
    friend bool operator==(const Battery&, const Battery&) = default;
};

[[nodiscard]] std::vector<std::byte> encode(Command command);
[[nodiscard]] std::vector<std::byte> encode(const chess::Reading& reading, std::uint32_t tail);
[[nodiscard]] std::vector<std::byte> encode(const Battery& battery);

// Cuts the stream into reports. A bridge passes on bytes and not reports, so that a head is looked
// for; inside of a board every half byte is a piece or nothing, so that others end it.
class ReportReader {
public:
    // Calls on_board(reading), on_battery(battery), and on_damage() for what cannot be right.
    template <class OnBoard, class OnBattery, class OnDamage>
    void receive(
        std::span<const std::byte> bytes, OnBoard on_board, OnBattery on_battery, OnDamage on_damage
    ) {
        for (const std::byte byte : bytes) {
            switch (take(std::to_integer<std::uint8_t>(byte))) {
            case Step::more:
                break;
            case Step::damage:
                on_damage();
                break;
            case Step::board:
                on_board(reading());
                break;
            case Step::battery:
                on_battery(battery());
                break;
            }
        }
    }

    void reset() { part_ = Part::outside; }

private:
    enum class Step : std::uint8_t { more, damage, board, battery };
    enum class Part : std::uint8_t { outside, board_head, battery_head, board, battery };

    [[nodiscard]] Step take(std::uint8_t value);
    [[nodiscard]] Step take_data(std::uint8_t value);
    void begin(std::uint8_t value);
    [[nodiscard]] chess::Reading reading() const;
    [[nodiscard]] Battery battery() const;

    Part part_ = Part::outside;
    std::array<std::uint8_t, 32> data_{};
    std::size_t count_ = 0;
};

} // namespace ansage::devices::chessnut
