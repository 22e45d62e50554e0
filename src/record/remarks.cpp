// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/remarks.hpp"

#include "table/model/event_words.hpp"
#include "telling/table_words.hpp"

#include <algorithm>

namespace ansage::record {

using chess::Color;
using table::State;

namespace {

// The move a player's words belong to: the one being played where it is his turn.
chess::Ply ply_of(const table::DrawOffered& offer, const State& state) {
    return state.made() + (state.to_move() == offer.seat ? 1U : 0U);
}

// D.2.8: an announcement in other words than before.
std::optional<Remark> remark_of(const table::Testified& given, const State& before) {
    if (!before.plies.has(given.ply) || given.testimony.witness != table::Witness::announcement)
        return std::nullopt;
    const table::PlyRecord& ply = before.plies[given.ply];
    const table::Testimony* const last = ply.newest(table::Witness::announcement);
    if (last == nullptr || last->move.text == given.testimony.move.text) return std::nullopt;
    return Remark{
        given.ply,
        {"score.announcement_corrected", {.player = ply.mover, .name = last->move.text}}};
}

// What an arbiter did; in a club none was ever there, and both players agreed on it (principle 9).
bool is_by_arbiter(const table::EventBody& body) {
    return table::is_one_of<table::ClockAdjusted, table::Restored, table::Overridden, table::Ended>(
        body
    );
}

} // namespace

void RemarkCollector::add(const table::EventBody& body, const State& before) {
    if (const auto* const given = std::get_if<table::Testified>(&body)) {
        if (auto remark = remark_of(*given, before)) remarks_.push_back(*std::move(remark));
        return;
    }
    const table::EventWords words = table::words_of(body, before);
    if (words.remark.empty()) return;
    Remark remark{before.made(), table::written(words, words.remark)};
    if (const auto* const offer = std::get_if<table::DrawOffered>(&body)) {
        remark.ply = ply_of(*offer, before);
    } else if (std::holds_alternative<table::IllegalCounted>(body)) {
        ++*remark.message.arguments.count; // this one
    } else if (const auto* const restored = std::get_if<table::Restored>(&body)) {
        remark.ply = restored->ply;
        for (Remark& other : remarks_) other.ply = std::min(other.ply, restored->ply);
    } else if (const auto* const corrected = std::get_if<table::RecordCorrected>(&body)) {
        remark.ply = corrected->correction.ply;
        remark.message.arguments.name = before.plies[remark.ply].san;
    }
    if (before.setup->mode != table::Mode::tournament && is_by_arbiter(body))
        remark.message.id += ".club";
    remarks_.push_back(std::move(remark));
}

Remark remark_of_doubt(const State& state, chess::Ply ply) {
    Remark remark;
    remark.ply = ply - 1;
    remark.message.id = "score.kings_move_in_doubt";
    remark.message.arguments.name = table::numbered(state, ply, state.plies[ply].san);
    return remark;
}

std::string words_of(const Remark& remark, const wording::Catalogue& catalogue) {
    const table::MessageArguments& given = remark.message.arguments;
    return catalogue.sentence(
        remark.message.id,
        {{"player", given.player.value_or(Color::white)},
         {"text", given.name},
         {"time", given.time.value_or(base::Millis{0})},
         {"count", given.count.value_or(0)}}
    );
}

} // namespace ansage::record
