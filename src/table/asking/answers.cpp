// SPDX-License-Identifier: GPL-3.0-or-later
// What the table answers to questions, and to whom (D.2.6, D.2.10.4). In tournament play: times,
// moves completed, the last announcement, the own score; and what stands on the own identity board
// where the arbiter allowed it.
#include "table/asking/asking.hpp"
#include "table/asking/rights.hpp"
#include "table/disputes/agenda.hpp"
#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

bool is_in(std::initializer_list<Question> some, Question question) {
    return std::ranges::find(some, question) != some.end();
}

bool is_about_squares(Question question) {
    return is_in(
        {Question::square, Question::position, Question::pieces, Question::squares}, question
    );
}

// What everybody may hear twice: it was said aloud, or to him.
bool is_about_words(Question question) {
    return question == Question::last || question == Question::repeat;
}

Message time_answer(const Decision& decision, Color seat, Question question) {
    const clock::Clocks& clocks = decision.state().clocks;
    const base::Millis own = clocks.remaining(seat, decision.at());
    const base::Millis others = clocks.remaining(!seat, decision.at());
    if (question == Question::opponent_time) return {"answer.opponent_time", {.time = others}};
    if (question == Question::both)
        return {"answer.both_times", {.time = own, .opponent_time = others}};
    return {"answer.own_time", {.time = own}};
}

// For the arbiter, who has no own time.
Message both_clocks(const Decision& decision) {
    const clock::Clocks& clocks = decision.state().clocks;
    return {
        "answer.both_clocks",
        {.time = clocks.remaining(Color::white, decision.at()),
         .opponent_time = clocks.remaining(Color::black, decision.at())}};
}

Message opponent_answer(const Decision& decision, Color seat) {
    Message message = time_answer(decision, seat, Question::opponent_time);
    message.arguments.name = decision.state().seat(!seat).name;
    if (!message.arguments.name.empty()) message.id = "answer.opponent";
    return message;
}

Message moves_answer(const Decision& decision, Color seat) {
    return {"answer.moves", {.count = decision.state().clocks.completed(seat)}};
}

// A clock that stands runs for nobody.
Message running_answer(const Decision& decision, Color seat) {
    const std::optional<Color> running = decision.state().clocks.running();
    if (!running) return {"answer.clocks_stand"};
    return {*running == seat ? "answer.own_clock_runs" : "answer.opponent_clock_runs"};
}

Message period_answer(const Decision& decision, Color seat) {
    const clock::Clocks& clocks = decision.state().clocks;
    const std::optional<unsigned> left = clocks.moves_to_period_end(seat);
    return {
        left ? "answer.period_moves" : "answer.period",
        {.count = left, .number = clocks.period_of(seat) + 1}};
}

// The last announcement again, as it was said, legal or not (first principle 3). Nothing is told
// that was not announced; but where the opponent has moved since, the player's own words are not
// the last move, and he is told that there were none.
Message last_answer(const Decision& decision, std::optional<Color> asker) {
    const PerPly<PlyRecord>& plies = decision.state().plies;
    for (Ply number = plies.last(); number > 0; --number) {
        const PlyRecord& ply = plies[number];
        if (ply.newest(Witness::announcement) != nullptr)
            return same_announcement(decision.state(), number);
        if (ply.mover == !asker.value_or(ply.mover) && ply.pressed_at)
            return {"answer.not_announced"};
    }
    return {"answer.nothing_yet"};
}

// Which clock runs, told when it was another.
bool is_overtaken(const State& state, const Message& message) {
    const std::optional<Color> running = state.clocks.running();
    return (message.id == "clock.white" && running != Color::white) ||
        (message.id == "clock.black" && running != Color::black) ||
        (message.id == "clock.stopped" && running);
}

// A repeat key always repeats: what that ear heard last, of its own or in the room, as long as it
// is true.
Message repeat_answer(const Decision& decision, Audience ear, std::optional<Color> asker) {
    const std::map<Audience, Said>& last_said = decision.state().last_said;
    const Said* newest = nullptr;
    for (const Audience audience : {ear, Audience::room}) {
        const auto said = last_said.find(audience);
        if (said != last_said.end() && (newest == nullptr || said->second.id > newest->id))
            newest = &said->second;
    }
    return newest == nullptr || is_overtaken(decision.state(), newest->message)
        ? last_answer(decision, asker)
        : newest->message;
}

constexpr unsigned score_duty = 3; // D.2.10.3

// What the own score has for a ply: as the player kept it, else, by duty 3 (D.2.10) and where there
// is no arbiter, as the device did: the announcement, or the move.
std::optional<std::string> score_text(const State& state, const PlyRecord& ply, Color color) {
    if (const Testimony* const entry = score_entry(state, ply, color)) return entry->move.text;
    const bool keeps_itself = state.setup->mode != Mode::tournament ||
        state.seat(color).device_duties.contains(score_duty);
    if (ply.state == PlyState::open || ply.in_doubt || !keeps_itself) return std::nullopt;
    const Testimony* const announced = ply.newest(Witness::announcement);
    return announced != nullptr && !announced->move.text.empty() ? announced->move.text : ply.san;
}

