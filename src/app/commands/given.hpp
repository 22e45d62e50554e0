// SPDX-License-Identifier: GPL-3.0-or-later
// What several commands are given, read alike by all of them.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "journal/journal.hpp"
#include "record/game_resume.hpp"
#include "terminal/options.hpp"
#include "wording/wording.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

// --data; empty if it was not given.
std::string data_given(const terminal::Arguments& given);

// The one game that stands behind a command: a journal, its name among the kept games, or "last".
[[nodiscard]] base::Result<std::filesystem::path, base::Error>
game_given(const terminal::Arguments& given);

// --damaged: of a damaged journal, what comes before that place.
journal::Extent extent_given(const terminal::Arguments& given);

// A game that goes on; `name` as game_given() takes it. What of it is missing is told.
[[nodiscard]] base::Result<record::ResumedGame, base::Error> resume_named(
    const std::string& name,
    const std::string& data,
    journal::Extent extent = journal::Extent::whole
);

// --fen: where a game begins that does not say it.
[[nodiscard]] base::Result<std::optional<chess::Position>, base::Error>
start_given(const terminal::Arguments& given);

// Of --speed, which demo and hall demo have; absent: max, as fast as it goes.
[[nodiscard]] base::Result<std::optional<double>, base::Error> parse_speed(const std::string& text);

// "a,b": the parts between commas.
std::vector<std::string> split_list(std::string_view text);

// What of a file with games cannot be read is told; what can be read is used. False if there is
// any.
bool tell_problems(const auto& games) {
    bool is_whole = true;
    for (const auto& each : games) {
        for (const base::Error& problem : each.game.problems) {
            terminal::print_error(problem);
            is_whole = false;
        }
    }
    return is_whole;
}

// Who reads what a command tells.
struct Reader {
    std::shared_ptr<const wording::Wording> wording;
    std::string language;

    const wording::Catalogue& in() const { return wording->in(language); }
};

// In the language of --language, else the terminal's.
[[nodiscard]] base::Result<Reader, base::Error> reader_given(const terminal::Arguments& given);

} // namespace ansage::app
