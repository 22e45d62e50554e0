// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/testimony.hpp"

#include "chess/attacks.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;
using chess::Role;
using chess::Square;
using chess::SquareSet;

namespace {

std::optional<Move> legal_move(const State& state, const Testimony* said) {
    const bool legal =
        said != nullptr && said->move.move && state.position().is_legal(*said->move.move);
    return legal ? said->move.move : std::nullopt;
}

HeardMove made_move(const State& state, Ply number) {
    const Move move = *state.plies[number].move;
    const std::optional<chess::Piece> piece = state.positions.before(number).at(move.from());
    return {.text = {}, .move = move, .error = {}, .said = spoken(move, piece->role)};
}

// The square of the rook that an illegal castling moved: the outermost on that side.
std::optional<Square> rook_for(const chess::Position& before, CastlingSide side) {
    const Square king = before.king(before.turn());
    std::optional<Square> found;
    for (const Square square : before.of(chess::Piece{before.turn(), Role::rook})) {
        const bool short_side = square.file() > king.file();
        if (square.rank() == king.rank() && short_side == (side == CastlingSide::short_side))
            found = !found || short_side ? square : *found;
    }
    return found;
}

// Whether a piece could go there by its way of moving, whatever stands between.
bool goes_there(const chess::Position& before, Square from, Square to) {
    const chess::Piece piece = *before.at(from);
    if (piece.role != Role::pawn) return chess::attacks::piece(piece.role, from, {}).contains(to);
    const bool may_pass = before.at(Square{to.file(), from.rank()}).has_value(); // en passant
    return before.at(to) || (may_pass && from.file() != to.file())
        ? chess::attacks::pawn(piece.color, from).contains(to)
        : from.file() == to.file();
}

SquareSet pieces_named(const chess::Position& before, const SpokenMove& said) {
    const auto stands = said.from ? before.at(*said.from) : std::nullopt;
    const Role unnamed = stands ? stands->role : Role::pawn;
    return before.of(chess::Piece{before.turn(), said.role.value_or(unnamed)});
}

SquareSet pieces_going(const chess::Position& before, const SpokenMove& said) {
    SquareSet going;
    for (const Square square : pieces_named(before, said))
        if (said.to && goes_there(before, square, *said.to)) going.insert(square);
    return going;
}

// Words without an origin mean the only piece of that name that goes there. Where all or none do,
// nobody knows which it was; the game goes on all the same, so one of them stands for it.
std::optional<Square> origin_of(const chess::Position& before, const SpokenMove& said) {
    const SquareSet going = pieces_going(before, said);
    return first_of(going.empty() ? pieces_named(before, said) : going);
}

} // namespace

std::optional<Square> first_of(SquareSet squares) {
    return squares.empty() ? std::nullopt : std::optional{squares.first()};
}

// The illegal move as far as it can be written as one.
std::optional<Move> illegal_move(const chess::Position& before, const SpokenMove& seen) {
    if (seen.castling) {
        const std::optional<Square> rook = rook_for(before, *seen.castling);
        return rook ? std::optional{Move::castling(before.king(before.turn()), *rook)}
                    : std::nullopt;
    }
    const std::optional<Square> from = seen.from ? seen.from : origin_of(before, seen);
    if (!from || !seen.to || !before.at(*from)) return std::nullopt;
    // Told as en passant is, since the hand did the same.
    const Square passed{seen.to->file(), from->rank()};
    const bool is_en_passant = before.at(*from)->role == Role::pawn &&
        from->file() != seen.to->file() && !before.at(*seen.to) && before.at(passed);
    if (is_en_passant) return Move::en_passant(*from, *seen.to);
    return seen.promotion ? Move::promoting(*from, *seen.to, *seen.promotion)
                          : Move::ordinary(*from, *seen.to);
}

std::optional<Move> meant_move(const chess::Position& before, const HeardMove& heard) {
    return heard.move ? heard.move : illegal_move(before, heard.said);
}

std::optional<Move> shaped_move(const chess::Position& before, const HeardMove& heard) {
    const SpokenMove& said = heard.said;
    SquareSet going;
    for (const Square square : pieces_going(before, said)) {
        const bool is_it = (!said.from || said.from == square) &&
            (!said.from_file || said.from_file == square.file()) &&
            (!said.from_rank || said.from_rank == square.rank());
        if (is_it) going.insert(square);
    }
    const bool is_known =
        heard.move || (heard.error == MoveError::illegal && (said.castling || going.size() == 1));
    return is_known ? meant_move(before, heard) : std::nullopt;
}

const Testimony* announcement_of_open(const State& state) {
    const PlyRecord* open = state.open_ply();
    return open == nullptr ? nullptr : open->newest(Witness::announcement);
}