// --- what happened since
struct Part {
    base::Instant at;
    Message message;
};

// Of a move: its announcement as it was heard; else, without an arbiter, what was pressed without
// one; else what the own score has of it.
std::optional<Part> part_of_move(const State& state, Ply number, Color asker) {
    const PlyRecord& ply = state.plies[number];
    if (const Testimony* const announced = ply.newest(Witness::announcement)) {
        Message message = same_announcement(state, number);
        message.id = announced->corrects ? "since.corrected" : "since.announced";
        return Part{announced->at, std::move(message)};
    }
    Message message{"since.announced", {.player = ply.mover, .ply = number}};
    if (state.setup->mode != Mode::tournament && ply.move && ply.pressed_at) {
        message.arguments.move = ply.move;
        return Part{*ply.pressed_at, std::move(message)};
    }
    if (const Testimony* const entry = score_entry(state, ply, asker)) {
        message.arguments.name = entry->move.text;
        message.arguments.said = entry->move.said;
        return Part{entry->at, std::move(message)};
    }
    return std::nullopt;
}

std::vector<Part> parts_since(const State& state, std::optional<base::Instant> from, Color asker) {
    std::vector<Part> parts;
    for (Ply number = 1; state.plies.has(number); ++number)
        if (auto part = part_of_move(state, number, asker)) parts.push_back(*std::move(part));
    if (state.setup->mode != Mode::tournament) // there only announcements and the own score
        for (const auto& told : state.told[asker]) parts.push_back({told->at, told->message});
    std::erase_if(parts, [from](const Part& part) { return from && part.at <= *from; });
    std::ranges::stable_sort(parts, {}, &Part::at);
    return parts;
}

// When the sensors took his hand's work for a move depends on what is legal; the hand's own time
// does not (first principle 3).
std::optional<base::Instant> last_act_of(const PlyRecord& ply, Color player) {
    std::optional<base::Instant> last = ply.mover == player ? ply.pressed_at : std::nullopt;
    for (const Testimony& act : ply.testimonies) {
        const bool is_judged = act.source == Source::sensor && act.witness == Witness::mover_board;
        if (person_of(act.witness, ply.mover) == player && act.source != Source::device &&
            !is_judged)
            last = std::max(last, std::optional{act.at});
    }
    return last;
}

// What he said, did at his board, wrote or pressed; absent if it is the first time that he acts.
std::optional<base::Instant> last_act_of(const State& state, Color player) {
    std::optional<base::Instant> last;
    for (const auto* const hand : {&state.boards[player].trace, &state.boards[player].turn_trace})
        if (!hand->empty()) last = std::max(last, std::optional{hand->back().at});
    for (const PlyRecord& ply : state.plies) last = std::max(last, last_act_of(ply, player));
    return last;
}

Message since_answer(const Decision& decision, const Asks& input) {
    const State& state = decision.state();
    const auto from =
        input.back ? std::optional{decision.at() + -*input.back} : last_act_of(state, input.seat);
    Message message{"answer.since_start"};
    if (from) {
        message.id = input.back ? "answer.since" : "answer.since_act";
        message.arguments.time = decision.at() - *from;
    }
    std::vector<Part> parts = parts_since(state, from, input.seat);
    if (parts.empty()) {
        message.id += "_nothing";
        return message;
    }
    message.arguments.parts.emplace();
    for (Part& part : parts) {
        part.message.words.clear(); // they are put into the one sentence
        message.arguments.parts->push_back(std::move(part.message));
    }
    return message;
}

// The own score as it was kept (8.1), never as it should be: the newest move, as far as it is
// written, or the one that was asked for. Whoever goes back from there misses no half of a move.
Message score_answer(const Decision& decision, const Asks& input) {
    const State& state = decision.state();
    const chess::Position& start = state.positions.front();
    Message message{"answer.no_score"};
    if (input.number) {
        message.id = "answer.no_score_entry";
        message.arguments.count = input.number->value();
    }
    for (Ply ply = 1; state.plies.has(ply); ++ply) {
        const chess::MoveNumber number = chess::place_of(start, ply).number;
        const auto text = score_text(state, state.plies[ply], input.seat);
        if (!text || (input.number && *input.number != number)) continue;
        const bool second =
            message.id == "answer.score" && message.arguments.count == number.value();
        message.id = "answer.score";
        message.arguments.count = number.value();
        message.arguments.name = second ? message.arguments.name + "; " + *text : *text;
        message.arguments.ply = second ? message.arguments.ply : ply;
    }
    return message;
}

