// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/escaped.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "scoresheet/text.hpp"

#include <nlohmann/json.hpp>

namespace ansage::scoresheet {

using nlohmann::ordered_json;

namespace {

// The king's two squares, which every program reads, wherever king and rook stand as in standard
// chess.
chess::CastlingStyle castling_style(chess::Move move) {
    const bool is_standard = move.from().file() == chess::File::e &&
        (move.to().file() == chess::File::a || move.to().file() == chess::File::h);
    return is_standard ? chess::CastlingStyle::king_two_squares
                       : chess::CastlingStyle::king_takes_rook;
}

ordered_json move_json(const chess::Position& position, chess::Move move, const PgnNote& note) {
    ordered_json json{
        {"number", position.fullmove_number().value()},
        {"color", chess::to_string(position.turn())},
        {"san", chess::to_san(position, move)},
        {"uci", chess::to_uci(position, move, castling_style(move))}};
    if (note.clock) json["clock_ms"] = note.clock->count();
    if (!note.comment.empty()) json["comment"] = note.comment;
    return json;
}

} // namespace

std::string to_json(const PgnGame& game) {
    ordered_json json{{"tags", ordered_json::object()}, {"fen", chess::to_fen(game.start)}};
    for (const auto& [name, value] : game.tags) json["tags"].emplace(name, value);
    if (!game.comment.empty()) json["comment"] = game.comment;
    ordered_json moves = ordered_json::array();
    chess::Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const PgnNote note = ply < game.notes.size() ? game.notes[ply] : PgnNote{};
        moves.push_back({{"ply", ply + 1}});
        moves.back().update(move_json(position, game.moves[ply], note));
        position.play(game.moves[ply]);
    }
    json["moves"] = std::move(moves);
    json["result"] = game.result;
    return base::escaped(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

} // namespace ansage::scoresheet
