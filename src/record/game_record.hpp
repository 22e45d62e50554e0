// SPDX-License-Identifier: GPL-3.0-or-later
// A journalled game as its scoresheets: the table's record, and what each player kept (8.1).
#pragma once

#include "acts/table_setup.hpp"
#include "journal/journal.hpp"
#include "record/pairing.hpp"
#include "record/recording_index.hpp"
#include "record/remarks.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/state.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ansage::record {

// What a player's score has for one ply.
struct OwnEntry {
    chess::Ply ply;
    // Absent: nothing was written for this ply, though something was for a later one (8.4).
    std::optional<table::Testimony> testimony;
    std::optional<std::string> corrected_from; // the first entry, where it was another
    // Plies that were made after this one before it was written; one is normal (8.1.3).
    unsigned behind = 0;
};

struct GameRecord {
    table::State state; // at the end
    acts::TableKit kit;
    base::Instant end;
    base::Millis opened_at{0}; // by the wall clock, since 1970
    base::Millis ended_at{0}; // the result, or the last thing stored if there is none
    std::vector<Remark> remarks; // in the order of their plies
    table::PerColor<chess::PerPly<OwnEntry>> scores;
    std::vector<table::Recorded> recordings; // the index of the sound files
    std::vector<table::Said> announcements; // of the device in a player's name
    std::vector<Restoration> restorations;
    std::optional<Pairings> pairing; // the one game of it
    std::optional<base::Error> fault; // this is only what comes before it
    std::optional<base::Error> doubt; // whether the end of what was stored is here
};

// `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<GameRecord, base::Error> read_game_record(
    const std::filesystem::path& path,
    const std::string& data,
    journal::Extent extent = journal::Extent::whole
);

// Of a journal that is open, up to what is stored.
[[nodiscard]] base::Result<GameRecord, base::Error>
read_game_record(journal::Journal& journal, const std::string& data);

// The record as a scoresheet: tags, times, remarks in the catalogue's language.
scoresheet::PgnGame game_of(const GameRecord& record, const wording::Catalogue& catalogue);

// The player's own score. Where an entry is missing or cannot stand, the rest begins.
scoresheet::PgnGame
own_game_of(const GameRecord& record, chess::Color color, const wording::Catalogue& catalogue);

// What stands for an entry that the player did not write: of an impaired player what was recorded
// for that ply (D.2.7), in the words that the table has of it; else, by duty 3 (D.2.10), what the
// device keeps.
std::optional<table::Testimony>
unwritten_entry(const table::State& state, const table::PlyRecord& ply, chess::Color color);

// The kind of one entry, for people: "braille", "kept by the device from the announcement".
std::string kind_words(const table::Testimony& testimony, const wording::Catalogue& catalogue);

// For the TimeControl tag: "40/5400+30:1800+30"; a delay has no letters there and is left out.
std::string pgn_time_control(const clock::TimeControl& control);

// The same as people write it: "5400+30" is "90 min + 30 s", "40/5400:1800" is "40/90 min, 30 min".
// What is no such text stays as it is.
std::string written_time_control(std::string_view pgn);

} // namespace ansage::record
