// SPDX-License-Identifier: GPL-3.0-or-later
// D.2.9 at a running table: what the ledger knows of both scores, of the words where no score
// speaks, and what that leads to.
#include "table/disputes/dispute.hpp"

#include "table/disputes/agenda.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::Square;

namespace {

// `stands_in`: for a score that is silent.
ScoreEntry entry_of(const Testimony& said, bool stands_in) {
    ScoreEntry entry;
    entry.text = said.move.text;
    entry.said = said.move.said;
    entry.move = said.move.move;
    if (said.move.error) entry.fault = to_fault(*said.move.error);
    const bool is_spoken =
        said.witness == Witness::announcement || said.witness == Witness::repetition;
    entry.kind = is_spoken ? std::optional{ScoreKind::spoken} : said.kind;
    entry.by_words = stands_in;
    return entry;
}

ScoreEntry recorded(const PlyRecord& ply) {
    ScoreEntry entry;
    entry.text = ply.san;
    entry.move = ply.move;
    entry.by_record = true;
    return entry;
}

ScoreEntry missing() {
    ScoreEntry entry;
    entry.fault = EntryFault::missing;
    return entry;
}

// The newest ply whose position every board that is a witness has shown: until then they agree.
Ply boards_agree_until(const State& state) {
    Ply until = state.made();
    for (const Color color : chess::both_colors) {
        if (state.is_witness(color) || state.boards[color].is_said)
            until = std::min(until, state.boards[color].matched);
    }
    return until;
}

// What a player testifies of each ply: his score and, where it is silent, his words. Of positions
// that both boards have shown only the two scores together can say otherwise. A repetition counts
// when it is due.
class Player {
public:
    // `state` must outlive it.
    Player(const State& state, Color color, Ply due, Ply agreed)
        : state_(&state),
          color_(color),
          due_(due),
          agreed_(agreed) {}

    std::optional<ScoreEntry> operator()(Ply number, const chess::Position& /*before*/) const {
        if (!state_->plies.has(number)) return std::nullopt;
        const PlyRecord& ply = state_->plies[number];
        const Testimony* const own = score_entry(*state_, ply, color_);
        if (number <= agreed_) {
            const bool both = own != nullptr && score_entry(*state_, ply, !color_) != nullptr;
            return both ? decided(number, entry_of(*own, false)) : recorded(ply);
        }
        if (own != nullptr) return decided(number, entry_of(*own, false));
        const Testimony* const said = words(ply, number);
        return said != nullptr ? decided(number, entry_of(*said, true)) : missing();
    }

private:
    [[nodiscard]] const Testimony* words(const PlyRecord& ply, Ply number) const {
        if (ply.mover == color_) return ply.newest(Witness::announcement);
        return number <= due_ ? ply.newest(Witness::repetition) : nullptr;
    }

    // What fits several moves does not contradict the one of them that the mover's hand made.
    [[nodiscard]] ScoreEntry decided(Ply number, ScoreEntry entry) const {
        const PlyRecord& ply = state_->plies[number];
        const bool is_open = entry.fault == EntryFault::ambiguous && ply.move && ply.legal;
        // Seen by a sensor, or said to be executed; a board that is lost since has shown it.
        const Testimony* const hand = ply.newest(Witness::mover_board);
        const bool is_by_hand =
            hand != nullptr && !hand->derived_from && hand->move.move == ply.move;
        if (!is_open || !is_by_hand) return entry;
        const auto piece = state_->positions.before(number).at(ply.move->from());
        if (!piece || !fits(entry.said, *ply.move, piece->role)) return entry;
        entry.move = ply.move;
        entry.fault.reset();
        return entry;
    }

    const State* state_;
    Color color_;
    Ply due_;
    Ply agreed_; // the last that both boards have shown
};

// The last ply up to which the record is what the evidence says.
Ply record_agrees_until(const State& state, const Comparison& comparison) {
    Ply next = 1;
    while (comparison.moves.has(next) && next <= state.made() &&
           state.plies[next].move == comparison.moves[next])
        ++next;
    return next - 1;
}

bool is_open_difference(const OpenAlert& alert) {
    const bool of_board = alert.kind == AlertKind::opponent_board_differs ||
        alert.kind == AlertKind::boards_differ || alert.kind == AlertKind::piece_displaced;
    return alert.open && of_board;
}

const OpenAlert* newest_difference(const State& state) {
    const auto open = std::find_if(state.alerts.rbegin(), state.alerts.rend(), is_open_difference);
    return open == state.alerts.rend() ? nullptr : &*open;
}

} // namespace

