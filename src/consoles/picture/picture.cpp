// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/picture/picture.hpp"

#include "consoles/picture/board_picture.hpp"
#include "table/disputes/agenda.hpp"
#include "table/model/event_words.hpp"

#include <algorithm>
#include <utility>

namespace ansage::consoles {

using base::Instant;
using chess::Color;
using chess::Ply;
using table::State;

namespace {

std::optional<LastMove> last_move(const State& state, const telling::TableWords& words) {
    const Ply made = state.made();
    if (made == 0 || !state.plies[made].move) return std::nullopt;
    const table::PlyRecord& ply = state.plies[made];
    const chess::Move move = *ply.move;
    const chess::Position& before = state.positions.before(made);
    return LastMove{
        .text = table::numbered(state, made, ply.san),
        .words = before.at(move.from()) ? words.announcement(before, move) : std::string{},
        .squares = {move.from(), move.king_to()}};
}

// The one that is being played, or the last that was made.
std::vector<MovePicture> moves_in_hand(
    const State& state,
    const telling::TableWords& words,
    const table::PerColor<BoardPicture>& boards
) {
    std::vector<MovePicture> moves;
    const Ply newest = state.plies.last();
    for (Ply number = newest > 1 ? newest - 1 : newest; number > 0 && number <= newest; ++number) {
        const table::PlyRecord& ply = state.plies[number];
        moves.push_back(
            {.ply = number,
             .mover = ply.mover,
             .text = ply.move ? table::numbered(state, number, ply.san) : std::string{},
             .state = ply.state,
             .is_legal = ply.legal,
             .witnesses = witness_pictures(state, words, number, boards)}
        );
    }
    return moves;
}

// What is open, and what was answered since the last move was completed.
bool is_shown(const State& state, const table::Matter& matter) {
    if (matter.state == table::MatterState::open) return true;
    const Ply completed = table::completed_plies(state);
    return completed == 0 || state.plies[completed].completed_at <= matter.changed;
}

// As the table would say it now, to whoever has not heard it.
Remembered::Matter
words_now(const State& state, const telling::TableWords& words, const table::Matter& matter) {
    const std::string& language = state.setup->arbiter_language;
    const table::Message message = table::words_of(state, matter);
    Remembered::Matter now{.text = words.words_of(message, language, state)};
    if (matter.proposal) now.proposed = words.words_of(matter.proposal->message, language, state);
    if (message.arguments.article) now.articles.push_back(*message.arguments.article);
    return now;
}

std::vector<MatterPicture>
matters_of(const State& state, const telling::TableWords& words, const Remembered& remembered) {
    std::vector<MatterPicture> matters;
    for (const table::Matter& matter : state.agenda) {
        if (!is_shown(state, matter)) continue;
        const auto known = remembered.matters.find(matter.number);
        Remembered::Matter said =
            known == remembered.matters.end() ? words_now(state, words, matter) : known->second;
        MatterPicture picture{
            .matter = &matter,
            .articles = std::move(said.articles),
            .text = std::move(said.text),
            .proposed = std::move(said.proposed)};
        const auto alert =
            std::ranges::find(state.alerts, matter.alert.value_or(0), &table::OpenAlert::id);
        if (alert != state.alerts.end()) picture.squares = alert->squares;
        matters.push_back(std::move(picture));
    }
    return matters;
}

} // namespace

TablePicture picture_of(
    const State& state, const telling::TableWords& words, Instant now, const Remembered& remembered
) {
    TablePicture picture{.state = &state, .at = now, .clocks = clocks_of(state, now)};
    picture.last = last_move(state, words);
    const std::string& language = state.setup->arbiter_language;
    for (const Color color : chess::both_colors) {
        picture.boards[color] = board_picture(state, color, remembered.wrong[color]);
        if (const auto& guided = state.boards[color].guided)
            picture.boards[color].guided = words.words_of(*guided, language, state);
    }
    picture.moves = moves_in_hand(state, words, picture.boards);
    picture.matters = matters_of(state, words, remembered);
    if (state.result) {
        picture.result = words.words_of(
            table::words_of(table::EventBody{*state.result}, state).aloud, language, state
        );
    }
    return picture;
}

} // namespace ansage::consoles
