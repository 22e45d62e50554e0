// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of a round as everybody may know them: later than they were played, as the regulations
// ask. What is not due is kept in memory only.
#pragma once

#include "base/instant.hpp"
#include "record/pairing.hpp"

#include <map>
#include <string>

namespace ansage::hall {

struct Delay {
    base::Millis time{0};
    unsigned moves = 0; // of both players; while the game goes on
};

class LiveScore {
public:
    LiveScore(record::Pairings pairings, Delay delay, std::string date)
        : pairings_(std::move(pairings)),
          delay_(delay),
          date_(std::move(date)) {}

    // What a table published as its score or its state (docs/hall.md), at a time of this machine,
    // counted from anywhere. Of another round's game nothing is taken.
    void take(const std::string& table, const std::string& json, base::Millis now);

    // All games in the order of the boards, as far as they may be known now.
    std::string to_pgn(base::Millis now) const;
    // Every game has ended, and its result is shown.
    bool is_over(base::Millis now) const;

private:
    struct Played {
        std::string san;
        base::Millis at{0}; // by the table's time
        base::Millis clock{0};
    };

    struct Game {
        std::string start; // FEN
        std::vector<Played> moves;
        std::string result; // empty: none
        base::Millis ended{0};
        base::Millis table_ahead{0}; // of this machine's count, as of what came last
    };

    std::size_t shown(const Game& game, base::Millis now) const;
    bool is_result_shown(const Game& game, base::Millis now) const;
    scoresheet::PgnGame sheet_of(const record::Pairing& pairing, base::Millis now) const;

    record::Pairings pairings_;
    Delay delay_;
    std::string date_;
    std::map<std::string, Game> games_; // by table
};

} // namespace ansage::hall
