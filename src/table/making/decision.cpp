// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/making/decision.hpp"

#include "table/apply/apply.hpp"
#include "table/model/checked.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using chess::Color;

bool speaks_of_board(AlertKind kind) {
    switch (kind) {
    case AlertKind::opponent_board_differs:
    case AlertKind::boards_differ:
    case AlertKind::piece_displaced:
    case AlertKind::board_not_kept:
    case AlertKind::sensor_unclear: return true;
    case AlertKind::announcement_differs_from_board:
    case AlertKind::repetition_differs:
    case AlertKind::pressed_before_made:
    case AlertKind::pressed_before_announced:
    case AlertKind::illegal_move_completed:
    case AlertKind::touched_piece_not_moved:
    case AlertKind::promotion_not_announced:
    case AlertKind::correction_not_immediate:
    case AlertKind::flag_fallen:
    case AlertKind::scores_differ:
    case AlertKind::board_lost:
    case AlertKind::board_back:
    case AlertKind::sensor_flutters:
    case AlertKind::move_not_heard:
    case AlertKind::intended_move_not_played: return false;
    }
    return false;
}

namespace {

// One may be open while the same happens again, of another move: each is a matter of its own.
bool is_of_one_ply(AlertKind kind) {
    return kind == AlertKind::illegal_move_completed || kind == AlertKind::pressed_before_made ||
        kind == AlertKind::touched_piece_not_moved || kind == AlertKind::intended_move_not_played ||
        kind == AlertKind::announcement_differs_from_board;
}

// A board that is no longer kept replaces the difference that showed it.
std::optional<std::uint64_t>
upgraded(const State& state, AlertKind kind, std::optional<Color> about) {
    if (kind != AlertKind::board_not_kept && kind != AlertKind::boards_differ) return std::nullopt;
    for (const AlertKind milder :
         {AlertKind::boards_differ,
          AlertKind::opponent_board_differs,
          AlertKind::piece_displaced}) {
        const OpenAlert* open = state.find_open(milder, about);
        if (open != nullptr && milder != kind) return open->id;
    }
    return std::nullopt;
}

// The move that a sentence about that ply names: as announced, else as made.
std::optional<chess::Move> move_of(const State& state, Ply number) {
    if (!state.plies.has(number)) return std::nullopt;
    const PlyRecord& ply = state.plies[number];
    const Testimony* announced = ply.newest(Witness::announcement);
    return announced != nullptr && announced->move.move ? announced->move.move : ply.move;
}

// What differs from the words names them even if they are no move, and an offence what a sighted
// player's hand did (4.7).
std::optional<chess::Move> move_of(const State& state, AlertKind kind, Ply number) {
    if (!state.plies.has(number)) return std::nullopt;
    const PlyRecord& ply = state.plies[number];
    const Testimony* announced = ply.newest(Witness::announcement);
    if (kind == AlertKind::announcement_differs_from_board && announced != nullptr)
        return announced->move.move;
    const bool is_by_hand = state.seat(ply.mover).vision == Vision::sighted && ply.move;
    return kind == AlertKind::illegal_move_completed && is_by_hand ? ply.move
                                                                   : move_of(state, number);
}

// What was announced, where it was no legal move.
std::optional<std::string> words_of(const State& state, Ply number) {
    if (!state.plies.has(number)) return std::nullopt;
    const Testimony* announced = state.plies[number].newest(Witness::announcement);
    return announced == nullptr ? std::nullopt : std::optional{announced->move.text};
}

bool comes_after_the_clock(const EventBody& body) {
    return std::holds_alternative<Alerted>(body) || std::holds_alternative<Proposed>(body) ||
        std::holds_alternative<Said>(body) || std::holds_alternative<Ended>(body) ||
        std::holds_alternative<Raised>(body);
}

void number(EventBody& body, std::uint64_t id) {
    if (auto* alerted = std::get_if<Alerted>(&body)) alerted->id = id;
    else if (auto* said = std::get_if<Said>(&body)) said->id = id;
}

// What is raised becomes the next of the agenda; what is proposed without a number is proposed for
// the newest.
void number_on_agenda(const State& state, EventBody& body) {
    const MatterNumber newest{state.agenda.size()};
    if (auto* raised = std::get_if<Raised>(&body)) raised->number = newest + 1;
    else if (auto* proposed = std::get_if<Proposed>(&body))
        proposed->matter = proposed->matter.value_or(newest);
}

} // namespace

Audience ear_of(Color color) {
    return color == Color::white ? Audience::ear_white : Audience::ear_black;
}

Message as_one(std::vector<Message> messages) {
    if (messages.size() == 1) return std::move(messages.front());
    Message list{.id = "parts", .arguments = {}, .words = {}};
    list.arguments.parts = std::move(messages);
    return list;
}

