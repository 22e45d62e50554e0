// SPDX-License-Identifier: GPL-3.0-or-later
// Words for moves: announced, corrected, repeated, written down (D.2.1, D.2.3, D.2.8).
#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;

bool lacks_promotion_piece(const chess::Position& before, const SpokenMove& said) {
    if (said.promotion || said.castling || !said.to) return false;
    const chess::Rank rank = said.to->rank();
    const bool is_last = rank == chess::Rank::first || rank == chess::Rank::eighth;
    const auto stands = said.from ? before.at(*said.from) : std::nullopt;
    const bool is_pawn = said.role ? said.role == chess::Role::pawn
        : said.from                ? stands && stands->role == chess::Role::pawn
                                   : true;
    return is_last && is_pawn;
}

Source source_of(std::optional<Performer> by) {
    return by == Performer::assistant ? Source::assistant : Source::speech;
}

bool words_allowed(Decision& decision, Color seat) {
    if (decision.state().phase == Phase::ended || decision.state().phase == Phase::adjourned) {
        decision.refuse(Refusal::game_over, seat);
        return false;
    }
    if (!decision.state().in_play()) {
        decision.refuse(Refusal::clock_halted, seat);
        return false;
    }
    return true;
}

bool keep_words(Decision& decision, Color seat, const HeardMove& heard) {
    if (heard.error == MoveError::not_a_move) {
        if (heard.other_words) decision.refuse_words(seat, *heard.other_words);
        else decision.refuse(Refusal::not_a_move, seat);
        return false;
    }
    return true;
}

void ask_if_ambiguous(Decision& decision, Color seat, Ply ply, const HeardMove& heard) {
    if (heard.error != MoveError::ambiguous) return;
    const State& state = decision.state();
    const chess::Position& before = state.positions.before(std::min(ply, state.made() + 1));
    const SpokenMove& said = heard.said;
    const bool lacks_side = !said.to && !said.castling; // "Rochade" alone
    const bool lacks_piece = !said.role && !said.from && !said.from_file && !said.from_rank;
    decision.refuse(
        Refusal::ambiguous,
        seat,
        lacks_side                                ? "refused.ambiguous_castling"
            : lacks_promotion_piece(before, said) ? "refused.ambiguous_promotion"
            : lacks_piece                         ? "refused.ambiguous_piece"
                                                  : "refused.ambiguous"
    );
}

void unmake(Decision& decision, Ply ply) {
    if (decision.state().open_ply() == nullptr) decision.emit(Unmade{.ply = ply});
}

