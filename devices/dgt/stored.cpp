// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a DGT board: its entries read and written.
#include "devices/dgt/stored.hpp"

#include "base/overloaded.hpp"
#include "devices/dgt/codes.hpp"

namespace ansage::devices::dgt {

namespace {

// One-byte tags of the board's memory.
constexpr unsigned tag_power_up = 0x6a;
constexpr unsigned tag_four_rows = 0x6c;
constexpr unsigned tag_start = 0x6f;
constexpr unsigned tag_start_turned = 0x7a;

bool is_change_tag(unsigned tag) { return tag >= 0x40 && tag <= 0x5f; }

bool is_time_tag(unsigned tag) { return (tag & 0x60U) == 0x60U && (tag & 0x0FU) <= 9; }

std::optional<StoredEntry> read_tag(unsigned tag) {
    switch (tag) {
    case tag_power_up: return StoredPowerUp{};
    case tag_four_rows: return StoredFourRows{};
    case tag_start: return StoredStart{false};
    case tag_start_turned: return StoredStart{true};
    default: return std::nullopt;
    }
}

std::optional<StoredEntry> read_stored_time(Data data) {
    const auto minutes = read_sixtieths(value_at(data, 1));
    const auto seconds = read_sixtieths(value_at(data, 2));
    if (!minutes || !seconds) return std::nullopt;
    const unsigned hours = value_at(data, 0) & 0x0FU;
    return StoredTime{
        .is_left = (value_at(data, 0) & 0x10U) != 0,
        .remaining = std::chrono::seconds{hours * 3600 + *minutes * 60 + *seconds}};
}

Bytes write_stored_time(const StoredTime& time) {
    Bytes bytes;
    write_side(bytes, {time.remaining, time.is_left});
    bytes.front() |= std::byte{0x60};
    return bytes;
}

} // namespace

std::vector<StoredEntry> stored_entries(std::span<const std::byte> bytes) {
    std::vector<StoredEntry> entries;
    while (!bytes.empty()) {
        const unsigned tag = value_at(bytes, 0);
        const std::size_t size = is_change_tag(tag) ? 2 : is_time_tag(tag) ? 3 : 1;
        if (bytes.size() < size) break;
        std::optional<StoredEntry> entry = read_tag(tag);
        if (is_change_tag(tag)) {
            entry =
                FieldUpdate{square_of_field(value_at(bytes, 1) & 0x3FU), seen_of_code(tag & 0x0FU)};
        } else if (is_time_tag(tag)) {
            entry = read_stored_time(bytes.first(3));
        }
        if (entry) entries.push_back(*entry);
        bytes = bytes.subspan(size);
    }
    return entries;
}

std::vector<std::byte> encode_stored(const StoredEntry& entry) {
    return std::visit(
        base::Overloaded{
            [](const StoredPowerUp&) { return Bytes{low_byte(tag_power_up)}; },
            [](const StoredFourRows&) { return Bytes{low_byte(tag_four_rows)}; },
            [](const StoredStart& start) {
                return Bytes{low_byte(start.is_turned ? tag_start_turned : tag_start)};
            },
            [](const FieldUpdate& update) {
                return Bytes{
                    low_byte(0x40U | code_of(update.seen)), low_byte(field_of(update.square))};
            },
            [](const StoredTime& time) { return write_stored_time(time); },
        },
        entry
    );
}

} // namespace ansage::devices::dgt
