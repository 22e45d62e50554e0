// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/picture/picture_json.hpp"

#include "chess/fen.hpp"
#include "consoles/picture/table_json.hpp"
#include "table/model/names.hpp"

#include <nlohmann/json.hpp>

namespace ansage::consoles {

using Json = nlohmann::ordered_json;

namespace {

template <class Squares>
Json list_of(const Squares& squares) {
    Json list = Json::array();
    for (const chess::Square square : squares) list.push_back(chess::to_string(square));
    return list;
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
        {"unfit", list_of(board.unfit)},
        {"wrong", list_of(board.wrong)},
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
        {"squares", list_of(witness.squares)}};
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
        {"squares", list_of(picture.squares)},
        {"proposal", nullptr}};
    if (matter.proposal) {
        json["proposal"] = {
            {"kind", table::to_string(matter.proposal->kind)},
            {"board", color_json(matter.proposal->board)},
            {"text", picture.proposed}};
    }
    return json;
}

} // namespace

Json squares_json(const std::vector<chess::Square>& squares) { return list_of(squares); }

Json boards_json(const TablePicture& picture) {
    return {
        {"white", board_json(picture.boards.white)}, {"black", board_json(picture.boards.black)}};
}

Json moves_json(const TablePicture& picture) {
    Json moves = Json::array();
    for (const MovePicture& move : picture.moves) moves.push_back(move_json(move));
    return moves;
}

Json matters_json(const TablePicture& picture) {
    Json matters = Json::array();
    for (const MatterPicture& matter : picture.matters) matters.push_back(matter_json(matter));
    return matters;
}

} // namespace ansage::consoles
