// SPDX-License-Identifier: GPL-3.0-or-later
// The move protocol: announced, repeated, corrected, made (D.2.1-D.2.5, D.2.8).
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "table/announcing.hpp"
#include "table/desk.hpp"
#include "table/said_board.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;

namespace {

Source source_of(std::optional<Performer> by) {
    return by == Performer::assistant ? Source::assistant : Source::speech;
}

// Words are heard only while the game is on. False if refused.
bool words_allowed(Desk& desk, Color seat) {
    if (desk.state().phase == Phase::ended || desk.state().phase == Phase::adjourned) {
        desk.refuse(Refusal::game_over, seat);
        return false;
    }
    if (!desk.state().in_play()) {
        desk.refuse(Refusal::clock_halted, seat);
        return false;
    }
    return true;
}

// Illegal words are taken down without a sign (first principle 3); words that are no move, or two,
// are told apart at once, for that is no secret of the position's. False if there is nothing to
// keep.
bool keep_words(Desk& desk, Color seat, const HeardMove& heard) {
    if (heard.error == MoveError::not_a_move) {
        desk.refuse(Refusal::not_a_move, seat);
        return false;
    }
    return true;
}

void testify(Desk& desk, unsigned ply, Witness witness, Source source, const HeardMove& heard) {
    desk.emit(Testified{
        .ply = ply,
        .testimony =
            {.witness = witness,
             .at = desk.at(),
             .source = source,
             .derived_from = {},
             .move = heard},
    });
}

void note_ending(Desk& desk);

// Until its press a move may be made again, as another one.
void make_again(Desk& desk, unsigned ply, Move move) {
    const chess::Position& before = desk.state().positions[ply - 1];
    desk.emit(Made{.ply = ply, .move = move, .san = chess::to_san_without_check(before, move)});
    note_ending(desk);
}

// Where the opponent has replied already the move stands, and the arbiter hears at the press that
// the words differ.
void take_back(Desk& desk, unsigned ply) {
    if (desk.state().open_ply() == nullptr) {
        desk.emit(Unmade{.ply = ply});
    }
}

// The sensors left it open which of several moves it was, and the words told.
bool was_told_by_words(const State& state, Color seat, unsigned ply) {
    const ShownKind kind =
        what_board_shows(evidence_of_made(state), state.positions[ply - 1], nullptr).kind;
    return kind == ShownKind::several ||
        (kind == ShownKind::before && state.seat(seat).board == BoardKind::occupancy);
}

// The move that the newest words leave, where words alone had made the one before.
std::optional<Move> told_instead(const State& state, Color seat, unsigned ply) {
    const HeardMove& heard = state.plies[ply - 1].newest(Witness::announcement)->move;
    if (!state.is_witness(seat)) {
        return heard.move;
    }
    const Shown shown = what_board_shows(evidence_of_made(state), state.positions[ply - 1], &heard);
    return shown.kind == ShownKind::move && heard.move == shown.move ? shown.move : std::nullopt;
}

// First principle 11: until the press, the last words are the words, also where words alone had
// made the move. What a sensor or somebody who executed it has shown, no words change (4.4.4, 4.7).
void take_last_words(Desk& desk, Color seat, unsigned number) {
    const State& state = desk.state();
    const Ply& ply = state.plies[number - 1];
    const bool by_words = state.is_witness(seat) ? was_told_by_words(state, seat, number)
                                                 : ply.newest(Witness::mover_board) == nullptr;
    if (!by_words) {
        return;
    }
    const std::optional<Move> move = told_instead(state, seat, number);
    if (!move) {
        take_back(desk, number);
    } else if (move != ply.move) {
        make_again(desk, number, *move);
    }
}

void after_words(Desk& desk, Color seat, unsigned ply, const HeardMove& heard) {
    if (heard.error == MoveError::ambiguous) {
        desk.refuse(Refusal::ambiguous, seat);
    }
    if (ply <= desk.state().made()) {
        if (desk.state().is_witness(seat)) {
            revise_made(desk, seat);
        }
        if (ply == desk.state().made() && !desk.state().plies[ply - 1].pressed_at) {
            take_last_words(desk, seat, ply);
        }
        if (ply <= desk.state().made()) {
            check_announcement_of_made(desk, ply);
        }
        return;
    }
    const Ply* open = desk.state().open_ply();
    const bool pressed =
        open != nullptr && open->pressed_at && !desk.state().boards[seat].press_waits;
    if (!try_make(desk, seat)) {
        return;
    }
    if (pressed) {
        complete(desk, ply);
    } else if (desk.state().boards[seat].press_waits) {
        judge_press(desk, seat);
    }
}

bool has_words(const Desk& desk, unsigned ply) {
    return desk.state().plies.size() >= ply &&
        desk.state().plies[ply - 1].newest(Witness::announcement) != nullptr;
}

// The device's own words are the sensor's once more.
bool has_own_words(const Desk& desk, unsigned ply) {
    return has_words(desk, ply) &&
        desk.state().plies[ply - 1].newest(Witness::announcement)->source != Source::device;
}

// D.2.8 looks at two delays: whether the correction came at once, and whether it came before the
// opponent's clock was started.
void note_late_correction(Desk& desk, Color seat, unsigned ply, base::Instant announced_at) {
    const base::Millis delay = desk.at() - announced_at;
    if (delay <= desk.setup().edition.appendix_d.correction_immediate) {
        return;
    }
    MessageArguments arguments;
    arguments.time = delay;
    desk.alert(
        AlertKind::correction_not_immediate,
        {.about = seat, .ply = ply, .squares = {}, .arguments = arguments}
    );
}

// The opponent's repetition makes good a move that no other witness saw (first principle 1).
void make_good_by_repetition(Desk& desk, unsigned ply, const HeardMove& heard) {
    const State& state = desk.state();
    const Color mover = state.to_move();
    const Ply* open = state.open_ply();
    const bool unwitnessed = ply == state.made() + 1 && open != nullptr && open->pressed_at &&
        open->newest(Witness::announcement) == nullptr && said_to_be_executed(*open) == nullptr &&
        !state.is_witness(mover);
    if (unwitnessed && heard.move && state.position().is_legal(*heard.move)) {
        make(desk, *heard.move);
        complete(desk, ply);
    }
}

// False of a board that is not kept, where the words alone made the move.
bool shows(const State& state, Color board, const chess::Position& before, Move move) {
    const chess::SquareSet off =
        differing(state.boards[board].reading, before.after(move).reading());
    return state.is_witness(board) && (off & footprint_squares(move)).empty();
}

void testify_own_board(Desk& desk, Move move) {
    const State& state = desk.state();
    if (!shows(state, state.to_move(), state.position(), move)) {
        return;
    }
    const chess::Role role = state.position().at(move.from())->role;
    testify(
        desk,
        state.made() + 1,
        Witness::mover_board,
        Source::sensor,
        {.text = {}, .move = move, .error = {}, .said = spoken(move, role)}
    );
}

// 6.2.1.2: a move is also completed by the player's own next move.
void complete_by_next_move(Desk& desk) {
    const unsigned made = desk.state().made();
    const bool waits = made >= 2 && desk.state().plies[made - 2].state == PlyState::made;
    if (waits && desk.setup().edition.completed_by_own_next_move) {
        complete(desk, made - 1);
    }
}

void note_ending(Desk& desk) {
    const State& state = desk.state();
    // No position before the last capture or pawn move can come again.
    const std::size_t reach =
        std::min<std::size_t>(state.keys.size(), state.position().halfmove_clock() + 1U);
    const std::span keys{state.keys.data() + (state.keys.size() - reach), reach};
    const unsigned repeated = laws::automatic_repetitions(keys, state.setup->edition);
    if (const auto ending = laws::ending(state.position(), repeated, state.setup->edition)) {
        desk.emit(EndNoted{
            .ply = state.made(), .score = ending->score, .termination = ending->termination});
    }
}

std::optional<Move> legal_move(const State& state, const Testimony* said) {
    const bool legal =
        said != nullptr && said->move.move && state.position().is_legal(*said->move.move);
    return legal ? said->move.move : std::nullopt;
}

bool announcement_agrees(const State& state, const HeardMove& heard, Move move) {
    if (heard.move) {
        return *heard.move == move;
    }
    return heard.error == MoveError::ambiguous &&
        fits(heard.said, move, state.position().at(move.from())->role);
}

} // namespace

