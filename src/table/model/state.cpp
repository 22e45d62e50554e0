// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/state.hpp"

#include "table/model/alarms.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using chess::Color;

namespace {

BoardState board_at_start(const Seat& seat, const chess::Position& start) {
    BoardState board;
    const chess::Reading reading = start.reading();
    board.followed = reading;
    board.reading = seat.board == BoardKind::occupancy ? chess::occupancy_of(reading) : reading;
    return board;
}

// After the end only what may undo it is answered, and what becomes of a move in doubt.
bool is_late(const State& state, const Matter& matter) {
    return state.phase == Phase::ended && !(matter.proposal && outlasts_end(*matter.proposal));
}

} // namespace

bool outlasts_end(const Proposal& proposal) {
    const auto* const act = proposal.act ? std::get_if<Arbiter>(&*proposal.act) : nullptr;
    return act != nullptr &&
        (act->act == ArbiterAct::takes_back || act->act == ArbiterAct::rules_stands);
}

const OpenAlert* State::find_open(AlertKind kind, std::optional<Color> about) const {
    const auto found = std::ranges::find_if(alerts, [&](const OpenAlert& alert) {
        return alert.open && alert.kind == kind && alert.about == about;
    });
    return found == alerts.end() ? nullptr : &*found;
}

bool State::was_raised(AlertKind kind, std::optional<Color> about, Ply ply) const {
    return std::ranges::any_of(alerts, [&](const OpenAlert& alert) {
        return alert.kind == kind && alert.about == about && alert.ply == ply &&
            is_on_path(alert.move);
    });
}

MoveId State::move_at(Ply ply) const {
    if (ply == 0) return root;
    return plies.has(ply) ? plies[ply].id : next_move;
}

bool State::is_on_path(MoveId move) const {
    return move == root || move == next_move ||
        std::ranges::any_of(plies, [&](const PlyRecord& ply) { return ply.id == move; });
}

std::optional<Ply> State::move_in_doubt() const {
    return made() > 0 && plies[made()].in_doubt ? std::optional{made()} : std::nullopt;
}

const Matter* State::find_matter(std::optional<MatterNumber> number) const {
    const unsigned place = number ? number->value() : 0;
    return place == 0 || place > agenda.size() ? nullptr : &agenda[place - 1];
}

Matter* State::find_matter(std::optional<MatterNumber> number) {
    const Matter* const found = std::as_const(*this).find_matter(number);
    return found == nullptr ? nullptr : &agenda[number->value() - 1];
}

const Proposal* State::open_proposal() const {
    const auto found = std::find_if(agenda.rbegin(), agenda.rend(), [&](const Matter& matter) {
        return matter.state == MatterState::open && matter.proposal && !is_late(*this, matter);
    });
    return found == agenda.rend() ? nullptr : &*found->proposal;
}

Matter matter_of(const Raised& raised) {
    Matter matter;
    matter.number = raised.number;
    matter.kind = raised.matter;
    matter.about = raised.about;
    matter.ply = raised.ply;
    matter.alert = raised.alert;
    return matter;
}

bool rests_on_move_before(MatterKind kind) {
    return kind == MatterKind::claim || kind == MatterKind::flag;
}

bool is_answerable(const Matter& matter) {
    const bool is_offence = matter.kind == MatterKind::illegal_move ||
        matter.kind == MatterKind::press_without_move || matter.kind == MatterKind::touched_piece;
    const bool is_on_record = matter.claim &&
        (matter.claim->kind == ClaimKind::threefold || matter.claim->kind == ClaimKind::fifty);
    return matter.state == MatterState::open &&
        (matter.proposal || is_offence || (matter.claim && !is_on_record));
}

const Matter* State::newest_answerable() const {
    const auto found = std::find_if(agenda.rbegin(), agenda.rend(), [&](const Matter& matter) {
        return is_answerable(matter) && !is_late(*this, matter);
    });
    return found == agenda.rend() ? nullptr : &*found;
}

State open_table(TableSetup setup) {
    const auto shared = std::make_shared<const TableSetup>(std::move(setup));
    const TableSetup& kept = *shared;
    State state{.setup = shared, .clocks = clock::Clocks{kept.time}};
    state.positions.push_back(kept.start);
    state.keys.push_back(kept.start.repetition_key());
    for (const Color color : chess::both_colors) {
        state.boards[color] = board_at_start(kept.seats[color], kept.start);
        state.alarms[color] = kept.seats[color].alarms;
        state.reads_back[color] = kept.seats[color].read_back;
        state.listening.consents[color] = may_be_heard(kept, color);
        state.alarmed[color] = alarms_passed(clock::start_time(kept.time), {});
    }
    return state;
}

