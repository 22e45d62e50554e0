// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine says of moves: in the name of a player who does not announce, and again to those
// who were not there to hear what somebody typed.
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;

namespace {

bool is_impaired(const State& state, Color color) {
    return state.seat(color).vision == Vision::impaired;
}

bool has_duty_to_announce(const State& state, Color color) {
    return state.seat(color).device_duties.contains(2);
}

// One who neither sees nor hears reads what is announced for him.
bool reads_along(const State& state, Color color) {
    return is_impaired(state, color) && state.seat(color).hearing_impaired;
}

// The ply that the player's press would complete.
Ply own_ply(const State& state, Color seat) {
    return completes_made(state, seat) ? state.made() : state.made() + 1;
}

// Its own testimony: the one legal move of that shape, or an illegal one.
HeardMove heard_of_device(const chess::Position& before, const SpokenMove& said) {
    HeardMove heard{.error = MoveError::illegal, .said = said};
    for (const Move move : before.legal_moves()) {
        if (fits(said, move, before.at(move.from())->role)) {
            heard.move = move;
            heard.error.reset();
        }
    }
    return heard;
}

// What was done, by its shape: as the sensors show it, or as it was said to be executed.
std::optional<SpokenMove> done_by_shape(const State& state, Color seat, Ply number) {
    if (state.has_sensors(seat)) {
        const bool is_made = number == state.made();
        return told_by_shape(
            is_made ? evidence_of_made(state) : evidence_of_mover(state, seat),
            state.positions.before(number)
        );
    }
    const Testimony* executed =
        state.plies.has(number) ? said_to_be_executed(state.plies[number]) : nullptr;
    return executed != nullptr && executed->move.error != MoveError::ambiguous
        ? std::optional{executed->move.said}
        : std::nullopt;
}

void say_to(Decision& decision, Audience audience, const Message& message) {
    decision.say(audience, Priority::message, Cause::announcement, message);
}

// By a person's own device in the room, which a player's earphone may shut out; by one that stands
// in where nobody announced, to the ear that has to know.
void say_for(Decision& decision, Color seat, const Message& message) {
    if (is_device_announcing(decision.state(), seat)) say_to(decision, Audience::room, message);
    if (is_impaired(decision.state(), !seat)) say_to(decision, ear_of(!seat), message);
    if (reads_along(decision.state(), seat)) say_to(decision, ear_of(seat), message);
}

Message spoken_message(std::string id, Color player, Ply ply, const HeardMove& heard) {
    return {std::move(id), {.player = player, .ply = ply, .said = heard.said, .name = heard.text}};
}

// The end of this utterance is the end of the announcement.
bool is_waited_for(const State& state, const Said& said, Color seat) {
    if (said.cause != Cause::announcement || said.message.arguments.player != seat) return false;
    const bool in_room = said.audience == Audience::room && is_device_announcing(state, seat);
    return in_room || said.audience == ear_of(!seat);
}

} // namespace

bool is_device_announcing(const State& state, Color seat) {
    return state.seat(seat).announces == Announcer::device || has_duty_to_announce(state, seat) ||
        (is_impaired(state, !seat) && has_duty_to_announce(state, !seat));
}

bool is_announced_for(const State& state, Color seat) {
    const bool in_club = state.setup->mode != Mode::tournament && is_impaired(state, !seat);
    return is_device_announcing(state, seat) || in_club;
}

bool is_announced(const State& state, Color seat) {
    const Ply number = own_ply(state, seat);
    return state.plies.has(number) && state.plies[number].newest(Witness::announcement) != nullptr;
}