void end_unseen_repair(Desk& desk, Color seat) {
    if (desk.state().boards[seat].repairing && !desk.state().has_sensors(seat)) {
        desk.emit(RepairEnded{.board = seat});
        desk.settle_alerts_of_board(seat);
    }
}

bool is_unheard(const State& state, Color mover) {
    const Ply* open = state.open_ply();
    const bool is_told = open != nullptr &&
        (open->newest(Witness::announcement) != nullptr ||
         open->newest(Witness::mover_board) != nullptr);
    return state.to_move() == mover && !state.is_witness(mover) && !is_told;
}

std::optional<Move> move_by_words(const State& state, Color mover, bool is_pressed) {
    const Ply* open = state.open_ply();
    if (open == nullptr) {
        return std::nullopt;
    }
    const Testimony* announced = open->newest(Witness::announcement);
    const Testimony* executed = said_to_be_executed(*open);
    const bool needs_words = state.seat(mover).vision == Vision::impaired && !is_pressed;
    if (announced == nullptr && needs_words) {
        return std::nullopt;
    }
    if (announced != nullptr && executed != nullptr &&
        contradict(announced->move, executed->move)) {
        return std::nullopt;
    }
    const std::optional<Move> move = legal_move(state, executed);
    const bool is_illegal = executed != nullptr && executed->move.error == MoveError::illegal;
    return move || is_illegal ? move : legal_move(state, announced);
}

