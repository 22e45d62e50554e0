#include "base/overloaded.hpp"
#include "table/alarms.hpp"
#include "table/decide.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using base::Instant;
using base::Overloaded;
using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Seen;
using chess::Square;

namespace {

// A lift is a touch only if its player is to move, his board has already matched the position after
// the opponent's last move, no j'adoube is open, and nothing is being repaired (first principle 8).
bool may_touch(const State& state, Color board) {
    const BoardState& its = state.boards[board];
    return state.in_play() && state.to_move() == board && its.matched == state.made() &&
        !its.repairing && !state.adjusting[board];
}

// An occupancy board looks right as soon as the capturing piece has left its square; the captured
// one is still to be taken off, and that is no touch. The same with a pawn that is exchanged for
// its promotion.
bool may_be_execution(const State& state, Color board, Square square) {
    const unsigned made = state.made();
    if (made == 0 || state.seat(board).board != BoardKind::occupancy) {
        return false;
    }
    const Ply& last = state.plies[made - 1];
    // The captured piece, the pawn in its place, and then the new piece: as long as the hand has
    // touched nothing else.
    const bool exchanges = last.move && last.move->promotion() && state.touches[board].empty() &&
        state.boards[board].pending_touches.empty();
    if (state.boards[board].lifted.contains(square) && !exchanges) {
        return false;
    }
    if (last.mover == board || !last.move || last.move->is_castling() ||
        last.move->to() != square) {
        return false;
    }
    return last.move->promotion() || state.positions[made - 1].is_capture(*last.move);
}

void note_change(State& state, Color board, Square square, Seen now, Instant at) {
    BoardState& its = state.boards[board];
    const bool was_occupied = its.reading[square].is_occupied();
    if (now.is_empty() && was_occupied && may_touch(state, board) &&
        !may_be_execution(state, board, square)) {
        its.pending_touches.push_back({square, at});
    } else if (now.is_occupied()) {
        std::erase_if(its.pending_touches, [&](const laws::Touch& touch) {
            return touch.square == square;
        });
    }
    if (now.is_empty()) {
        its.lifted.insert(square);
    }
    its.reading[square] = now;
    its.trace.push_back({square, now, at});
    its.changed_at = at;
}

void apply_read(State& state, const Read& event, Instant at) {
    // Emptied squares first: a full reading has no order, and a lift comes before its place.
    for (const bool emptied : {true, false}) {
        for (unsigned i = 0; i < 64; ++i) {
            const Square square = Square::from_index(i);
            const Seen now = event.reading[square];
            if (!(now == state.boards[event.board].reading[square]) && now.is_empty() == emptied) {
                note_change(state, event.board, square, now, at);
            }
        }
    }
}

void apply_settled(State& state, const Settled& event) {
    BoardState& board = state.boards[event.board];
    board.changed_at.reset();
    board.agrees = event.matches == state.made();
    if (event.matches) {
        board.matched = std::max(board.matched, *event.matches);
    }
    if (board.agrees) {
        board.trace.clear();
    }
}

Ply& ply_at(State& state, unsigned number) {
    if (state.plies.size() < number) {
        Ply ply;
        ply.mover = state.to_move();
        state.plies.push_back(ply);
    }
    return state.plies[number - 1];
}

void apply_testified(State& state, const Testified& event) {
    Ply& ply = ply_at(state, event.ply);
    ply.testimonies.push_back(event.testimony);
    if (event.testimony.witness != Witness::repetition) {
        return;
    }
    const Testimony* announced = ply.newest(Witness::announcement);
    const bool differs = announced != nullptr && contradict(event.testimony.move, announced->move);
    state.mending.reset();
    if (differs) {
        state.mending = State::Mending{event.ply, event.testimony.at};
    }
}

// The position after a move that the Laws do not allow, as it stands on the board. Where no
// position can hold it (a king is gone), the old one with the other side to move.
Position stood_after(const Position& before, chess::Move move) {
    chess::Setup setup = before.setup();
    std::optional<Piece> moved = setup.board[move.from().index()];
    setup.board[move.from().index()].reset();
    const bool last_rank =
        move.to().rank() == chess::Rank::first || move.to().rank() == chess::Rank::eighth;
    if (move.promotion()) {
        moved->role = *move.promotion();
    } else if (moved && moved->role == Role::pawn && last_rank) {
        moved->role = Role::queen; // 7.5.2
    }
    if (move.is_castling()) {
        setup.board[move.to().index()].reset();
        setup.board[move.rook_to().index()] = Piece{before.turn(), Role::rook};
    }
    setup.board[move.king_to().index()] = moved;
    setup.castling_rooks.erase(move.from()).erase(move.to());
    if (moved && moved->role == Role::king) {
        const chess::Rank home =
            before.turn() == Color::white ? chess::Rank::first : chess::Rank::eighth;
        for (unsigned file = 0; file < 8; ++file) {
            setup.castling_rooks.erase(Square{static_cast<chess::File>(file), home});
        }
    }
    setup.en_passant.reset();
    setup.turn = !before.turn();
    setup.fullmove_number += before.turn() == Color::black ? 1U : 0U;
    if (auto stood = Position::from_setup(setup, chess::Strictness::stood)) {
        return *stood;
    }
    chess::Setup passed = before.setup();
    passed.turn = !before.turn();
    passed.en_passant.reset();
    auto position = Position::from_setup(passed, chess::Strictness::stood);
    return position ? *position : before;
}

void apply_made(State& state, const Made& event, Instant at) {
    if (event.ply == state.made()) {
        state.positions.pop_back();
        state.keys.pop_back();
    }
    Ply& ply = ply_at(state, event.ply);
    const Color mover = ply.mover;
    ply.state = PlyState::made;
    ply.move = event.move;
    ply.legal = event.legal;
    ply.san = event.san;
    ply.made_at = at;
    state.positions.push_back(
        event.legal ? state.position().after(event.move) : stood_after(state.position(), event.move)
    );
    state.keys.push_back(state.position().repetition_key());
    state.boards[mover].trace.clear();
    if (agrees(state.boards[mover].reading, state.position().reading())) {
        state.boards[mover].matched = event.ply;
    }
    state.boards[!mover].lifted = {};
    state.touches[!mover].clear();
    if (state.draw_offer == !mover) {
        state.draw_offer.reset(); // 9.1.2.1: declined by moving
    }
    state.end_noted.reset();
}

void apply_completed(State& state, const Completed& event, Instant at) {
    Ply& ply = state.plies[event.ply - 1];
    ply.state = PlyState::completed;
    ply.completed_at = at;
    state.clocks.complete_move(ply.mover, at);
    for (const Color color : chess::both_colors) {
        ply.clocks[color] = state.clocks.remaining(color, at);
    }
    state.touches[ply.mover].clear();
    state.boards[ply.mover].pending_touches.clear();
    state.adjusting[ply.mover] = false;
}

// Whose press it was: the move before, where the opponent has replied already; the one being played
// otherwise, heard or not.
Ply& pressed_ply(State& state, Color seat) {
    const unsigned made = state.made();
    if (state.to_move() != seat && made > 0) {
        return state.plies[made - 1];
    }
    const bool is_late = made >= 2 && state.plies[made - 2].state == PlyState::completed &&
        !state.plies[made - 2].pressed_at;
    return is_late ? state.plies[made - 2] : ply_at(state, made + 1);
}

// His clock runs again although he pressed: that press belonged to no move.
void forget_press(State& state, Color seat) {
    if (state.plies.size() > state.made() && state.plies.back().mover == seat) {
        state.plies.back().pressed_at.reset();
    }
}

void apply_recorded(State& state, const Recorded& recorded) {
    switch (recorded.news) {
    case RecordingNews::began:
    case RecordingNews::began_continuous:
        state.recorder = State::Recorder{
            .is_continuous = recorded.news == RecordingNews::began_continuous, .keyed = {}};
        return;
    case RecordingNews::length:
    case RecordingNews::stopped:
    case RecordingNews::microphone_gone:
        state.recorder.reset();
        return;
    case RecordingNews::spoken:
        if (recorded.speaker && recorded.ply && *recorded.ply > 0 &&
            *recorded.ply <= state.plies.size()) {
            state.plies[*recorded.ply - 1].recorded[*recorded.speaker] = true;
        }
        return;
    case RecordingNews::disk_low:
    case RecordingNews::erased:
        return;
    }
}

void apply_keyed(State& state, const RecordingKeyed& keyed) {
    if (state.recorder) {
        state.recorder->keyed =
            keyed.key == RecordingKey::off ? std::nullopt : std::optional{keyed};
    }
}

// Who pressed has said what was to be said.
void end_keyed(State& state, chess::Color seat) {
    if (state.recorder && state.recorder->keyed && state.recorder->keyed->seat == seat) {
        state.recorder->keyed.reset();
    }
}

void apply_pressed(State& state, const ClockPressed& event, Instant at) {
    end_keyed(state, event.seat);
    if (!event.switched) {
        return;
    }
    state.clocks.press(event.seat, at);
    if (state.setup->is_clock_alone()) {
        return;
    }
    Ply& ply = pressed_ply(state, event.seat);
    ply.pressed_at = ply.pressed_at ? ply.pressed_at : at;
    if (ply.completed_at == at) { // with what the press gave him
        for (const Color color : chess::both_colors) {
            ply.clocks[color] = state.clocks.remaining(color, at);
        }
    }
    forget_press(state, !event.seat);
}

void apply_started(State& state, const ClockStarted& event, Instant at) {
    if (state.phase == Phase::not_started && !state.clocks.halted()) {
        state.clocks.start(event.color, at);
    } else if (state.clocks.suspended() == event.color) {
        state.clocks.resume(at);
    } else {
        state.clocks.start_for(event.color, at);
    }
    state.phase = Phase::playing;
    state.resume_for.reset();
    forget_press(state, event.color);
    for (const Color color : chess::both_colors) {
        state.boards[color].changed_at = at; // look again at what happened while the clocks stood
    }
}

void apply_restored(State& state, const Restored& event, Instant at) {
    state.plies.resize(event.ply);
    state.positions.resize(event.ply + 1, state.positions.front());
    state.keys.resize(event.ply + 1, state.keys.front());
    PerColor<unsigned> completed;
    for (const Ply& ply : state.plies) {
        ++completed[ply.mover];
    }
    for (const Color color : chess::both_colors) {
        BoardState& board = state.boards[color];
        state.clocks.set_completed(color, completed[color], at);
        state.touches[color].clear();
        board.matched = std::min(board.matched, event.ply);
        board.press_waits.reset();
        board.press_after.reset();
        board.pending_touches.clear();
        board.trace.clear();
    }
    for (OpenAlert& alert : state.alerts) {
        alert.undone = alert.undone || alert.ply > event.ply;
    }
    state.end_noted.reset();
    state.draw_offer.reset();
    state.mending.reset();
    state.resume_for = state.to_move();
}

void apply_alerted(State& state, const Alerted& event) {
    for (OpenAlert& alert : state.alerts) {
        if (event.upgrades == alert.id) {
            alert.open = false;
        }
    }
    state.alerts.push_back(
        {.id = event.id, .kind = event.kind, .about = event.about, .ply = event.ply}
    );
    state.next_id = event.id + 1;
}

void apply_said(State& state, const Said& event) {
    state.next_id = event.id + 1;
    state.unfinished.insert_or_assign(event.id, event);
    if (event.priority != Priority::notification && event.priority != Priority::progress) {
        state.last_said.insert_or_assign(event.audience, event);
    }
    if (event.message.id == "answer.score") {
        const bool is_black = event.audience == Audience::ear_black;
        state.reviewed[is_black ? Color::black : Color::white] =
            event.message.arguments.count.value_or(0);
    }
    if (event.cause == Cause::call_arbiter) {
        for (OpenAlert& alert : state.alerts) {
            alert.told_players = true;
        }
    }
    if (event.cause == Cause::announcement) {
        state.mending.reset();
    }
}

void apply_touched(State& state, const Touched& event) {
    std::vector<laws::Touch>& pending = state.boards[event.seat].pending_touches;
    const auto lift = std::ranges::find(pending, event.square, &laws::Touch::square);
    if (lift != pending.end()) {
        state.touches[event.seat].push_back(*lift);
        pending.erase(lift);
    }
    const bool declines = state.setup->edition.draw_offer_declined_by == laws::LostBy::touch;
    if (declines && state.draw_offer == !event.seat) {
        state.draw_offer.reset();
    }
}

void apply_status(State& state, const BoardStatus& event, Instant at) {
    BoardState& board = state.boards[event.board];
    const bool was_lost = std::exchange(board.lost, event.report == BoardReport::lost);
    if (was_lost && !board.lost) {
        board.changed_at = at; // look again at what it showed
    }
}

void end_clocks(State& state, Phase phase, Instant at) {
    state.clocks.halt(at);
    state.phase = phase;
    state.proposal.reset();
    state.draw_offer.reset();
}

void press_waits(State& state, const PressWaits& event, Instant at) {
    BoardState& board = state.boards[event.seat];
    if (event.until_said) {
        board.press_after = event.until_said;
    } else {
        board.press_waits = at;
    }
}

void apply_alarms_set(State& state, const AlarmsSet& set) {
    state.alarms[set.seat] = set.alarms;
    state.alarms_asked[set.seat].reset();
}

// Wherever a clock may have been given time, alarms may be due again.
void look_at_alarms(State& state, Instant at) {
    for (const Color color : chess::both_colors) {
        const base::Millis remaining = state.clocks.remaining(color, at);
        state.alarmed[color] = alarms_passed(remaining, state.alarmed[color]);
    }
}

bool changes_times(const EventBody& body) {
    return std::holds_alternative<ClockPressed>(body) ||
        std::holds_alternative<ClockAdjusted>(body) || std::holds_alternative<Completed>(body) ||
        std::holds_alternative<MovesCounted>(body) || std::holds_alternative<Restored>(body) ||
        std::holds_alternative<AlarmsSet>(body);
}

void press_judged(State& state, Color seat) {
    state.boards[seat].press_waits.reset();
    state.boards[seat].press_after.reset();
}

} // namespace

