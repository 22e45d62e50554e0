// SPDX-License-Identifier: GPL-3.0-or-later
// The way back from a ruling: the moves, the clocks and the counted offences are what they were.
#include "table/disputes/rulings.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::table {

using chess::Color;

namespace {

// The game was lost by the number of illegal moves, and this one was counted before.
bool rests_on_count(const State& state, const RulingKept& ruling) {
    const bool is_lost_by_number = state.phase == Phase::ended && state.result &&
        state.result->termination == laws::Termination::illegal_moves;
    const auto counts = [](const RulingKept& kept, Color color) {
        return kept.counts && kept.counted[color] > 0;
    };
    return is_lost_by_number && std::ranges::any_of(chess::both_colors, [&](Color color) {
               return counts(ruling, color) &&
                   std::ranges::any_of(state.rulings, [&](const RulingKept& other) {
                          return other.at > ruling.at && counts(other, color);
                      });
           });
}

// A press without a move was counted in the turn that this one gave (7.5.3).
bool was_counted_in_turn_of(const State& state, const RulingKept& ruling) {
    return ruling.changes_record &&
        std::ranges::any_of(state.rulings, [&](const RulingKept& other) {
               const Matter* const matter = state.find_matter(other.matter);
               const bool counts = other.counted[Color::white] + other.counted[Color::black] > 0;
               return other.at > ruling.at && other.tip == ruling.tip && counts &&
                   matter->kind == MatterKind::press_without_move;
           });
}

// What stands in the record rests on the newest ruling that changed it, and a loss by the number of
// illegal moves on each of them, as does what was counted in the turn that a ruling gave: the
// newest goes first.
const RulingKept* ruling_to_take_back(Decision& decision, std::optional<MatterNumber> number) {
    const std::vector<RulingKept>& rulings = decision.state().rulings;
    const auto refuse = [&](std::string id) {
        decision.refuse(Refusal::not_allowed, std::nullopt, std::move(id));
        return nullptr;
    };
    const auto found =
        number ? std::ranges::find(rulings, *number, &RulingKept::matter) : rulings.end();
    if (rulings.empty() || (number && found == rulings.end())) return refuse("refused.no_ruling");
    const RulingKept& chosen = number ? *found : rulings.back();
    const auto later = std::find_if(rulings.rbegin(), rulings.rend(), [](const RulingKept& kept) {
        return kept.changes_record;
    });
    const bool is_newest = !chosen.changes_record || later->matter == chosen.matter;
    const bool is_free = is_newest && !rests_on_count(decision.state(), chosen) &&
        !was_counted_in_turn_of(decision.state(), chosen);
    return is_free ? &chosen : refuse("refused.later_ruling");
}

// The arbiter's own ruling answered nothing that the program had raised.
bool was_raised_by_itself(const Matter& matter) {
    return !matter.alert && !matter.proposal && !matter.claim &&
        matter.kind != MatterKind::late_arrival;
}

void bring_back_count(Decision& decision, const RulingKept& ruling, Color color) {
    const unsigned counted = ruling.before.completed[color];
    const bool is_played_on = decision.state().made() != ruling.before.made;
    if (!is_played_on && counted != decision.state().clocks.completed(color))
        decision.emit(MovesCounted{.color = color, .moves = counted});
}

void bring_back_time(Decision& decision, Color color, base::Millis then) {
    if (then != decision.state().clocks.remaining(color, decision.at()))
        decision.emit(ClockAdjusted{.color = color, .remaining = then});
}

void bring_back_clocks(
    Decision& decision, const RulingKept& ruling, PerColor<base::Millis> remaining
) {
    for (const Color color : chess::both_colors) {
        // Another count may add the time of a period: the time comes after it.
        bring_back_count(decision, ruling, color);
        bring_back_time(decision, color, remaining[color] - ruling.given[color]);
        if (ruling.before.flagged[color] && !decision.state().flagged[color])
            decision.emit(FlagFell{.color = color});
    }
    // A ruling that changed no move may have started another clock all the same, as after a press
    // without one (7.5.3); who has pressed since has answered that.
    const std::optional<Color> resumes = decision.state().resume_for;
    const std::optional<Color> ran = resumes ? resumes : ruling.before.running;
    const std::optional<Color> runs = decision.state().clocks.running();
    const bool is_answered = !resumes && !ruling.changes_record && runs != ruling.runs;
    if (ran && runs && runs != ran && !is_answered) decision.emit(ClockStarted{.color = *ran});
}

// Some that were given since rest on moves that go with this one.
bool loses_rulings(const State& state, const RulingKept& ruling) {
    const auto since = std::ranges::find(state.rulings, ruling.matter, &RulingKept::matter);
    const BeforeRuling& before = ruling.before;
    return ruling.changes_record &&
        std::any_of(std::next(since), state.rulings.end(), [&](const RulingKept& other) {
               return other.tip != before.root && std::ranges::count(before.path, other.tip) == 0;
           });
}

// What that ruling had left moot, and nobody has answered.
std::vector<MatterNumber>
reopened(const std::vector<Matter>& before, const State& state, MatterNumber ruled) {
    std::vector<MatterNumber> numbers;
    for (const Matter& was : before) {
        const bool is_open = state.find_matter(was.number)->state == MatterState::open;
        if (was.number != ruled && is_open && was.state != MatterState::open)
            numbers.push_back(was.number);
    }
    return numbers;
}

bool asks_the_same(const Matter& newer, const Matter& older) {
    return newer.state == MatterState::open && !newer.alert && older.kind == newer.kind &&
        older.about == newer.about && older.ply == newer.ply && older.proposal == newer.proposal &&
        newer.kind != MatterKind::claim;
}

// What was claimed since, has run out or ended the game, rests on a position that the ruling had
// brought about.
bool rests_on(const RulingKept& ruling, const Matter& matter) {
    const bool was_open =
        std::ranges::count(ruling.before.open, matter.number, &Matter::number) > 0;
    const bool is_of_position =
        matter.claim || matter.kind == MatterKind::flag || matter.kind == MatterKind::ending;
    return ruling.changes_record && matter.state == MatterState::open && !was_open &&
        is_of_position && matter.number != ruling.matter;
}

void leave_raised_since_moot(Decision& decision, const RulingKept& ruling) {
    const std::vector<Matter> agenda = decision.state().agenda;
    for (const Matter& matter : agenda)
        if (rests_on(ruling, matter)) close_matter(decision, matter, MatterState::moot);
}

bool has_flag_fallen_since(const State& state, const RulingKept& ruling, Color color) {
    return std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        return matter.kind == MatterKind::flag && matter.about == color && rests_on(ruling, matter);
    });
}

