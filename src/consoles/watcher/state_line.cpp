// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a line for programs (docs/consoles.md).
#include "consoles/watcher/state_line.hpp"

#include "chess/fen.hpp"
#include "consoles/picture/picture_json.hpp"
#include "consoles/watcher/version.hpp"
#include "table/model/names.hpp"

#include <nlohmann/json.hpp>

namespace ansage::consoles {

using chess::Color;
using table::State;
using Json = nlohmann::ordered_json;

namespace {

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
            {"squares", squares_json(picture.last->squares)},
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

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string drawn_text(const TablePicture& picture) {
    const Json json{
        {"phase", phase_name(*picture.state)},
        {"record", record_json(picture)},
        {"boards", boards_json(picture)},
        {"moves", moves_json(picture)},
        {"matters", matters_json(picture)}};
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