std::optional<Ply> announced_ply(const State& state, Color seat) {
    if (state.to_move() == seat) return state.made() + 1;
    // A sighted player's move is made when released (D.2.5, 4.7), and announced after that.
    return state.made() == 0 ? std::nullopt : std::optional{state.made()};
}

std::optional<Ply> repeated_ply(const State& state, Color seat) {
    if (state.to_move() != seat) {
        const PlyRecord* open = state.open_ply();
        const bool spoken =
            open != nullptr && (open->newest(Witness::announcement) != nullptr || open->pressed_at);
        if (spoken || state.find_open(AlertKind::move_not_heard, !seat) != nullptr)
            return state.made() + 1;
        return state.made() < 2 ? std::nullopt : std::optional{state.made() - 1};
    }
    return state.made() == 0 ? std::nullopt : std::optional{state.made()};
}

const chess::Position& announcing_position(const State& state, Color seat) {
    const std::optional<Ply> ply = announced_ply(state, seat);
    return ply ? state.positions.before(*ply) : state.position();
}

const chess::Position& repeating_position(const State& state, Color seat) {
    const std::optional<Ply> ply = repeated_ply(state, seat);
    return ply ? state.positions.before(*ply) : state.position();
}

const chess::Position& executing_position(const State& state, const Executes& input) {
    const Ply made = state.made();
    if (state.to_move() != input.seat || made == 0) return repeating_position(state, input.seat);
    const bool executed = state.plies[made].newest(Witness::opponent_board) != nullptr;
    return executed ? state.position() : state.positions.before(made);
}

const chess::Position& writing_position(const State& state, Ply ply) {
    return state.positions.has_before(ply) ? state.positions.before(ply) : state.position();
}

base::Millis debounce_time(const State& state, Color board) {
    const laws::AppendixD& rules = state.setup->edition.appendix_d;
    // A sighted player's move is made by the release (4.7), so a slide must not look like rests.
    const Seat& seat = state.seat(board);
    const bool quick = seat.board == BoardKind::occupancy && seat.vision == Vision::impaired;
    return quick ? rules.settle_occupancy : rules.settle_identity;
}

bool has_assistant(const State& state) {
    return std::ranges::any_of(chess::both_colors, [&](Color color) {
        const Seat& seat = state.seat(color);
        return !seat.assistant_duties.empty() || seat.announces == Announcer::assistant ||
            seat.repeats == Repeater::assistant;
    });
}

bool lacks_assistant(const State& state) {
    const TableSetup& setup = *state.setup;
    const laws::Edition& edition = setup.edition;
    // One who neither sees nor hears meets himself.
    const bool meet = std::ranges::any_of(chess::both_colors, [&](Color color) {
        return state.seat(color).vision == Vision::impaired &&
            (state.seat(!color).hearing_impaired || state.seat(color).hearing_impaired);
    });
    const std::string clause{edition.article("assistant_for_hearing_impaired")};
    return setup.mode == Mode::tournament && edition.appendix_d.assistant_for_hearing_impaired &&
        meet && !has_assistant(state) && !state.overridden.contains(clause);
}

bool has_too_many_assistants(const State& state) {
    const TableSetup& setup = *state.setup;
    const std::string clause{setup.edition.article("assistant_of_sighted")};
    const bool is_one_too_many = std::ranges::any_of(chess::both_colors, [&](Color color) {
        const bool meet = state.seat(color).vision == Vision::sighted &&
            state.seat(!color).vision == Vision::impaired;
        return meet && !state.seat(color).assistant_duties.empty() &&
            !state.seat(!color).assistant_duties.empty();
    });
    return setup.mode == Mode::tournament && is_one_too_many && !clause.empty() &&
        !state.overridden.contains(clause);
}

Ply completed_plies(const State& state) {
    const auto last =
        std::find_if(state.plies.rbegin(), state.plies.rend(), [](const PlyRecord& ply) {
            return ply.state == PlyState::completed;
        });
    return Ply{static_cast<std::size_t>(state.plies.rend() - last)};
}

} // namespace ansage::table