bool is_unheard(const State& state, Color mover) {
    const PlyRecord* open = state.open_ply();
    const bool is_told = open != nullptr &&
        (open->newest(Witness::announcement) != nullptr ||
         open->newest(Witness::mover_board) != nullptr);
    return state.to_move() == mover && !state.is_witness(mover) && !is_told;
}

bool is_move_awaited(const State& state, Color mover) {
    const PlyRecord* open = state.open_ply();
    return open != nullptr &&
        (open->pressed_at || state.find_open(AlertKind::move_not_heard, mover) != nullptr);
}

std::optional<Move> move_by_words(const State& state, Color mover, bool is_pressed) {
    const PlyRecord* open = state.open_ply();
    if (open == nullptr) return std::nullopt;
    const Testimony* announced = open->newest(Witness::announcement);
    const Testimony* executed = said_to_be_executed(*open);
    const bool is_sighted = state.seat(mover).vision == Vision::sighted;
    if (announced == nullptr && !is_sighted && !is_pressed) return std::nullopt;
    // What a sighted player's hand has made by his press is his move (D.2.5).
    const bool binds = announced != nullptr && !(is_sighted && is_pressed);
    if (binds && executed != nullptr && contradict(announced->move, executed->move))
        return std::nullopt;
    const std::optional<Move> move = legal_move(state, executed);
    const bool is_illegal = executed != nullptr && executed->move.error == MoveError::illegal;
    return move || is_illegal ? move : legal_move(state, announced);
}

bool stands_still(const State& state, Color board) {
    const BoardState& its = state.boards[board];
    return state.has_sensors(board) && its.matched < state.made() &&
        agrees(its.reading, state.positions.after(its.matched).reading()) &&
        !agrees(its.reading, state.position().reading());
}

bool is_carried_out(const State& state, Color board, Ply number) {
    const PlyRecord& ply = state.plies[number];
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
    const Ply made = state.made();
    const PlyRecord* last = made == 0 ? nullptr : &state.plies[made];
    if (last != nullptr && last->mover != mover && last->move && !last->move->is_castling())
        evidence.executed = last->move->to();
    // A board reports so late what was done before the press.
    if (board.press_waits)
        forget_lifts_after(evidence, *board.press_waits + debounce_time(state, mover));
    put_in_order(evidence.trace, state.position());
    return evidence;
}

BoardEvidence evidence_of_made(const State& state) {
    const Color mover = !state.to_move();
    BoardEvidence evidence = evidence_of_mover(state, mover);
    evidence.trace = state.boards[mover].turn_trace;
    return evidence;
}

const Testimony* said_to_be_executed(const PlyRecord& ply) {
    const Testimony* shown = ply.newest(Witness::mover_board);
    return shown != nullptr && shown->source != Source::sensor ? shown : nullptr;
}

Shown shown_by_mover(const State& state, Color mover) {
    const PlyRecord* open = state.open_ply();
    const Testimony* announced = open == nullptr ? nullptr : open->newest(Witness::announcement);
    return what_board_shows(
        evidence_of_mover(state, mover),
        state.position(),
        announced == nullptr ? nullptr : &announced->move
    );
}

bool words_fit(const SpokenMove& said, const SpokenMove& seen) {
    if (said.castling || seen.castling) return said.castling == seen.castling;
    const bool from = !said.from || said.from == seen.from;
    const bool role = !said.role || said.role == seen.role;
    return from && role && said.to == seen.to;
}

namespace {

SquareSet handled_of(SquareSet squares, const BoardState& board) {
    SquareSet handled;
    for (const Change& change : board.trace) handled.insert(change.square);
    return handled & squares;
}

} // namespace

bool is_in_hand(const Shown& shown, const State& state, Color mover) {
    const BoardState& board = state.boards[mover];
    SquareSet missing = handled_of(shown.displaced, board);
    if (shown.kind == ShownKind::illegal) {
        const std::optional<Move> move = illegal_move(state.position(), shown.seen);
        if (move) missing = missing & ~footprint_squares(*move);
    }
    return std::ranges::any_of(missing, [&](Square square) {
        return board.reading[square].is_empty();
    });
}

