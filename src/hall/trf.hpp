// SPDX-License-Identifier: GPL-3.0-or-later
// A player's line of FIDE's Tournament Report File (TRF16): what stands in which column.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ansage::hall::trf {

inline constexpr unsigned highest_number = 9999;
inline constexpr unsigned most_rounds = 100;

// Columns of a player's line, from 1 (TRF16, "Player Section").
inline constexpr std::size_t number_first = 5;
inline constexpr std::size_t title_first = 11;
inline constexpr std::size_t name_first = 15;
inline constexpr std::size_t name_last = 47;
inline constexpr std::size_t rating_first = 49;
inline constexpr std::size_t id_first = 58;
inline constexpr std::size_t points_first = 81;
inline constexpr std::size_t points_last = 84;
inline constexpr std::size_t rounds_first = 92;
inline constexpr std::size_t round_width = 10;
inline constexpr std::size_t color_offset = 5;
inline constexpr std::size_t result_offset = 7;
inline constexpr std::size_t longest_player_line = rounds_first + most_rounds * round_width;

// Of that round; 1 is the first.
constexpr std::size_t first_of(unsigned round) { return rounds_first + (round - 1) * round_width; }

// A column is a letter: of UTF-8 several bytes, in files of programs that count bytes one.
enum class Unit : std::uint8_t { letters, bytes };

// Where each column of a line begins.
class Columns {
public:
    Columns(std::string_view line, Unit unit);

    std::size_t size() const { return begins_.size(); }

    // Where that column is in the line; its end if it is shorter.
    std::size_t place(std::size_t column) const;
    std::string_view text(std::size_t first, std::size_t last) const;
    char letter(std::size_t column) const;
    // What stands between the columns stays free.
    bool fits() const;

private:
    std::string_view line_;
    std::vector<std::size_t> begins_;
};

// In the unit in which it fits; absent: in none.
std::optional<Columns> columns_of(std::string_view line);

std::string_view without_end(std::string_view line);

// Of a point, for a letter of a result.
unsigned tenths_for(char result);

} // namespace ansage::hall::trf
