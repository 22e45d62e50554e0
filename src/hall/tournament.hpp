// SPDX-License-Identifier: GPL-3.0-or-later
// A tournament as pairing programs write it, FIDE's Tournament Report File (TRF16): players, and
// who plays whom in each round; results go back into it, and everything else stays as it was.
#pragma once

#include "base/result.hpp"
#include "laws/result.hpp"
#include "record/pairing.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::hall {

// A result in the letters of that file: "1", "0", "=", "W", "L", "D" of a game without a move,
// "+", "-" without an opponent.
struct ResultLetters {
    char white = ' ';
    char black = ' ';
};

struct PlayedResult {
    laws::Score score{};
    laws::Termination termination{};
    bool has_moves = true; // made at all
};

ResultLetters letters_of(const PlayedResult& result);

class Tournament {
public:
    // At most 4 MB, 9999 players and 100 rounds. `file` is for file:line.
    [[nodiscard]] static base::Result<Tournament, base::Error>
    read(const std::string& text, const std::string& file);

    const std::string& name() const { return name_; }

    unsigned rounds() const;
    // The last round in which somebody is paired and has no result.
    std::optional<unsigned> open_round() const;
    // The games of that round that have no result yet, in the order of the boards; tables are not
    // named. An error names the line in which two players do not agree on their game.
    [[nodiscard]] base::Result<record::Pairings, base::Error> pairings(unsigned round) const;

    // Of two who are paired in that round; an error otherwise, or where another result is there
    // already. Points go up with it where they were the sum of the results.
    [[nodiscard]] base::Result<void, base::Error>
    set_result(unsigned round, const record::Pairing& game, ResultLetters letters);

    std::string text() const;

private:
    class TrfReader;

    // What one player did in one round.
    struct Paired {
        unsigned opponent = 0; // 0: nobody
        char color = '-'; // w, b
        char result = ' '; // in upper case
    };

    struct Entrant {
        record::PairedPlayer player;
        std::optional<unsigned> tenths; // of points, as the file has them
        std::vector<Paired> rounds;
        std::size_t line = 0; // from 0
    };

    const Entrant* find(unsigned number) const;
    unsigned tenths_before(const Entrant& entrant, unsigned round) const;
    [[nodiscard]] base::Result<void, base::Error>
    check_opponent(const Entrant& entrant, unsigned round) const;
    void write(Entrant& entrant, unsigned round, char result);

    std::string file_;
    std::vector<std::string> lines_; // as they were, with their ends
    std::string name_;
    std::string site_;
    std::vector<Entrant> entrants_; // in the order of their numbers
};

} // namespace ansage::hall
