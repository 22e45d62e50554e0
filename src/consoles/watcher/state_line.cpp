// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a line for programs (docs/consoles.md).
#include "chess/fen.hpp"
#include "consoles/watcher/picture.hpp"
#include "consoles/watcher/version.hpp"
#include "table/model/names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::consoles {

using chess::Color;
using table::State;
using Json = nlohmann::ordered_json;

namespace {

template <class Squares>
Json names(const Squares& squares) {
    Json list = Json::array();
    for (const chess::Square square : squares) list.push_back(chess::to_string(square));
    return list;
}

Json record_json(const TablePicture& picture) {
    const State& state = *picture.state;
    Json json{
        {"ply", state.made().value()},
        {"squares", chess::to_placement(state.position().reading())},
        {"turn", color_json(state.to_move())},
        {"fen", chess::to_fen(state.position())},
        {"last", nullptr},
        {"result", nullptr}};
    if (picture.last) {
        const table::PlyRecord& ply = state.plies[state.made()];
        json["last"] = {
            {"ply", state.made().value()},
            {"mover", color_json(ply.mover)},
            {"text", picture.last->text},
            {"words", picture.last->words},
            {"squares", names(picture.last->squares)},
            {"legal", ply.legal}};
    }
    if (state.result) {
        json["result"] = {
            {"score", base::to_string(state.result->score)},
            {"reason", base::to_string(state.result->termination)},
            {"text", picture.result}};
    }
    return json;
}

Json hand_json(const HandPicture& hand) {
    Json held = Json::array();
    for (const table::HeldPiece& one : hand.held) {
        const auto piece = one.piece.piece();
        held.push_back(
            {{"square", chess::to_string(one.from)},
             {"piece", std::string(1, piece ? chess::to_char(*piece) : 'x')}}
        );
    }
    return {
        {"act", base::to_string(hand.act)},
        {"square", chess::to_string(hand.square)},
        {"held", std::move(held)}};
}

Json board_json(const BoardPicture& board) {
    return {
        {"squares", chess::to_placement(board.squares)},
        {"state", base::to_string(board.condition)},
        {"unfit", names(board.unfit)},
        {"wrong", names(board.wrong)},
        {"hand", board.hand ? hand_json(*board.hand) : Json(nullptr)},
        {"repair", board.guided.empty() ? Json(nullptr) : Json(board.guided)}};
}

Json witness_json(const WitnessPicture& witness) {
    return {
        {"witness", table::to_string(witness.witness)},
        {"name", witness.name},
        {"state", base::to_string(witness.standing)},
        {"word", witness.word},
        {"said", witness.said},
        {"at_ms", witness.at ? Json(witness.at->since_open.count()) : Json(nullptr)},
        {"derived", witness.is_derived},
        {"squares", names(witness.squares)}};
}

Json move_json(const MovePicture& move) {
    Json witnesses = Json::array();
    for (const WitnessPicture& witness : move.witnesses) witnesses.push_back(witness_json(witness));
    return {
        {"ply", move.ply.value()},
        {"mover", color_json(move.mover)},
        {"text", move.text},
        {"state", base::to_string(move.state)},
        {"legal", move.is_legal},
        {"witnesses", std::move(witnesses)}};
}

Json matter_json(const MatterPicture& picture) {
    const table::Matter& matter = *picture.matter;
    Json json{
        {"number", matter.number.value()},
        {"kind", table::to_string(matter.kind)},
        {"about", color_json(matter.about)},
        {"ply", matter.ply.value()},
        {"state", table::to_string(matter.state)},
        {"articles", picture.articles},
        {"text", picture.text},
        {"squares", names(picture.squares)},
        {"proposal", nullptr}};
    if (matter.proposal) {
        json["proposal"] = {
            {"kind", table::to_string(matter.proposal->kind)},
            {"board", color_json(matter.proposal->board)},
            {"text", picture.proposed}};
    }
    return json;
}

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string drawn_text(const TablePicture& picture) {
    Json moves = Json::array();
    for (const MovePicture& move : picture.moves) moves.push_back(move_json(move));
    Json matters = Json::array();
    for (const MatterPicture& matter : picture.matters) matters.push_back(matter_json(matter));
    const Json json{
        {"phase", phase_name(*picture.state)},
        {"record", record_json(picture)},
        {"boards",
         {{"white", board_json(picture.boards.white)},
          {"black", board_json(picture.boards.black)}}},
        {"moves", std::move(moves)},
        {"matters", std::move(matters)}};
    return to_text(json);
}

std::string
state_line(const TablePicture& picture, std::string_view drawn, const Sending& sending) {
    Json json{
        {"at_ms", picture.at.since_open.count()},
        {"kind", "state"},
        {"v", watched_version},
        {"n", sending.last_line},
        {"speed", sending.speed}};
    if (sending.wall_clock) json["unix_ms"] = sending.wall_clock->count();
    if (sending.stop) json["stop"] = base::to_string(*sending.stop);
    json["clocks"] = clocks_json(picture.clocks);
    std::string line = to_text(json);
    line.back() = ',';
    return line.append(drawn.substr(1));
}

} // namespace ansage::consoles
