// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays whom in a round, and at which table: a file that an organiser makes (`ansage hall
// pair`), and that each table reads its names from.
#pragma once

#include "base/result.hpp"
#include "journal/journal.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/seat.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::record {

// As the tournament's file has it; what is not known is empty.
struct PairedPlayer {
    unsigned number = 0; // the starting number, by which the file knows the player
    std::string name; // "Lastname, Firstname"
    std::string title;
    std::string rating;
    std::string id; // FIDE's
    bool operator==(const PairedPlayer&) const = default;
};

struct Pairing {
    std::string table;
    unsigned board = 0; // in the order of the round, from 1
    table::PerColor<PairedPlayer> players;
    bool operator==(const Pairing&) const = default;
};

struct Pairings {
    std::string event;
    std::string site;
    unsigned round = 0;
    std::vector<Pairing> games;
    bool operator==(const Pairings&) const = default;
};

inline constexpr std::size_t most_pairings = 1000;

// A fact a line, the key word first (docs/hall.md).
std::string to_text(const Pairings& pairings);
// `file` is for the error's file:line. Names come out visible, whatever was written.
[[nodiscard]] base::Result<Pairings, base::Error>
read_pairings(std::string_view text, const std::string& file);

// Only that table's game; null if it has none.
const Pairing* find_table(const Pairings& pairings, std::string_view table);

// Where a journal keeps its game's.
journal::Profile profile_of(const Pairings& pairings, const Pairing& game);
std::optional<Pairings> pairing_of(const journal::Header& header);

// Event, Site, Round, Board, and what is known of both players.
void set_tags(scoresheet::PgnGame& game, const Pairings& pairings, const Pairing& pairing);

} // namespace ansage::record
