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
// Words that were typed then, and read back until now.
void announce(Decision& decision, const Announces& input, std::optional<base::Instant> typed_at);
void correct(Decision& decision, const Corrects& input, std::optional<base::Instant> typed_at);
// D.2.8, with nothing in its place yet: everybody who heard the announcement hears of it.
void withdraw_announcement(Decision& decision, chess::Color seat);
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
// that it carries `derived_from` and is no witness (first principle 7). Before an arbiter only of a
// repetition, by the opponent's own key (D.2.1). False if refused.
bool testify_as_announced(
    Decision& decision,
    chess::Color seat,
    std::optional<Ply> ply_number,
    Witness witness,
    Source source
);
// D.2.1 names the piece of a promotion. As it is said, legal or not (first principle 12).
[[nodiscard]] bool lacks_promotion_piece(const chess::Position& before, const SpokenMove& said);
// Where the opponent has replied already the move stands, and the arbiter hears at the press that
// the words differ.
void unmake(Decision& decision, Ply ply);
// The opponent's repetition makes good a move that no other witness saw (first principle 1).
void make_good_by_repetition(Decision& decision, Ply ply, const HeardMove& heard);

// --- announcing

// When the device announces: its player asks for it, or presses without having done so.
enum class AnnouncedAt : std::uint8_t { button, press };

void announce_by_device(Decision& decision, chess::Color seat, AnnouncedAt at);
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
    bool was_read_back = false; // to whoever typed them
};

void say_typed(Decision& decision, const TypedWords& words);

// The repetition contradicts what it repeats.
void alert_of_repetition(Decision& decision, chess::Color seat, Ply ply);

// --- presses
void judge_press(Decision& decision, chess::Color seat);
// A press that was judged while a sensor flickered, once the board is quiet.
void judge_press_again(Decision& decision, chess::Color seat);
// 7.5.1: an illegal move, after which the game goes on until the arbiter rules.
void complete_illegal(Decision& decision, chess::Color seat, const SpokenMove& seen);
// An illegal move that was not pressed stands for now where a legal one of its shape would, so that
// nobody learns from a reply which it was (first principle 3).
void let_illegal_stand(Decision& decision);
void check_last_repetition(Decision& decision);
// One that waited for the board: what the device announces of it comes first.
void judge_waiting_press(Decision& decision, chess::Color seat);
// The opponent goes on: a press that still waits is judged by what there is.
void end_wait(Decision& decision, chess::Color seat);
// Takes effect now, whatever was announced.
void take_press(Decision& decision, const Presses& press);
// The one that waited until the announcement was heard.
void take_held_press(Decision& decision, chess::Color seat);
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
// Guidelines I.5: of an adjourned game, which begins again.
void check_resumed_boards(Decision& decision);
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