bool do_boards_differ(const State& state) { return newest_difference(state) != nullptr; }

namespace {

bool is_written(const State& state, Ply number, Color color) {
    return state.plies.has(number) && score_entry(state, state.plies[number], color) != nullptr;
}

// Both scores speak of that ply: nothing else has to stand for them.
bool is_written_by_both(const State& state, Ply number) {
    return is_written(state, number, Color::white) && is_written(state, number, Color::black);
}

// Both say so, and the record has another move: what each says of that ply.
ScoreDifference other_move(const Dispute& dispute, const Comparison& found, Ply ply) {
    ScoreDifference both{.ply = ply};
    for (const Color color : chess::both_colors) {
        both.entries[color] =
            dispute.scores[color](ply, found.positions.before(ply)).value_or(ScoreEntry{});
    }
    return both;
}

// D.2.9: both have another move than was made. It stands for the one that was made, unless that was
// illegal (7.5.1 goes back before it), or what was made since is not legal then.
std::optional<MoveCorrection> record_to_correct(const State& state, const ScoreDifference& both) {
    const std::optional<chess::Move> move = both.entries.white.move;
    if (!move || both.entries.black.move != move) return std::nullopt;
    const MoveCorrection correction{both.ply, *move};
    return corrected_position(state, correction) ? std::optional{correction} : std::nullopt;
}

// What the evidence leads to: `ruling`, and `target_ply`, where the boards should stand.
Comparison look_at_evidence(const State& state, const Departure& board) {
    const Ply due = board.due;
    // An occupancy board may have looked right for a moment, while a captured piece was in the
    // hand.
    const Ply shown = std::min(boards_agree_until(state), due == 0 ? due : due - 1);
    const Ply agreed = board.carried_out ? due : shown;
    Dispute dispute;
    dispute.start = state.positions.front();
    dispute.scores = {
        Player{state, Color::white, due, agreed}, Player{state, Color::black, due, agreed}};
    Comparison found = compare(dispute);
    const Ply common = record_agrees_until(state, found);
    const Ply told = found.moves.last();
    found.ruling = Ruling::restore;
    found.if_boards_differ.reset();
    found.target_ply = common;
    if (common < std::min(told, state.made())) {
        found.difference = other_move(dispute, found, common + 1);
        found.made_instead = state.plies[common + 1].move;
        found.corrects_record = record_to_correct(state, *found.difference);
    } else if (!found.difference && told < due) {
        found.basis = Basis::boards;
    } else if (!found.difference) {
        found.ruling = Ruling::correct_board;
        found.target_ply = state.made();
        found.basis = agreed >= due ? Basis::boards : found.basis;
    }
    const Ply decided_at = found.difference ? found.difference->ply : due;
    if (found.basis == Basis::scores && !is_written_by_both(state, decided_at))
        found.basis = Basis::words;
    found.agree_until = std::min(found.agree_until, common);
    found.target = state.positions.after(found.target_ply);
    if (found.corrects_record) {
        found.ruling = Ruling::correct_board;
        found.target_ply = state.made();
        found.target = *corrected_position(state, *found.corrects_record);
    }
    return found;
}

// Nobody is told of a gap in what was heard.
void forget_silence(Comparison& found) {
    std::erase_if(found.problems, [](const ScoreProblem& problem) {
        return problem.entry.fault == EntryFault::missing;
    });
}

// Why that player's score need not be there (8.4, A.2); absent: it has to.
std::optional<laws::ScoreExcuse> excuse_of(const State& state, Color color, base::Millis left) {
    const auto& periods = state.setup->time.periods;
    const std::size_t period =
        std::min<std::size_t>(state.clocks.period_of(color), periods.size() - 1);
    return laws::score_excuse(
        state.setup->edition, class_rules(*state.setup), left, periods[period].increment
    );
}

// For the arbiter: the boards as they stand, the clocks there and now.
void add_table(const State& state, const Proposal& proposal, base::Instant now, Comparison& found) {
    const chess::Reading target = found.target.reading();
    for (const Color color : chess::both_colors) {
        const bool concerned = !proposal.board || proposal.board == color;
        if (!concerned || !state.is_known(color)) continue;
        found.boards[color] = state.boards[color].reading;
        if (!agrees(*found.boards[color], target))
            found.corrections.push_back(correction(color, state.boards[color].followed, target));
    }
    const auto there = clocks_after(state, found.target_ply);
    if (found.asks_to_restore() && there)
        found.clocks = {{there->white, there->black}, ClockSource::journal};
    for (const Color color : chess::both_colors) {
        const auto excuse = excuse_of(state, color, state.clocks.remaining(color, now));
        found.excuse = excuse ? excuse : found.excuse;
    }
    found.clocks_unchanged = {
        state.clocks.remaining(Color::white, now), state.clocks.remaining(Color::black, now)};
}

bool differs_too(const State& state, Color board) {
    return std::ranges::any_of(state.alerts, [&](const OpenAlert& alert) {
        return is_open_difference(alert) && alert.about == board;
    });
}

Proposal correct_record(const Comparison& found) {
    Proposal proposal{.kind = ProposalKind::correct_board, .board = {}, .ply = found.target_ply};
    proposal.corrected = found.corrects_record;
    proposal.message.id = "proposal.correct_record";
    return proposal;
}

Proposal proposal_for(const State& state, Color board, const Comparison& found) {
    Proposal proposal;
    proposal.ply = found.target_ply;
    std::string_view basis = found.basis == Basis::words ? "_unwritten" : "";
    if (found.made_instead) basis = "_departed";
    if (found.corrects_record) return correct_record(found);
    if (found.ruling == Ruling::correct_board) {
        proposal.kind = ProposalKind::correct_board;
        proposal.board = board;
        if (differs_too(state, !board)) {
            proposal.board.reset();
            basis = "_both";
        }
    } else {
        proposal.kind = ProposalKind::restore;
        basis = found.basis == Basis::boards ? "_unheard" : basis;
        const auto clocks = clocks_after(state, proposal.ply);
        basis = clocks ? basis : "_untimed";
        if (clocks) {
            proposal.message.arguments.time = clocks->white;
            proposal.message.arguments.opponent_time = clocks->black;
        }
    }
    proposal.message.id = "proposal." + std::string{to_string(proposal.kind)} + std::string{basis};
    proposal.message.id +=
        proposal.ply == 0 && proposal.kind == ProposalKind::restore ? "_start" : "";
    return proposal;
}

Departure departure_of(const OpenAlert& alert) {
    return {
        .board = alert.about.value_or(Color::white),
        .due = alert.ply - 1,
        .carried_out = alert.kind == AlertKind::piece_displaced};
}

std::optional<chess::Square> touched_in_vain(const State& state, Ply ply) {
    const auto alert = std::ranges::find_if(state.alerts, [&](const OpenAlert& raised) {
        return raised.kind == AlertKind::touched_piece_not_moved &&
            raised.move == state.move_at(ply) && !raised.squares.empty();
    });
    return alert == state.alerts.end() ? std::nullopt : touched_in_vain(state, *alert);
}

} // namespace