bool stands_still(const State& state, Color board) {
    const BoardState& its = state.boards[board];
    return state.has_sensors(board) && its.matched < state.made() &&
        agrees(its.reading, state.positions[its.matched].reading()) &&
        !agrees(its.reading, state.position().reading());
}

bool is_carried_out(const State& state, Color board, unsigned number) {
    const Ply& ply = state.plies[number - 1];
    const chess::SquareSet off = differing(state.boards[board].reading, state.position().reading());
    return ply.move && (off & footprint_squares(*ply.move)).empty();
}

BoardEvidence evidence_of_mover(const State& state, Color mover) {
    const BoardState& board = state.boards[mover];
    BoardEvidence evidence{
        .reading = board.reading,
        .trace = board.trace,
        .debounce = state.setup->edition.appendix_d.touch_debounce,
        .executed = {}};
    const unsigned made = state.made();
    const Ply* last = made == 0 ? nullptr : &state.plies[made - 1];
    if (last != nullptr && last->mover != mover && last->move && !last->move->is_castling()) {
        evidence.executed = last->move->to();
    }
    return evidence;
}

BoardEvidence evidence_of_made(const State& state) {
    const Color mover = !state.to_move();
    BoardEvidence evidence = evidence_of_mover(state, mover);
    evidence.trace = state.boards[mover].turn_trace;
    return evidence;
}

const Testimony* said_to_be_executed(const Ply& ply) {
    const Testimony* shown = ply.newest(Witness::mover_board);
    return shown != nullptr && shown->source != Source::sensor ? shown : nullptr;
}

Shown shown_by_mover(const State& state, Color mover) {
    const Ply* open = state.open_ply();
    const Testimony* announced = open == nullptr ? nullptr : open->newest(Witness::announcement);
    return what_board_shows(
        evidence_of_mover(state, mover),
        state.position(),
        announced == nullptr ? nullptr : &announced->move
    );
}

