// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/dgt/clock_command.hpp"
#include "devices/dgt/frame_reader.hpp"
#include "devices/dgt/protocol.hpp"
#include "devices/dgt/stored.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>

using namespace ansage;
using namespace ansage::devices::dgt;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes)
        text += fmt::format("{:02x} ", std::to_integer<unsigned>(byte));
    return text;
}

// "id:bytes of data" for every message, "!" for every damage.
std::string frames_of(const Bytes& bytes, std::size_t piece) {
    FrameReader reader;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::size_t size = std::min(piece, bytes.size() - at);
        reader.receive(
            std::span{bytes}.subspan(at, size),
            [&](std::uint8_t id, std::span<const std::byte> data) {
                text += fmt::format("{:02x}:{};", id, data.size());
            },
            [&] { text += "!"; }
        );
    }
    return text;
}

std::vector<Message> every_message() {
    return {
        BoardDump{chess::Position{}.reading()},
        FieldUpdate{*chess::parse_square("a8"), chess::SquareReading::empty()},
        FieldUpdate{
            *chess::parse_square("h1"),
            chess::SquareReading::of({chess::Color::black, chess::Role::queen})},
        FieldUpdate{*chess::parse_square("e4"), chess::SquareReading::unsure()},
        ClockTimes{
            .left = {base::Millis{5'398'000}, false},
            .right = {base::Millis{35'999'000}, true},
            .is_running = true,
            .is_right_high = true,
            .is_rights_turn = true,
        },
        ClockTimes{.left = {}, .right = {}, .is_battery_low = true, .is_lefts_turn = true},
        ClockTimes{.left = {}, .right = {}, .is_connected = false},
        ClockAck{{0x10, 0x88, 0x09, 0x33}},
        ClockAck{{0x90, 0x08, 0x89, 0xB3}},
        EmptyClock{},
        Serial{"12345"},
        LongSerial{"3000012345"},
        Version{1, 8},
        Trademark{"Digital Game Technology"},
        Battery{
            .percent = 88,
            .left = base::Millis{20 * 3'600'000},
            .on = base::Millis{90 * 60'000},
            .standby = base::Millis{std::int64_t{30} * 3'600'000},
            .is_charging = true},
        Battery{.percent = 0, .is_discharging = true},
        BusAddress{1025},
        BusPing{16383},
        StoredMoves{bytes_of({0x6a, 0x41, 0x34, 0x40, 0x34, 0x71, 0x29, 0x59})},
        Other{0x33, 40},
    };
}

} // namespace

TEST_CASE("every message is written as it is read") {
    for (const Message& message : every_message()) {
        const Bytes bytes = encode(message);
        INFO(hex(bytes));
        const auto id = static_cast<std::uint8_t>(std::to_integer<unsigned>(bytes[0]) & 0x7FU);
        const auto decoded = decode(id, std::span{bytes}.subspan(head_size));
        REQUIRE(decoded.has_value());
        CHECK((*decoded == message));
        CHECK(fixed_length(id).value_or(bytes.size()) == bytes.size());
        CHECK(std::ranges::none_of(std::span{bytes}.subspan(1), [](std::byte byte) {
            return (byte & std::byte{0x80}) != std::byte{0};
        }));
    }
}

TEST_CASE("a clock acknowledgement hides its top bits in the other player's hours") {
    const auto decoded = decode(0x0d, bytes_of({0x0a, 0x10, 0x08, 0x2a, 0x09, 0x33, 0x00}));
    REQUIRE(decoded.has_value());
    CHECK((*decoded == Message{ClockAck{{0x10, 0x88, 0x09, 0x33}}}));
    CHECK(std::get<ClockAck>(*decoded).is_button());
    CHECK(!std::get<ClockAck>(*decoded).is_error());
    CHECK(ClockAck{{0x40, 0, 0, 0}}.is_error());
    CHECK(ClockAck{{0x20, 0, 0, 0}}.is_error());
}