namespace {

// What changed just before the press, or since, and may change back.
struct Unsteady {
    SquareSet off; // nothing is seen where something stood before the move
    SquareSet gone; // something was put down there, and is not seen any more
};

// A piece of the mover's that alone is missing is in his hand.
Unsteady unsteady_squares(const State& state, Color mover, base::Instant press) {
    const BoardEvidence board = evidence_of_mover(state, mover);
    const chess::Reading before = state.position().reading();
    const SquareSet off = differing(board.reading, before);
    const SquareSet missing = off & state.position().of(mover);
    Unsteady result;
    for (const Change& change : board.trace) {
        result.off.erase(change.square);
        if (change.now.is_occupied()) result.gone = {}; // it was put down there
        if (change.at + longest_drop_out <= press) continue;
        if (!change.now.is_empty()) continue;
        (off.contains(change.square) ? result.off : result.gone).insert(change.square);
    }
    if (missing.size() == 1) result.off.erase(missing.first());
    return result;
}

// He has said where it goes, and one of his own is gone and stands nowhere: it may be put down yet,
// or not be seen there.
bool is_man_nowhere(const State& state, Color mover) {
    const Testimony* const said = announcement_of_open(state);
    if (said == nullptr || said->source == Source::device) return false;
    const Handling hand = handling_of(evidence_of_mover(state, mover), state.position());
    return hand.own_left.size() == 1 && hand.came.empty();
}

// His clock stands already, and his board has told of nothing in this turn: it may be late.
bool is_silent(const State& state, Color mover) {
    const Handling hand = handling_of(evidence_of_mover(state, mover), state.position());
    const bool is_touched =
        !state.touches[mover].empty() || !state.boards[mover].pending_touches.empty();
    return state.clocks.running() != mover && hand.differs.empty() && !is_touched;
}

} // namespace

bool may_change(const State& state, Color mover, base::Instant press) {
    if (state.to_move() != mover) return false;
    // One shape of move waits as long as another, whichever of them is legal.
    if (told_by_shape(evidence_of_mover(state, mover), state.position())) return false;
    if (is_man_nowhere(state, mover) || is_silent(state, mover)) return true;
    const Unsteady unsteady = unsteady_squares(state, mover, press);
    if (unsteady.off.empty() && unsteady.gone.empty()) return false;
    const Shown shown = shown_by_mover(state, mover);
    switch (shown.kind) {
    case ShownKind::move: return !handled_of(shown.displaced, state.boards[mover]).empty();
    case ShownKind::several: return !unsteady.gone.empty();
    default: return true;
    }
}

bool has_just_recovered(const BoardState& board) {
    if (board.trace.empty() || !board.trace.back().now.is_occupied()) return false;
    const Change& last = board.trace.back();
    const auto lift = std::find_if(
        std::next(board.trace.rbegin()),
        board.trace.rend(),
        [&](const Change& change) { return change.square == last.square; }
    );
    return lift != board.trace.rend() && lift->now.is_empty() &&
        last.at - lift->at <= longest_drop_out;
}

namespace {

// 7.5.2: the hand left a pawn on the last rank, whatever piece the words had for it; that is told
// as an illegal move, and it becomes a queen.
bool was_pawn_left(const PlyRecord& ply) {
    const Testimony* const seen = ply.newest(Witness::mover_board);
    return seen != nullptr && seen->move.error == MoveError::illegal &&
        seen->move.said.role == Role::pawn && !seen->move.said.promotion;
}

} // namespace

bool announcement_differs(const State& state, Ply ply_number) {
    const PlyRecord& ply = state.plies[ply_number];
    const Testimony* announced = ply.newest(Witness::announcement);
    if (announced == nullptr || !ply.move || announced->move.error == MoveError::ambiguous)
        return false;
    const bool is_pawn_left = was_pawn_left(ply);
    if (ply.legal && !is_pawn_left) return announced->move.move != ply.move;
    const std::optional<chess::Piece> piece =
        state.positions.before(ply_number).at(ply.move->from());
    SpokenMove said = announced->move.said;
    if (is_pawn_left) said.promotion.reset();
    return !piece || !fits(said, *ply.move, piece->role);
}

bool repetition_differs(const State& state, Ply number) {
    const PlyRecord& ply = state.plies[number];
    const Testimony* repeated = ply.newest(Witness::repetition);
    const Testimony* announced = ply.newest(Witness::announcement);
    if (repeated == nullptr || repeated->move.error == MoveError::ambiguous || !ply.move)
        return false; // a gap, never an alert
    return contradict(
        repeated->move, announced != nullptr ? announced->move : made_move(state, number)
    );
}

bool is_told_by_words(const State& state, const PlyRecord& ply) {
    const Testimony* const announced = ply.newest(Witness::announcement);
    return !ply.legal && announced != nullptr && !announced->move.said.from &&
        !announced->move.said.castling && ply.newest(Witness::mover_board) == nullptr &&
        !state.is_witness(ply.mover);
}

const Testimony* score_entry(const State& state, const PlyRecord& ply, Color color) {
    const Testimony* const written = ply.newest(score_of(color));
    const bool is_audio = ply.recorded[color] && state.seat(color).vision == Vision::impaired;
    if (written != nullptr || !is_audio) return written;
    return ply.newest(ply.mover == color ? Witness::announcement : Witness::repetition);
}

} // namespace ansage::table
