// SPDX-License-Identifier: GPL-3.0-or-later
// What the table answers to questions, and to whom (D.2.6, D.2.10.4). In tournament play: times,
// moves completed, the last announcement, the own score; and what stands on the own identity board
// where the arbiter allowed it.
#include "base/check.hpp"
#include "base/names.hpp"
#include "table/asking/asking.hpp"
#include "table/asking/questions.hpp"
#include "table/asking/rights.hpp"
#include "table/disputes/agenda.hpp"
#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <array>

namespace ansage::table {

using chess::Color;

namespace {

base::Millis time_left(const Decision& decision, Color seat) {
    return decision.state().clocks.remaining(seat, decision.at());
}

// The arbiter has no own time, and hears both.
Message time_answer(const Decision& decision, const Asks& input, Message players) {
    if (input.by != ConsoleRole::arbiter) return players;
    return {
        "answer.both_clocks",
        {.time = time_left(decision, Color::white),
         .opponent_time = time_left(decision, Color::black)}};
}

Message opponent_answer(const Decision& decision, Color seat) {
    Message message{"answer.opponent_time", {.time = time_left(decision, !seat)}};
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

Message pieces_answer(const chess::Reading& board, chess::Role role) {
    const chess::SquareSet squares = squares_with(board, role);
    return {
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

// Whose question it was: a refusal is in the words of whoever asked, and the arbiter has no seat.
std::optional<Color> asking_seat(const Asks& input) {
    return input.by == ConsoleRole::arbiter ? std::nullopt : std::optional{input.seat};
}

void say(Decision& decision, const Asks& input, std::optional<Message> message) {
    if (message) {
        decision.say(asking_ear(input), Priority::text, Cause::request, *std::move(message));
    } else decision.refuse(Refusal::not_allowed, asking_seat(input), "refused.not_in_this_mode");
}

// An answer from the board that may be read to whoever asks.
template <class Answer>
void say_of_board(Decision& decision, const Asks& input, Answer answer) {
    const std::optional<chess::Reading> board = readable_board(decision.state(), input);
    say(decision, input, board ? answer(*board) : std::optional<Message>{});
}

// What ended the game without a press is on it once the arbiter asks.
void answer_with_agenda(Decision& decision, const Asks& input) {
    if (input.by == ConsoleRole::arbiter) bring_ending(decision);
    tell_agenda(decision, asking_ear(input));
}

void tell_evidence(Decision& decision, const Asks& input) {
    if (!tell_all_evidence(decision, asking_ear(input)))
        decision.refuse(Refusal::not_allowed, asking_seat(input), "refused.no_evidence");
}

// The arbiter's question, and the players' where there is no arbiter.
bool may_ask_of_matters(const State& state, const Asks& input) {
    return input.by == ConsoleRole::arbiter || state.setup->mode != Mode::tournament;
}

// In tournament play a sighted player looks at the clock and at the board; one who does not hear
// may read again what was said.
bool must_look(const State& state, const Asks& input) {
    const Seat& seat = state.seat(input.seat);
    const bool player =
        !input.by || input.by == ConsoleRole::white || input.by == ConsoleRole::black;
    const bool reads = seat.hearing_impaired && is_about(input, About::words);
    return player && !is_about(input, About::matters) && state.setup->mode == Mode::tournament &&
        seat.vision == Vision::sighted && !reads;
}

constexpr std::array rows{
    QuestionRow{
        .question = Question::last,
        .written = "last",
        .phrase = "command.last",
        .key = "l",
        .topic = "last",
        .about = About::words,
        .answer = [](Decision& decision, const Asks& input
                  ) { say(decision, input, last_answer(decision, asking_player(input))); }},
    QuestionRow{
        .question = Question::repeat,
        .written = "repeat",
        .phrase = "command.again",
        .key = "r",
        .topic = "repeat",
        .about = About::words,
        .answer =
            [](Decision& decision, const Asks& input) {
                say(decision,
                    input,
                    repeat_answer(decision, asking_ear(input), asking_player(input)));
            }},
    QuestionRow{
        .question = Question::both,
        .written = "both",
        .phrase = "command.clocks",
        .key = "c",
        .topic = "clocks",
        .about = About::play,
        .is_told_by_assistant = true,
        .answer =
            [](Decision& decision, const Asks& input) {
                const base::Millis own = time_left(decision, input.seat);
                const base::Millis others = time_left(decision, !input.seat);
                Message message{"answer.both_times", {.time = own, .opponent_time = others}};
                say(decision, input, time_answer(decision, input, std::move(message)));
            }},
    QuestionRow{
        .question = Question::time,
        .written = "time",
        .phrase = "command.time",
        .key = "t",
        .topic = "time",
        .about = About::play,
        .is_told_by_assistant = true,
        .answer =
            [](Decision& decision, const Asks& input) {
                Message message{"answer.own_time", {.time = time_left(decision, input.seat)}};
                say(decision, input, time_answer(decision, input, std::move(message)));
            }},
    QuestionRow{
        .question = Question::opponent_time,
        .written = "opponent-time",
        .about = About::play,
        .is_told_by_assistant = true,
        .answer =
            [](Decision& decision, const Asks& input) {
                Message message{"answer.opponent_time", {.time = time_left(decision, !input.seat)}};
                say(decision, input, time_answer(decision, input, std::move(message)));
            }},
    QuestionRow{
        .question = Question::opponent,
        .written = "opponent",
        .phrase = "command.opponent",
        .key = "o",
        .topic = "opponent",
        .about = About::play,
        .answer = [](Decision& decision, const Asks& input
                  ) { say(decision, input, opponent_answer(decision, input.seat)); }},
    QuestionRow{
        .question = Question::moves,
        .written = "moves",
        .phrase = "command.moves",
        .key = "m",
        .topic = "moves",
        .about = About::play,
        .is_told_by_assistant = true,
        .answer = [](Decision& decision, const Asks& input
                  ) { say(decision, input, moves_answer(decision, input.seat)); }},
    QuestionRow{
        .question = Question::running,
        .written = "running",
        .about = About::play,
        .answer = [](Decision& decision, const Asks& input
                  ) { say(decision, input, running_answer(decision, input.seat)); }},
    QuestionRow{
        .question = Question::period,
        .written = "period",
        .about = About::play,
        .answer = [](Decision& decision, const Asks& input
                  ) { say(decision, input, period_answer(decision, input.seat)); }},
    QuestionRow{
        .question = Question::score,
        .written = "score",
        .forms = {"[NUMBER]", "STEP"},
        .phrase = "command.score",
        .key = "k",
        .topic = "score",
        .about = About::play,
        .looks_at_turn = true,
        .answer = [](Decision& decision,
                     const Asks& input) { say(decision, input, score_answer(decision, input)); }},
    QuestionRow{
        .question = Question::since,
        .written = "since",
        .forms = {"[BACK]"},
        .phrase = "command.since",
        .key = "h",
        .topic = "since",
        .about = About::play,
        .answer = [](Decision& decision,
                     const Asks& input) { say(decision, input, since_answer(decision, input)); }},
    QuestionRow{
        .question = Question::position,
        .written = "position",
        .phrase = "command.board",
        .key = "b",
        .topic = "board",
        .about = About::squares,
        .answer =
            [](Decision& decision, const Asks& input) {
                say_of_board(
                    decision,
                    input,
                    [](const chess::Reading& board) -> std::optional<Message> {
                        return Message{
                            "answer.board", {.board = board, .squares = board.occupied()}};
                    }
                );
            }},
    QuestionRow{
        .question = Question::square,
        .written = "square",
        .forms = {"SQUARE"},
        .meant = "meant.square",
        .key = "s",
        .topic = "squares",
        .about = About::squares,
        .answer =
            [](Decision& decision, const Asks& input) {
                say_of_board(decision, input, [&](const chess::Reading& board) {
                    return input.square ? std::optional{square_answer(board, *input.square)}
                                        : std::nullopt;
                });
            }},
    QuestionRow{
        .question = Question::squares,
        .written = "squares",
        .forms = {"LINE"},
        .meant = "meant.squares",
        .key = "s",
        .topic = "squares",
        .about = About::squares,
        .answer =
            [](Decision& decision, const Asks& input) {
                say_of_board(
                    decision,
                    input,
                    [&](const chess::Reading& board) -> std::optional<Message> {
                        if (!input.squares) return std::nullopt;
                        // The free ones are told, too.
                        return Message{
                            "answer.squares", {.board = board, .squares = input.squares}};
                    }
                );
            }},
    QuestionRow{
        .question = Question::pieces,
        .written = "pieces",
        .forms = {"ROLE"},
        .meant = "meant.pieces",
        .key = "p",
        .topic = "pieces",
        .about = About::squares,
        .answer =
            [](Decision& decision, const Asks& input) {
                say_of_board(decision, input, [&](const chess::Reading& board) {
                    return input.piece ? std::optional{pieces_answer(board, *input.piece)}
                                       : std::nullopt;
                });
            }},
    QuestionRow{
        .question = Question::evidence,
        .written = "evidence",
        .phrase = "command.evidence",
        .topic = "evidence",
        .about = About::matters,
        .answer = tell_evidence},
    QuestionRow{
        .question = Question::agenda,
        .written = "agenda",
        .phrase = "command.agenda",
        .topic = "agenda",
        .about = About::matters,
        .answer = answer_with_agenda},
};

constexpr bool has_row(Question question) {
    for (const QuestionRow& row : rows)
        if (row.question == question) return row.answer != nullptr;
    return false;
}

static_assert(
    std::ranges::all_of(base::all_enumerators<Question>, has_row),
    "each question has a row with its answer"
);

} // namespace

std::span<const QuestionRow> questions() { return rows; }

const QuestionRow& row_of(Question question) {
    const auto* const row = std::ranges::find(rows, question, &QuestionRow::question);
    ANSAGE_CHECK(row != rows.end());
    return *row;
}

void on(Decision& decision, const Asks& input) {
    if (input.count) return; // answered before it was stored
    if (is_about(input, About::matters) && !may_ask_of_matters(decision.state(), input)) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.arbiter_answers");
        return;
    }
    if (must_look(decision.state(), input)) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.sighted_looks");
        return;
    }
    row_of(input.question).answer(decision, input);
}

} // namespace ansage::table