std::optional<Square> touched_in_vain(const State& state, const OpenAlert& alert) {
    if (alert.squares.empty()) return std::nullopt;
    const std::optional<Move> move =
        state.plies.has(alert.ply) ? state.plies[alert.ply].move : std::nullopt;
    const auto found = std::ranges::find_if(alert.squares, [&](Square square) {
        return move && !laws::moves_or_takes(*move, square);
    });
    return found == alert.squares.end() ? alert.squares.first() : *found;
}

std::vector<Irregularity> irregularities(const State& state, Ply agreed) {
    std::vector<Irregularity> found;
    for (Ply number = 1; number <= state.made(); ++number) {
        const PlyRecord& ply = state.plies[number];
        if (!ply.legal) found.push_back({.ply = number, .player = ply.mover, .move = ply.san});
        const auto touched = touched_in_vain(state, number);
        if (touched && number > agreed)
            found.push_back({.ply = number, .player = ply.mover, .touched = touched});
    }
    return found;
}

std::optional<PerColor<base::Millis>> clocks_after(const State& state, Ply ply) {
    if (ply == 0) {
        const base::Millis start = clock::start_time(state.setup->time);
        return PerColor<base::Millis>{start, start};
    }
    const PlyRecord& last = state.plies[ply];
    return last.completed_at ? std::optional{last.clocks} : std::nullopt;
}