void Decision::emit(EventBody body) {
    if (holding_ && comes_after_the_clock(body)) {
        held_.push_back(std::move(body));
        return;
    }
    number_on_agenda(state_, body);
    prepare(body);
    events_.push_back({at_, std::move(body)});
    apply(state_, events_.back());
    check_applied(state_, events_.back());
    follow(events_.back().body);
}

void Decision::release() {
    holding_ = false;
    std::vector<EventBody> held = std::exchange(held_, {});
    for (EventBody& body : held) {
        number(body, state_.next_id);
        emit(std::move(body));
    }
}

void Decision::refuse(Refusal reason, std::optional<Color> seat) {
    const bool goes_on_later = reason == Refusal::game_over && state_.phase == Phase::adjourned;
    const std::string_view id = goes_on_later ? "adjourned" : to_string(reason);
    refuse(reason, seat, std::string{"refused."} + std::string{id});
}

void Decision::refuse(Refusal reason, std::optional<Color> seat, std::string message_id) {
    Message message{std::move(message_id), {.player = seat}};
    emit(Refused{.reason = reason, .seat = seat, .message = std::move(message)});
}

void Decision::refuse_words(Color seat, const std::string& vocabulary) {
    Message message{"refused.other_words", {.where = setup().vocabulary, .name = vocabulary}};
    emit(Refused{.reason = Refusal::not_a_move, .seat = seat, .message = std::move(message)});
}

bool Decision::is_known(AlertKind kind, const AlertDetails& details) const {
    // One that waits for release() is as good as raised.
    const bool waits = std::ranges::any_of(held_, [&](const EventBody& body) {
        const auto* const held = std::get_if<Alerted>(&body);
        return held != nullptr && held->kind == kind && held->about == details.about &&
            (held->ply == details.ply || !is_of_one_ply(kind));
    });
    const bool is_open = !is_of_one_ply(kind) && state_.find_open(kind, details.about) != nullptr;
    return waits || is_open || state_.was_raised(kind, details.about, details.ply);
}

void Decision::alert(AlertKind kind, const AlertDetails& details) {
    // A clock that was set may run out once more before the next move.
    if (kind != AlertKind::flag_fallen && is_known(kind, details)) return;
    Alerted raised{
        .id = state_.next_id,
        .kind = kind,
        .about = details.about,
        .ply = details.ply,
        .squares = details.squares,
        .upgrades = upgraded(state_, kind, details.about),
        .message = {"alert." + std::string{to_string(kind)}, details.arguments},
    };
    raised.message.id += details.cause;
    raised.message.arguments.player = details.about;
    const Ply concerns = details.concerns.value_or(details.ply);
    raised.message.arguments.ply = concerns;
    const bool by_words =
        state_.plies.has(concerns) && is_told_by_words(state_, state_.plies[concerns]);
    if (!by_words) raised.message.arguments.move = move_of(state_, kind, concerns);
    if (!raised.message.arguments.move) raised.message.arguments.where = words_of(state_, concerns);
    emit(std::move(raised));
}

void Decision::close_alerts_of_board(Color board) {
    const std::vector<OpenAlert> alerts = state_.alerts;
    for (const OpenAlert& alert : alerts) {
        if (alert.open && alert.about == board && speaks_of_board(alert.kind))
            emit(AlertClosed{.id = alert.id, .kind = alert.kind});
    }
}

void Decision::close_alert(AlertKind kind, std::optional<Color> about) {
    if (const OpenAlert* open = state_.find_open(kind, about))
        emit(AlertClosed{.id = open->id, .kind = kind});
}

void Decision::propose(Proposal proposal, std::optional<MatterNumber> matter) {
    if (proposal.message.id.empty())
        proposal.message.id = std::string{"proposal."} + std::string{to_string(proposal.kind)};
    MessageArguments& arguments = proposal.message.arguments;
    if (proposal.kind == ProposalKind::restore) arguments.move = move_of(state_, proposal.ply);
    arguments.player = proposal.board;
    arguments.ply = proposal.ply;
    if (proposal.corrected) {
        arguments.player = state_.plies[proposal.corrected->ply].mover;
        arguments.ply = proposal.corrected->ply;
        arguments.move = proposal.corrected->move;
    }
    if (proposal.termination) {
        arguments.name = laws::to_string(*proposal.termination);
        arguments.score = proposal.score;
    }
    emit(Proposed{std::move(proposal), matter});
}

void Decision::say(Audience audience, Priority priority, Cause cause, Message message) {
    emit(Said{
        .id = state_.next_id,
        .audience = audience,
        .priority = priority,
        .cause = cause,
        .message = std::move(message),
    });
}

} // namespace ansage::table
