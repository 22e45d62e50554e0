// SPDX-License-Identifier: GPL-3.0-or-later
// Illegal moves and two hands: what follows from them, by edition and class, and that it follows
// (7.5, A.5.2).
#include "table/disputes/by_edition.hpp"
#include "table/disputes/rulings.hpp"
#include "table/witnesses/testimony.hpp"
#include "table/witnesses/undone.hpp"

#include <algorithm>
#include <vector>

namespace ansage::table {

using chess::Color;
using chess::Role;

namespace {

// What was played since must be legal with the queen, too.
bool holds(const State& state, Ply number, chess::Move move) {
    chess::Position position = state.positions.before(number);
    if (!position.is_legal(move)) return false;
    position.play(move);
    for (Ply later = number + 1; later <= state.made(); ++later) {
        const PlyRecord& ply = state.plies[later];
        if (!ply.legal || !position.is_legal(*ply.move)) return false;
        position.play(*ply.move);
    }
    return true;
}

std::optional<chess::Move> queen_of(const State& state, Ply number) {
    if (!state.setup->edition.unpromoted_pawn_becomes_queen || !left_a_pawn(state, number))
        return std::nullopt;
    const chess::Move& pawn = *state.plies[number].move;
    const auto queen = chess::Move::promoting(pawn.from(), pawn.to(), Role::queen);
    return holds(state, number, queen) ? std::optional{queen} : std::nullopt;
}

// What the ply that was pressed may have been, as far as board or words told it.
std::vector<chess::Move> told_moves(const State& state, const PlyRecord& open) {
    if (state.is_witness(open.mover)) return shown_by_mover(state, open.mover).candidates;
    const Testimony* const executed = said_to_be_executed(open);
    const Testimony* const told =
        executed != nullptr ? executed : open.newest(Witness::announcement);
    std::vector<chess::Move> moves;
    if (told == nullptr || told->move.said.promotion) return moves;
    for (const chess::Move move : state.position().legal_moves()) {
        const bool is_pawn = state.position().at(move.from())->role == Role::pawn;
        if (is_pawn && fits(told->move.said, move, Role::pawn)) moves.push_back(move);
    }
    return moves;
}

// 7.5.2 where neither a sensor nor words told which piece stands on the last rank: the ply is open,
// and the arbiter who rules on it has seen the pawn.
std::optional<chess::Move> queen_of_open(const State& state, Color mover) {
    const PlyRecord* const open = state.open_ply();
    const bool is_pressed = open != nullptr && open->mover == mover && open->pressed_at;
    if (!is_pressed || !state.setup->edition.unpromoted_pawn_becomes_queen) return std::nullopt;
    const std::vector<chess::Move> moves = told_moves(state, *open);
    const bool is_one_pawn = !moves.empty() && std::ranges::all_of(moves, [&](chess::Move move) {
        return move.promotion() && move.from() == moves.front().from() &&
            move.to() == moves.front().to();
    });
    return is_one_pawn ? std::optional{chess::Move::promoting(
                             moves.front().from(), moves.front().to(), Role::queen
                         )}
                       : std::nullopt;
}

bool is_illegal_ply(const State& state, Ply ply) {
    return ply > 0 && ply <= state.made() && !state.plies[ply].legal;
}

// Words alone told the move, without its origin, and it may have been another piece of that name.
bool is_origin_unknown(const State& state, const PlyRecord& ply, const chess::Position& before) {
    const auto piece = before.at(ply.move->from());
    return is_told_by_words(state, ply) && piece && before.of(*piece).size() > 1;
}

// 7.5.4: for two hands, before it was known to be illegal. One move is one offence.
bool was_counted(const State& state, Color offender, Ply ply) {
    return is_illegal_ply(state, ply) &&
        std::ranges::any_of(state.rulings, [&](const RulingKept& ruling) {
               const Matter* const ruled = state.find_matter(ruling.matter);
               return ruling.counts && ruling.counted[offender] > 0 && ruled != nullptr &&
                   ruled->move == state.move_at(ply);
           });
}

// What a hand took up for the move that is taken back, and the man that it took (7.5.1: 4.3 holds).
chess::SquareSet touched_by(const State& state, Ply number) {
    const chess::Position& before = state.positions.before(number);
    const PlyRecord& ply = state.plies[number];
    const chess::Move move = *ply.move;
    if (is_origin_unknown(state, ply, before)) return {};
    chess::SquareSet squares{move.from()};
    const auto taken = before.at(move.king_to());
    if (!move.is_castling() && taken && taken->color != before.turn())
        squares.insert(move.king_to());
    return squares;
}

// What boards saw of it, in its order, and what was touched before: the illegal move frees nobody
// from that (7.5.1, 4.3.1). Empty where no board saw it, and for castling, whose pieces may have
// been announced (Guidelines II.3).
std::vector<laws::Touch> touches_seen(const State& state, Color offender, Ply number) {
    if (is_illegal_ply(state, number)) {
        const PlyRecord& ply = state.plies[number];
        return ply.move->is_castling() ? std::vector<laws::Touch>{} : ply.touches;
    }
    const bool is_turn = number == state.made() + 1 && state.to_move() == offender;
    return is_turn ? state.touches[offender] : std::vector<laws::Touch>{};
}

// What the next move has to move or take, of what was seen; of the squares where nothing was.
chess::SquareSet bound_by(
    const chess::Position& position, const std::vector<laws::Touch>& seen, chess::SquareSet squares
) {
    if (seen.empty()) return squares;
    std::vector<laws::Touch> touches = seen;
    for (const chess::Square square : squares) {
        if (std::ranges::count(touches, square, &laws::Touch::square) == 0)
            touches.push_back({.square = square, .at = seen.back().at});
    }
    std::erase_if(touches, [&](const laws::Touch& touch) { return !position.at(touch.square); });
    return laws::binding_squares(laws::TouchObligation{position, touches}, touches);
}

// The offence was ruled on, and nothing has been begun since that could be another.
bool was_ruled_already(const State& state, Color color) {
    const bool begun = state.open_ply() != nullptr || !state.boards[color].trace.empty();
    return !begun && std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        const bool is_offence = matter.kind == MatterKind::illegal_move ||
            matter.kind == MatterKind::press_without_move;
        const bool is_ruled =
            matter.state == MatterState::undone || matter.state == MatterState::ruled;
        return is_offence && is_ruled && matter.about == color &&
            concerns_newest(state, matter, color);
    });
}