namespace {

// The sensors left it open which of several moves it was, and the words told.
bool was_told_by_words(const State& state, Color seat, Ply ply) {
    const ShownKind kind =
        what_board_shows(evidence_of_made(state), state.positions.before(ply), nullptr).kind;
    return kind == ShownKind::several ||
        (kind == ShownKind::before && state.seat(seat).board == BoardKind::occupancy);
}

// The move that the newest words leave, where words alone had made the one before.
std::optional<Move> told_instead(const State& state, Color seat, Ply ply) {
    const HeardMove& heard = state.plies[ply].newest(Witness::announcement)->move;
    if (!state.is_witness(seat)) return heard.move;
    const Shown shown =
        what_board_shows(evidence_of_made(state), state.positions.before(ply), &heard);
    return shown.kind == ShownKind::move && heard.move == shown.move ? shown.move : std::nullopt;
}

// First principle 11: until the press, the last words are the words, also where words alone had
// made the move. What a sensor or somebody who executed it has shown, no words change (4.4.4, 4.7).
void take_last_words(Decision& decision, Color seat, Ply number) {
    const State& state = decision.state();
    const PlyRecord& ply = state.plies[number];
    const bool by_words = state.is_witness(seat) ? was_told_by_words(state, seat, number)
                                                 : ply.newest(Witness::mover_board) == nullptr;
    if (!by_words) return;
    const std::optional<Move> move = told_instead(state, seat, number);
    if (!move) unmake(decision, number);
    else if (move != ply.move) make_again(decision, number, *move);
}

void after_words(Decision& decision, Color seat, Ply ply, const HeardMove& heard) {
    ask_if_ambiguous(decision, seat, ply, heard);
    if (ply <= decision.state().made()) {
        if (decision.state().is_witness(seat)) revise_made(decision, seat);
        if (ply == decision.state().made() && !decision.state().plies[ply].pressed_at)
            take_last_words(decision, seat, ply);
        if (ply <= decision.state().made()) check_announcement_of_made(decision, ply);
        return;
    }
    const PlyRecord* open = decision.state().open_ply();
    const bool pressed =
        open != nullptr && open->pressed_at && !decision.state().boards[seat].press_waits;
    if (!try_make(decision, seat)) {
        const State& state = decision.state();
        const bool is_known = !state.is_witness(seat) ||
            (pressed_without_piece(state) == seat && heard.said.promotion);
        if (pressed && heard.error == MoveError::illegal && is_known)
            complete_illegal(decision, seat, heard.said);
        return;
    }
    if (pressed) {
        complete(decision, ply);
        check_last_repetition(decision);
    } else if (decision.state().boards[seat].press_waits) judge_waiting_press(decision, seat);
}

bool has_words(const Decision& decision, Ply ply) {
    return decision.state().plies.has(ply) &&
        decision.state().plies[ply].newest(Witness::announcement) != nullptr;
}

// The device's own words are the sensor's once more.
bool has_own_words(const Decision& decision, Ply ply) {
    return has_words(decision, ply) &&
        decision.state().plies[ply].newest(Witness::announcement)->source != Source::device;
}

// D.2.8 looks at two delays: whether the correction came at once, and whether it came before the
// opponent's clock was started.
void note_late_correction(Decision& decision, Color seat, Ply ply, base::Millis delay) {
    if (delay <= decision.setup().edition.appendix_d.correction_immediate) return;
    decision.alert(
        AlertKind::correction_not_immediate,
        {.about = seat, .ply = ply, .arguments = {.time = delay}}
    );
}

} // namespace

namespace {

// The pawn that nobody named yet, by what board or words tell of it.
bool names_piece_of_open(const State& state, Color mover, const SpokenMove& said) {
    if (pressed_without_piece(state) != mover || !said.promotion) return false;
    const Testimony* const announced = announcement_of_open(state);
    const SpokenMove told = state.is_witness(mover) ? shown_by_mover(state, mover).seen
        : announced != nullptr                      ? announced->move.said
                                                    : SpokenMove{};
    return told.to == said.to && (!said.from || !told.from || said.from == told.from);
}

} // namespace

void make_good_by_repetition(Decision& decision, Ply ply, const HeardMove& heard) {
    const State& state = decision.state();
    const Color mover = state.to_move();
    const PlyRecord* open = state.open_ply();
    const bool unwitnessed = ply == state.made() + 1 && is_move_awaited(state, mover) &&
        open->newest(Witness::announcement) == nullptr && said_to_be_executed(*open) == nullptr &&
        !state.is_witness(mover);
    if (heard.error == MoveError::illegal && shaped_move(state.position(), heard) &&
        (unwitnessed || names_piece_of_open(state, mover, heard.said))) {
        complete_illegal(decision, mover, heard.said);
        return;
    }
    const bool is_right = heard.move && state.position().is_legal(*heard.move) &&
        (unwitnessed || names_missing_piece(state, mover, *heard.move));
    if (is_right) {
        make(decision, *heard.move);
        complete(decision, ply);
    }
}

void end_unseen_repair(Decision& decision, Color seat) {
    if (decision.state().boards[seat].repairing && !decision.state().has_sensors(seat)) {
        decision.emit(RepairEnded{.board = seat});
        decision.close_alerts_of_board(seat);
    }
}

