// SPDX-License-Identifier: GPL-3.0-or-later
// The names of what events are made of, and the way back from a name.
#include "table/names.hpp"

#include <algorithm>

namespace ansage::table {

// Each switch lacks a default, so that the compiler asks for the name of a new enumerator. The
// empty text after it is how parse_name() knows that a list has ended.

std::string_view to_string(AlertKind value) {
    switch (value) {
    case AlertKind::announcement_differs_from_board:
        return "announcement_differs_from_board";
    case AlertKind::repetition_differs:
        return "repetition_differs";
    case AlertKind::opponent_board_differs:
        return "opponent_board_differs";
    case AlertKind::boards_differ:
        return "boards_differ";
    case AlertKind::pressed_before_made:
        return "pressed_before_made";
    case AlertKind::pressed_before_announced:
        return "pressed_before_announced";
    case AlertKind::illegal_move_completed:
        return "illegal_move_completed";
    case AlertKind::touched_piece_not_moved:
        return "touched_piece_not_moved";
    case AlertKind::promotion_not_announced:
        return "promotion_not_announced";
    case AlertKind::correction_not_immediate:
        return "correction_not_immediate";
    case AlertKind::piece_displaced:
        return "piece_displaced";
    case AlertKind::flag_fallen:
        return "flag_fallen";
    case AlertKind::scores_differ:
        return "scores_differ";
    case AlertKind::sensor_unclear:
        return "sensor_unclear";
    case AlertKind::board_not_kept:
        return "board_not_kept";
    case AlertKind::board_lost:
        return "board_lost";
    case AlertKind::board_back:
        return "board_back";
    case AlertKind::sensor_flutters:
        return "sensor_flutters";
    case AlertKind::move_not_heard:
        return "move_not_heard";
    case AlertKind::intended_move_not_played:
        return "intended_move_not_played";
    }
    return {};
}

std::string_view to_string(Refusal value) {
    switch (value) {
    case Refusal::not_a_move:
        return "not_a_move";
    case Refusal::ambiguous:
        return "ambiguous";
    case Refusal::not_your_turn:
        return "not_your_turn";
    case Refusal::game_over:
        return "game_over";
    case Refusal::clock_halted:
        return "clock_halted";
    case Refusal::not_allowed:
        return "not_allowed";
    case Refusal::nothing_to_correct:
        return "nothing_to_correct";
    case Refusal::claim_lost:
        return "claim_lost";
    case Refusal::offered_before:
        return "offered_before";
    }
    return {};
}

std::string_view to_string(Audience value) {
    switch (value) {
    case Audience::room:
        return "room";
    case Audience::ear_white:
        return "ear_white";
    case Audience::ear_black:
        return "ear_black";
    case Audience::assistant:
        return "assistant";
    case Audience::arbiter:
        return "arbiter";
    }
    return {};
}

std::string_view to_string(Priority value) {
    switch (value) {
    case Priority::important:
        return "important";
    case Priority::message:
        return "message";
    case Priority::text:
        return "text";
    case Priority::notification:
        return "notification";
    case Priority::progress:
        return "progress";
    }
    return {};
}

std::string_view to_string(Cause value) {
    switch (value) {
    case Cause::announcement:
        return "announcement";
    case Cause::request:
        return "request";
    case Cause::standing_request:
        return "standing_request";
    case Cause::repair:
        return "repair";
    case Cause::call_arbiter:
        return "call_arbiter";
    case Cause::draw_offer:
        return "draw_offer";
    case Cause::claim:
        return "claim";
    case Cause::result:
        return "result";
    case Cause::act:
        return "act";
    case Cause::refusal:
        return "refusal";
    case Cause::table:
        return "table";
    }
    return {};
}

std::string_view to_string(ProposalKind value) {
    switch (value) {
    case ProposalKind::none:
        return "none";
    case ProposalKind::correct_board:
        return "correct_board";
    case ProposalKind::restore:
        return "restore";
    case ProposalKind::result:
        return "result";
    case ProposalKind::act:
        return "act";
    }
    return {};
}

std::string_view to_string(MatterKind value) {
    switch (value) {
    case MatterKind::boards:
        return "boards";
    case MatterKind::illegal_move:
        return "illegal_move";
    case MatterKind::press_without_move:
        return "press_without_move";
    case MatterKind::touched_piece:
        return "touched_piece";
    case MatterKind::claim:
        return "claim";
    case MatterKind::flag:
        return "flag";
    case MatterKind::ending:
        return "ending";
    case MatterKind::restoration:
        return "restoration";
    case MatterKind::late_arrival:
        return "late_arrival";
    case MatterKind::suggestion:
        return "suggestion";
    }
    return {};
}

std::string_view to_string(MatterState value) {
    switch (value) {
    case MatterState::open:
        return "open";
    case MatterState::stands:
        return "stands";
    case MatterState::ruled:
        return "ruled";
    case MatterState::undone:
        return "undone";
    case MatterState::lapsed:
        return "lapsed";
    case MatterState::moot:
        return "moot";
    }
    return {};
}

std::string_view to_string(HallAnswer value) {
    switch (value) {
    case HallAnswer::confirmed:
        return "confirmed";
    case HallAnswer::declined:
        return "declined";
    case HallAnswer::outdated:
        return "outdated";
    }
    return {};
}

std::string_view to_string(ConsoleRole value) {
    switch (value) {
    case ConsoleRole::white:
        return "white";
    case ConsoleRole::black:
        return "black";
    case ConsoleRole::assistant:
        return "assistant";
    case ConsoleRole::arbiter:
        return "arbiter";
    case ConsoleRole::spectator:
        return "spectator";
    }
    return {};
}

std::string_view to_string(ConsoleChange value) {
    switch (value) {
    case ConsoleChange::joined:
        return "joined";
    case ConsoleChange::left:
        return "left";
    case ConsoleChange::dropped:
        return "dropped";
    case ConsoleChange::replaced:
        return "replaced";
    case ConsoleChange::refused:
        return "refused";
    }
    return {};
}

std::string_view to_string(Reply value) {
    switch (value) {
    case Reply::taken_down:
        return "taken_down";
    case Reply::not_understood:
        return "not_understood";
    case Reply::unchanged:
        return "unchanged";
    case Reply::confirm_resignation:
        return "confirm_resignation";
    case Reply::confirm_draw:
        return "confirm_draw";
    case Reply::confirm_signature:
        return "confirm_signature";
    case Reply::confirm_act:
        return "confirm_act";
    case Reply::help:
        return "help";
    }
    return {};
}

template <class Enum>
std::optional<Enum> parse_name(std::string_view name) {
    for (unsigned index = 0;; ++index) {
        const auto value = static_cast<Enum>(index);
        const std::string_view candidate = to_string(value);
        if (candidate.empty()) {
            return std::nullopt;
        }
        if (candidate == name) {
            return value;
        }
    }
}

template <>
std::optional<chess::Color> parse_name(std::string_view name) {
    const auto* const found = std::ranges::find(chess::both_colors, name, [](chess::Color color) {
        return chess::to_string(color);
    });
    return found == chess::both_colors.end() ? std::nullopt : std::optional{*found};
}

template std::optional<Vision> parse_name(std::string_view);
template std::optional<BoardKind> parse_name(std::string_view);
template std::optional<Announcer> parse_name(std::string_view);
template std::optional<Repeater> parse_name(std::string_view);
template std::optional<Mode> parse_name(std::string_view);
template std::optional<CastlingSide> parse_name(std::string_view);
template std::optional<Witness> parse_name(std::string_view);
template std::optional<Source> parse_name(std::string_view);
template std::optional<ScoreKind> parse_name(std::string_view);
template std::optional<RecordingNews> parse_name(std::string_view);
template std::optional<RecordingKey> parse_name(std::string_view);
template std::optional<PlyState> parse_name(std::string_view);
template std::optional<Performer> parse_name(std::string_view);
template std::optional<Medium> parse_name(std::string_view);
template std::optional<BoardButton> parse_name(std::string_view);
template std::optional<BoardReport> parse_name(std::string_view);
template std::optional<BoardPart> parse_name(std::string_view);
template std::optional<Alarms> parse_name(std::string_view);
template std::optional<Question> parse_name(std::string_view);
template std::optional<DrawAct> parse_name(std::string_view);
template std::optional<ClaimKind> parse_name(std::string_view);
template std::optional<ArbiterAct> parse_name(std::string_view);
template std::optional<SpeechOutcome> parse_name(std::string_view);
template std::optional<AlertKind> parse_name(std::string_view);
template std::optional<Refusal> parse_name(std::string_view);
template std::optional<Audience> parse_name(std::string_view);
template std::optional<Priority> parse_name(std::string_view);
template std::optional<Cause> parse_name(std::string_view);
template std::optional<ProposalKind> parse_name(std::string_view);
template std::optional<MatterKind> parse_name(std::string_view);
template std::optional<MatterState> parse_name(std::string_view);
template std::optional<HallAnswer> parse_name(std::string_view);
template std::optional<ConsoleRole> parse_name(std::string_view);
template std::optional<ConsoleChange> parse_name(std::string_view);
template std::optional<Reply> parse_name(std::string_view);

} // namespace ansage::table