void make(Desk& desk, Move move) {
    testify_own_board(desk, move);
    complete_by_next_move(desk);
    const chess::Position& before = desk.state().position();
    desk.emit(Made{
        .ply = desk.state().made() + 1,
        .move = move,
        .san = chess::to_san_without_check(before, move),
        .legal = true,
    });
    // Which move it was is known now.
    const Color mover = !desk.state().to_move();
    desk.settle_alert(AlertKind::move_not_heard, mover);
    desk.settle_alert(AlertKind::sensor_unclear, mover);
    desk.settle_alert(AlertKind::promotion_not_announced, mover);
    note_ending(desk);
}

// The first half of a castling, if the hand goes on: its rook, or in Chess960 its king, stands
// where castling puts it.
bool may_become_castling(const chess::Position& position, Move move) {
    const auto legal = position.legal_moves();
    return !move.is_castling() && std::ranges::any_of(legal, [&](Move other) {
        const bool by_rook = move.from() == other.to() && move.to() == other.rook_to();
        const bool by_king = move.from() == other.from() && move.to() == other.king_to();
        return other.is_castling() && (by_rook || by_king);
    });
}

// An occupancy board sees of a capture that a piece is off and another square was emptied and
// filled: the piece may still be in the hand that straightens others.
bool may_be_in_hand(const State& state, Color mover, Move move) {
    return state.seat(mover).board == BoardKind::occupancy && !move.is_en_passant() &&
        state.position().is_capture(move);
}

// A castling that an occupancy board cannot see (Chess960): made when both pieces have been out.
bool was_handled(const State& state, Color mover, Move move) {
    const BoardState& board = state.boards[mover];
    return !agrees(board.reading, state.position().reading()) ||
        (board.lifted.contains(move.from()) && board.lifted.contains(move.to()));
}

// Without words the board must have been right before: what was wrong on it is no move. A capture
// that was announced before, and of which an occupancy board has seen only that a piece was taken
// up, may still be in the hand. After the press both are judged by what there is.
bool is_done(const State& state, Color mover, Move move, const Testimony* announced) {
    const Ply* open = state.open_ply();
    if (open != nullptr && open->pressed_at) {
        return true;
    }
    const BoardState& board = state.boards[mover];
    const auto victim = state.position().capture_square(move);
    const Handling hand = handling_of(evidence_of_mover(state, mover), state.position());
    const bool unseen = state.seat(mover).board == BoardKind::occupancy && victim &&
        !move.is_en_passant() && !hand.lifted.contains(*victim) && !hand.placed.contains(*victim) &&
        !hand.refilled.contains(*victim);
    const bool in_hand = unseen && announced != nullptr && !board.trace.empty() &&
        announced->at < board.trace.back().at;
    return !in_hand && (announced != nullptr || board.matched == state.made());
}

bool try_make(Desk& desk, Color mover) {
    const State& state = desk.state();
    const Ply* open = state.open_ply();
    const Testimony* announced = open == nullptr ? nullptr : open->newest(Witness::announcement);
    if (state.boards[mover].repairing && state.has_sensors(mover)) {
        return false;
    }
    if (!state.is_witness(mover)) {
        const bool is_pressed = open != nullptr && open->pressed_at;
        const std::optional<Move> move = move_by_words(state, mover, is_pressed);
        if (move) {
            make(desk, *move);
        }
        return move.has_value();
    }
    // D.2.3: an impaired player's move needs the announcement; what was not heard by his press is
    // unwitnessed, and the press judges without it.
    if (announced == nullptr &&
        (state.seat(mover).vision == Vision::impaired || state.boards[mover].changed_at)) {
        return false;
    }
    const Shown shown = shown_by_mover(state, mover);
    if (shown.kind != ShownKind::move || !was_handled(state, mover, *shown.move) ||
        !is_done(state, mover, *shown.move, announced)) {
        return false;
    }
    // Without words, pieces knocked about are no move that was released (4.7); half a castling
    // waits for its other half or for the press, and a capture that may be in the hand for the
    // press.
    const bool agrees = announced == nullptr
        ? shown.displaced.empty() && !may_become_castling(state.position(), *shown.move) &&
            !may_be_in_hand(state, mover, *shown.move)
        : announcement_agrees(state, announced->move, *shown.move);
    if (!agrees) {
        return false;
    }
    make(desk, *shown.move);
    return true;
}