void check_announcement_of_made(Decision& decision, Ply ply_number) {
    const State& state = decision.state();
    const PlyRecord& ply = state.plies[ply_number];
    const Testimony* announced = ply.newest(Witness::announcement);
    if (announced == nullptr || !ply.pressed_at || !ply.move) return;
    const base::Instant due =
        *ply.pressed_at + decision.setup().edition.appendix_d.announcement_due;
    Decision::AlertDetails details{.about = ply.mover, .ply = ply_number};
    const auto first =
        std::ranges::find(ply.testimonies, Witness::announcement, &Testimony::witness);
    // Pressed before he moved at all: that has been told.
    const bool is_told = state.was_raised(AlertKind::pressed_before_made, ply.mover, ply_number);
    if (state.seat(ply.mover).vision == Vision::sighted && first->at > due && !is_told) {
        details.arguments.time = first->at - *ply.pressed_at;
        decision.alert(AlertKind::pressed_before_announced, details);
    }
    if (announcement_differs(state, ply_number) && decision.at() >= due) {
        details.arguments.time.reset();
        details.arguments.square = ply.move->king_to();
        // 4.7, D.2.5: a sighted player's move is what his hand made; the words were a slip, and the
        // opponent's time since the press is for the arbiter to give (12.9).
        if (state.seat(ply.mover).vision == Vision::sighted && ply.legal) details.cause = "_made";
        // To the same square: only the piece tells the two moves apart.
        if (!details.cause.empty() && ply.move->promotion() &&
            announced->move.said.to == ply.move->to()) {
            details.arguments.piece = chess::Piece{ply.mover, *ply.move->promotion()};
            details.cause = "_promoted";
        }
        decision.alert(AlertKind::announcement_differs_from_board, details);
    }
}

namespace {

// The opponent's move that nobody heard comes first, or the record would stand still unnoticed.
std::string_view why_not_now(const State& state, Color seat) {
    const bool is_turn = state.clocks.running() == seat;
    if (is_turn && pressed_without_piece(state) == !seat) return "refused.piece_not_named";
    return is_turn && is_unheard(state, !seat) ? "refused.move_not_heard" : "refused.not_your_turn";
}

constexpr std::string_view sentence_of_correction = "announcement.corrected";

// Words of a move become testimony, and whoever could not hear them is told.
template <class Spoken>
void take_down(
    Decision& decision,
    Ply ply,
    const std::string& sentence,
    const Spoken& input,
    std::optional<base::Instant> typed_at = {}
) {
    constexpr bool is_repetition = std::is_same_v<Spoken, Repeats>;
    Testimony testimony{
        .witness = is_repetition ? Witness::repetition : Witness::announcement,
        .at = decision.at(),
        .source = source_of(input.by),
        .move = input.move,
        .typed_at = typed_at};
    if (typed_at) testimony.confirmed_at = decision.at();
    // Who has spoken himself was heard when it was typed; otherwise nobody was told before now.
    if (typed_at && input.through != Medium::keys) testimony.at = *typed_at;
    if (sentence == sentence_of_correction) testimony.corrects = true;
    decision.emit(Testified{.ply = ply, .testimony = std::move(testimony)});
    say_typed(
        decision,
        {.id = sentence,
         .speaker = input.seat,
         .ply = ply,
         .heard = input.move,
         .through = input.through,
         .by = std::optional<Performer>{input.by}.value_or(Performer::player),
         .was_read_back = typed_at.has_value()}
    );
}

// Where no arbiter is, both players are told at once that it differs; before one it falls due at
// the press. What was mended is not told any more. As it was said, legal or not.
void compare_repetition(Decision& decision, Color seat, Ply ply) {
    const PlyRecord& said = decision.state().plies[ply];
    const Testimony* const announced = said.newest(Witness::announcement);
    const Testimony* const repeated = said.newest(Witness::repetition);
    if (announced == nullptr || repeated == nullptr) return;
    if (!contradict(repeated->move, announced->move)) {
        decision.close_alert(AlertKind::repetition_differs, seat);
    } else if (decision.setup().mode != Mode::tournament && repeated->move.error != MoveError::ambiguous)
        alert_of_repetition(decision, seat, ply);
}

// His hand has made a move that his words did not name, and now they do (4.7, D.2.5).
bool names_what_was_made(const State& state, Color seat, Ply number, const HeardMove& heard) {
    const PlyRecord& ply = state.plies[number];
    return state.seat(seat).vision == Vision::sighted && ply.pressed_at && ply.legal &&
        heard.move && heard.move == ply.move && announcement_differs(state, number);
}

template <class Spoken>
void announce_what_was_made(
    Decision& decision, Ply ply, const Spoken& input, std::optional<base::Instant> typed_at
) {
    const base::Millis delay =
        typed_at.value_or(decision.at()) - *decision.state().plies[ply].pressed_at;
    take_down(decision, ply, std::string{sentence_of_correction}, input, typed_at);
    decision.close_alert(AlertKind::announcement_differs_from_board, input.seat);
    note_late_correction(decision, input.seat, ply, delay); // D.2.8
    compare_repetition(decision, !input.seat, ply);
}

bool was_withdrawn(const State& state, Ply ply) {
    return state.plies.has(ply) &&
        std::ranges::any_of(state.plies[ply].testimonies, [](const Testimony& said) {
               return said.withdrawn_at.has_value();
           });
}

} // namespace

