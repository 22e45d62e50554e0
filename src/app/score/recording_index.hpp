// The index of a game's recording: which stretch of which sound file belongs to which ply (D.2.7).
#pragma once

#include "base/result.hpp"
#include "journal/journal.hpp"
#include "table/event.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::app {

struct SpokenSegment {
    std::string file; // beside the journal
    std::optional<chess::Color> speaker;
    unsigned ply = 0;
    base::Millis from{0};
    base::Millis to{0};
};

// In the order in which they were recorded. One that a killed program never ended ends with its
// file, as far as its length is known.
[[nodiscard]] std::vector<SpokenSegment> segments_of(std::span<const table::Recorded> index);

// Files whose end was never noted: the program was killed.
[[nodiscard]] std::vector<std::string> unclosed_files(std::span<const table::Recorded> index);

// The index of a table that was killed, or is still in play, with its files' lengths as they are
// now.
[[nodiscard]] std::vector<table::Recorded>
with_lengths(std::vector<table::Recorded> index, const std::filesystem::path& folder);

// Every file of the index, once.
[[nodiscard]] std::vector<std::string> files_of(std::span<const table::Recorded> index);

// The index as the journal has it.
[[nodiscard]] base::Result<std::vector<table::Recorded>, base::Error>
read_recording_index(journal::Journal& journal);

} // namespace ansage::app
