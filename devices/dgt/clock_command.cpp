// SPDX-License-Identifier: GPL-3.0-or-later
// What a DGT clock is told, in bytes.
#include "devices/dgt/clock_command.hpp"

#include "devices/dgt/codes.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace ansage::devices::dgt {

namespace {

using base::Millis;

// How many bytes follow, the start of the clock's message (03), the command, its data, the end
// (00).
Bytes clock_bytes(ClockCommand command, std::initializer_list<unsigned> data) {
    Bytes bytes{
        to_byte(Command::clock_message),
        low_byte(static_cast<unsigned>(data.size()) + 3),
        std::byte{3},
        static_cast<std::byte>(command)};
    for (const unsigned value : data) bytes.push_back(low_byte(value));
    bytes.push_back(std::byte{0});
    return bytes;
}

struct Parts {
    unsigned hours = 0;
    unsigned minutes = 0;
    unsigned seconds = 0;
};

Parts parts_of(Millis time) {
    const auto seconds =
        static_cast<unsigned>(std::clamp<std::int64_t>(time.count() / 1000, 0, 10 * 3600 - 1));
    return {seconds / 3600, seconds / 60 % 60, seconds % 60};
}

constexpr unsigned left_counts = 0x01;
constexpr unsigned right_counts = 0x02;
constexpr unsigned is_paused = 0x04;
constexpr unsigned lever_changes = 0x08;

std::optional<Millis> read_parts(Data data) {
    const unsigned hours = value_at(data, 0) & 0x0FU;
    const unsigned minutes = value_at(data, 1);
    const unsigned seconds = value_at(data, 2);
    if (hours > 9 || minutes > 59 || seconds > 59) return std::nullopt;
    return std::chrono::seconds{hours * 3600 + minutes * 60 + seconds};
}

} // namespace

std::vector<std::byte> set_message(const ClockSetting& setting) {
    const Parts left = parts_of(setting.left);
    const Parts right = parts_of(setting.right);
    const bool stands = !setting.is_left_running && !setting.is_right_running;
    const unsigned bits = (setting.is_left_running ? left_counts : 0U) |
        (setting.is_right_running ? right_counts : 0U) | (stands ? is_paused : 0U) | lever_changes;
    return clock_bytes(
        ClockCommand::set_and_run,
        {left.hours, left.minutes, left.seconds, right.hours, right.minutes, right.seconds, bits}
    );
}

std::optional<ClockSetting> read_setting(std::span<const std::byte> data) {
    if (data.size() != 7) return std::nullopt;
    const auto left = read_parts(data.first(3));
    const auto right = read_parts(data.subspan(3, 3));
    if (!left || !right) return std::nullopt;
    const unsigned bits = value_at(data, 6);
    const bool runs = (bits & is_paused) == 0;
    return ClockSetting{
        .left = *left,
        .right = *right,
        .is_left_running = runs && (bits & left_counts) != 0,
        .is_right_running = runs && (bits & right_counts) != 0};
}

std::vector<std::byte> text_message(std::string_view text) {
    std::array<unsigned, 8> letters{};
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = i < text.size() ? text[i] : ' ';
        letters[i] = letter >= ' ' && letter <= '~' ? static_cast<unsigned>(letter) : '?';
    }
    constexpr unsigned silent = 0;
    return clock_bytes(
        ClockCommand::text,
        {letters[0],
         letters[1],
         letters[2],
         letters[3],
         letters[4],
         letters[5],
         letters[6],
         letters[7],
         silent}
    );
}

std::vector<std::byte> end_message() { return clock_bytes(ClockCommand::end, {}); }

std::vector<std::byte> clock_version_message() {
    return clock_bytes(ClockCommand::ask_version, {});
}

std::vector<std::byte> beep_message(Millis duration) {
    constexpr std::int64_t step = 64;
    const auto steps = std::clamp<std::int64_t>(duration.count() / step, 1, 16);
    return clock_bytes(ClockCommand::beep, {static_cast<unsigned>(steps)});
}

} // namespace ansage::devices::dgt