chess::SquareSet squares_with(const chess::Reading& board, chess::Role role) {
    chess::SquareSet squares;
    for (const chess::Square square : board.occupied()) {
        const auto piece = board[square].piece();
        if (piece && piece->role == role) squares.insert(square);
    }
    return squares;
}

Message square_answer(const chess::Reading& board, chess::Square square) {
    const auto piece = board[square].piece();
    const std::string_view id = piece ? "answer.square"
        : board[square].is_empty()    ? "answer.empty_square"
                                      : "answer.unknown_square";
    return {std::string{id}, {.square = square, .piece = piece}};
}

std::optional<Message> board_answer(const chess::Reading& board, const Asks& input) {
    if (input.question == Question::square)
        return input.square ? std::optional{square_answer(board, *input.square)} : std::nullopt;
    if (input.question == Question::position)
        return Message{"answer.board", {.board = board, .squares = board.occupied()}};
    if (input.question == Question::squares && input.squares) // the free ones are told, too
        return Message{"answer.squares", {.board = board, .squares = input.squares}};
    if (input.question != Question::pieces || !input.piece) return std::nullopt;
    const chess::SquareSet squares = squares_with(board, *input.piece);
    return Message{
        squares.empty() ? "answer.no_pieces" : "answer.pieces",
        {.board = board, .squares = squares}};
}

Audience asking_ear(const Asks& input) {
    return input.by ? audience_of(*input.by).value_or(ear_of(input.seat)) : ear_of(input.seat);
}

// The player who asks for himself.
std::optional<Color> asking_player(const Asks& input) {
    return !input.by || seat_of(*input.by) ? std::optional{input.seat} : std::nullopt;
}

std::optional<Message> answer(const Decision& decision, const Asks& input) {
    if (is_about_squares(input.question)) {
        const std::optional<chess::Reading> board = readable_board(decision.state(), input);
        return board ? board_answer(*board, input) : std::nullopt;
    }
    switch (input.question) {
    case Question::time:
    case Question::opponent_time:
    case Question::both:
        return input.by == ConsoleRole::arbiter ? both_clocks(decision)
                                                : time_answer(decision, input.seat, input.question);
    case Question::opponent: return opponent_answer(decision, input.seat);
    case Question::moves: return moves_answer(decision, input.seat);
    case Question::running: return running_answer(decision, input.seat);
    case Question::period: return period_answer(decision, input.seat);
    case Question::last: return last_answer(decision, asking_player(input));
    case Question::repeat: return repeat_answer(decision, asking_ear(input), asking_player(input));
    case Question::score: return score_answer(decision, input);
    case Question::since: return since_answer(decision, input);
    case Question::square:
    case Question::position:
    case Question::pieces:
    case Question::squares:
    case Question::evidence:
    case Question::agenda: return std::nullopt;
    }
    return std::nullopt;
}

// Whose question it was: a refusal is in the words of whoever asked, and the arbiter has no seat.
std::optional<Color> asking_seat(const Asks& input) {
    return input.by == ConsoleRole::arbiter ? std::nullopt : std::optional{input.seat};
}

// What ended the game without a press is on it once the arbiter asks.
void answer_with_agenda(Decision& decision, const Asks& input) {
    if (input.by == ConsoleRole::arbiter) bring_ending(decision);
    tell_agenda(decision, asking_ear(input));
}

// The arbiter's question, and the players' where there is no arbiter.
void answer_with_evidence(Decision& decision, const Asks& input) {
    const bool may_ask =
        input.by == ConsoleRole::arbiter || decision.state().setup->mode != Mode::tournament;
    if (!may_ask) decision.refuse(Refusal::not_allowed, input.seat, "refused.arbiter_answers");
    else if (input.question == Question::agenda) answer_with_agenda(decision, input);
    else if (!tell_all_evidence(decision, asking_ear(input)))
        decision.refuse(Refusal::not_allowed, asking_seat(input), "refused.no_evidence");
}

// In tournament play a sighted player looks at the clock and at the board; one who does not hear
// may read again what was said.
bool must_look(const State& state, const Asks& input) {
    const Seat& seat = state.seat(input.seat);
    const bool player =
        !input.by || input.by == ConsoleRole::white || input.by == ConsoleRole::black;
    const bool reads = seat.hearing_impaired && is_about_words(input.question);
    return player && state.setup->mode == Mode::tournament && seat.vision == Vision::sighted &&
        !reads;
}

} // namespace

void on(Decision& decision, const Asks& input) {
    if (input.count) return; // answered before it was stored
    if (input.question == Question::evidence || input.question == Question::agenda) {
        answer_with_evidence(decision, input);
        return;
    }
    if (must_look(decision.state(), input)) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.sighted_looks");
        return;
    }
    std::optional<Message> message = answer(decision, input);
    if (!message) {
        decision.refuse(Refusal::not_allowed, asking_seat(input), "refused.not_in_this_mode");
        return;
    }
    decision.say(asking_ear(input), Priority::text, Cause::request, std::move(*message));
}

} // namespace ansage::table