// A proposal that was rejected and made again is one question when the rejection is taken back: the
// newer one, for whoever made it has agreed to that.
void leave_asked_again_moot(Decision& decision) {
    const std::vector<Matter> agenda = decision.state().agenda;
    for (auto older = agenda.begin(); older != agenda.end(); ++older) {
        const bool is_asked_again =
            std::any_of(std::next(older), agenda.end(), [&](const Matter& newer) {
                return asks_the_same(newer, *older);
            });
        if (older->state == MatterState::open && is_asked_again)
            close_matter(decision, *older, MatterState::moot);
    }
}

} // namespace

void take_back(Decision& decision, std::optional<MatterNumber> number) {
    const RulingKept* const chosen = ruling_to_take_back(decision, number);
    if (chosen == nullptr) return;
    const RulingKept ruling = *chosen;
    PerColor<base::Millis> remaining;
    // What has been played since is lost, and the time that it took is given back.
    const bool loses_moves = ruling.changes_record &&
        plies_until(decision.state(), ruling.tip) < decision.state().made();
    for (const Color color : chess::both_colors) {
        remaining[color] = decision.state().clocks.remaining(color, decision.at());
        if (loses_moves || has_flag_fallen_since(decision.state(), ruling, color)) {
            remaining[color] =
                ruling.before.remaining[color] + ruling.given[color] - ruling.carried[color];
        }
    }
    const std::vector<Matter> before = decision.state().agenda;
    decision.emit(TakenBack{
        .number = ruling.matter,
        .forgets_rulings =
            loses_rulings(decision.state(), ruling) ? std::optional{true} : std::nullopt});
    const Matter matter = *decision.state().find_matter(ruling.matter);
    const bool is_own = was_raised_by_itself(matter);
    decision.emit(MatterChanged{
        .number = matter.number,
        .state = is_own ? MatterState::moot : MatterState::open,
    });
    for (const MatterNumber again : reopened(before, decision.state(), ruling.matter))
        decision.emit(MatterChanged{.number = again, .state = MatterState::open});
    leave_off_path(decision);
    leave_raised_since_moot(decision, ruling);
    leave_asked_again_moot(decision);
    bring_back_clocks(decision, ruling, remaining);
    lift_moot_flags(decision);
    if (ruling.changes_record) repair_both(decision);
}

} // namespace ansage::table
