// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a state holds, as text, so that two states can be compared and a difference can
// be read.
#pragma once

#include "chess/fen.hpp"
#include "table/model/names.hpp"
#include "table/model/state.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace ansage::tests {

inline std::string text_of(std::optional<base::Instant> at) {
    return at ? std::to_string(at->since_open.count()) : "-";
}

inline std::string text_of(const table::PlyRecord& ply) {
    std::string text = fmt::format(
        "{} after {} {} {} {} {} {} {} {}",
        static_cast<unsigned>(ply.id),
        static_cast<unsigned>(ply.parent),
        chess::to_string(ply.mover),
        table::to_string(ply.state),
        ply.san,
        ply.legal,
        text_of(ply.made_at),
        text_of(ply.pressed_at),
        text_of(ply.completed_at)
    );
    for (const table::Testimony& testimony : ply.testimonies) {
        text += fmt::format(
            " [{} {} {} {}]",
            table::to_string(testimony.witness),
            table::to_string(testimony.source),
            testimony.move.text,
            testimony.at.since_open.count()
        );
    }
    return text;
}

inline std::string text_of(const table::BoardState& board) {
    std::string text = fmt::format(
        "{} trace {} changed {} matched {} agrees {} lost {} repairing {} waits {} after {}",
        chess::to_placement(board.reading),
        board.trace.size(),
        text_of(board.changed_at),
        board.matched.value(),
        board.agrees,
        board.lost,
        board.repairing,
        text_of(board.press_waits),
        board.press_after.value_or(0)
    );
    text += fmt::format(
        " guided {} lifted {:x}", board.guided ? board.guided->id : "-", board.lifted.bits()
    );
    for (const laws::Touch& touch : board.pending_touches)
        text += fmt::format(" {}", chess::to_string(touch.square));
    return text;
}

inline std::string text_of_color(const table::State& state, chess::Color color) {
    std::string text = fmt::format(
        "{}: {}\n adjusting {} illegal {} flagged {} alarms {} {} {} clock {} {} {}",
        chess::to_string(color),
        text_of(state.boards[color]),
        state.adjusting[color],
        state.illegal_moves[color],
        state.flagged[color],
        table::to_string(state.alarms[color]),
        state.alarms_asked[color].has_value(),
        state.alarmed[color].value_or(base::Millis{-1}).count(),
        state.clocks.remaining(color, {}).count(),
        state.clocks.completed(color),
        state.clocks.running() == color
    );
    for (const laws::Touch& touch : state.touches[color])
        text += fmt::format(" touched {}", chess::to_string(touch.square));
    return text + '\n';
}

inline std::string text_of(const table::State& state) {
    std::string text = fmt::format(
        "phase {} next id {} keys {} unfinished {} draw {} rulings {} end {} result {} mending {} "
        "resume {}\n",
        static_cast<int>(state.phase),
        state.next_id,
        state.keys.size(),
        state.unfinished.size(),
        state.draw_offer ? chess::to_string(*state.draw_offer) : "-",
        state.rulings.size(),
        state.end_noted ? state.end_noted->ply.value() : 0,
        state.result ? laws::to_string(state.result->termination) : "-",
        state.mending ? state.mending->ply.value() : 0,
        state.resume_for ? chess::to_string(*state.resume_for) : "-"
    );
    for (const chess::Color color : chess::both_colors) text += text_of_color(state, color);
    for (const table::PlyRecord& ply : state.plies) text += text_of(ply) + '\n';
    for (const chess::Position& position : state.positions) text += chess::to_fen(position) + '\n';
    for (const table::Matter& matter : state.agenda) {
        text += fmt::format(
            "matter {} {} {} {} {} {} {}\n",
            matter.number.value(),
            table::to_string(matter.kind),
            table::to_string(matter.state),
            matter.ply.value(),
            matter.alert.value_or(0),
            matter.proposal.has_value(),
            matter.claim.has_value()
        );
    }
    for (const table::OpenAlert& alert : state.alerts) {
        text += fmt::format(
            "{} {} {} {} {} {}\n",
            alert.id,
            table::to_string(alert.kind),
            alert.ply.value(),
            alert.open,
            alert.told_players,
            state.is_on_path(alert.move)
        );
    }
    return text;
}

// Instants and kinds are enough to tell two lists of events apart; what they hold shows in the
// state.
inline std::string text_of(const std::vector<table::Event>& events) {
    std::string text;
    for (const table::Event& event : events)
        text += fmt::format("{}@{} ", event.body.index(), event.at.since_open.count());
    return text;
}

} // namespace ansage::tests
