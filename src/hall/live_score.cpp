// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/live_score.hpp"

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "hall/round.hpp"
#include "hall/told.hpp"
#include "scoresheet/pgn.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ansage::hall {

using base::Millis;
using LiveJson = nlohmann::json;

namespace {

constexpr std::size_t most_plies = 20'000;

// PGN knows no other results.
std::string pgn_result_of(const std::string& result) {
    return result == "1-0" || result == "0-1" || result == "1/2-1/2" ? result : "*";
}

} // namespace

void LiveScore::take(const std::string& table, const std::string& text, Millis now) {
    const record::Pairing* const pairing = record::find_table(pairings_, table);
    const LiveJson json = LiveJson::parse(text, nullptr, false);
    if (pairing == nullptr || !json.is_object() || !is_game_of(json, pairings_, *pairing)) return;
    Game& game = games_[table];
    if (const auto at = told_time(json, "at_ms")) game.table_ahead = *at - now;
    const auto moves = json.find("moves");
    if (moves == json.end() || !moves->is_array()) return; // a state: only its time is new
    game.moves.clear();
    for (const LiveJson& move : *moves) {
        const bool is_move = move.is_array() && move.size() == 3 && move[0].is_string();
        const auto at = is_move ? told_time(move[1]) : std::nullopt;
        const auto clock = is_move ? told_time(move[2]) : std::nullopt;
        if (!at || !clock || game.moves.size() == most_plies) break;
        game.moves.push_back({move[0].get<std::string>(), *at, *clock});
    }
    game.start = told_text(json, "start");
    const auto ended = told_time(json, "ended_ms"); // without it nobody knows when it is due
    game.result = ended ? told_text(json, "result") : "";
    game.ended = ended.value_or(Millis{0});
}

std::size_t LiveScore::shown(const Game& game, Millis now) const {
    const Millis table_time = now + game.table_ahead;
    std::size_t count = game.moves.size();
    if (game.result.empty()) count -= std::min<std::size_t>(count, 2 * std::size_t{delay_.moves});
    std::size_t due = 0;
    while (due < count && game.moves[due].at + delay_.time <= table_time) ++due;
    return due;
}

bool LiveScore::is_result_shown(const Game& game, Millis now) const {
    return !game.result.empty() && shown(game, now) == game.moves.size() &&
        game.ended + delay_.time <= now + game.table_ahead;
}

scoresheet::PgnGame LiveScore::sheet_of(const record::Pairing& pairing, Millis now) const {
    scoresheet::PgnGame sheet;
    sheet.tags = {
        {"Event", "?"},
        {"Site", "?"},
        {"Date", date_},
        {"Round", "?"},
        {"White", pairing.players.white.name},
        {"Black", pairing.players.black.name},
        {"Result", "*"}};
    record::set_tags(sheet, pairings_, pairing);
    const auto found = games_.find(pairing.table);
    if (found == games_.end()) return sheet;
    const Game& game = found->second;
    if (const auto start = chess::parse_position(game.start)) sheet.start = *start;
    chess::Position position = sheet.start;
    const std::size_t count = shown(game, now);
    for (std::size_t i = 0; i < count; ++i) {
        const auto move = chess::parse_san(position, game.moves[i].san);
        if (!move) break;
        sheet.moves.push_back(*move);
        sheet.notes.push_back({.clock = game.moves[i].clock});
        position.play(*move);
    }
    if (is_result_shown(game, now)) {
        sheet.result = pgn_result_of(game.result);
        sheet.tags[6].second = sheet.result;
    }
    return sheet;
}

std::string LiveScore::to_pgn(Millis now) const {
    std::string text;
    for (const record::Pairing& pairing : pairings_.games)
        text += scoresheet::to_pgn(sheet_of(pairing, now));
    return text;
}

bool LiveScore::is_over(Millis now) const {
    return std::ranges::all_of(pairings_.games, [&](const record::Pairing& pairing) {
        const auto game = games_.find(pairing.table);
        return game != games_.end() && is_result_shown(game->second, now);
    });
}

} // namespace ansage::hall
