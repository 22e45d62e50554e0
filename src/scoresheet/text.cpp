// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/text.hpp"

#include "base/visible.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::scoresheet {
namespace {

void add_fact(
    std::string& text, const std::string& label, const std::optional<std::string_view>& value
) {
    if (value) text += fmt::format("{}: {}\n", label, base::visible(*value));
}

std::string facts(const SheetLabels& labels, const PgnGame& game) {
    std::string text;
    add_fact(text, labels.white, game.known("White"));
    add_fact(text, labels.black, game.known("Black"));
    add_fact(text, labels.event, game.known("Event"));
    add_fact(text, labels.site, game.known("Site"));
    add_fact(text, labels.date, game.known("Date"));
    add_fact(text, labels.round, game.known("Round"));
    if (game.start != chess::Position{}) add_fact(text, "FEN", chess::to_fen(game.start));
    return text + "\n";
}

// A comment's own braces would end it.
std::string in_braces(std::string comment) {
    std::ranges::replace(comment, '}', ')');
    return fmt::format("{{{}}}", base::visible(comment, "\n\t"));
}

std::string note_text(const SheetMove& move, const TextOptions& options) {
    const PgnNote& note = move.note;
    std::string text;
    if (!move.remark.empty()) text += ' ' + in_braces(move.remark);
    if (options.clocks && note.clock) text += fmt::format(" ({})", clock_text(*note.clock));
    if (options.comments && !note.comment.empty()) text += ' ' + in_braces(note.comment);
    return text;
}

} // namespace

std::string to_text(
    const Notation& notation,
    const SheetLabels& labels,
    const PgnGame& game,
    const TextOptions& options
) {
    std::string text = facts(labels, game);
    if (options.comments && !game.comment.empty()) text += in_braces(game.comment) + "\n";
    const std::vector<SheetMove> moves = game.all_moves();
    for (const SheetMove& move : moves) {
        const bool is_white = move.place.mover == chess::Color::white;
        if (is_white || &move == &moves.front()) text += to_string(move.place);
        text += ' ';
        text += base::visible(write_sheet_move(notation, move, options.length));
        text += note_text(move, options);
        text += is_white ? "" : "\n";
    }
    text += text.ends_with('\n') ? "" : "\n";
    return text + fmt::format("{}: {}\n", labels.result, game.result);
}

} // namespace ansage::scoresheet
