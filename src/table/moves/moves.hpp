// SPDX-License-Identifier: GPL-3.0-or-later
// What players and their boards do in a game, and what the table makes of it. Private to table/.
#pragma once

#include "table/making/decision.hpp"

#include <string>

namespace ansage::table {

void on(Decision& decision, const Announces& input);
void on(Decision& decision, const Repeats& input);
void on(Decision& decision, const Corrects& input);
void on(Decision& decision, const Writes& input);
void on(Decision& decision, const Executes& input);
void on(Decision& decision, const Presses& input);
void on(Decision& decision, const Acknowledges& input);
void on(Decision& decision, const Lifts& input);
void on(Decision& decision, const Places& input);
void on(Decision& decision, const Unsure& input);
void on(Decision& decision, const Shows& input);
void on(Decision& decision, const BoardReports& input);
void on(Decision& decision, const Confirms& input);
void on(Decision& decision, const ClockShows& input);
void on(Decision& decision, const Compares& input);
void on(Decision& decision, const AnswersSquare& input);

// --- words
// Who goes on playing has put his board right: where no sensor looks, nobody else could know.
void end_unseen_repair(Decision& decision, chess::Color seat);
void check_announcement_of_made(Decision& decision, Ply ply);
Source source_of(std::optional<Performer> by);
// Words are heard only while the game is on. False if refused.
[[nodiscard]] bool words_allowed(Decision& decision, chess::Color seat);
// Illegal words are taken down without a sign (first principle 3); words that are no move, or two,
// are told apart at once, for that is no secret of the position's. False if there is nothing to
// keep.
[[nodiscard]] bool keep_words(Decision& decision, chess::Color seat, const HeardMove& heard);
// Where two moves fit the words: their speaker is asked for what is missing.
void ask_if_ambiguous(Decision& decision, chess::Color seat, Ply ply, const HeardMove& heard);
// Repeated, or executed, as it was announced: whoever types no words says only that he did it, so
// that it carries `derived_from` and is no witness (first principle 7). Not before an arbiter.
void testify_as_announced(
    Decision& decision,
    chess::Color seat,
    std::optional<Ply> ply_number,
    Witness witness,
    Source source
);
// Where the opponent has replied already the move stands, and the arbiter hears at the press that
// the words differ.
void unmake(Decision& decision, Ply ply);
// The opponent's repetition makes good a move that no other witness saw (first principle 1).
void make_good_by_repetition(Decision& decision, Ply ply, const HeardMove& heard);

// --- announcing
void announce_by_device(Decision& decision, chess::Color seat);
// The device performs duty 2 for that seat: accepted at set-up, at the seat itself or as one that
// an impaired opponent has (D.2.10.2).
bool is_device_announcing(const State& state, chess::Color seat);
// ... or stands in where no arbiter is present and the opponent sees nothing.
bool is_announced_for(const State& state, chess::Color seat);
// The move that this player's press would complete has been announced.
bool is_announced(const State& state, chess::Color seat);
// What is being said of it just now.
std::optional<std::uint64_t> announcement_being_said(const State& state, chess::Color seat);
// The press takes effect when the announcement has been said (principle 2); in a club the blind
// opponent's clock does not run for a move that he has not heard.
bool holds_press(const State& state, chess::Color seat);
bool waits_for_acknowledgement(const State& state, chess::Color seat);

// Words that reached the table, for those who could not hear them.
struct TypedWords {
    std::string id; // of the sentence
    chess::Color speaker{};
    Ply ply;
    const HeardMove& heard;
    std::optional<Medium> through;
    Performer by{};
};

void say_typed(Decision& decision, const TypedWords& words);

// --- presses
void judge_press(Decision& decision, chess::Color seat);
// Takes effect now, whatever was announced.
void take_press(Decision& decision, chess::Color seat);
// The last move that was made is that player's, and waits for his press.
bool completes_made(const State& state, chess::Color seat);
// Of the ply that is being played.
void alert_about(
    Decision& decision, AlertKind kind, chess::Color seat, std::optional<chess::Square> square = {}
);

// --- boards
void judge_quiet_board(Decision& decision, chess::Color board);
// True if it told now that the opponent's last move does not stand there.
bool check_own_board(Decision& decision, chess::Color seat);
// What was said of a board that no sensor sees departs from the record.
void tell_departure(Decision& decision, chess::Color board);
void guide_repair(Decision& decision, chess::Color board);
// A piece that was reported on the way to its square: until his press a sighted player's hand may
// still be sliding (4.7 looks at the release, which no sensor sees).
void revise_made(Decision& decision, chess::Color board);

// --- clocks
// What a fallen flag leads to, whoever saw it fall.
void fall_flag(Decision& decision, chess::Color color);
// It is not heard any more, if it was: ours go on alone, and the arbiter hears of it.
void lose_official_clock(Decision& decision);

} // namespace ansage::table
