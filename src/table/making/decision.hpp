// SPDX-License-Identifier: GPL-3.0-or-later
// Where one decision is worked out: events are written down and applied as they are decided, so
// that each step sees what the steps before it did. What an event means for the agenda is known to
// the disputes above, which complete the class. Private to table/.
#pragma once

#include "table/model/state.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::table {

class Decision {
public:
    Decision(State& state, std::vector<Event>& events, base::Instant at)
        : state_(state),
          events_(events),
          at_(at) {}

    Decision(const Decision&) = delete;
    Decision& operator=(const Decision&) = delete;

    const State& state() const { return state_; }

    const TableSetup& setup() const { return *state_.setup; }

    base::Instant at() const { return at_; }

    std::span<const Event> events() const { return events_; }

    void emit(EventBody body);

    // While held, alerts, proposals, words and the end of the game wait for release(): what a press
    // completes comes before the clock's change, and that before anything said of it.
    void hold() { holding_ = true; }

    void release();

    void refuse(Refusal reason, std::optional<chess::Color> seat);
    // With a sentence of its own instead of the reason's.
    void refuse(Refusal reason, std::optional<chess::Color> seat, std::string message_id);

    // Words of a move that are not this table's, but those of another vocabulary (D.2.1).
    void refuse_words(chess::Color seat, const std::string& vocabulary);

    // One alert a cause: an open one of that kind about that seat is not raised again.
    struct AlertDetails {
        std::optional<chess::Color> about{};
        Ply ply; // the one being played
        chess::SquareSet squares{};
        MessageArguments arguments{};
        // The ply whose move the sentence names; the one being played if absent.
        std::optional<Ply> concerns{};
        std::string_view cause{}; // where it is known: the sentence that names it
    };

    void alert(AlertKind kind, const AlertDetails& details);
    // Ends every open alert about that board, or the one of that kind.
    void close_alerts_of_board(chess::Color board);
    void close_alert(AlertKind kind, std::optional<chess::Color> about);

    // For that matter; for the newest, if none is given.
    void propose(Proposal proposal, std::optional<MatterNumber> matter = {});

    // The matter of the agenda that the arbiter is answering, and all that follows of it.
    void rule_on(std::optional<MatterNumber> number) { ruling_ = number; }

    std::optional<MatterNumber> ruling() const { return ruling_; }

    void say(Audience audience, Priority priority, Cause cause, Message message);

    // The game has ended on the board, with the ply that was just completed.
    virtual void propose_ending(laws::Ending ending) = 0;

protected:
    ~Decision() = default;

private:
    // What is raised without words gets its own; what comes before an event is emitted before it.
    virtual void prepare(EventBody& body) = 0;
    // What an event leads to that was written down and applied.
    virtual void follow(const EventBody& body) = 0;

    // The same has been raised, or waits to be.
    bool is_known(AlertKind kind, const AlertDetails& details) const;

    State& state_;
    std::vector<Event>& events_;
    base::Instant at_;
    bool holding_ = false;
    std::vector<EventBody> held_;
    std::optional<MatterNumber> ruling_;
};

Audience ear_of(chess::Color color);
// It says something of how a board stands; it ends when that is right again.
bool speaks_of_board(AlertKind kind);
// Several sentences as one, to be heard to the last: of answers the newest replaces the others.
Message as_one(std::vector<Message> messages);

// --- how a move is made and completed, whoever decides it
void testify(Decision& decision, Ply ply, Witness witness, Source source, const HeardMove& heard);
// Makes the open move if every witness that exists agrees (D.2.3, 4.7). True if it was made.
// `was_pressed`: the press before it, which has been judged, completes it.
bool try_make(Decision& decision, chess::Color mover, bool was_pressed = false);
void make(Decision& decision, chess::Move move, bool was_pressed = false);
// Which move that player made is known now.
void settle_what_is_known(Decision& decision, chess::Color mover);
// 6.2.1.2: a move is also completed by the player's own next move.
void complete_by_next_move(Decision& decision);
// Until its press a move may be made again, as another one.
void make_again(Decision& decision, Ply ply, chess::Move move);
// 6.2.1: the last made ply is completed.
void complete(Decision& decision, Ply ply);
// After the record was corrected: what stands there now may have ended the game (5.1.1, 5.2, 9.6).
void look_for_ending(Decision& decision);

} // namespace ansage::table