bool announcement_differs(const State& state, unsigned ply_number) {
    const Ply& ply = state.plies[ply_number - 1];
    const Testimony* announced = ply.newest(Witness::announcement);
    if (announced == nullptr || !ply.move || announced->move.error == MoveError::ambiguous) {
        return false;
    }
    if (ply.legal) {
        return announced->move.move != ply.move;
    }
    const std::optional<chess::Piece> piece = state.positions[ply_number - 1].at(ply.move->from());
    return !piece || !fits(announced->move.said, *ply.move, piece->role);
}

void check_announcement_of_made(Desk& desk, unsigned ply_number) {
    const State& state = desk.state();
    const Ply& ply = state.plies[ply_number - 1];
    const Testimony* announced = ply.newest(Witness::announcement);
    if (announced == nullptr || !ply.pressed_at || !ply.move) {
        return;
    }
    const base::Instant due = *ply.pressed_at + desk.setup().edition.appendix_d.announcement_due;
    Desk::AlertDetails details{
        .about = ply.mover, .ply = ply_number, .squares = {}, .arguments = {}};
    const auto first =
        std::ranges::find(ply.testimonies, Witness::announcement, &Testimony::witness);
    // Pressed before he moved at all: that has been told.
    const bool is_told = state.was_raised(AlertKind::pressed_before_made, ply.mover, ply_number);
    if (state.seat(ply.mover).vision == Vision::sighted && first->at > due && !is_told) {
        details.arguments.time = first->at - *ply.pressed_at;
        desk.alert(AlertKind::pressed_before_announced, details);
    }
    if (announcement_differs(state, ply_number) && desk.at() >= due) {
        details.arguments.time.reset();
        details.arguments.square = ply.move->king_to();
        desk.alert(AlertKind::announcement_differs_from_board, details);
    }
}

namespace {

// The opponent's move that nobody heard comes first, or the record would stand still unnoticed.
std::string_view why_not_now(const State& state, Color seat) {
    return is_unheard(state, !seat) && state.clocks.running() == seat ? "refused.move_not_heard"
                                                                      : "refused.not_your_turn";
}

} // namespace

void on_announces(Desk& desk, const Announces& input) {
    if (!words_allowed(desk, input.seat) || !keep_words(desk, input.seat, input.move)) {
        return;
    }
    const std::optional<unsigned> ply = announced_ply(desk.state(), input.seat);
    // Saying it again before the press is no new move, only the same words once more. A device that
    // stood in does not silence its player.
    const bool over = ply && *ply <= desk.state().made() && has_own_words(desk, *ply) &&
        desk.state().plies[*ply - 1].pressed_at;
    if (!ply || over) {
        desk.refuse(
            Refusal::not_your_turn, input.seat, std::string{why_not_now(desk.state(), input.seat)}
        );
        return;
    }
    end_unseen_repair(desk, input.seat);
    testify(desk, *ply, Witness::announcement, source_of(input.by), input.move);
    say_typed(
        desk,
        {.id = "announcement",
         .speaker = input.seat,
         .ply = *ply,
         .heard = input.move,
         .through = input.through,
         .by = input.by}
    );
    after_words(desk, input.seat, *ply, input.move);
}

