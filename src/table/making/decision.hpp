// SPDX-License-Identifier: GPL-3.0-or-later
// Where one decision is worked out: events are written down and applied as they are decided, so
// that each step sees what the steps before it did. Private to table/.
#pragma once

#include "table/decide/decide.hpp"

#include <span>

namespace ansage::table {

class Decision {
public:
    Decision(State& state, std::vector<Event>& events, base::Instant at)
        : state_(state),
          events_(events),
          at_(at) {}

    [[nodiscard]] const State& state() const { return state_; }

    [[nodiscard]] const TableSetup& setup() const { return *state_.setup; }

    [[nodiscard]] base::Instant at() const { return at_; }

    [[nodiscard]] std::span<const Event> events() const { return events_; }

    void emit(EventBody body);

    // While held, alerts, proposals, words and the end of the game wait for release(): what a press
    // completes comes before the clock's change, and that before anything said of it.
    void hold() { holding_ = true; }

    void release();

    void refuse(Refusal reason, std::optional<chess::Color> seat);
    // With a sentence of its own instead of the reason's.
    void refuse(Refusal reason, std::optional<chess::Color> seat, std::string message_id);

    // One alert a cause: an open one of that kind about that seat is not raised again.
    struct AlertDetails {
        std::optional<chess::Color> about;
        unsigned ply = 0; // the ply being played
        chess::SquareSet squares;
        MessageArguments arguments;
        // The ply whose move the sentence names; the one being played if absent.
        std::optional<unsigned> concerns;
        std::string_view cause{}; // where it is known: the sentence that names it
    };

    void alert(AlertKind kind, const AlertDetails& details);
    // Ends every open alert about that board, or the one of that kind.
    void settle_alerts_of_board(chess::Color board);
    void settle_alert(AlertKind kind, std::optional<chess::Color> about);

    // For that matter; for the newest, if none is given.
    void propose(Proposal proposal, std::optional<unsigned> matter = {});

    // The matter of the agenda that the arbiter is answering, and all that follows of it; 0: none.
    void rule_on(unsigned number) { ruling_ = number; }

    [[nodiscard]] unsigned ruling() const { return ruling_; }

