// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/own_score.hpp"

#include "base/escaped.hpp"
#include "base/visible.hpp"
#include "chess/san.hpp"
#include "table/model/names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::record {

using chess::Color;
using nlohmann::ordered_json;
using wording::Catalogue;
using wording::Term;

namespace {

// The opponent's move is written after it is made, the own one too: one half-move behind is no lag.
constexpr unsigned normal_lag = 1;

// In the country's letters where the table knows the position and the move can be played there;
// else as it was written.
std::string
move_text(const OwnEntry& entry, const table::State& state, const scoresheet::Notation& notation) {
    const table::HeardMove& heard = entry.testimony->move;
    if (state.positions.has_before(entry.ply) && heard.move) {
        const chess::Position& before = state.positions.before(entry.ply);
        if (before.is_legal(*heard.move)) {
            return write_move(
                notation, before, *heard.move, scoresheet::NotationLength::short_form
            );
        }
    }
    return heard.text.empty() ? "-" : heard.text;
}

std::string entry_text(
    const OwnEntry& entry,
    const GameRecord& record,
    const Catalogue& catalogue,
    const scoresheet::Notation& notation
) {
    const std::string number =
        to_string(chess::place_of(record.state.positions.front(), entry.ply));
    if (!entry.testimony)
        return fmt::format("{} -, {}\n", number, catalogue.sentence("score.entry_missing"));
    std::string text = fmt::format(
        "{} {}, {}",
        number,
        move_text(entry, record.state, notation),
        kind_words(*entry.testimony, catalogue)
    );
    if (entry.behind > normal_lag) {
        const std::int64_t late = entry.behind - normal_lag;
        text += ", ";
        text += catalogue.sentence("score.entry_late", {{"count", late}});
    }
    if (entry.corrected_from) {
        text += ", ";
        text += catalogue.sentence("score.entry_corrected", {{"text", *entry.corrected_from}});
    }
    return text + "\n";
}

ordered_json to_json(const OwnEntry& entry, const table::State& state) {
    ordered_json json{{"ply", entry.ply.value()}};
    if (!entry.testimony) {
        json["missing"] = true;
        return json;
    }
    const table::Testimony& testimony = *entry.testimony;
    json["text"] = testimony.move.text;
    if (testimony.move.move && state.positions.has_before(entry.ply)) {
        const chess::Position& before = state.positions.before(entry.ply);
        if (before.is_legal(*testimony.move.move))
            json["san"] = chess::to_san(before, *testimony.move.move);
    }
    if (testimony.kind) json["kind"] = table::to_string(*testimony.kind);
    json["source"] = table::to_string(testimony.source);
    if (testimony.derived_from) json["derived_from"] = table::to_string(*testimony.derived_from);
    json["at_ms"] = testimony.at.since_open.count();
    json["behind"] = entry.behind;
    if (entry.corrected_from) json["corrected_from"] = *entry.corrected_from;
    return json;
}

} // namespace

std::string own_score_text(
    const GameRecord& record,
    Color color,
    const Catalogue& catalogue,
    const scoresheet::Notation& notation
) {
    const Term player{color == Color::white ? "player.white" : "player.black"};
    const auto& entries = record.scores[color];
    if (entries.empty()) return catalogue.sentence("score.empty", {{"player", player}}) + "\n";
    std::string text = catalogue.sentence("score.own", {{"player", player}}) + "\n";
    for (const OwnEntry& entry : entries) text += entry_text(entry, record, catalogue, notation);
    for (const Remark& remark : record.remarks) {
        if (remark.message.id.starts_with("score.signed"))
            text += words_of(remark, catalogue) + "\n";
    }
    return base::visible(text, "\n");
}

std::string own_score_json(const GameRecord& record, Color color) {
    ordered_json json{{"of", chess::to_string(color)}, {"entries", ordered_json::array()}};
    for (const OwnEntry& entry : record.scores[color])
        json["entries"].push_back(to_json(entry, record.state));
    return base::escaped(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

} // namespace ansage::record
