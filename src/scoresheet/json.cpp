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

ordered_json move_json(const SheetMove& each) {
    ordered_json json{
        {"number", each.place.number.value()}, {"color", chess::to_string(each.place.mover)}};
    if (each.is_legal()) json["san"] = chess::to_san(*each.before, *each.move);
    else json["text"] = write_sheet_move(Notation{}, each, NotationLength::long_form);
    if (each.move) {
        json["uci"] = chess::to_uci(*each.before, *each.move, chess::castling_style(*each.move));
        if (!each.is_legal()) json["illegal"] = true;
    }
    if (each.note.clock) json["clock_ms"] = each.note.clock->count();
    if (!each.remark.empty()) json["remark"] = each.remark;
    if (!each.note.comment.empty()) json["comment"] = each.note.comment;
    return json;
}

} // namespace

std::string to_json(const PgnGame& game) {
    ordered_json json{{"tags", ordered_json::object()}, {"fen", chess::to_fen(game.start)}};
    for (const auto& [name, value] : game.tags) json["tags"].emplace(name, value);
    if (!game.comment.empty()) json["comment"] = game.comment;
    ordered_json moves = ordered_json::array();
    for (const SheetMove& each : game.all_moves()) {
        moves.push_back({{"ply", moves.size() + 1}});
        moves.back().update(move_json(each));
    }
    json["moves"] = std::move(moves);
    json["result"] = game.result;
    return base::escaped(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

} // namespace ansage::scoresheet