    void say(Audience audience, Priority priority, Cause cause, Message message);

private:
    State& state_;
    std::vector<Event>& events_;
    base::Instant at_;
    bool holding_ = false;
    std::vector<EventBody> held_;
    unsigned ruling_ = 0;
};

[[nodiscard]] Audience ear_of(chess::Color color);

// words.cpp
void on(Decision& decision, const Announces& input);
void on(Decision& decision, const Repeats& input);
void on(Decision& decision, const Corrects& input);
void on(Decision& decision, const Writes& input);
// Who goes on playing has put his board right: where no sensor looks, nobody else could know.
void end_unseen_repair(Decision& decision, chess::Color seat);
void check_announcement_of_made(Decision& decision, unsigned ply);
// The words for a made move mean another one; ambiguous ones mean none.
[[nodiscard]] bool announcement_differs(const State& state, unsigned ply);

// executing.cpp
void on(Decision& decision, const Executes& input);

// moves.cpp
void testify(
    Decision& decision, unsigned ply, Witness witness, Source source, const HeardMove& heard
);
// Makes the open move if every witness that exists agrees (D.2.3, 4.7). True if it was made.
bool try_make(Decision& decision, chess::Color mover);
void make(Decision& decision, chess::Move move);
// Until its press a move may be made again, as another one.
void make_again(Decision& decision, unsigned ply, chess::Move move);
// What was announced and what was said to be executed, where no sensor looks. An impaired player's
// move needs the words (D.2.3) until his press.
[[nodiscard]] std::optional<chess::Move>
move_by_words(const State& state, chess::Color mover, bool is_pressed);
// Nothing at all is known of the move that this player makes or has made (first principle 1).
[[nodiscard]] bool is_unheard(const State& state, chess::Color mover);
[[nodiscard]] BoardEvidence evidence_of_mover(const State& state, chess::Color mover);
// The same of the last made move: what its player's hand had done before it counted as made, and
// since.
[[nodiscard]] BoardEvidence evidence_of_made(const State& state);
// The newest word of what stands on the mover's board, where no sensor saw it; null if none.
[[nodiscard]] const Testimony* said_to_be_executed(const Ply& ply);
[[nodiscard]] Shown shown_by_mover(const State& state, chess::Color mover);
// That board has not followed the record, and nothing has been moved on it since: it testifies
// nothing of a move to come.
[[nodiscard]] bool stands_still(const State& state, chess::Color board);
// Every square that the made move changed looks as it should now.
[[nodiscard]] bool is_carried_out(const State& state, chess::Color board, unsigned ply);

// presses.cpp
void on(Decision& decision, const Presses& input);
void on(Decision& decision, const PressesButton& input);
void judge_press(Decision& decision, chess::Color seat);
// Takes effect now, whatever was announced.
void take_press(Decision& decision, chess::Color seat);
// 6.2.1: the last made ply is completed.
void complete(Decision& decision, unsigned ply);
// The move, or an illegal one as far as it can be written as one.
[[nodiscard]] std::optional<chess::Move>
meant_move(const chess::Position& before, const HeardMove& heard);

// announcing.cpp
void announce_by_device(Decision& decision, chess::Color seat);
void on(Decision& decision, const Acknowledges& input);

// judging.cpp
// The opponent's newest repetition of that made move means another one.
[[nodiscard]] bool repetition_differs(const State& state, unsigned ply);

// requests.cpp
// The announcement of that ply once more, in the words that were heard.
[[nodiscard]] Message same_announcement(const State& state, unsigned ply);

// boards.cpp
void on(Decision& decision, const Lifts& input);
void on(Decision& decision, const Places& input);
void on(Decision& decision, const Unsure& input);
void on(Decision& decision, const Shows& input);
void on(Decision& decision, const BoardReports& input);
// official_clock.cpp
void on(Decision& decision, const ClockShows& input);
// What a fallen flag leads to, whoever saw it fall (time.cpp).
void fall_flag(Decision& decision, chess::Color color);
// It is not heard any more, if it was: ours go on alone, and the arbiter hears of it.
void lose_official_clock(Decision& decision);
void on(Decision& decision, const Confirms& input);
void judge_quiet_board(Decision& decision, chess::Color board);
// True if it told now that the opponent's last move does not stand there.
bool check_own_board(Decision& decision, chess::Color seat);
// What was said of a board that no sensor sees departs from the record.
void tell_departure(Decision& decision, chess::Color board);
void guide_repair(Decision& decision, chess::Color board);
// A piece that was reported on the way to its square: until his press a sighted player's hand may
// still be sliding (4.7 looks at the release, which no sensor sees).
void revise_made(Decision& decision, chess::Color board);

// dispute.cpp
// What that player's score has for the ply: an entry, or, where the impaired player's voice was
// recorded, the words (D.2.7). Null if nothing.
[[nodiscard]] const Testimony* score_entry(const State& state, const Ply& ply, chess::Color color);
// The clocks as recorded when that ply was completed; 0 is the start. Absent if it was not.
[[nodiscard]] std::optional<PerColor<base::Millis>> clocks_after(const State& state, unsigned ply);

// A board that differs, and the newest ply that it should show. `carried_out`: that move stands
// there, and the difference is of something else that was knocked about.
struct Departure {
    chess::Color board{};
    unsigned due = 0;
    bool carried_out = false;
};

// What D.2.9 asks for now.
void propose_for_boards(Decision& decision, const Departure& departure);
void look_at_scores(Decision& decision);
// The position after what was made, with that move in its place; absent where what was made
// there was illegal, or what was made since is not legal then.
[[nodiscard]] std::optional<chess::Position>
corrected_position(const State& state, const MoveCorrection& correction);
// What a ruling needs at once beside the proposal, for the arbiter alone.
void tell_evidence(Decision& decision, const Proposal& proposal);
// All of it, which is long for ears and told on request: where the evidence agrees, what each score
// has, what each hand has to do, clocks, articles, the position that belongs on the boards and what
// stands there. False where no boards differ.
[[nodiscard]] bool tell_all_evidence(Decision& decision, Audience audience);

// time.cpp
void on_time_reached(State& state, std::vector<Event>& events, base::Instant now);

// recording.cpp
void on(Decision& decision, const RecordingReported& input);
void on(Decision& decision, const Records& input);
void on(Decision& decision, const ChoosesMicrophone& input);

// rulings.cpp
void on(Decision& decision, const Arbiter& input);
void on(Decision& decision, const ArbiterSets& input);
void on(Decision& decision, const ArbiterSetsMoves& input);
void on(Decision& decision, const ArbiterAnswersAlarms& input);
void on(Decision& decision, const ArbiterAdds& input);
void on(Decision& decision, const ArbiterRulesIllegal& input);
void on(Decision& decision, const ArbiterRestores& input);
void on(Decision& decision, const ArbiterEnds& input);
// What the Laws ended, as a proposal or, where no arbiter is present, as the result (principle 6).
void propose_ending(Decision& decision, laws::Ending ending);
void end_game(Decision& decision, laws::Ending ending, const std::string& reason);
void add_time(Decision& decision, chess::Color color, base::Millis time);
// Back to the position after that ply; the move that is to be played again is played on its own
// player's time.
void restore(Decision& decision, unsigned ply, bool is_new_game = false);
// ... with the clocks as they were recorded there, if they were.
void restore_with_clocks(Decision& decision, unsigned ply, bool is_new_game);
void repair_both(Decision& decision);
// Every open matter, by number, for the arbiter.
void tell_agenda(Decision& decision, Audience audience);
// Several sentences as one, to be heard to the last: of answers the newest replaces the others.
[[nodiscard]] Message as_one(std::vector<Message> messages);
// What the edition has for this time control, supervised or not.
[[nodiscard]] const laws::ClassRules& class_rules(const TableSetup& setup);
// A fallen flag is nobody's business but the opponent's (A.4c of 2014, where nobody supervises).
[[nodiscard]] bool only_opponent_claims_flag(const TableSetup& setup);

// proposals.cpp: of the open matter of that number; without one, of the newest that fits.
void accept(Decision& decision, std::optional<unsigned> number);
void reject(Decision& decision, std::optional<unsigned> number);
void let_stand(Decision& decision, std::optional<unsigned> number);
// A claim's answer (9.5).
void rule_claim(Decision& decision, bool correct, std::optional<unsigned> number);
// Nothing, where the matter has none.
void end_proposal(Decision& decision, const Matter& matter, bool accepted);

// agreed.cpp
// What the players of a club may do about an illegal move: the arbiter's ruling, by agreement.
void propose_ruling(Decision& decision, chess::Color offender);
void on(Decision& decision, const Suggests& input);

// inquiry.cpp
void on(Decision& decision, const Compares& input);
void on(Decision& decision, const AnswersSquare& input);

// hall.cpp
void on(Decision& decision, const HallRules& input);
// The console's answer to what an arbiter of the hall rules.
void confirm_hall(Decision& decision);
void decline_hall(Decision& decision);
// What he ruled on has been answered otherwise, or has changed.
void end_outdated_of_hall(Decision& decision);
// Once more what waits for the console, if anything does.
void tell_hall(Decision& decision);

// tells.cpp
// Says what people have to hear of what was decided on `body`; `decided` stays as it is.
void notify_people(Decision& decision, const InputBody& body, std::span<const Event> decided);

// answers.cpp
void on(Decision& decision, const Asks& input);

// consoles.cpp
void on(Decision& decision, const ConsoleReports& input);
void on(Decision& decision, const Oversteps& input);
void on(Decision& decision, const Replies& input);
void on(Decision& decision, const AnswersProposal& input);

// requests.cpp
void on(Decision& decision, const RequestsAlarms& input);
// What became of the request, to the ear of whoever made it.
void say_of_alarms(Decision& decision, chess::Color seat, std::string id);
void on(Decision& decision, const Draws& input);
void on(Decision& decision, const Claims& input);
void on(Decision& decision, const Resigns& input);
void on(Decision& decision, const Signs& input);
void on(Decision& decision, const Arrives& input);

} // namespace ansage::table