// A.5.2: what only the arbiter saw was in the player's last move, for nothing has been begun since,
// and the opponent has made his next one.
bool is_too_late(const State& state, Color color) {
    const bool begun = state.open_ply() != nullptr || !state.boards[color].trace.empty();
    return illegal_rule(state).until == laws::IllegalUntil::opponents_next_move &&
        state.to_move() == color && !begun && state.made() >= 2;
}

bool is_refused(Decision& decision, const Matter* matter, std::optional<MatterNumber> number) {
    const auto refuse = [&](std::string id) {
        decision.refuse(Refusal::not_allowed, std::nullopt, std::move(id));
        return true;
    };
    if (number && matter == nullptr) return refuse("refused.no_such_matter");
    if (matter != nullptr && matter->state == MatterState::lapsed) return refuse("refused.lapsed");
    if (matter != nullptr && matter->state != MatterState::open) return refuse("refused.answered");
    const bool only_pressed = matter != nullptr && matter->kind == MatterKind::press_without_move;
    if (only_pressed && !decision.setup().edition.press_without_move_is_illegal)
        return refuse("refused.press_is_no_illegal_move");
    const bool fits = matter == nullptr || matter->kind == MatterKind::illegal_move ||
        matter->kind == MatterKind::press_without_move;
    return !fits && refuse("refused.no_offence");
}

// The newest that is open; else the player's newest move, if that is what has lapsed.
const Matter* meant(const State& state, Color color) {
    const Matter* const open =
        newest_open(state, {MatterKind::illegal_move, MatterKind::press_without_move}, color);
    if (open != nullptr) return open;
    const auto lapsed = std::ranges::find_if(state.agenda, [&](const Matter& matter) {
        return matter.state == MatterState::lapsed && matter.about == color &&
            matter.ply + 2 > state.made();
    });
    return lapsed == state.agenda.end() ? nullptr : &*lapsed;
}

// What only the arbiter saw.
MatterNumber raise_unseen(Decision& decision, Color color) {
    raise(
        decision,
        {.matter = MatterKind::illegal_move, .about = color, .ply = decision.state().made() + 1}
    );
    return MatterNumber{decision.state().agenda.size()};
}

// 7.5.2: in the place of the pawn.
void put_queen(Decision& decision, Ply ply, chess::Move queen) {
    if (is_illegal_ply(decision.state(), ply)) {
        decision.emit(RecordCorrected{{.ply = ply, .move = queen}});
    } else {
        make(decision, queen);
        complete(decision, ply);
    }
    repair_both(decision);
}

} // namespace

