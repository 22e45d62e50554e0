// SPDX-License-Identifier: GPL-3.0-or-later
// What is said and done of moves, the press that ends them, and the way back.
#include "chess/san.hpp"
#include "table/apply/apply.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>

namespace ansage::table {

using base::Instant;
using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;

namespace {

PlyRecord& ply_at(State& state, Ply number) {
    if (!state.plies.has(number)) {
        state.plies.push_back(
            {.id = state.next_move, .parent = state.move_at(number - 1), .mover = state.to_move()}
        );
    }
    return state.plies[number];
}

// The position after a move that the Laws do not allow, as it stands on the board. Where no
// position can hold it (a king is gone), the old one with the other side to move.
Position stood_after(const Position& before, chess::Move move) {
    chess::Setup setup = before.setup();
    std::optional<Piece> moved = setup.board[move.from().index()];
    setup.board[move.from().index()].reset();
    if (move.promotion()) moved->role = *move.promotion();
    if (move.is_castling()) {
        setup.board[move.to().index()].reset();
        setup.board[move.rook_to().index()] = Piece{before.turn(), Role::rook};
    }
    if (move.is_en_passant()) setup.board[move.en_passant_victim().index()].reset();
    setup.board[move.king_to().index()] = moved;
    setup.castling_rooks.erase(move.from()).erase(move.to());
    if (moved && moved->role == Role::king) {
        const chess::Rank home =
            before.turn() == Color::white ? chess::Rank::first : chess::Rank::eighth;
        for (unsigned file = 0; file < 8; ++file)
            setup.castling_rooks.erase(Square{static_cast<chess::File>(file), home});
    }
    setup.en_passant.reset();
    setup.turn = !before.turn();
    if (before.turn() == Color::black) ++setup.fullmove_number;
    if (auto stood = Position::from_setup(setup, chess::Strictness::stood)) return *stood;
    chess::Setup passed = before.setup();
    passed.turn = !before.turn();
    passed.en_passant.reset();
    auto position = Position::from_setup(passed, chess::Strictness::stood);
    return position ? *position : before;
}

// The positions up to that ply.
void keep_positions(State& state, Ply last) {
    state.positions.keep(last);
    state.keys.resize(last.value() + 1, state.keys.front());
}

void add_position(State& state, const Position& position) {
    state.positions.push_back(position);
    state.keys.push_back(position.repetition_key());
}

// Whose press it was: the move before, where the opponent has replied already; the one being played
// otherwise, heard or not.
PlyRecord& pressed_ply(State& state, Color seat) {
    const Ply made = state.made();
    if (state.to_move() != seat && made > 0) return state.plies[made];
    const bool is_late = made >= 2 && state.plies[made - 1].state == PlyState::completed &&
        !state.plies[made - 1].pressed_at;
    return is_late ? state.plies[made - 1] : ply_at(state, made + 1);
}

// A board that no sensor sees is taken to follow the record, but for what was said to stand there
// otherwise. `stood`: what the record had before.
void follow_record(State& state, Color color, const chess::Reading& stood) {
    BoardState& board = state.boards[color];
    const chess::Reading target = state.position().reading();
    for (unsigned i = 0; i < 64; ++i)
        if (!(stood.squares[i] == target.squares[i])) board.reading.squares[i] = target.squares[i];
    board.followed = board.reading;
    board.agrees = agrees(board.reading, target);
    board.is_said = !board.agrees;
    board.matched = board.agrees ? state.made() : std::min(board.matched, state.made() - 1);
}

void follow_record(State& state, const chess::Reading& stood) {
    for (const Color color : chess::both_colors)
        if (state.seat(color).board == BoardKind::none) follow_record(state, color, stood);
}

bool has_unseen_board(const State& state) {
    return state.seat(Color::white).board == BoardKind::none ||
        state.seat(Color::black).board == BoardKind::none;
}

// What the clocks have counted, without the moves after that ply. They are not always those of the
// record: the arbiter may have set a counter (7.1).
PerColor<unsigned> completed_until(const State& state, Ply kept) {
    PerColor<unsigned> completed;
    for (const Color color : chess::both_colors) completed[color] = state.clocks.completed(color);
    for (Ply number = kept + 1; state.plies.has(number); ++number) {
        const PlyRecord& ply = state.plies[number];
        if (ply.state == PlyState::completed && completed[ply.mover] > 0) --completed[ply.mover];
    }
    return completed;
}

void play(State& state, const PlyRecord& ply) {
    const Position& before = state.position();
    add_position(state, ply.legal ? before.after(*ply.move) : stood_after(before, *ply.move));
}

// What was counted after a move that does not stand does not count.
void forget_offences(State& state, bool is_new_game) {
    for (RulingKept& ruling : state.rulings) {
        if (!ruling.is_done || !ruling.counts) continue;
        ruling.counts = !is_new_game && state.is_on_path(ruling.tip);
        for (const Color color : chess::both_colors)
            if (!ruling.counts) state.illegal_moves[color] -= ruling.counted[color];
    }
}

// Boards that had shown the move that is made again as another one.
void forget_match(State& state, Ply ply) {
    for (const Color color : chess::both_colors)
        state.boards[color].matched = std::min(state.boards[color].matched, ply - 1);
}

} // namespace

MoveId new_move(State& state) { return MoveId{++state.move_ids}; }

void replay_from(State& state, Ply kept, Ply made) {
    keep_positions(state, kept);
    for (Ply number = kept + 1; number <= made; ++number) {
        PlyRecord& ply = state.plies[number];
        if (ply.legal) ply.san = chess::to_san_without_check(state.position(), *ply.move);
        play(state, ply);
    }
}

void forget_press(State& state, Color seat) {
    if (state.plies.last() > state.made() && state.plies.back().mover == seat)
        state.plies.back().pressed_at.reset();
}

void apply_one(State& state, const Testified& event, Instant /*at*/) {
    PlyRecord& ply = ply_at(state, event.ply);
    ply.testimonies.push_back(event.testimony);
    if (event.testimony.witness != Witness::mover_board) ply.in_doubt = false;
    if (event.testimony.witness != Witness::repetition) return;
    const Testimony* announced = ply.newest(Witness::announcement);
    const bool differs = announced != nullptr && contradict(event.testimony.move, announced->move);
    state.mending.reset();
    if (differs) state.mending = State::Mending{event.ply, event.testimony.at};
}

void apply_one(State& state, const LineReadBack& event, Instant at) {
    state.lines.insert_or_assign(
        event.console, State::OpenLine{.act = event.act, .ply = event.ply, .at = at}
    );
}

void apply_one(State& state, const LineEnded& event, Instant /*at*/) {
    state.lines.erase(event.console);
}

void apply_one(State& state, const WordsWithdrawn& event, Instant at) {
    for (Testimony& said : state.plies[event.ply].testimonies)
        if (said.witness == Witness::announcement && !said.withdrawn_at) said.withdrawn_at = at;
}

void apply_one(State& state, const ReadBackChosen& event, Instant /*at*/) {
    state.reads_back[event.seat] = event.wanted;
}

void apply_one(State& state, const Unmade& event, Instant /*at*/) {
    const chess::Reading stood = state.position().reading();
    keep_positions(state, event.ply - 1);
    PlyRecord& ply = state.plies[event.ply];
    ply.state = PlyState::open;
    ply.move.reset();
    ply.legal = true;
    ply.san.clear();
    ply.made_at.reset();
    state.boards[ply.mover].trace = state.boards[ply.mover].turn_trace;
    forget_match(state, event.ply);
    if (has_unseen_board(state)) follow_record(state, stood);
    state.end_noted.reset();
}

void apply_one(State& state, const MoveDoubted& event, Instant /*at*/) {
    state.plies[event.ply].in_doubt = true;
}

void apply_one(State& state, const MoveKept& event, Instant /*at*/) {
    state.plies[event.ply].in_doubt = false;
}

void apply_one(State& state, const Made& event, Instant at) {
    const chess::Reading stood =
        has_unseen_board(state) ? state.position().reading() : chess::Reading{};
    if (event.ply == state.made()) {
        keep_positions(state, event.ply - 1);
        forget_match(state, event.ply);
    }
    PlyRecord& ply = ply_at(state, event.ply);
    const Color mover = ply.mover;
    ply.state = PlyState::made;
    ply.move = event.move;
    ply.legal = event.legal;
    ply.san = event.san;
    ply.made_at = at;
    ply.in_doubt = false;
    if (event.ply > 1) state.plies[event.ply - 1].in_doubt = false;
    if (ply.id == state.next_move) state.next_move = new_move(state);
    play(state, ply);
    state.boards[mover].trace.clear();
    if (agrees(state.boards[mover].reading, state.position().reading())) {
        state.boards[mover].matched = event.ply;
        trust_record(state, mover);
    }
    if (has_unseen_board(state)) follow_record(state, stood);
    state.boards[!mover].turn_trace.clear();
    state.boards[!mover].lifted = {};
    state.touches[!mover].clear();
    if (state.draw_offer == !mover) state.draw_offer.reset(); // 9.1.2.1: declined by moving
    state.offered_again = {};
    state.end_noted.reset();
}

void apply_one(State& state, const Completed& event, Instant at) {
    PlyRecord& ply = state.plies[event.ply];
    ply.state = PlyState::completed;
    ply.completed_at = at;
    state.clocks.complete_move(ply.mover, at);
    for (const Color color : chess::both_colors)
        ply.clocks[color] = state.clocks.remaining(color, at);
    if (!ply.legal) ply.touches = state.touches[ply.mover];
    state.touches[ply.mover].clear();
    state.intended[!ply.mover].reset();
    state.boards[ply.mover].pending_touches.clear();
    state.adjusting[ply.mover] = false;
}

void apply_one(State& state, const PressWaits& event, Instant at) {
    BoardState& board = state.boards[event.seat];
    board.press_through = event.through;
    const bool is_for_words = event.until_said || event.until_acknowledged;
    board.press_waits = is_for_words ? std::nullopt : std::optional{at};
    if (event.until_said) board.press_after = event.until_said;
    else if (event.until_acknowledged) board.unacknowledged = true;
}

void apply_one(State& state, const PressJudged& event, Instant /*at*/) {
    state.boards[event.seat].press_waits.reset();
    state.boards[event.seat].press_after.reset();
    state.boards[event.seat].unacknowledged = false;
}

void apply_one(State& state, const ClockPressed& event, Instant at) {
    end_keyed(state, event.seat);
    if (!event.switched) return;
    const base::Millis before = state.clocks.remaining(event.seat, at);
    state.clocks.press(event.seat, at);
    if (state.setup->is_clock_alone()) {
        state.offered_again = {};
        return;
    }
    PlyRecord& ply = pressed_ply(state, event.seat);
    ply.pressed_at = ply.pressed_at ? ply.pressed_at : at;
    ply.in_doubt = false;
    ply.gained = state.clocks.remaining(event.seat, at) - before;
    // With what the press gave him.
    if (ply.completed_at == at) {
        for (const Color color : chess::both_colors)
            ply.clocks[color] = state.clocks.remaining(color, at);
    }
    forget_press(state, !event.seat);
}

void apply_one(State& state, const Restored& event, Instant at) {
    const bool is_new_game = event.is_new_game.value_or(false);
    const PerColor<unsigned> completed =
        is_new_game ? PerColor<unsigned>{} : completed_until(state, event.ply);
    const auto cut = state.plies.begin() + event.ply.value();
    state.left.insert(state.left.end(), cut, state.plies.end());
    state.plies.keep(event.ply);
    keep_positions(state, event.ply);
    state.next_move = new_move(state);
    if (is_new_game) state.root = new_move(state);
    for (const Color color : chess::both_colors) {
        BoardState& board = state.boards[color];
        state.clocks.set_completed(color, completed[color], at);
        state.touches[color].clear();
        state.intended[color].reset();
        board.matched = std::min(board.matched, event.ply);
        board.press_waits.reset();
        board.press_after.reset();
        board.unacknowledged = false;
        board.pending_touches.clear();
        board.trace.clear();
        board.turn_trace.clear();
        // What is played again is to be put back by hand, on a board that no sensor sees too.
        const bool is_unseen = state.seat(color).board == BoardKind::none;
        board.is_said = is_unseen && !agrees(board.reading, state.position().reading());
    }
    if (is_new_game || event.forgets_offences.value_or(false)) forget_offences(state, is_new_game);
    if (is_new_game) {
        state.illegal_moves = {};
        state.flagged = {};
    }
    state.end_noted.reset();
    state.draw_offer.reset();
    state.offered_again = {};
    state.mending.reset();
    state.lines.clear(); // they were read in another position
    state.resume_for = std::nullopt;
    if (state.clocks.running() != state.to_move()) state.resume_for = state.to_move();
}

void apply_one(State& state, const RecordCorrected& event, Instant /*at*/) {
    const Ply made = state.made();
    const auto& [first, move] = event.correction;
    state.left.push_back(state.plies[first]);
    if (is_being_ruled(state)) {
        state.rulings.back().before.plies.push_back(state.plies[first]);
        state.rulings.back().changes_record = true;
    }
    state.plies[first].move = move;
    state.plies[first].legal = true;
    replay_from(state, first - 1, made);
    for (const Color color : chess::both_colors) {
        BoardState& board = state.boards[color];
        if (state.seat(color).board == BoardKind::none && !board.is_said)
            board.reading = state.position().reading();
        board.agrees = agrees(board.reading, state.position().reading());
        board.matched = board.agrees ? made : std::min(board.matched, first - 1);
        if (board.agrees) trust_record(state, color);
    }
    state.end_noted.reset();
}

} // namespace ansage::table
