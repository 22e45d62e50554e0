// SPDX-License-Identifier: GPL-3.0-or-later
// How the games of a round stand, as their tables report it, and the files that come of it.
#pragma once

#include "hall/tournament.hpp"
#include "record/pairing.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace ansage::hall {

struct Outcome {
    enum class Stage : std::uint8_t {
        unheard, // the table has told nothing
        another, // it plays another game than this round's
        playing,
        ended, // and not both have signed (8.7)
        confirmed,
    };

    Stage stage{};
    std::optional<PlayedResult> result;
    table::PerColor<bool> is_signed;
};

std::string_view to_string(Outcome::Stage stage);

// Whether a state or a score that a table published is of that game.
bool is_game_of(
    const nlohmann::json& told, const record::Pairings& pairings, const record::Pairing& game
);

class Round {
public:
    explicit Round(record::Pairings pairings)
        : pairings_(std::move(pairings)) {}

    const record::Pairings& pairings() const { return pairings_; }

    // The newest state that a table published (docs/hall.md); what is none is passed over. True if
    // the table is of this round and something is new.
    bool take_state(const std::string& table, const std::string& json);

    Outcome outcome(const record::Pairing& game) const;
    bool is_confirmed() const; // all of it
    bool is_heard() const; // of all tables

    // RFC 4180, with a header; one line a game, confirmed or not.
    std::string to_csv() const;
    // What is confirmed.
    [[nodiscard]] base::Result<void, base::Error> write_results(Tournament& tournament) const;

private:
    record::Pairings pairings_;
    std::map<std::string, Outcome> outcomes_; // by table
};

} // namespace ansage::hall