void on(Decision& decision, const Announces& input) { announce(decision, input, {}); }

void announce(Decision& decision, const Announces& input, std::optional<base::Instant> typed_at) {
    end_wait(decision, !input.seat);
    if (!words_allowed(decision, input.seat) || !keep_words(decision, input.seat, input.move))
        return;
    // Who replies has heard it: the opponent's press does not wait for it any longer.
    if (decision.state().boards[!input.seat].press_after) take_held_press(decision, !input.seat);
    const std::optional<Ply> ply = announced_ply(decision.state(), input.seat);
    // Saying it again before the press is no new move, only the same words once more. A device that
    // stood in does not silence its player.
    const bool over = ply && *ply <= decision.state().made() && has_own_words(decision, *ply) &&
        decision.state().plies[*ply].pressed_at;
    if (over && names_what_was_made(decision.state(), input.seat, *ply, input.move)) {
        announce_what_was_made(decision, *ply, input, typed_at);
        return;
    }
    if (!ply || over) {
        decision.refuse(
            Refusal::not_your_turn,
            input.seat,
            std::string{why_not_now(decision.state(), input.seat)}
        );
        return;
    }
    end_unseen_repair(decision, input.seat);
    const bool corrects = was_withdrawn(decision.state(), *ply);
    const auto sentence = corrects ? sentence_of_correction : std::string_view{"announcement"};
    take_down(decision, *ply, std::string{sentence}, input, typed_at);
    after_words(decision, input.seat, *ply, input.move);
}

void on(Decision& decision, const Corrects& input) { correct(decision, input, {}); }

void correct(Decision& decision, const Corrects& input, std::optional<base::Instant> typed_at) {
    end_wait(decision, !input.seat);
    if (!words_allowed(decision, input.seat) || !keep_words(decision, input.seat, input.move))
        return;
    const std::optional<Ply> ply = announced_ply(decision.state(), input.seat);
    if (!ply || !has_words(decision, *ply)) {
        decision.refuse(Refusal::nothing_to_correct, input.seat);
        return;
    }
    const PlyRecord& spoken_of = decision.state().plies[*ply];
    if (names_what_was_made(decision.state(), input.seat, *ply, input.move)) {
        announce_what_was_made(decision, *ply, input, typed_at);
        return;
    }
    // D.2.8: before the opponent's clock is started, be it by the arbiter
    const bool is_too_late = spoken_of.pressed_at || spoken_of.state == PlyState::completed ||
        decision.state().clocks.running() == !input.seat;
    if (is_too_late) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.correction_too_late");
        return;
    }
    const base::Instant announced_at = spoken_of.newest(Witness::announcement)->at;
    take_down(decision, *ply, std::string{sentence_of_correction}, input, typed_at);
    note_late_correction(
        decision, input.seat, *ply, typed_at.value_or(decision.at()) - announced_at
    );
    after_words(decision, input.seat, *ply, input.move);
    compare_repetition(decision, !input.seat, *ply);
}

