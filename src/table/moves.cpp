// The move protocol: announced, repeated, corrected, made (D.2.1-D.2.5, D.2.8).
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "table/desk.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;

namespace {

Source source_of(Performer by) {
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

void after_words(Desk& desk, Color seat, unsigned ply, const HeardMove& heard) {
    if (heard.error == MoveError::ambiguous) {
        desk.refuse(Refusal::ambiguous, seat);
    }
    if (ply <= desk.state().made()) {
        revise_made(desk, seat);
        check_announcement_of_made(desk, ply);
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
        open->newest(Witness::announcement) == nullptr && !state.is_witness(mover);
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

// The announced move, if no board can contradict it.
std::optional<Move> announced_only(const State& state, const Testimony* announced) {
    const bool legal = announced != nullptr && announced->move.move &&
        state.position().is_legal(*announced->move.move);
    return legal ? announced->move.move : std::nullopt;
}

bool announcement_agrees(const State& state, const HeardMove& heard, Move move) {
    if (heard.move) {
        return *heard.move == move;
    }
    return heard.error == MoveError::ambiguous &&
        fits(heard.said, move, state.position().at(move.from())->role);
}

} // namespace

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
    if (state.boards[mover].repairing) {
        return false;
    }
    if (!state.is_witness(mover)) {
        const std::optional<Move> move = announced_only(state, announced);
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

void on_announces(Desk& desk, const Announces& input) {
    if (!words_allowed(desk, input.seat) || !keep_words(desk, input.seat, input.move)) {
        return;
    }
    const std::optional<unsigned> ply = announced_ply(desk.state(), input.seat);
    // Saying it again before the press is no new move, only the same words once more.
    const bool over = ply && *ply <= desk.state().made() && has_words(desk, *ply) &&
        desk.state().plies[*ply - 1].pressed_at;
    if (!ply || over) {
        desk.refuse(Refusal::not_your_turn, input.seat);
        return;
    }
    testify(desk, *ply, Witness::announcement, source_of(input.by), input.move);
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
    testify(desk, *ply, Witness::announcement, Source::speech, input.move);
    note_late_correction(desk, input.seat, *ply, announced_at);
    after_words(desk, input.seat, *ply, input.move);
}

void on_repeats(Desk& desk, const Repeats& input) {
    if (!words_allowed(desk, input.seat) || !keep_words(desk, input.seat, input.move)) {
        return;
    }
    const std::optional<unsigned> ply = repeated_ply(desk.state(), input.seat);
    if (!ply) {
        desk.refuse(Refusal::not_your_turn, input.seat);
        return;
    }
    testify(desk, *ply, Witness::repetition, source_of(input.by), input.move);
    if (input.move.error == MoveError::ambiguous) {
        desk.refuse(Refusal::ambiguous, input.seat);
    }
    make_good_by_repetition(desk, *ply, input.move);
}

namespace {

// Where no sensor looks the words alone make a move, and the hand follows.
bool carries_out_own(const State& state, const Executes& input) {
    if (state.to_move() == input.seat || state.made() == 0) {
        return false;
    }
    const Ply& own = state.plies[state.made() - 1];
    return input.move.move && own.move == input.move.move &&
        own.newest(Witness::mover_board) == nullptr;
}

} // namespace

void on_executes(Desk& desk, const Executes& input) {
    if (!words_allowed(desk, input.seat) || !keep_words(desk, input.seat, input.move)) {
        return;
    }
    const State& state = desk.state();
    if (carries_out_own(state, input)) {
        testify(desk, state.made(), Witness::mover_board, Source::speech, input.move);
        return;
    }
    if (state.to_move() != input.seat) {
        const std::optional<unsigned> ply = repeated_ply(state, input.seat);
        testify(
            desk,
            ply.value_or(state.made() + 1),
            Witness::opponent_board,
            Source::speech,
            input.move
        );
        make_good_by_repetition(desk, ply.value_or(state.made() + 1), input.move);
        return;
    }
    // His turn: the opponent's last move carried out on his board, or his own move made there.
    const Ply* last = state.made() == 0 ? nullptr : &state.plies[state.made() - 1];
    const bool opponents = last != nullptr && last->newest(Witness::opponent_board) == nullptr &&
        last->move == input.move.move;
    if (opponents) {
        testify(desk, state.made(), Witness::opponent_board, Source::speech, input.move);
        return;
    }
    testify(desk, state.made() + 1, Witness::mover_board, Source::speech, input.move);
    const bool own_move = state.seat(input.seat).vision == Vision::sighted && input.move.move &&
        state.position().is_legal(*input.move.move) &&
        state.open_ply()->newest(Witness::announcement) == nullptr;
    if (own_move) {
        make(desk, *input.move.move);
    } else {
        try_make(desk, input.seat);
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
