// SPDX-License-Identifier: GPL-3.0-or-later
// What was really said in a folder of sounds, and how much of it was understood.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace ansage::app {

struct Truth {
    std::filesystem::path file; // within the folder, as it was written
    chess::Position position;
    // Absent: what was said is no legal move, and none may be heard.
    std::optional<chess::Move> move;
};

// A line for each sound: file, FEN and move (UCI or SAN), with tabs between them. An empty FEN is
// the start position; a move that is empty, "-" or illegal in the position is none. Lines that
// begin with # and empty ones are skipped, and so is a first line of "file", "FEN", "move". Errors
// name the line.
[[nodiscard]] base::Result<std::vector<Truth>, base::Error>
read_truths(const std::filesystem::path& path);

struct Counts {
    std::size_t announcements = 0;
    std::size_t right = 0;
    std::size_t wrong = 0; // another move was understood
    std::size_t others = 0; // sounds in which no legal move was said
    std::size_t others_taken = 0; // for a move

    void count(const Truth& truth, const std::optional<chess::Move>& understood);

    std::size_t missed() const { return announcements - right - wrong; }

    bool all_right() const { return right == announcements && others_taken == 0; }
};

// In percent; the truth lies between with 95 % of certainty (Wilson's interval).
struct Share {
    double percent = 0;
    double least = 0;
    double most = 0;
};

// Of nothing it may be anything.
Share share(std::size_t some, std::size_t all);

} // namespace ansage::app
