// SPDX-License-Identifier: GPL-3.0-or-later
#include "whole.hpp"

#include "table/model/event_words.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>
#include <variant>

template <class Kind>
struct fmt::formatter<ansage::base::Ordinal<Kind>> : fmt::formatter<unsigned> {
    auto format(ansage::base::Ordinal<Kind> number, fmt::format_context& context) const {
        return fmt::formatter<unsigned>::format(number.value(), context);
    }
};

namespace ansage::tests {

using chess::Color;
using table::MatterNumber;
using table::MatterState;
using table::Phase;
using table::Ply;
using table::PlyRecord;
using table::PlyState;
using table::State;

namespace {

class Faults {
public:
    // `holds`, or it is a fault, which the rest words.
    template <class... Arguments>
    void expect(bool holds, fmt::format_string<Arguments...> sentence, Arguments&&... arguments) {
        if (!holds) list_.push_back(fmt::format(sentence, std::forward<Arguments>(arguments)...));
    }

    [[nodiscard]] std::vector<std::string> take() { return std::move(list_); }

private:
    std::vector<std::string> list_;
};

const table::OpenAlert* find_alert(const State& state, std::uint64_t id) {
    const auto found = std::ranges::find(state.alerts, id, &table::OpenAlert::id);
    return found == state.alerts.end() ? nullptr : &*found;
}

// --- the record

void look_at_testimonies(Faults& faults, const PlyRecord& ply, Ply number) {
    for (const table::Testimony& one : ply.testimonies) {
        const auto witness = table::to_string(one.witness);
        faults.expect(
            one.move.move.has_value() != one.move.error.has_value(),
            "the {} of ply {} has both a move and an error, or neither",
            witness,
            number
        );
        faults.expect(
            one.derived_from != one.witness, "the {} of ply {} testifies of itself", witness, number
        );
    }
}

void look_at_made(Faults& faults, const State& state, Ply number) {
    const PlyRecord& ply = state.plies[number];
    const chess::Position& before = state.positions.before(number);
    faults.expect(ply.state != PlyState::open, "ply {} has a position and is open", number);
    faults.expect(ply.move.has_value(), "ply {} was made and has no move", number);
    faults.expect(ply.made_at.has_value(), "ply {} was made at no time", number);
    faults.expect(!ply.san.empty(), "ply {} was made and has no SAN", number);
    faults.expect(
        ply.completed_at.has_value() == (ply.state == PlyState::completed),
        "ply {} is completed, or has a time of completion, but not both",
        number
    );
    faults.expect(
        !ply.completed_at || !ply.made_at || *ply.made_at <= *ply.completed_at,
        "ply {} was completed before it was made",
        number
    );
    if (!ply.legal || !ply.move) return;
    faults.expect(before.is_legal(*ply.move), "ply {} is called legal and is not", number);
    faults.expect(
        before.is_legal(*ply.move) && state.positions.after(number) == before.after(*ply.move),
        "the position after ply {} does not come of its move",
        number
    );
}

// No attempt at a move has the number of another, and each rests on the one before it.
void look_at_path(Faults& faults, const State& state) {
    std::set<std::pair<table::MoveId, table::MoveId>> moves; // and what it rests on
    std::set<table::MoveId> ids;
    const auto note = [&](const table::PlyRecord& ply) {
        moves.emplace(ply.id, ply.parent);
        ids.insert(ply.id);
        faults.expect(ply.id <= table::MoveId{state.move_ids}, "a move was not numbered");
    };
    std::ranges::for_each(state.left, note);
    std::ranges::for_each(state.plies, note);
    faults.expect(moves.size() == ids.size(), "two moves have one identity");
    for (table::Ply ply = 1; state.plies.has(ply); ++ply) {
        faults.expect(
            state.plies[ply].parent == state.move_at(ply - 1),
            "ply {} rests on another move",
            ply.value()
        );
    }
}

void look_at_open(Faults& faults, const State& state) {
    const PlyRecord* const open = state.open_ply();
    if (open == nullptr) return;
    faults.expect(
        open->state == PlyState::open && !open->move && !open->made_at && !open->completed_at,
        "the ply that is being played has been made"
    );
}

// 6.2.1.2: at the latest the own next move completes one.
void look_at_completed(Faults& faults, const State& state) {
    if (!state.setup->edition.completed_by_own_next_move) return;
    for (Ply number = 1; number + 2 <= state.made(); ++number) {
        faults.expect(
            state.plies[number].state == PlyState::completed,
            "ply {} is not completed although ply {} was made",
            number,
            number + 2
        );
    }
}

bool has_sizes(Faults& faults, const State& state) {
    faults.expect(!state.positions.empty(), "there is no start position");
    faults.expect(
        Ply{state.keys.size()} == state.made() + 1,
        "{} keys of repetition for {} plies made",
        state.keys.size(),
        state.made()
    );
    if (Ply{state.keys.size()} != state.made() + 1) return false;
    const bool fits = state.plies.last() == state.made() || state.plies.last() == state.made() + 1;
    faults.expect(fits, "{} plies for {} made", state.plies.size(), state.made());
    return fits;
}

void look_at_record(Faults& faults, const State& state, Moment moment) {
    faults.expect(
        state.positions.front() == state.setup->start, "the record does not begin at the start"
    );
    const bool is_all = moment == Moment::at_rest || state.made() <= 2;
    for (Ply count = is_all ? Ply{} : state.made() - 2; count <= state.made(); ++count) {
        const chess::Position& after = state.positions.after(count);
        faults.expect(
            state.keys[count.value()] == after.repetition_key(),
            "the key after ply {} is another position's",
            count
        );
        if (count > 0) look_at_made(faults, state, count);
        if (state.plies.has(count + 1)) {
            faults.expect(
                state.plies[count + 1].mover == after.turn(),
                "ply {} was made by the wrong player",
                count + 1
            );
            look_at_testimonies(faults, state.plies[count + 1], count + 1);
        }
    }
    look_at_open(faults, state);
    if (moment == Moment::at_rest) look_at_path(faults, state);
    if (moment != Moment::amid) look_at_completed(faults, state);
}

// --- game and clocks

void look_at_phase(Faults& faults, const State& state) {
    const bool is_ended = state.phase == Phase::ended;
    const bool plays = state.phase == Phase::playing;
    const auto running = state.clocks.running();
    faults.expect(is_ended == state.result.has_value(), "there is a result, or the end, alone");
    faults.expect(!running || plays, "a clock runs although nobody plays");
    faults.expect(
        !plays || running || state.clocks.halted(), "the game is on, and no clock runs or waits"
    );
    faults.expect(!running || !state.clocks.halted(), "a clock runs, and is halted");
    faults.expect(!plays || state.started_at.has_value(), "the game is on, and never began");
    faults.expect(
        !state.started_at || state.phase != Phase::not_started, "what has begun has not started"
    );
    faults.expect(!is_ended || !state.draw_offer, "a draw is offered after the end");
    faults.expect(!state.resume_for || !running, "whose clock runs next is open while one runs");
    faults.expect(
        !state.end_noted || state.end_noted->ply <= state.made(),
        "the end was noted at ply {}, which is not made",
        state.end_noted ? state.end_noted->ply : Ply{}
    );
}

void look_at_player(Faults& faults, const State& state, Color color) {
    const std::string_view name = chess::to_string(color);
    faults.expect(
        state.flagged[color] == state.clocks.flag_fallen(color),
        "{}'s flag is down for the table or for the clock, not for both",
        name
    );
    // Each of a ruling that is in force, so that it can be taken back.
    unsigned counted = 0;
    for (const table::RulingKept& ruling : state.rulings)
        if (ruling.counts) counted += ruling.counted[color];
    faults.expect(
        state.illegal_moves[color] == counted,
        "{} illegal moves of {} are counted, and rulings in force have {}",
        state.illegal_moves[color],
        name,
        counted
    );
    const auto& intended = state.intended[color];
    faults.expect(
        !intended || intended->ply != state.made() + 1 || state.position().is_legal(intended->move),
        "{} must play a move that is not legal",
        name
    );
    faults.expect(
        std::ranges::is_sorted(state.told[color], {}, [](const auto& told) { return told->at; }),
        "what {} was told is not in the order of time",
        name
    );
}

// --- boards

void look_at_waiting_press(Faults& faults, const State& state, Color color) {
    const table::BoardState& board = state.boards[color];
    const std::string_view name = chess::to_string(color);
    faults.expect(
        !board.press_after || !board.unacknowledged, "{}'s press is held for two reasons", name
    );
    faults.expect(
        !board.press_after || state.unfinished.contains(*board.press_after),
        "{}'s press waits for words that nobody says",
        name
    );
}

void look_at_board(Faults& faults, const State& state, Color color) {
    const table::BoardState& board = state.boards[color];
    const std::string_view name = chess::to_string(color);
    const bool has_sensors = state.seat(color).board != table::BoardKind::none;
    faults.expect(
        board.matched <= state.made(), "{}'s board has shown ply {}", name, board.matched
    );
    faults.expect(!board.guided || board.repairing, "{}'s hand is guided to nothing", name);
    faults.expect(!board.is_said || !has_sensors, "{}'s board has sensors and is said", name);
    faults.expect(
        std::ranges::is_sorted(board.trace, {}, &table::Change::at),
        "{}'s hand is not in the order of time",
        name
    );
}

// --- alerts and the agenda

// Alerts of one move each: several of one kind may be open at once, of different plies.
bool is_same_cause(const table::OpenAlert& one, const table::OpenAlert& other) {
    using table::AlertKind;
    const bool is_of_one_ply = one.kind == AlertKind::illegal_move_completed ||
        one.kind == AlertKind::pressed_before_made ||
        one.kind == AlertKind::touched_piece_not_moved ||
        one.kind == AlertKind::intended_move_not_played ||
        one.kind == AlertKind::announcement_differs_from_board;
    // A clock that was given time may run out once more, while the first flag waits for a ruling.
    const bool may_happen_anew = one.move != other.move || one.kind == AlertKind::flag_fallen;
    return !may_happen_anew && one.kind == other.kind && one.about == other.about &&
        (!is_of_one_ply || one.ply == other.ply);
}

// It tells of a board and its line, whatever is played on it.
bool is_of_board(table::AlertKind kind) {
    using table::AlertKind;
    return kind == AlertKind::opponent_board_differs || kind == AlertKind::boards_differ ||
        kind == AlertKind::piece_displaced || kind == AlertKind::board_not_kept ||
        kind == AlertKind::sensor_unclear || kind == AlertKind::board_lost ||
        kind == AlertKind::board_back || kind == AlertKind::sensor_flutters;
}

void look_at_alerts(Faults& faults, const State& state) {
    std::uint64_t before = 0;
    for (auto alert = state.alerts.begin(); alert != state.alerts.end(); ++alert) {
        const auto kind = table::to_string(alert->kind);
        faults.expect(
            alert->id > before && alert->id < state.next_id,
            "the alert {} has id {}",
            kind,
            alert->id
        );
        before = alert->id;
        if (!alert->open) continue;
        faults.expect(
            is_of_board(alert->kind) || state.is_on_path(alert->move),
            "the alert {} is of ply {}, which does not stand",
            kind,
            alert->ply
        );
        faults.expect(
            std::none_of(
                state.alerts.begin(),
                alert,
                [&](const table::OpenAlert& other) {
                    return other.open && is_same_cause(*alert, other);
                }
            ),
            "the alert {} is open twice",
            kind
        );
    }
}

void look_at_open_matter(Faults& faults, const State& state, const table::Matter& matter) {
    faults.expect(
        state.is_on_path(matter.move),
        "matter {} is open and of ply {}, which does not stand",
        matter.number,
        matter.ply
    );
    faults.expect(!matter.by, "matter {} is open, and was left moot", matter.number);
    const table::OpenAlert* const alert = find_alert(state, matter.alert.value_or(0));
    for (const table::Matter& other : state.agenda) {
        const bool is_same = other.number < matter.number && other.state == MatterState::open &&
            other.kind == matter.kind && other.about == matter.about && other.ply == matter.ply &&
            matter.kind != table::MatterKind::claim && other.proposal == matter.proposal;
        faults.expect(
            !is_same || alert != nullptr,
            "matter {} asks what matter {} asks",
            matter.number,
            other.number
        );
    }
}

void look_at_matter(Faults& faults, const State& state, const table::Matter& matter) {
    const MatterNumber number = matter.number;
    faults.expect(
        !matter.alert || find_alert(state, *matter.alert) != nullptr,
        "matter {} is about an alert that nobody raised",
        number
    );
    faults.expect(
        !matter.by || (state.find_matter(matter.by) != nullptr && *matter.by != number),
        "matter {} was left moot by matter {}",
        number,
        matter.by.value_or(MatterNumber{})
    );
    faults.expect(
        !matter.by || matter.state == MatterState::moot,
        "matter {} was left moot, and is {}",
        number,
        table::to_string(matter.state)
    );
    faults.expect(
        !matter.claim ||
            (matter.kind == table::MatterKind::claim && matter.claim->seat == matter.about),
        "matter {} has somebody else's claim",
        number
    );
    using table::MatterKind;
    const bool may_be_agreed = matter.kind == MatterKind::illegal_move ||
        matter.kind == MatterKind::press_without_move || matter.kind == MatterKind::suggestion;
    faults.expect(
        !matter.proposal || !matter.proposal->act || may_be_agreed,
        "an act is proposed for matter {}, a {}",
        number,
        table::to_string(matter.kind)
    );
    const bool is_agreed = matter.agreed.white || matter.agreed.black;
    faults.expect(
        !is_agreed || state.setup->mode != table::Mode::tournament,
        "players have agreed on matter {} for the arbiter",
        number
    );
    if (matter.state == MatterState::open) look_at_open_matter(faults, state, matter);
}

void look_at_agenda(Faults& faults, const State& state) {
    for (std::size_t index = 0; index < state.agenda.size(); ++index) {
        const table::Matter& matter = state.agenda[index];
        faults.expect(
            matter.number == MatterNumber{index + 1},
            "matter {} is number {}",
            index + 1,
            matter.number
        );
        look_at_matter(faults, state, matter);
    }
}

void look_at_ruling(Faults& faults, const State& state, const table::RulingKept& ruling) {
    const table::Matter* const matter = state.find_matter(ruling.matter);
    faults.expect(matter != nullptr, "a ruling is on matter {}, which is none", ruling.matter);
    faults.expect(
        ruling.before.path.size() == ruling.before.made.value() ||
            ruling.before.path.size() == ruling.before.made.value() + 1,
        "ruling {} found no record",
        ruling.matter
    );
    faults.expect(ruling.is_done, "the ruling on matter {} was begun only", ruling.matter);
    const auto of_same =
        std::ranges::count(state.rulings, ruling.matter, &table::RulingKept::matter);
    faults.expect(of_same == 1, "matter {} was ruled on {} times", ruling.matter, of_same);
    for (const std::uint64_t id : ruling.closed_alerts)
        faults.expect(find_alert(state, id) != nullptr, "a ruling closed alert {}", id);
    // A postponed claim alone is ruled on, and open (Guidelines III.5.2).
    const bool may_be = matter == nullptr || matter->state != MatterState::open || matter->claim;
    faults.expect(may_be, "matter {} is open, and the ruling on it in force", ruling.matter);
}

void look_at_rulings(Faults& faults, const State& state) {
    for (const table::RulingKept& ruling : state.rulings) look_at_ruling(faults, state, ruling);
    faults.expect(
        std::ranges::is_sorted(state.rulings, {}, &table::RulingKept::at),
        "the rulings are not in the order of time"
    );
    if (!state.hall_asked) return;
    const table::Matter* const asked = state.find_matter(state.hall_asked->matter);
    faults.expect(
        asked != nullptr && asked->state == MatterState::open,
        "the hall rules on matter {}, which is not open",
        state.hall_asked->matter
    );
    faults.expect(
        !state.hall_answers.contains(state.hall_asked->id), "what the hall rules was answered"
    );
}

// --- words

void look_at_words(Faults& faults, const State& state) {
    for (const auto& [id, said] : state.unfinished) {
        faults.expect(
            said.id == id && id < state.next_id,
            "words that are said have id {}, not {}",
            said.id,
            id
        );
    }
    for (const auto& [audience, said] : state.last_said) {
        faults.expect(
            said.audience == audience, "{} heard another's words", table::to_string(audience)
        );
    }
    faults.expect(
        !state.mending || state.plies.has(state.mending->ply),
        "the repetition of ply {} is to be mended",
        state.mending ? state.mending->ply : Ply{}
    );
    faults.expect(
        !state.inquiry || !state.inquiry->asked ||
            state.seat(state.inquiry->asked->board).board == table::BoardKind::none,
        "a board with sensors is asked what stands there"
    );
    faults.expect(!state.recorder || state.is_recorded, "a recorder runs, and nothing is recorded");
    faults.expect(
        !state.official_clock || !state.setup->is_clock_ours, "another clock is official, and ours"
    );
}

} // namespace

std::vector<std::string> faults_of(const State& state, Moment moment) {
    Faults faults;
    if (!has_sizes(faults, state)) return faults.take(); // all else relies on them
    look_at_record(faults, state, moment);
    for (const Color color : chess::both_colors) look_at_board(faults, state, color);
    if (moment == Moment::amid) return faults.take();
    look_at_alerts(faults, state);
    look_at_words(faults, state);
    look_at_phase(faults, state);
    for (const Color color : chess::both_colors) {
        look_at_player(faults, state, color);
        look_at_waiting_press(faults, state, color);
    }
    look_at_agenda(faults, state);
    look_at_rulings(faults, state);
    return faults.take();
}

StateCounts counts_of(const State& state) {
    StateCounts counts;
    for (const Color color : chess::both_colors) {
        const auto completed = std::ranges::count_if(state.plies, [&](const PlyRecord& ply) {
            return ply.mover == color && ply.state == PlyState::completed;
        });
        counts.ahead[color] =
            static_cast<int>(state.clocks.completed(color)) - static_cast<int>(completed);
    }
    counts.illegal_moves = state.illegal_moves;
    counts.next_id = state.next_id;
    counts.alerts = state.alerts.size();
    counts.matters = state.agenda.size();
    counts.hall_answers = state.hall_answers.size();
    return counts;
}

namespace {

std::uint64_t id_of(const table::EventBody& event) {
    if (const auto* const alerted = std::get_if<table::Alerted>(&event)) return alerted->id;
    const auto* const said = std::get_if<table::Said>(&event);
    return said == nullptr ? 0 : said->id;
}

} // namespace

bool changes_old_moves(const table::EventBody& event) {
    return table::is_one_of<table::Restored, table::RecordCorrected, table::TakenBack>(event);
}

std::vector<std::string> faults_since(
    const StateCounts& before,
    const StateCounts& now,
    const State& after,
    const table::EventBody& event
) {
    Faults faults;
    const auto* const restored = std::get_if<table::Restored>(&event);
    const bool is_new_game = restored != nullptr && restored->is_new_game.value_or(false);
    for (const Color color : chess::both_colors) {
        const bool is_at_none = restored != nullptr && after.clocks.completed(color) == 0;
        faults.expect(
            now.ahead[color] == before.ahead[color] || is_at_none || is_new_game ||
                table::is_one_of<table::MovesCounted, table::TakenBack>(event),
            "{}'s clock counts other moves than the record",
            chess::to_string(color)
        );
    }
    const bool may_count = table::is_one_of<table::IllegalCounted, table::TakenBack>(event) ||
        (restored != nullptr && restored->forgets_offences.value_or(false));
    faults.expect(
        now.illegal_moves == before.illegal_moves || may_count || is_new_game,
        "an illegal move was counted by the way"
    );
    const bool takes_id = table::is_one_of<table::Alerted, table::Said>(event);
    faults.expect(
        now.next_id == before.next_id + (takes_id ? 1 : 0), "an id was left out, or taken twice"
    );
    faults.expect(!takes_id || id_of(event) == before.next_id, "an id came out of its order");
    faults.expect(
        now.alerts == before.alerts + (table::is_one_of<table::Alerted>(event) ? 1 : 0),
        "alerts are forgotten"
    );
    faults.expect(
        now.matters == before.matters + (table::is_one_of<table::Raised>(event) ? 1 : 0),
        "the agenda was cut"
    );
    const auto* const proposed = std::get_if<table::Proposed>(&event);
    const table::Matter* const answered =
        proposed == nullptr ? nullptr : after.find_matter(proposed->matter);
    faults.expect(
        proposed == nullptr || (answered != nullptr && answered->state == MatterState::open),
        "something is proposed for a matter that is not open"
    );
    faults.expect(now.hall_answers >= before.hall_answers, "an answer to the hall is forgotten");
    return faults.take();
}

} // namespace ansage::tests
