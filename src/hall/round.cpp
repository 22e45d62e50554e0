// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/round.hpp"

#include "hall/told.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::hall {

using base::Error;
using base::Result;
using record::Pairing;
using record::Pairings;
using Json = nlohmann::json;
using Stage = Outcome::Stage;

namespace {

Outcome outcome_of(const Json& state) {
    Outcome outcome{.stage = Stage::playing, .result = {}, .is_signed = {}};
    const auto score = laws::parse_name<laws::Score>(told_text(state, "result"));
    const auto termination = laws::parse_name<laws::Termination>(told_text(state, "termination"));
    if (!score || !termination) return outcome;
    outcome.result = PlayedResult{*score, *termination, told_number(state, "moves") > 0U};
    outcome.stage = is_told(state, "confirmed") ? Stage::confirmed : Stage::ended;
    if (const auto has = state.find("signed"); has != state.end() && has->is_array()) {
        for (const chess::Color color : chess::both_colors) {
            outcome.is_signed[color] =
                std::ranges::find(*has, Json(chess::to_string(color))) != has->end();
        }
    }
    return outcome;
}

// A spreadsheet takes what begins so for a formula.
std::string csv_field(const std::string& text) {
    std::string field = text.find_first_of("=+-@") == 0 ? "'" + text : text;
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    for (std::size_t at = field.find('"'); at != std::string::npos; at = field.find('"', at + 2))
        field.insert(at, 1, '"');
    return '"' + field + '"';
}

std::string_view yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

} // namespace

bool is_game_of(const Json& state, const Pairings& pairings, const Pairing& game) {
    const auto own = state.find("pairing");
    return own != state.end() && own->is_object() && told_text(*own, "event") == pairings.event &&
        told_number(*own, "round") == pairings.round &&
        told_number(*own, "white") == game.players.white.number &&
        told_number(*own, "black") == game.players.black.number;
}

std::string_view to_string(Stage stage) {
    switch (stage) {
    case Stage::unheard: return "has told nothing";
    case Stage::another: return "plays another game; it is opened with --pairings";
    case Stage::playing: return "is playing";
    case Stage::ended: return "has ended and is not signed by both";
    case Stage::confirmed: return "confirmed";
    }
    return "";
}

bool Round::take_state(const std::string& table, const std::string& json) {
    const Pairing* const game = record::find_table(pairings_, table);
    const Json state = Json::parse(json, nullptr, false);
    if (game == nullptr || !state.is_object()) return false;
    outcomes_[table] = is_game_of(state, pairings_, *game)
        ? outcome_of(state)
        : Outcome{.stage = Stage::another, .result = {}};
    return true;
}

Outcome Round::outcome(const Pairing& game) const {
    const auto found = outcomes_.find(game.table);
    return found == outcomes_.end() ? Outcome{} : found->second;
}

bool Round::is_confirmed() const {
    return std::ranges::all_of(pairings_.games, [&](const Pairing& game) {
        return outcome(game).stage == Stage::confirmed;
    });
}

bool Round::is_heard() const {
    return std::ranges::all_of(pairings_.games, [&](const Pairing& game) {
        return outcome(game).stage != Stage::unheard;
    });
}

std::string Round::to_csv() const {
    std::string text = "round,board,table,white_number,white,black_number,black,result,termination,"
                       "confirmed,white_signed,black_signed\r\n";
    for (const Pairing& game : pairings_.games) {
        const Outcome outcome = this->outcome(game);
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
            pairings_.round,
            game.board,
            csv_field(game.table),
            game.players.white.number,
            csv_field(game.players.white.name),
            game.players.black.number,
            csv_field(game.players.black.name),
            outcome.result ? laws::to_string(outcome.result->score) : "",
            outcome.result ? laws::to_string(outcome.result->termination) : "",
            yes_or_no(outcome.stage == Stage::confirmed),
            yes_or_no(outcome.is_signed.white),
            yes_or_no(outcome.is_signed.black)
        );
    }
    return text;
}

Result<void, Error> Round::write_results(Tournament& tournament) const {
    for (const Pairing& game : pairings_.games) {
        const Outcome outcome = this->outcome(game);
        if (outcome.stage != Stage::confirmed) continue;
        if (auto set = tournament.set_result(pairings_.round, game, letters_of(*outcome.result));
            !set)
            return set;
    }
    return {};
}

} // namespace ansage::hall