std::optional<chess::Position>
corrected_position(const State& state, const MoveCorrection& correction) {
    if (!state.plies[correction.ply].legal) return std::nullopt;
    chess::Position position = state.positions.before(correction.ply).after(correction.move);
    for (Ply later = correction.ply + 1; later <= state.made(); ++later) {
        const PlyRecord& ply = state.plies[later];
        if (!ply.legal || !position.is_legal(*ply.move)) return std::nullopt;
        position.play(*ply.move);
    }
    return position;
}

void propose_on_boards(Decision& decision, Proposal proposal, std::optional<Color> board, Ply ply) {
    const Matter* const open = newest_open(decision.state(), {MatterKind::boards});
    if (open != nullptr) { // the same matter, seen anew
        decision.propose(std::move(proposal), open->number);
        return;
    }
    raise(
        decision,
        {.matter = MatterKind::boards, .about = board, .ply = ply, .alert = {}, .message = {}}
    );
    decision.propose(std::move(proposal));
}

void propose_for_boards(Decision& decision, const Departure& departure) {
    const State& state = decision.state();
    const Comparison found = look_at_evidence(state, departure);
    if (found.difference && !found.made_instead && found.basis == Basis::scores) {
        const Ply ply = found.difference->ply;
        decision.alert(AlertKind::scores_differ, {.ply = ply, .concerns = ply});
    }
    Proposal proposal = proposal_for(state, departure.board, found);
    const Matter* const open = newest_open(state, {MatterKind::boards});
    const std::optional<Proposal> known = open == nullptr ? std::nullopt : open->proposal;
    const bool is_known = known && known->kind == proposal.kind && known->ply == proposal.ply &&
        known->board == proposal.board && known->corrected == proposal.corrected &&
        known->message.id == proposal.message.id;
    if (is_known) return;
    propose_on_boards(decision, std::move(proposal), departure.board, departure.due);
}

// Scores count once boards differ (D.2.9): an entry that comes then may change what is proposed.
void look_at_scores(Decision& decision) {
    const OpenAlert* open = newest_difference(decision.state());
    if (open != nullptr && newest_open(decision.state(), {MatterKind::boards}) != nullptr)
        propose_for_boards(decision, departure_of(*open));
}

namespace {

// Everything that is known of the boards that differ; absent where none do.
std::optional<Comparison> evidence_of(const Decision& decision, const Proposal& proposal) {
    const State& state = decision.state();
    const OpenAlert* open = newest_difference(state);
    if (open == nullptr || proposal.kind == ProposalKind::result) return std::nullopt;
    Comparison found = look_at_evidence(state, departure_of(*open));
    forget_silence(found);
    add_table(state, proposal, decision.at(), found);
    found.irregularities =
        irregularities(state, std::min(found.target_ply, boards_agree_until(state)));
    return found;
}

void say_to_arbiter(Decision& decision, Cause cause, std::vector<Message> messages) {
    for (Message& message : messages)
        decision.say(Audience::arbiter, Priority::message, cause, std::move(message));
}

} // namespace

void tell_evidence(Decision& decision, const Proposal& proposal) {
    if (const auto found = evidence_of(decision, proposal))
        say_to_arbiter(decision, Cause::table, messages_at_first(*found));
}

namespace {

// With the articles that stand elsewhere in this class.
laws::Edition edition_of_class(const TableSetup& setup) {
    laws::Edition edition = setup.edition;
    for (const auto& [key, article] : class_rules(setup).articles)
        edition.articles.insert_or_assign(key, article);
    return edition;
}

} // namespace

namespace {

void append(std::vector<Message>& messages, std::vector<Message> more) {
    messages.insert(
        messages.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end())
    );
}

} // namespace

// To a player's ear it is one answer, which a key silences, and without what is only for eyes.
bool tell_all_evidence(Decision& decision, Audience audience) {
    const Matter* const open = newest_open(decision.state(), {MatterKind::boards});
    const auto found =
        open != nullptr && open->proposal ? evidence_of(decision, *open->proposal) : std::nullopt;
    if (!found) return false;
    const TableSetup& setup = decision.setup();
    std::vector<Message> messages = messages_of_scores(*found);
    append(messages, messages_of_remedy(*found, edition_of_class(setup), setup.arbiter_language));
    append(messages, messages_of_positions(*found));
    if (audience == Audience::arbiter) {
        say_to_arbiter(decision, Cause::request, std::move(messages));
        return true;
    }
    std::erase_if(messages, [](const Message& message) { return message.id == "arbiter.fen"; });
    decision.say(audience, Priority::text, Cause::request, as_one(std::move(messages)));
    return true;
}

} // namespace ansage::table