void on_corrects(Desk& desk, const Corrects& input) {
    if (!words_allowed(desk, input.seat) || !keep_words(desk, input.seat, input.move)) {
        return;
    }
    const std::optional<unsigned> ply = announced_ply(desk.state(), input.seat);
    if (!ply || !has_words(desk, *ply)) {
        desk.refuse(Refusal::nothing_to_correct, input.seat);
        return;
    }
    const Ply& spoken_of = desk.state().plies[*ply - 1];
    if (spoken_of.pressed_at) {
        // D.2.8: before the opponent's clock is started
        desk.refuse(Refusal::not_allowed, input.seat, "refused.correction_too_late");
        return;
    }
    const base::Instant announced_at = spoken_of.newest(Witness::announcement)->at;
    desk.emit(Testified{
        .ply = *ply,
        .testimony =
            {.witness = Witness::announcement,
             .at = desk.at(),
             .source = source_of(input.by),
             .derived_from = {},
             .move = input.move,
             .kind = {},
             .corrects = true},
    });
    say_typed(
        desk,
        {.id = "announcement.corrected",
         .speaker = input.seat,
         .ply = *ply,
         .heard = input.move,
         .through = input.through,
         .by = input.by.value_or(Performer::player)}
    );
    note_late_correction(desk, input.seat, *ply, announced_at);
    after_words(desk, input.seat, *ply, input.move);
}

namespace {

// Repeated, or executed, as it was announced: whoever types no words says only that he did it, so
// that it carries `derived_from` and is no witness (first principle 7). Not before an arbiter.
void testify_as_announced(
    Desk& desk, Color seat, std::optional<unsigned> ply_number, Witness witness, Source source
) {
    const State& state = desk.state();
    if (state.setup->mode == Mode::tournament) {
        desk.refuse(Refusal::not_a_move, seat);
        return;
    }
    const bool is_known = ply_number && *ply_number <= state.plies.size();
    const Testimony* announced =
        is_known ? state.plies[*ply_number - 1].newest(Witness::announcement) : nullptr;
    if (announced == nullptr) {
        desk.refuse(Refusal::not_your_turn, seat);
        return;
    }
    desk.emit(Testified{
        .ply = *ply_number,
        .testimony =
            {.witness = witness,
             .at = desk.at(),
             .source = source,
             .derived_from = Witness::announcement,
             .move = announced->move},
    });
}

// The own move that was announced and not pressed yet, else the opponent's.
bool executes_own(const State& state, Color seat) {
    const auto own = announced_ply(state, seat);
    const bool is_begun = own && *own <= state.plies.size();
    return is_begun && state.plies[*own - 1].newest(Witness::announcement) != nullptr &&
        !state.plies[*own - 1].pressed_at;
}

} // namespace

void on_repeats(Desk& desk, const Repeats& input) {
    if (!words_allowed(desk, input.seat)) {
        return;
    }
    if (input.move.text.empty()) {
        testify_as_announced(
            desk,
            input.seat,
            repeated_ply(desk.state(), input.seat),
            Witness::repetition,
            source_of(input.by)
        );
        return;
    }
    if (!keep_words(desk, input.seat, input.move)) {
        return;
    }
    const std::optional<unsigned> ply = repeated_ply(desk.state(), input.seat);
    if (!ply) {
        desk.refuse(Refusal::not_your_turn, input.seat);
        return;
    }
    testify(desk, *ply, Witness::repetition, source_of(input.by), input.move);
    say_typed(
        desk,
        {.id = "announcement.repeated",
         .speaker = input.seat,
         .ply = *ply,
         .heard = input.move,
         .through = input.through,
         .by = input.by}
    );
    if (input.move.error == MoveError::ambiguous) {
        desk.refuse(Refusal::ambiguous, input.seat);
    }
    make_good_by_repetition(desk, *ply, input.move);
}

