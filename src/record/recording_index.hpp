// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a game's recording: which stretch of which sound file belongs to which ply (D.2.7).
#pragma once

#include "base/result.hpp"
#include "journal/journal.hpp"
#include "table/model/event.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::record {

struct SpokenSegment {
    std::string file; // beside the journal
    std::optional<chess::Color> speaker;
    chess::Ply ply;
    base::Millis from{0};
    base::Millis to{0};
    std::size_t row = 0; // of the index, where it is noted first
    bool has_gap = false; // something of it was lost
};

// What a restoration took back: the plies after `ply`.
struct Restoration {
    chess::Ply ply;
    std::vector<std::string> moves; // "12. Nf3", the first of them is of ply + 1
    // How many rows the index had then, and how many announcements the device had made.
    std::size_t recorded = 0;
    std::size_t announced = 0;
};

// The one that took back what a row of the index (`kept` is &Restoration::recorded) or an
// announcement (&Restoration::announced) has for a ply; null if that stands.
[[nodiscard]] const Restoration* taken_back_by(
    const std::vector<Restoration>& restorations,
    chess::Ply ply,
    std::size_t place,
    std::size_t Restoration::*kept
);

// In the order in which they were recorded. One that a killed program never ended ends with its
// file, as far as its length is known.
std::vector<SpokenSegment> segments_of(std::span<const table::Recorded> index);

// Files whose end was never noted: the program was killed.
std::vector<std::string> unclosed_files(std::span<const table::Recorded> index);

// The index of a table that was killed, or is still in play, with its files' lengths as they are
// now.
std::vector<table::Recorded>
with_lengths(std::vector<table::Recorded> index, const std::filesystem::path& folder);

// Every file of the index, once.
std::vector<std::string> files_of(std::span<const table::Recorded> index);

// The index as the journal has it.
[[nodiscard]] base::Result<std::vector<table::Recorded>, base::Error>
read_recording_index(journal::Journal& journal);

// The microphone that somebody chose at the table and that was there, as it was called then; the
// last one.
[[nodiscard]] base::Result<std::optional<std::string>, base::Error>
read_chosen_microphone(journal::Journal& journal);

} // namespace ansage::record