void oblige(Decision& decision, Color seat, chess::SquareSet squares) {
    const chess::Position& position = decision.state().position();
    std::vector<laws::Touch> touches;
    for (const chess::Square square : squares)
        touches.push_back({.square = square, .at = decision.at()});
    if (!laws::TouchObligation{position, touches}.is_free())
        decision.emit(Obliged{.seat = seat, .squares = squares});
}

std::optional<Color> pressed_without_piece(const State& state) {
    for (const Color color : chess::both_colors)
        if (state.find_open(AlertKind::promotion_not_announced, color) != nullptr) return color;
    return std::nullopt;
}

bool names_missing_piece(const State& state, Color mover, chess::Move move) {
    const PlyRecord* const open = state.open_ply();
    return open != nullptr && pressed_without_piece(state) == mover &&
        std::ranges::count(told_moves(state, *open), move) != 0;
}

void tell_illegal(Decision& decision, Color offender, Ply ply) {
    const State& state = decision.state();
    Decision::AlertDetails details{.about = offender, .ply = ply};
    if (is_illegal_ply(state, ply)) {
        details.arguments.square = state.plies[ply].move->from();
        details.arguments.second_square = state.plies[ply].move->king_to();
    }
    if (is_only_said(state, ply)) details.cause = "_said";
    decision.alert(AlertKind::illegal_move_completed, details);
}

bool is_only_said(const State& state, Ply ply) {
    if (!state.plies.has(ply)) return !state.is_witness(state.to_move());
    return !state.is_witness(state.plies[ply].mover) &&
        said_to_be_executed(state.plies[ply]) == nullptr;
}

const laws::IllegalMoveRule& illegal_rule(const State& state) {
    return class_rules(*state.setup).illegal_move;
}

IllegalRuling illegal_ruling(const State& state, Color offender, Ply ply) {
    const laws::IllegalMoveRule& rule = illegal_rule(state);
    IllegalRuling ruling;
    ruling.is_counted = was_counted(state, offender, ply);
    ruling.offence = state.illegal_moves[offender] + (ruling.is_counted ? 0 : 1);
    const bool is_punished =
        !ruling.is_counted && laws::penalty_is_printed(rule, illegal_facts(state, offender, true));
    if (is_punished) ruling.added = laws::illegal_move_penalty(ruling.offence, rule);
    ruling.back_to = state.made();
    ruling.gained = state.plies.has(ply) ? state.plies[ply].gained : base::Millis{0};
    if (is_illegal_ply(state, ply)) {
        ruling.queen = queen_of(state, ply);
        ruling.back_to = ruling.queen ? state.made() : ply - 1;
    } else if (ply == state.made() + 1) {
        ruling.queen = queen_of_open(state, offender);
    }
    const chess::Position& restored = state.positions.after(ruling.back_to);
    if (is_punished)
        ruling.ending = laws::illegal_move_ending(restored, offender, ruling.offence, rule);
    return ruling;
}

void rule_illegal(Decision& decision, Color color, std::optional<MatterNumber> number) {
    const State& state = decision.state();
    const Matter* const matter = number ? state.find_matter(*number) : meant(state, color);
    if (is_refused(decision, matter, number)) return;
    if (matter == nullptr && was_ruled_already(state, color)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.answered");
        return;
    }
    if (matter == nullptr && is_too_late(state, color)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.lapsed");
        return;
    }
    const Color offender = matter == nullptr ? color : matter->about.value_or(color);
    const Ply ply = matter == nullptr ? state.made() + 1 : matter->ply;
    const MatterNumber ruled = matter == nullptr ? raise_unseen(decision, color) : matter->number;
    const IllegalRuling ruling = illegal_ruling(state, offender, ply);
    const bool undoes = is_illegal_ply(state, ply) && !ruling.queen;
    const auto touched = undoes ? touched_by(state, ply) : chess::SquareSet{};
    const std::vector<laws::Touch> seen = touches_seen(state, offender, ply);
    const bool counts = matter != nullptr || is_offence_now(state, offender);
    const bool was_proposed = matter != nullptr && matter->proposal;
    begin_ruling(decision, ruled);
    if (was_proposed) decision.emit(ProposalEnded{.accepted = true, .matter = ruled});
    if (!counts) { // the position is put right, and no more
        restore(decision, ruling.back_to);
        end_ruling(decision, MatterState::ruled);
        return;
    }
    if (!ruling.is_counted) decision.emit(IllegalCounted{.color = offender, .two_hands = {}});
    leave_claims_moot(decision, !offender, ClaimKind::illegal);
    if (ruling.ending) {
        end_game(decision, *ruling.ending, {});
        end_ruling(decision, MatterState::ruled);
        return;
    }
    add_time(decision, !offender, ruling.added);
    if (!ruling.queen) add_time(decision, offender, -ruling.gained);
    tell_if_illegal_not_printed(decision, offender);
    if (ruling.queen) {
        put_queen(decision, ply, *ruling.queen);
        end_ruling(decision, MatterState::ruled);
        look_for_ending(decision);
        return;
    }
    if (!decision.setup().is_clock_alone()) {
        restore(decision, ruling.back_to);
        oblige(decision, offender, bound_by(decision.state().position(), seen, touched));
    }
    end_ruling(decision, undoes ? MatterState::undone : MatterState::ruled);
}