void announce_by_device(Decision& decision, Color seat, AnnouncedAt at) {
    const State& state = decision.state();
    const bool is_board_lost =
        state.seat(seat).board != BoardKind::none && !state.has_sensors(seat);
    const bool has_move = state.to_move() == seat || completes_made(state, seat);
    if (!has_move || is_announced(state, seat) || is_board_lost) return;
    const Ply ply = own_ply(state, seat);
    const std::optional<SpokenMove> said = done_by_shape(state, seat, ply);
    if (!said) {
        const auto differs =
            differing(state.boards[seat].reading, state.positions.before(ply).reading());
        // Where nothing was moved no sensor is to blame: a press is told by its own article.
        const bool is_told = at == AnnouncedAt::press && differs.empty();
        if (state.has_sensors(seat) && !is_told)
            alert_about(decision, AlertKind::sensor_unclear, seat, first_of(differs));
        return;
    }
    const bool has_sensors = state.has_sensors(seat);
    const HeardMove heard = heard_of_device(state.positions.before(ply), *said);
    Message message = spoken_message("announcement", seat, ply, heard);
    if (has_sensors) {
        message.arguments.move = meant_move(state.positions.before(ply), heard);
        message.arguments.said.reset();
    }
    decision.emit(Testified{
        .ply = ply,
        .testimony =
            {
                .witness = Witness::announcement,
                .at = decision.at(),
                .source = Source::device,
                .derived_from = Witness::mover_board,
                .move = heard,
            },
    });
    say_for(decision, seat, message);
    // Legal or not, what a board shows is judged when it is quiet.
    if (state.to_move() == seat && !state.boards[seat].changed_at) try_make(decision, seat);
}

std::optional<std::uint64_t> announcement_being_said(const State& state, Color seat) {
    const auto said =
        std::find_if(state.unfinished.rbegin(), state.unfinished.rend(), [&](const auto& entry) {
            return is_waited_for(state, entry.second, seat);
        });
    return said == state.unfinished.rend() ? std::nullopt : std::optional{said->first};
}

bool holds_press(const State& state, Color seat) {
    const bool accepted = is_device_announcing(state, seat) && state.seat(seat).interlock;
    const bool in_club = state.setup->mode != Mode::tournament && is_impaired(state, !seat);
    return accepted || in_club;
}

bool waits_for_acknowledgement(const State& state, Color seat) {
    const Ply number = own_ply(state, seat);
    if (!reads_along(state, seat) || !state.seat(seat).interlock || !state.plies.has(number))
        return false;
    const Testimony* announced = state.plies[number].newest(Witness::announcement);
    return announced != nullptr && announced->source == Source::device;
}

void on(Decision& decision, const Acknowledges& input) {
    if (!decision.state().boards[input.seat].unacknowledged) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.nothing_to_acknowledge");
        return;
    }
    const Presses press{
        .seat = input.seat, .through = decision.state().boards[input.seat].press_through};
    decision.emit(PressJudged{.seat = input.seat});
    take_press(decision, press);
}

void say_typed(Decision& decision, const TypedWords& words) {
    const State& state = decision.state();
    const PlyRecord& ply = state.plies[words.ply];
    const Color listener = !words.speaker;
    const bool is_told_by_machine = std::ranges::any_of(ply.testimonies, [](const Testimony& said) {
        return said.witness == Witness::announcement && said.source == Source::device;
    });
    const bool is_correction = words.id == "announcement.corrected";
    if (words.through != Medium::keys && !(is_correction && is_told_by_machine))
        return; // they heard it themselves
    const Message message = spoken_message(words.id, words.speaker, words.ply, words.heard);
    // Whoever typed it hears what became of it, once.
    if (!words.was_read_back && state.setup->mode != Mode::tournament &&
        words.by != Performer::assistant)
        decision.say(ear_of(words.speaker), Priority::text, Cause::announcement, message);
    if (is_told_by_machine && is_device_announcing(state, words.speaker))
        say_to(decision, Audience::room, message);
    say_to(decision, ear_of(listener), message);
    if (has_assistant(state) && words.by != Performer::assistant)
        say_to(decision, Audience::assistant, message);
}

} // namespace ansage::table