void apply(State& state, const Event& event) {
    const Instant at = event.at;
    std::visit(
        Overloaded{
            [&](const Sensed& sensed) {
                note_change(state, sensed.board, sensed.square, sensed.now, at);
            },
            [&](const Read& read) { apply_read(state, read, at); },
            [&](const Settled& settled) { apply_settled(state, settled); },
            [&](const BoardStatus& status) { apply_status(state, status, at); },
            [&](const Touched& touched) { apply_touched(state, touched); },
            [&](const Adjusting& adjusting) { state.adjusting[adjusting.seat] = adjusting.open; },
            [&](const Testified& testified) { apply_testified(state, testified); },
            [&](const Made& made) { apply_made(state, made, at); },
            [&](const Completed& completed) { apply_completed(state, completed, at); },
            [&](const PressWaits& waits) { press_waits(state, waits, at); },
            [&](const PressJudged& judged) { press_judged(state, judged.seat); },
            [&](const ClockPressed& pressed) { apply_pressed(state, pressed, at); },
            [&](const ClockStarted& started) { apply_started(state, started, at); },
            [&](const ClockHalted&) { state.clocks.halt(at); },
            [&](const ClockAdjusted& adjusted) {
                state.clocks.set(adjusted.color, adjusted.remaining, at);
                state.flagged[adjusted.color] = false;
            },
            [&](const MovesCounted& counted) {
                state.clocks.set_completed(counted.color, counted.moves, at);
            },
            [&](const AlarmsRequested& asked) { state.alarms_asked[asked.seat] = asked.alarms; },
            [&](const AlarmsSet& set) { apply_alarms_set(state, set); },
            [&](const AlarmReached& reached) { state.alarmed[reached.color] = reached.left; },
            [&](const FlagFell& fell) {
                state.flagged[fell.color] = true;
                state.clocks.note_flag(fell.color);
            },
            [&](const Alerted& alerted) { apply_alerted(state, alerted); },
            [&](const AlertSettled& settled) {
                const auto alert = std::ranges::find(state.alerts, settled.id, &OpenAlert::id);
                if (alert != state.alerts.end()) {
                    alert->open = false;
                }
            },
            [&](const Proposed& proposed) {
                state.proposal = proposed.proposal;
                state.agreed = {};
            },
            [&](const ProposalAgreed& agreed) { state.agreed[agreed.seat] = true; },
            [&](const ProposalEnded&) { state.proposal.reset(); },
            [&](const RepairStarted& repair) { state.boards[repair.board].repairing = true; },
            [&](const RepairGuided& guided) { state.boards[guided.board].guided = guided.message; },
            [&](const RepairEnded& repair) {
                state.boards[repair.board].repairing = false;
                state.boards[repair.board].guided.reset();
                state.boards[repair.board].matched = state.made();
                state.boards[repair.board].agrees = true;
                state.boards[repair.board].trace.clear();
            },
            [&](const Restored& restored) { apply_restored(state, restored, at); },
            [&](const IllegalCounted& counted) { ++state.illegal_moves[counted.color]; },
            [&](const DrawOffered& offered) { state.draw_offer = offered.seat; },
            [&](const DrawOfferEnded&) { state.draw_offer.reset(); },
            [&](const Claimed& claimed) { state.claim = claimed; },
            [&](const ClaimEnded&) { state.claim.reset(); },
            [&](const EndNoted& noted) { state.end_noted = noted; },
            [&](const Ended& ended) {
                state.result = ended;
                end_clocks(state, Phase::ended, at);
            },
            [&](const Adjourned&) { end_clocks(state, Phase::adjourned, at); },
            [&](const Said& said) { apply_said(state, said); },
            [&](const SpeechEnded& ended) { state.unfinished.erase(ended.id); },
            [](const Noted&) {},
            [](const Refused&) {},
            [](const Warned&) {},
            [](const Reasoned&) {},
            [&](const Overridden& overridden) { state.overridden.insert(overridden.clause); },
            [](const Signed&) {},
            [&](const Recorded& recorded) { apply_recorded(state, recorded); },
            [&](const RecordingKeyed& keyed) { apply_keyed(state, keyed); },
            [](const Arrived&) {},
            [](const Sealed&) {},
            [](const ConsoleStatus&) {},
        },
        event.body
    );
    if (changes_times(event.body)) {
        look_at_alarms(state, at);
    }
}

} // namespace ansage::table