Ply newest_ply_of(const State& state, Color color) {
    const Ply made = state.made();
    if (state.to_move() != color) return std::max<Ply>(made, 1);
    const bool begun = state.open_ply() != nullptr || !state.boards[color].trace.empty();
    return begun || made < 2 ? made + 1 : made - 1;
}

bool concerns_newest(const State& state, const Matter& matter, Color color) {
    const Ply newest = newest_ply_of(state, color);
    const bool is_made = newest <= state.made();
    return matter.ply >= newest &&
        (!is_made || state.plies[newest].made_at.value_or(matter.changed) <= matter.changed);
}

bool has_lapsed(const State& state, Color color) {
    const Matter* const matter = meant(state, color);
    return matter != nullptr && matter->state == MatterState::lapsed;
}

// --- two hands, which only the arbiter sees (7.5.4): counted and punished like an illegal move,
// but it stands
namespace {

// An illegal move made with two hands is one offence, and goes back as such.
const Matter* illegal_move_of(const State& state, Color color, Ply ply) {
    const Matter* const open = newest_open(state, {MatterKind::illegal_move}, color);
    return open != nullptr && open->ply == ply ? open : nullptr;
}

bool was_ruled_on(const State& state, Color color, Ply ply) {
    return std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        return matter.kind == MatterKind::illegal_move && matter.state == MatterState::ruled &&
            matter.about == color && matter.ply == ply && concerns_newest(state, matter, color);
    });
}

Raised hands_of(const State& state, Color color) {
    return {
        .matter = MatterKind::illegal_move,
        .about = color,
        .ply = newest_ply_of(state, color),
        .alert = {},
        .message = words_of_two_hands(state, color)};
}

bool has_pressed(const State& state, Ply ply) {
    return state.plies.has(ply) && state.plies[ply].pressed_at;
}

// A.5.2: the opponent has made his next move since.
bool is_over(const State& state, Ply ply) {
    return illegal_rule(state).until == laws::IllegalUntil::opponents_next_move &&
        state.made() > ply;
}

// Absent if it may be ruled.
std::optional<std::string_view> fault_of(const State& state, Color color, Ply ply) {
    if (!laws::two_hands_are_illegal(state.setup->edition, has_pressed(state, ply)))
        return "refused.two_hands";
    if (is_over(state, ply)) return "refused.lapsed";
    const bool is_answered = was_ruled_on(state, color, ply) || was_ruled_already(state, color);
    return is_answered ? std::optional{"refused.answered"} : std::nullopt;
}

} // namespace

bool are_two_hands_punished(const State& state, Color color) {
    return !fault_of(state, color, newest_ply_of(state, color));
}

void rule_two_hands(Decision& decision, Color color) {
    const State& state = decision.state();
    const Ply ply = newest_ply_of(state, color);
    if (const auto fault = fault_of(state, color, ply)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, std::string{*fault});
        return;
    }
    if (const Matter* const illegal = illegal_move_of(state, color, ply)) {
        rule_illegal(decision, color, illegal->number);
        return;
    }
    const IllegalRuling ruling = illegal_ruling(state, color, ply);
    raise(decision, hands_of(state, color));
    begin_ruling(decision, MatterNumber{state.agenda.size()});
    decision.emit(IllegalCounted{.color = color, .two_hands = true});
    if (ruling.ending) end_game(decision, *ruling.ending, {});
    else add_time(decision, !color, ruling.added);
    end_ruling(decision, MatterState::ruled);
}

} // namespace ansage::table