namespace {

bool make_by_words(Desk& desk, Color mover) {
    const Ply* open = desk.state().open_ply();
    const bool is_pressed = open != nullptr && open->pressed_at;
    const std::optional<Move> move = move_by_words(desk.state(), mover, is_pressed);
    if (!move) {
        return false;
    }
    make(desk, *move);
    if (is_pressed) {
        complete(desk, desk.state().made());
    }
    return true;
}

// 4.7 for a sighted player: what was released is the move. An impaired player's hand and words make
// it together (D.2.3), so that neither of two does.
void compare_own(Desk& desk, Color seat, const Execution& done) {
    const State& state = desk.state();
    const Ply& ply = state.plies[done.ply - 1];
    if (done.heard.move == ply.move) {
        return;
    }
    if (ply.pressed_at || ply.state == PlyState::completed) {
        MessageArguments arguments;
        arguments.square = done.heard.said.to;
        desk.alert(
            AlertKind::announcement_differs_from_board,
            {.about = seat,
             .ply = done.ply,
             .squares = {},
             .arguments = arguments,
             .concerns = done.ply,
             .cause = "_said"}
        );
    } else if (done.ply != state.made()) {
        return;
    } else if (state.seat(seat).vision == Vision::sighted && done.heard.move) {
        make_again(desk, done.ply, *done.heard.move);
    } else {
        take_back(desk, done.ply);
    }
}

void after_own_execution(Desk& desk, Color seat, const Execution& done) {
    if (done.ply > desk.state().made()) {
        make_by_words(desk, seat);
    } else {
        compare_own(desk, seat, done);
    }
}

void after_opponents_execution(Desk& desk, Color seat, const Execution& done) {
    if (done.ply > desk.state().made()) {
        make_good_by_repetition(desk, done.ply, done.heard);
        return;
    }
    const State& state = desk.state();
    const chess::Reading reading = said_reading(state, seat, done);
    if (reading != state.boards[seat].reading) {
        desk.emit(BoardSaid{.board = seat, .reading = reading});
    }
    if (differing(reading, state.position().reading()).empty()) {
        desk.settle_alerts_of_board(seat);
    }
}

} // namespace

// First principle 11: where no sensor looks this is a full witness of that board, for the own move
// and for the opponent's.
void on_executes(Desk& desk, const Executes& input) {
    if (!words_allowed(desk, input.seat)) {
        return;
    }
    if (input.move.text.empty()) {
        const bool own = executes_own(desk.state(), input.seat);
        testify_as_announced(
            desk,
            input.seat,
            own ? announced_ply(desk.state(), input.seat) : repeated_ply(desk.state(), input.seat),
            own ? Witness::mover_board : Witness::opponent_board,
            source_of(input.by)
        );
        return;
    }
    if (!keep_words(desk, input.seat, input.move)) {
        return;
    }
    end_unseen_repair(desk, input.seat);
    const Execution done = execution_of(desk.state(), input);
    const Witness witness = done.is_own ? Witness::mover_board : Witness::opponent_board;
    testify(desk, done.ply, witness, source_of(input.by), done.heard);
    if (done.heard.error == MoveError::ambiguous) {
        desk.refuse(Refusal::ambiguous, input.seat);
    }
    if (desk.state().is_witness(input.seat)) {
        return; // sensors look there
    }
    if (done.is_own) {
        after_own_execution(desk, input.seat, done);
    } else {
        after_opponents_execution(desk, input.seat, done);
    }
}

void on_writes(Desk& desk, const Writes& input) {
    const auto known = static_cast<unsigned>(desk.state().plies.size());
    if (!keep_words(desk, input.seat, input.move)) {
        return;
    }
    if (input.ply == 0 || input.ply > std::max(known, desk.state().made() + 1)) {
        desk.refuse(Refusal::not_allowed, input.seat); // 8.1.2: nothing is noted in advance
        return;
    }
    desk.emit(Testified{
        .ply = input.ply,
        .testimony =
            {.witness = score_of(input.seat),
             .at = desk.at(),
             .source = Source::speech,
             .derived_from = {},
             .move = input.move,
             .kind = input.kind},
    });
    look_at_scores(desk);
}

} // namespace ansage::table
