// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/frame.hpp"

#include "base/text.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <iterator>

namespace ansage::devices::peg {
namespace {

constexpr std::size_t checksum_digits = 4;

constexpr std::array<std::uint16_t, 256> make_checksum_table() {
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned value = byte << 8U;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 0x8000U) != 0 ? (value << 1U) ^ 0x1021U : value << 1U;
        table[byte] = static_cast<std::uint16_t>(value);
    }
    return table;
}

constexpr auto checksum_table = make_checksum_table();

} // namespace

std::uint16_t checksum(std::string_view text) {
    unsigned sum = 0xFFFFU;
    for (const char letter : text) {
        const unsigned byte = static_cast<unsigned char>(letter);
        sum = ((sum << 8U) & 0xFFFFU) ^ checksum_table[(sum >> 8U) ^ byte];
    }
    return static_cast<std::uint16_t>(sum);
}

Checked check(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::size_t star = line.rfind('*');
    if (star == std::string_view::npos) return {line};
    const std::string_view digits = line.substr(star + 1);
    const std::string_view body = line.substr(0, star);
    const bool is_right = digits.size() == checksum_digits &&
        base::parse_number<std::uint16_t>(digits, 16) == checksum(body);
    return {body, true, is_right};
}

void append_checksum(std::string& line) {
    const unsigned sum = checksum(line);
    fmt::format_to(std::back_inserter(line), "*{:04X}\n", sum);
}

} // namespace ansage::devices::peg