void withdraw_announcement(Decision& decision, Color seat) {
    const std::optional<Ply> ply = announced_ply(decision.state(), seat);
    if (!ply || !has_own_words(decision, *ply) || decision.state().plies[*ply].pressed_at ||
        decision.state().plies[*ply].state == PlyState::completed) {
        decision.refuse(Refusal::nothing_to_correct, seat);
        return;
    }
    const State& state = decision.state();
    const base::Instant announced_at = state.plies[*ply].newest(Witness::announcement)->at;
    const bool by_words = *ply == state.made() && !state.is_witness(seat) &&
        state.plies[*ply].newest(Witness::mover_board) == nullptr;
    decision.emit(WordsWithdrawn{.ply = *ply});
    if (by_words) unmake(decision, *ply);
    const HeardMove nothing;
    say_typed(
        decision,
        {.id = "announcement.withdrawn",
         .speaker = seat,
         .ply = *ply,
         .heard = nothing,
         .through = Medium::keys,
         .was_read_back = true}
    );
    note_late_correction(decision, seat, *ply, decision.at() - announced_at);
}

bool testify_as_announced(
    Decision& decision, Color seat, std::optional<Ply> ply_number, Witness witness, Source source
) {
    const State& state = decision.state();
    if (state.setup->mode == Mode::tournament && witness != Witness::repetition) {
        decision.refuse(Refusal::not_a_move, seat);
        return false;
    }
    const bool is_known = ply_number && state.plies.has(*ply_number);
    const Testimony* announced =
        is_known ? state.plies[*ply_number].newest(Witness::announcement) : nullptr;
    if (announced == nullptr) {
        decision.refuse(Refusal::not_your_turn, seat);
        return false;
    }
    decision.emit(Testified{
        .ply = *ply_number,
        .testimony =
            {.witness = witness,
             .at = decision.at(),
             .source = source,
             .derived_from = Witness::announcement,
             .move = announced->move},
    });
    return true;
}

namespace {

// Typed as a key alone: the announcer hears it all the same.
void tell_repetition(Decision& decision, Ply ply, const Repeats& input) {
    const HeardMove heard = decision.state().plies[ply].newest(Witness::repetition)->move;
    say_typed(
        decision,
        {.id = "announcement.repeated",
         .speaker = input.seat,
         .ply = ply,
         .heard = heard,
         .through = input.through,
         .by = input.by}
    );
    compare_repetition(decision, input.seat, ply);
}

} // namespace

void on(Decision& decision, const Repeats& input) {
    end_wait(decision, !input.seat);
    if (!words_allowed(decision, input.seat)) return;
    const std::optional<Ply> ply = repeated_ply(decision.state(), input.seat);
    if (input.move.text.empty()) {
        if (testify_as_announced(
                decision, input.seat, ply, Witness::repetition, source_of(input.by)
            ))
            tell_repetition(decision, *ply, input);
        return;
    }
    if (!keep_words(decision, input.seat, input.move)) return;
    if (!ply) {
        decision.refuse(Refusal::not_your_turn, input.seat);
        return;
    }
    take_down(decision, *ply, "announcement.repeated", input);
    ask_if_ambiguous(decision, input.seat, *ply, input.move);
    make_good_by_repetition(decision, *ply, input.move);
    check_last_repetition(decision);
    compare_repetition(decision, input.seat, *ply);
}

void on(Decision& decision, const Writes& input) {
    const Ply known = decision.state().plies.last();
    if (!keep_words(decision, input.seat, input.move)) return;
    if (input.ply == 0 || input.ply > std::max(known, decision.state().made() + 1)) {
        decision.refuse(Refusal::not_allowed, input.seat); // 8.1.2: nothing is noted in advance
        return;
    }
    decision.emit(Testified{
        .ply = input.ply,
        .testimony =
            {.witness = score_of(input.seat),
             .at = decision.at(),
             .source = Source::speech,
             .move = input.move,
             .kind = input.kind},
    });
    look_at_scores(decision);
}

} // namespace ansage::table
