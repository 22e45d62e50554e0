// SPDX-License-Identifier: GPL-3.0-or-later
// What sensor boards report, and what the table makes of it.
#include "chess/san.hpp"
#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/repair.hpp"
#include "table/witnesses/testimony.hpp"
#include "table/witnesses/undone.hpp"

#include <algorithm>
#include <tuple>

namespace ansage::table {

using chess::Color;
using chess::Reading;
using chess::SquareReading;
using chess::SquareSet;

namespace {

SquareReading seen_piece(std::optional<chess::Piece> piece) {
    return piece ? SquareReading::of(*piece) : SquareReading::occupied();
}

std::optional<Ply> plies_shown(const State& state, const Reading& reading) {
    if (agrees(reading, state.position().reading())) return state.made();
    if (state.made() > 0 && agrees(reading, state.positions.before(state.made()).reading()))
        return state.made() - 1;
    return std::nullopt;
}

// He has pressed, and what there was then showed no sure move.
bool is_press_judged(const State& state, Color board) {
    const PlyRecord* const open = state.open_ply();
    return open != nullptr && open->pressed_at && !state.boards[board].press_waits;
}

// Something may now be true that waits for no quiet: the announced move stands on the board, or the
// hand has done what it was guided to.
void look_at_once(Decision& decision, Color board) {
    if (decision.state().boards[board].repairing) {
        guide_repair(decision, board);
        return;
    }
    // A sighted player's piece may still be sliding (4.7 looks at the release).
    const bool sighted = decision.state().seat(board).vision == Vision::sighted;
    if (!decision.state().in_play() || decision.state().to_move() != board || sighted) return;
    const PlyRecord* open = decision.state().open_ply();
    const bool is_judged = is_press_judged(decision.state(), board);
    const bool is_made = open != nullptr && open->newest(Witness::announcement) != nullptr &&
        try_make(decision, board, is_judged);
    // What else is being moved there may not have been reported yet.
    const State& state = decision.state();
    const bool is_right = agrees(state.boards[board].reading, state.position().reading());
    if (is_made && is_right && state.boards[board].press_waits)
        judge_waiting_press(decision, board);
    if (is_made) check_last_repetition(decision); // no press comes after it
}

void testify_execution(Decision& decision, Color board) {
    const Ply made = decision.state().made();
    if (made == 0 || decision.state().plies[made].mover == board) return;
    const PlyRecord& ply = decision.state().plies[made];
    const Testimony* const known = ply.newest(Witness::opponent_board);
    if (!ply.move || (known != nullptr && known->move.move == ply.move)) return;
    const chess::Move move = *ply.move;
    const chess::Role role = decision.state().positions.before(made).at(move.from())->role;
    decision.emit(Testified{
        .ply = made,
        .testimony =
            {
                .witness = Witness::opponent_board,
                .at = decision.at(),
                .source = Source::sensor,
                .move = {.move = move, .error = {}, .said = spoken(move, role)},
            },
    });
}

// The mover's board shows that move, or several of which it is one. Where it is no witness, he has
// pressed.
bool fits_board_of(const State& state, Color mover, chess::Move move) {
    if (!state.is_witness(mover) || stands_still(state, mover))
        return is_move_awaited(state, mover);
    const Shown own = shown_by_mover(state, mover);
    return own.kind == ShownKind::several ? std::ranges::count(own.candidates, move) == 1
                                          : own.move == move;
}

// What the program did not hear is unwitnessed, never "not done": the opponent's executing the move
// makes it good (first principle 1).
void make_good_by_execution(Decision& decision, Color board) {
    const State& state = decision.state();
    const Color mover = !board;
    const PlyRecord* open = state.open_ply();
    const Testimony* announced = open == nullptr ? nullptr : open->newest(Witness::announcement);
    const bool spoken =
        announced != nullptr && announced->move.error != chess::MoveError::ambiguous;
    // A board that was wrong before shows no move of anybody's.
    const bool was_right = state.boards[board].matched == state.made() && state.is_witness(board);
    if (state.to_move() != mover || spoken || !was_right) return;
    const BoardEvidence evidence{
        .reading = state.boards[board].reading, .trace = state.boards[board].trace};
    const Shown shown = what_board_shows(
        evidence, state.position(), announced == nullptr ? nullptr : &announced->move
    );
    const bool is_unseen = !state.is_witness(mover) || stands_still(state, mover) ||
        pressed_without_piece(state) == mover;
    const auto shape = told_by_shape(evidence, state.position()); // half a castling is none
    const bool pressed = is_move_awaited(state, mover);
    if (shown.kind == ShownKind::illegal && shape && is_unseen && pressed) {
        complete_illegal(decision, mover, *shape); // as a legal one is
        return;
    }
    if (shown.kind != ShownKind::move || !shown.displaced.empty() ||
        !fits_board_of(state, mover, *shown.move))
        return;
    make(decision, *shown.move);
    if (pressed) complete(decision, decision.state().made());
}

SquareSet pre_existing(const State& state, Color seat) {
    return differing(state.boards[seat].reading, state.position().reading());
}

// The captured piece was taken off its square and stands elsewhere: something came, nothing else
// is gone.
bool has_victim_left(const State& state, Color seat, Ply ply) {
    const chess::Reading target = state.position().reading();
    const SquareSet off = differing(state.boards[seat].reading, target);
    SquareSet came;
    for (const chess::Square square : off)
        if (target[square].is_empty()) came.insert(square);
    return state.positions.before(ply).is_capture(*state.plies[ply].move) && came == off;
}

// An occupancy board looks right as soon as the capturing piece has left its square.
bool is_capture_unseen(const State& state, Color seat, Ply ply) {
    if (ply == 0 || state.seat(seat).board != BoardKind::occupancy) return false;
    const auto victim = state.positions.before(ply).capture_square(*state.plies[ply].move);
    return state.plies[ply].legal && victim && !state.boards[seat].lifted.contains(*victim);
}

AlertKind kind_of_difference(const State& state, Color seat, Ply due_ply) {
    if (state.find_open(AlertKind::opponent_board_differs, !seat) != nullptr)
        return AlertKind::boards_differ;
    const bool was_right = state.boards[seat].matched >= due_ply ||
        (is_carried_out(state, seat, due_ply) && !has_victim_left(state, seat, due_ply));
    return was_right && !is_capture_unseen(state, seat, due_ply)
        ? AlertKind::piece_displaced
        : AlertKind::opponent_board_differs;
}

const OpenAlert* open_difference(const State& state, Color seat) {
    for (const AlertKind kind :
         {AlertKind::board_not_kept,
          AlertKind::boards_differ,
          AlertKind::opponent_board_differs,
          AlertKind::piece_displaced})
        if (const OpenAlert* open = state.find_open(kind, seat)) return open;
    return nullptr;
}

// The players hear at most one neutral sentence, the same for both (first principle 5), and so does
// the assistant of one who does not hear it.
void call_arbiter(Decision& decision) {
    const auto call = [&](Audience audience) {
        decision.say(audience, Priority::important, Cause::call_arbiter, {"call_arbiter"});
    };
    call(ear_of(Color::white));
    call(ear_of(Color::black));
    if (has_assistant(decision.state())) call(Audience::assistant);
}

// The difference was raised at an earlier due moment and nobody has mended it.
void remind(Decision& decision, Color seat, const OpenAlert& open) {
    if (open.kind == AlertKind::board_not_kept) return;
    if (!open.told_players) {
        call_arbiter(decision);
        return;
    }
    decision.alert(AlertKind::board_not_kept, {.about = seat, .ply = decision.state().made()});
}

// The opponent's move stands there, and what it moved stands where it came from, too: a lift was
// lost on the wire, and nothing is known before a full reading.
bool is_origin_still_filled(const State& state, Color seat, Ply due) {
    if (due == 0 || !state.plies[due].move) return false;
    const SquareSet off = pre_existing(state, seat);
    const chess::Reading target = state.position().reading();
    const chess::Move move = *state.plies[due].move;
    SquareSet left{move.from()};
    if (move.is_castling()) left.insert(move.to());
    left = left & off;
    return !off.empty() && left == off && std::ranges::all_of(off, [&](chess::Square square) {
        return target[square].is_empty() &&
            fits_square(state.boards[seat].reading[square], state.positions.before(due).at(square));
    });
}

// Misheard and executed so, or executed as announced where the mover's board shows another move:
// the cause belongs to the finding.
void name_cause(const State& state, Ply number, Decision::AlertDetails& details) {
    if (repetition_differs(state, number)) {
        details.cause = "_misheard";
        details.arguments.name = state.plies[number].newest(Witness::repetition)->move.text;
    } else if (announcement_differs(state, number)) {
        details.cause = "_announced";
    }
}

} // namespace

void revise_made(Decision& decision, Color board) {
    const State& state = decision.state();
    const Ply made = state.made();
    if (made == 0 || state.plies[made].mover != board || state.plies[made].state != PlyState::made)
        return;
    const PlyRecord& ply = state.plies[made];
    const chess::Position& before = state.positions.before(made);
    const Testimony* announced = ply.newest(Witness::announcement);
    const BoardEvidence evidence{
        .reading = state.boards[board].reading, .trace = state.boards[board].trace};
    const Shown shown =
        what_board_shows(evidence, before, announced == nullptr ? nullptr : &announced->move);
    // What was announced and stands there is the move, whatever a sleeve had done before.
    const bool said = announced != nullptr && announced->move.move == shown.move;
    const bool allowed = state.seat(board).vision == Vision::sighted &&
        (said || (announced == nullptr && shown.displaced.empty()));
    if (shown.kind == ShownKind::move && shown.move != ply.move && allowed) {
        decision.emit(Made{
            .ply = made,
            .move = *shown.move,
            .san = chess::to_san_without_check(before, *shown.move)});
    }
}

void on(Decision& decision, const Lifts& input) {
    end_wait(decision, !input.board);
    decision.emit(Sensed{
        .board = input.board, .square = input.square, .now = SquareReading::empty()});
    look_at_once(decision, input.board);
}

void on(Decision& decision, const Places& input) {
    decision.emit(Sensed{
        .board = input.board, .square = input.square, .now = seen_piece(input.piece)});
    look_at_once(decision, input.board);
}

void on(Decision& decision, const Unsure& input) {
    decision.emit(Sensed{
        .board = input.board, .square = input.square, .now = SquareReading::unsure()});
}

namespace {

// A full reading has the man too many as well: no lift was lost, it stands there.
void tell_man_too_many(Decision& decision, Color board) {
    const State& state = decision.state();
    const chess::Position& position = state.position();
    const Reading& reading = state.boards[board].reading;
    const bool is_open = state.find_open(AlertKind::sensor_unclear, board) != nullptr;
    if (!is_open || reading.occupied().size() <= position.occupied().size()) return;
    const SquareSet extra = reading.occupied() & ~position.occupied();
    decision.close_alert(AlertKind::sensor_unclear, board);
    decision.alert(
        AlertKind::piece_displaced,
        {.about = board,
         .ply = state.made() + 1,
         .squares = extra,
         .arguments = {.square = extra.first()}}
    );
}

// A full reading lacks the man as well: it stands nowhere, and the press came before the move was
// made (7.5.3).
void tell_man_missing(Decision& decision, Color board) {
    const State& state = decision.state();
    const bool is_open = state.find_open(AlertKind::sensor_unclear, board) != nullptr;
    if (!is_open || state.to_move() != board || !is_press_judged(state, board)) return;
    if (undone_by(state, board) != Undone::man_in_hand) return;
    decision.close_alert(AlertKind::sensor_unclear, board);
    alert_about(decision, row_of(Undone::man_in_hand).alert, board);
}

} // namespace

void on(Decision& decision, const Shows& input) {
    if (input.reading != decision.state().boards[input.board].reading) {
        decision.emit(Read{.board = input.board, .reading = input.reading});
        look_at_once(decision, input.board);
    }
    tell_man_too_many(decision, input.board);
    tell_man_missing(decision, input.board);
}

namespace {

std::string_view id_of(BoardPart part) {
    switch (part) {
    case BoardPart::lever: return "_lever";
    case BoardPart::buttons: return "_buttons";
    case BoardPart::board: return "_board";
    }
    return {};
}

// Told once; until it is steady the square contradicts nobody.
void on_flutter(Decision& decision, const BoardReports& input) {
    if (input.report == BoardReport::steady) {
        decision.close_alert(AlertKind::sensor_flutters, input.board);
        return;
    }
    Decision::AlertDetails details{.about = input.board, .ply = decision.state().made() + 1};
    if (input.square) {
        decision.emit(Sensed{
            .board = input.board, .square = *input.square, .now = SquareReading::unsure()});
        details.arguments.square = input.square;
    } else {
        details.cause = id_of(input.part.value_or(BoardPart::board));
    }
    decision.alert(AlertKind::sensor_flutters, details);
}

} // namespace

void on(Decision& decision, const BoardReports& input) {
    const bool was_lost = decision.state().boards[input.board].lost;
    decision.emit(BoardStatus{.board = input.board, .report = input.report});
    const Decision::AlertDetails details{.about = input.board, .ply = decision.state().made() + 1};
    if (input.report == BoardReport::lost) {
        decision.alert(AlertKind::board_lost, details);
        if (decision.state().official_clock &&
            decision.state().official_clock->board == input.board)
            lose_official_clock(decision);
    } else if (input.report == BoardReport::flutters || input.report == BoardReport::steady) {
        on_flutter(decision, input);
    } else if (input.report == BoardReport::back && was_lost) {
        decision.close_alert(AlertKind::board_lost, input.board);
        decision.alert(AlertKind::board_back, details);
        decision.close_alert(AlertKind::board_back, input.board);
    }
}

void on(Decision& decision, const Confirms& input) {
    if (!decision.state().boards[input.seat].repairing ||
        decision.state().has_sensors(input.seat)) {
        decision.refuse(Refusal::not_allowed, input.seat);
        return;
    }
    decision.emit(RepairEnded{.board = input.seat});
    decision.close_alerts_of_board(input.seat);
}

namespace {

// A press that was judged before the board could show the move has been completed all the same.
void make_at_rest(Decision& decision, Color board) {
    std::ignore = try_make(decision, board, is_press_judged(decision.state(), board));
}

bool is_due(const Decision& decision, Color board) {
    const State& state = decision.state();
    const base::Instant press = *state.boards[board].press_waits;
    return decision.at() >= press + debounce_time(state, board) && !may_change(state, board, press);
}

} // namespace

void judge_quiet_board(Decision& decision, Color board) {
    const BoardState& its = decision.state().boards[board];
    decision.emit(Settled{.board = board, .matches = plies_shown(decision.state(), its.reading)});
    if (its.repairing) {
        if (decision.state().has_sensors(board)) // whose hand nobody sees was told all at once
            guide_repair(decision, board);
        return;
    }
    if (!decision.state().in_play()) return;
    if (!its.press_waits) judge_press_again(decision, board);
    if (!decision.state().has_sensors(board)) {
        // It came to rest before it was lost, and testifies when it is back.
    } else if (its.agrees) {
        decision.close_alerts_of_board(board);
        testify_execution(decision, board);
    } else {
        revise_made(decision, board);
        make_good_by_execution(decision, board);
        const std::optional<Ply> doubted = decision.state().move_in_doubt();
        if (!doubted && is_kings_way(decision.state(), board))
            decision.emit(MoveDoubted{.ply = decision.state().made()});
    }
    if (decision.state().to_move() == board) {
        make_at_rest(decision, board);
        check_last_repetition(decision); // no press comes after it
    }
    if (its.press_waits && is_due(decision, board)) judge_waiting_press(decision, board);
}

namespace {

// What a sensor has just told may be its error, and has to last before anybody is told.
SquareSet changed_just_now(const Decision& decision, Color seat) {
    SquareSet squares;
    for (const Change& change : decision.state().boards[seat].turn_trace)
        if (change.at + longest_drop_out > decision.at()) squares.insert(change.square);
    return squares;
}

AlertKind tell_difference(Decision& decision, Color seat, Ply due_ply) {
    const State& state = decision.state();
    const SquareSet squares = pre_existing(state, seat);
    if (state.has_sensors(seat) && is_origin_still_filled(state, seat, due_ply)) {
        alert_about(decision, AlertKind::sensor_unclear, seat, squares.first());
        return AlertKind::sensor_unclear;
    }
    const AlertKind kind = kind_of_difference(state, seat, due_ply);
    Decision::AlertDetails details{
        .about = seat,
        .ply = due_ply + 1,
        .squares = squares,
        .arguments = {.square = squares.first()},
        .concerns = due_ply};
    if (due_ply > 0 && kind != AlertKind::piece_displaced) name_cause(state, due_ply, details);
    decision.alert(kind, details);
    propose_for_boards(
        decision, {.board = seat, .due = due_ply, .carried_out = kind == AlertKind::piece_displaced}
    );
    return kind;
}

// The newest move of the opponent's that has fallen due on that board.
Ply due_on(const State& state, Color seat) {
    const Ply made = state.made();
    const bool moved = made > 0 && state.plies[made].mover == seat;
    return moved ? made - 1 : made;
}

} // namespace

void tell_departure(Decision& decision, Color board) {
    const State& state = decision.state();
    if (has_ended_on_board(state)) return;
    if (open_difference(state, board) == nullptr && !pre_existing(state, board).empty())
        tell_difference(decision, board, due_on(state, board));
}

namespace {

// The sealed move may stand on the board before the clock is started (Guidelines I.9), and the
// opponent's last one falls due on it at the next press only (D.2.3).
bool is_right_for_now(const State& state, Color board) {
    const chess::Reading& reading = state.boards[board].reading;
    const chess::MoveList moves = state.position().legal_moves();
    const bool is_behind = state.made() > 0 && state.plies[state.made()].mover != board;
    return (is_behind && agrees(reading, state.positions.after(state.made() - 1).reading())) ||
        std::ranges::any_of(moves, [&](chess::Move move) {
               return agrees(reading, state.position().after(move).reading());
           });
}

} // namespace

void check_resumed_boards(Decision& decision) {
    for (const Color color : chess::both_colors) {
        const State& state = decision.state();
        if (state.is_known(color) && !is_right_for_now(state, color))
            tell_departure(decision, color);
    }
}

bool check_own_board(Decision& decision, Color seat) {
    const State& state = decision.state();
    // 5.1.1: the game is over, and what hands do with the pieces then is nobody's business.
    if (has_ended_on_board(state)) return false;
    const Ply due_ply = due_on(state, seat);
    const SquareSet squares = pre_existing(state, seat);
    if (!state.is_known(seat) || (squares & ~changed_just_now(decision, seat)).empty())
        return false;
    if (const OpenAlert* open = open_difference(state, seat)) {
        remind(decision, seat, *open);
        return false;
    }
    const AlertKind kind = tell_difference(decision, seat, due_ply);
    if (state.setup->mode != Mode::tournament) call_arbiter(decision);
    return kind != AlertKind::piece_displaced;
}

namespace {

// The hand has taken up what it was told to take: it hears where that goes before anything else.
std::optional<RepairStep> held_piece_goes(const BoardState& board, const Reading& target) {
    if (!board.guided || board.guided->id != "repair.take_and_put") return std::nullopt;
    const chess::Square from = *board.guided->arguments.square;
    const chess::Square to = *board.guided->arguments.second_square;
    const bool is_held = board.reading[from].is_empty() && board.reading[to].is_empty();
    return is_held ? std::optional{RepairStep{.to = to, .piece = target[to].piece()}}
                   : std::nullopt;
}

} // namespace

namespace {

Message instruction(Color board, const RepairStep& step) {
    MessageArguments given{.player = board, .square = step.to, .piece = step.piece};
    if (step.from) {
        given.square = step.from;
        given.second_square = step.to;
        return {step.to ? "repair.take_and_put" : "repair.take_off", std::move(given)};
    }
    if (step.piece) // two of a kind lie beside the board, one of each colour
        given.player = step.piece->color;
    return {"repair.put", std::move(given)};
}

// Nobody sees that hand: it hears all that was said to be wrong, as one answer, for of several only
// the newest would be heard, and its player confirms.
void tell_whole_repair(Decision& decision, Color board) {
    const State& state = decision.state();
    if (!state.is_known(board)) return;
    chess::Reading reading = state.boards[board].followed;
    const chess::Reading target = state.position().reading();
    std::vector<Message> steps;
    while (const std::optional<RepairStep> step = next_repair(reading, target)) {
        steps.push_back(instruction(board, *step));
        if (step->from) reading.squares[step->from->index()] = SquareReading::empty();
        if (step->to) reading.squares[step->to->index()] = target[*step->to];
    }
    if (!steps.empty())
        decision.say(ear_of(board), Priority::text, Cause::repair, as_one(std::move(steps)));
}

} // namespace

void guide_repair(Decision& decision, Color board) {
    const State& state = decision.state();
    if (!state.has_sensors(board)) {
        tell_whole_repair(decision, board);
        return;
    }
    const chess::Reading target = state.position().reading();
    const bool right = agrees(state.boards[board].reading, target);
    std::optional<RepairStep> step;
    if (!right) {
        step = held_piece_goes(state.boards[board], target);
        step = step ? step : next_repair(state.boards[board].followed, target);
    }
    const Message message =
        step ? instruction(board, *step) : Message{"repair.done", {.player = board}};
    if (!step && state.boards[board].changed_at)
        return; // wait until the board is quiet before the hand hears that it is right
    if (state.boards[board].guided == message) return;
    decision.emit(RepairGuided{.board = board, .message = message});
    decision.say(ear_of(board), Priority::text, Cause::repair, message);
    if (!step) {
        decision.emit(RepairEnded{.board = board});
        decision.close_alerts_of_board(board);
    }
}

} // namespace ansage::table
