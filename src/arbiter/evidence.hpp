// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence that an arbiter has at hand when boards differ: scores of any kind, boards, a
// journal.
#pragma once

#include "arbiter/written_score.hpp"
#include "base/result.hpp"
#include "scoresheet/braille.hpp"
#include "table/disputes/boards_ruling.hpp"
#include "telling/table_words.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::arbiter {

// A journal's table as it stood at the end.
struct TableRecord {
    std::shared_ptr<const table::State> state;
    base::Instant end;
    std::optional<base::Error> doubt; // whether the end of what was stored is here

    // Valid as long as `state`.
    table::ClockRecord clocks() const;
};

[[nodiscard]] base::Result<TableRecord, base::Error>
read_record(const std::filesystem::path& path, const std::string& data);

// One score of one game.
struct ScoreEvidence {
    chess::Position start;
    table::ScoreReader reader;
    std::optional<TableRecord> record; // where the score is a journal
};

struct ReadFrom {
    std::string data; // of --data
    std::optional<std::string> braille_code; // each is tried if absent
    chess::Position start; // of scores that do not say it
};

[[nodiscard]] base::Result<scoresheet::Braille, base::Error>
open_braille(const std::string& code, const std::string& data);

// A file of scores: PGN, plain text, BRF (a name that ends in .brf, or braille patterns), a
// journal, whose score is the table's record, or a journal with ":white" or ":black" behind it,
// whose score is what that player kept; "-" is standard input. More than one game only in PGN.
// `words` must outlive the evidence.
[[nodiscard]] base::Result<std::vector<ScoreEvidence>, base::Error>
read_scores(const std::string& name, const telling::TableWords& words, const ReadFrom& from);

// The placement of a FEN, where x is "something stands here" and ? is unsure.
[[nodiscard]] base::Result<chess::Reading, base::Error>
read_board(const std::string& fen, const std::string& option);

} // namespace ansage::arbiter
