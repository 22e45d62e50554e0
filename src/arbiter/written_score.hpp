// SPDX-License-Identifier: GPL-3.0-or-later
// A score as people write it: moves in national or English letters, in short or long form, with
// numbers or without, PGN or plain text.
#pragma once

#include "base/result.hpp"
#include "table/disputes/boards_ruling.hpp"
#include "telling/table_words.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::arbiter {

// One mark of a score that matters to the moves.
struct ScoreMark {
    enum class Kind : std::uint8_t {
        move,
        number, // "12." or "12"
        dots, // "...": nothing written, or Black's move follows
        dash, // "-", "?": nothing written, or the dash of "e2 - e4"
    };

    Kind kind{};
    std::string text;
    std::size_t line = 0; // in the file, from 1
    chess::MoveNumber number;
    std::optional<base::Millis> clock; // noted behind a move: [%clk 0:05:00]
};

struct WrittenScore {
    std::string name; // of the file
    std::size_t line = 1; // where it begins
    chess::Position start;
    bool english = false; // PGN, whose letters are English before they are anyone else's
    std::vector<ScoreMark> marks;
};

// Every game of the text; at least one, which may be empty. The error is a FEN tag's, with
// file:line.
[[nodiscard]] base::Result<std::vector<WrittenScore>, base::Error>
read_written_scores(std::string_view text, const std::string& name);

// Reads the moves in the positions where they stand. `words` must outlive the reader.
table::ScoreReader reader_of(WrittenScore score, const telling::TableWords& words);

// An error with file:line if the first move cannot be read in any notation: then this is no score.
[[nodiscard]] base::Result<void, base::Error>
check_is_score(const WrittenScore& score, const telling::TableWords& words);

} // namespace ansage::arbiter
