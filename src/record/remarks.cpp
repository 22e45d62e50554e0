// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/remarks.hpp"

#include "base/overloaded.hpp"
#include "telling/table_words.hpp"

#include <algorithm>

namespace ansage::record {

using base::Millis;
using chess::Color;
using table::State;
using wording::Argument;
using wording::Term;

namespace {

std::string claim_id(table::ClaimKind kind) {
    switch (kind) {
    case table::ClaimKind::threefold: return "score.claim_threefold";
    case table::ClaimKind::fifty: return "score.claim_fifty";
    case table::ClaimKind::flag: return "score.claim_flag";
    case table::ClaimKind::illegal: return "score.claim_illegal";
    case table::ClaimKind::touch: return "score.claim_touch";
    case table::ClaimKind::quickplay: return "score.claim_quickplay";
    case table::ClaimKind::extra_time: return "score.claim_extra_time";
    }
    return {};
}

// The move a player's words belong to: the one being played where it is his turn.
unsigned ply_of(Color seat, const State& state) {
    return state.made() + (state.to_move() == seat ? 1U : 0U);
}

} // namespace

void RemarkCollector::push(const table::Event& event, const State& before, Remark remark) {
    remark.at = event.at;
    if (remark.ply == 0) remark.ply = before.made();
    remarks_.push_back(std::move(remark));
}

void RemarkCollector::add_testimony(
    const table::Event& event, const table::Testified& testified, const State& before
) {
    if (testified.ply == 0 || testified.ply > before.plies.size()) return;
    const table::Ply& ply = before.plies[testified.ply - 1];
    const table::Testimony* const last = ply.newest(testified.testimony.witness);
    const bool is_changed = last != nullptr && last->move.text != testified.testimony.move.text;
    if (!is_changed) return;
    if (testified.testimony.witness == table::Witness::announcement) { // D.2.8
        push(
            event,
            before,
            {.ply = testified.ply,
             .id = "score.announcement_corrected",
             .player = ply.mover,
             .text = last->move.text}
        );
    }
}

void RemarkCollector::add(const table::Event& event, const State& before) {
    const auto note = [&](Remark remark) { push(event, before, std::move(remark)); };
    const auto simple = [&](const std::string& id, std::optional<Color> player) {
        note({.id = id, .player = player});
    };
    std::visit(
        base::Overloaded{
            [&](const table::Testified& given) { add_testimony(event, given, before); },
            [&](const table::DrawOffered& given) {
                note(
                    {.ply = ply_of(given.seat, before),
                     .id = "score.draw_offered",
                     .player = given.seat}
                );
            },
            [&](const table::Claimed& given) {
                note({.id = claim_id(given.kind), .player = given.seat});
            },
            [&](const table::ClaimEnded& given) {
                simple(given.correct ? "score.claim_correct" : "score.claim_incorrect", {});
            },
            [&](const table::ClockAdjusted& given) {
                note({.id = "score.clock_set", .player = given.color, .time = given.remaining});
            },
            [&](const table::FlagFell& given) { simple("score.flag_fell", given.color); },
            [&](const table::IllegalCounted& given) {
                note(
                    {.id = "score.illegal_move",
                     .player = given.color,
                     .count = before.illegal_moves[given.color] + 1}
                );
            },
            [&](const table::Warned& given) { simple("score.warned", given.color); },
            [&](const table::Restored& given) {
                for (Remark& remark : remarks_) {
                    remark.ply = std::min(remark.ply, given.ply);
                }
                note({.ply = given.ply, .id = "score.restored"});
            },
            [&](const table::RecordCorrected& given) {
                const unsigned ply = given.correction.ply;
                push(
                    event,
                    before,
                    {.ply = ply, .id = "score.record_corrected", .text = before.plies[ply - 1].san}
                );
            },
            [&](const table::RepairEnded& given) { simple("score.board_corrected", given.board); },
            [&](const table::Overridden& given) {
                note({.id = "score.overridden", .text = given.clause + ", " + given.reason});
            },
            [&](const table::Sealed& given) { simple("score.sealed", given.seat); },
            [&](const table::Adjourned&) { simple("score.adjourned", {}); },
            [&](const table::Ended& given) {
                if (!given.reason.empty()) {
                    note({.id = "score.ended", .text = given.reason});
                }
            },
            [&](const table::Signed& given) {
                note(
                    {.id = given.name ? "score.signed_as" : "score.signed",
                     .player = given.seat,
                     .text = given.name.value_or("")}
                );
            },
            [](const auto&) {},
        },
        event.body
    );
}

std::string words_of(const Remark& remark, const wording::Catalogue& catalogue) {
    std::vector<Argument> arguments{{"text", remark.text}};
    if (remark.player) arguments.push_back({"player", Term{telling::player_id(*remark.player)}});
    if (remark.time) arguments.push_back({"time", *remark.time});
    if (remark.count) arguments.push_back({"count", *remark.count});
    return catalogue.sentence(remark.id, wording::Arguments{arguments});
}

} // namespace ansage::record