TEST_CASE("messages that cannot be right are refused") {
    Bytes dump = encode(BoardDump{chess::Position{}.reading()});
    dump.erase(dump.begin(), dump.begin() + 3);
    CHECK(decode(0x06, dump).has_value());
    dump[10] = std::byte{16};
    CHECK(!decode(0x06, dump).has_value());
    CHECK(!decode(0x06, {}).has_value());
    CHECK(!decode(0x0e, bytes_of({1})).has_value());
    CHECK(!decode(0x13, bytes_of({1})).has_value());
    CHECK(!decode(0x0d, bytes_of({1, 2, 3})).has_value());
    CHECK(!decode(0x0d, bytes_of({1, 0x60, 0, 1, 0, 0, 1})).has_value());
    CHECK(!decode(0x0d, bytes_of({1, 0x0a, 0, 1, 0, 0, 1})).has_value());
    CHECK(!decode(0x0d, bytes_of({0x0b, 0, 0, 1, 0, 0, 1})).has_value());
}

TEST_CASE("messages are cut the same, however the bytes come") {
    const Bytes stream = bytes_of({
        0x8e, 0,    5,    0x34, 0, // whole
        0x8e, 0,    5,    0x34, // cut by the next
        0x93, 0,    5,    1,    8, // whole
        7,    7,    7, // belongs to none
        0x92, 0,    3, // no data
        0x8e, 0,    6,    0x34, 0, 0, // not the length of its kind
        0x92, 0,    2, // shorter than its head
        0x92, 0x01, 0x04, // 132 bytes: 129 of data
    });
    Bytes whole = stream;
    whole.resize(whole.size() + 129);
    for (std::size_t piece = 1; piece < whole.size(); ++piece) {
        INFO("pieces of " << piece);
        CHECK(frames_of(whole, piece) == "0e:2;!13:2;!12:0;!!12:129;");
    }
}

TEST_CASE("the clock is asked to beep in steps of 64 ms") {
    CHECK(hex(beep_message(base::Millis{0})) == "2b 04 03 0b 01 00 ");
    CHECK(hex(beep_message(base::Millis{640})) == "2b 04 03 0b 0a 00 ");
    CHECK(hex(beep_message(base::Millis{99999})) == "2b 04 03 0b 10 00 ");
}

TEST_CASE("the clock is set in hours, minutes and seconds, and one side runs") {
    CHECK(
        hex(set_message(
            {.left = base::Millis{5'400'999},
             .right = base::Millis{59'000},
             .is_left_running = true}
        )) == "2b 0a 03 0a 01 1e 00 00 00 3b 09 00 "
    );
    CHECK(
        hex(set_message({.left = base::Millis{-1}, .right = base::Millis{40'000'000}})) ==
        "2b 0a 03 0a 00 00 00 09 3b 3b 0c 00 "
    );
    for (const ClockSetting& setting : std::vector<ClockSetting>{
             {.left = base::Millis{35'999'000}, .right = base::Millis{0}, .is_right_running = true},
             {.left = base::Millis{61'000}, .right = base::Millis{3'661'000}}}) {
        const Bytes bytes = set_message(setting);
        CHECK((read_setting(std::span{bytes}.subspan(4, 7)) == setting));
    }
    CHECK(!read_setting(bytes_of({1, 60, 0, 1, 0, 0, 0})));
    CHECK(!read_setting(bytes_of({1, 0, 0})));
}

TEST_CASE("a text for the clock has eight printable letters") {
    CHECK(hex(text_message("1. e4")) == "2b 0c 03 0c 31 2e 20 65 34 20 20 20 00 00 ");
    CHECK(hex(text_message("K\xc3\xb6nig Eva")) == "2b 0c 03 0c 4b 3f 3f 6e 69 67 20 45 00 00 ");
    CHECK(hex(end_message()) == "2b 03 03 03 00 ");
    CHECK(hex(clock_version_message()) == "2b 03 03 09 00 ");
}

TEST_CASE("what a board stored is read as far as it can be") {
    const auto entries = stored_entries(bytes_of(
        {0x7f,
         0x7f,
         0x7f,
         0x6a,
         0x5c,
         0x3f,
         0x6f,
         0x7a,
         0x6c,
         0x00,
         0x71,
         0x29,
         0x58,
         0x60,
         0x7a,
         0x00,
         0x6e,
         0x6b,
         0x41}
    ));
    const std::vector<StoredEntry> expected{
        StoredPowerUp{},
        FieldUpdate{
            *chess::parse_square("h1"),
            chess::SquareReading::of({chess::Color::black, chess::Role::queen})},
        StoredStart{false},
        StoredStart{true},
        StoredFourRows{},
        StoredTime{true, base::Millis{5'398'000}},
    };
    CHECK((entries == expected)); // the last two cannot be right, and are cut
}
