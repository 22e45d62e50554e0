// SPDX-License-Identifier: GPL-3.0-or-later
// What lies open for the arbiter, by number, and what became of it (first principle 10).
#pragma once

#include "table/making/decision.hpp"

#include <initializer_list>

namespace ansage::table {

// Becomes the next of the agenda.
void raise(Decision& decision, Raised raised);
// That the Laws ended the game.
void raise_ending(Decision& decision, laws::Ending ending);
// What is proposed for the newest.
void propose_result(Decision& decision, laws::Ending ending);

// The newest open one of these kinds, of that player where one is given; null if there is none.
[[nodiscard]] const Matter* newest_open(
    const State& state,
    std::initializer_list<MatterKind> kinds,
    std::optional<chess::Color> about = {}
);

// The newest open one that has a proposal, which an answer without a number means; null if none
// has.
const Matter* newest_proposed(const State& state);
// That one ends the game, and another that is open ends it otherwise or goes back before it; or the
// other way about.
bool excludes_another(const State& state);
// What ends the game now has to be ruled on: before an arbiter always; where none is, if something
// is open that was there before it and would leave nothing of it (7.5.1; first principle 10).
bool has_to_be_ruled(const State& state);

// The open one of that number; absent if refused, with that player's or the arbiter's words.
[[nodiscard]] std::optional<Matter>
open_matter(Decision& decision, MatterNumber number, std::optional<chess::Color> seat = {});

// A decision of which every event keeps the agenda.
class DecisionOnAgenda final : public Decision {
public:
    using Decision::Decision;
    void propose_ending(laws::Ending ending) override;

private:
    void prepare(EventBody& body) override;
    void follow(const EventBody& body) override;

    bool is_ending_by_itself_ = false;
};

// A.5.4: of that player's pawn on the last rank nobody knows what it became, and the opponent has
// pressed since: whether a pawn still stands there only the arbiter sees, and he is asked.
void look_for_unseen_pawn(Decision& decision, chess::Color mover);
// Which ply that move is, which is of the path.
Ply plies_until(const State& state, MoveId tip);
// Between these two the arbiter's answer to that matter takes effect.
void begin_ruling(Decision& decision, MatterNumber number);
void end_ruling(Decision& decision, MatterState state);
// A flag that fell in what was taken back is up; where nobody gives that clock time it falls again,
// and is asked about again.
void lift_moot_flags(Decision& decision);
void close_matter(Decision& decision, const Matter& matter, MatterState state);
// After moves were taken back or brought back: what rests on a move that does not stand is settled.
void leave_off_path(Decision& decision);
// What that player claimed has been ruled on without his claim.
void leave_claims_moot(Decision& decision, chess::Color claimant, ClaimKind kind);

// In words: which matter it is, and what follows if the arbiter says yes to it.
[[nodiscard]] Message words_of(const State& state, const Matter& matter);
[[nodiscard]] Message
words_of_claim(const State& state, const Claimed& claim, const std::optional<laws::Ending>& right);
// What a right claim leads to, whatever was proposed; absent where no result does.
[[nodiscard]] std::optional<laws::Ending> ending_if_right(const State& state, const Claimed& claim);
// 7.5.4, by what the arbiter saw now.
[[nodiscard]] Message words_of_two_hands(const State& state, chess::Color color);
[[nodiscard]] Message words_of_arrival(const State& state, chess::Color seat, base::Millis late);
// Every open matter, by number, for the arbiter.
void tell_agenda(Decision& decision, Audience audience);
// What is said before the arbiter confirms an act: which matter it answers, and what follows.
// Absent for acts that answer none.
[[nodiscard]] std::optional<Message> consequence_of(const State& state, const InputBody& body);
// Gives an act that names no matter the number of the one that it means now: what is raised before
// it is confirmed, or agreed on, is another question.
void name_matter(const State& state, Arbiter& act);

} // namespace ansage::table
