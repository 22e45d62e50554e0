// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/edition.hpp"

#include <algorithm>

namespace ansage::laws {
namespace {

// Terminations and alerts are among them under their own names.
constexpr auto keys = std::to_array<std::string_view>({
    "adapted",
    "adjourned",
    "agreement",
    "analogy",
    "announcement_differs_from_board",
    "announcing",
    "arbiter",
    "assistant",
    "assistant_announces",
    "assistant_for_hearing_impaired",
    "assistant_informs",
    "assistant_keeps_score",
    "assistant_of_sighted",
    "blitz_supervised",
    "blitz_unsupervised",
    "board_back",
    "board_lost",
    "board_not_kept",
    "board_turned",
    "boards_differ",
    "both_flags",
    "capture_half_done",
    "castling_half_done",
    "castling_illegal",
    "castling_rook_first",
    "castling_touched",
    "checkmate",
    "chess960",
    "claim",
    "claim_correct",
    "claim_is_offer",
    "claim_lost",
    "clock_assistant",
    "clock_of_impaired",
    "clock_setting",
    "colours_reversed",
    "completed",
    "completed_by_ending",
    "completed_by_next_move",
    "correction",
    "correction_not_immediate",
    "dead_position",
    "default",
    "draw_offer",
    "fifty_moves",
    "fifty_moves_intended",
    "fivefold",
    "flag",
    "flag_cannot_mate",
    "flag_fallen",
    "illegal_move_completed",
    "illegal_moves",
    "illegal_position_that_stood",
    "initial_position",
    "intended_move_not_played",
    "interruption",
    "made_impaired",
    "made_sighted",
    "note_in_advance",
    "opponent_board_differs",
    "opponents_clock",
    "penalties",
    "piece_displaced",
    "player_stops_clocks",
    "press_right",
    "press_without_move",
    "pressed_before_announced",
    "pressed_before_made",
    "promotion_not_announced",
    "protest_lost",
    "quickplay_extra_time",
    "quickplay_finish",
    "quickplay_postponed",
    "quickplay_rejected",
    "rapid_supervised",
    "rapid_unsupervised",
    "repetition_differs",
    "resignation",
    "restoring_time",
    "resumption",
    "same_position",
    "score_assistant",
    "score_lag",
    "score_not_asked",
    "score_relief",
    "scores_differ",
    "sealed_move",
    "sensor_flutters",
    "sensor_unclear",
    "setting_stands",
    "seventyfive_moves",
    "sighted_rules",
    "stalemate",
    "start",
    "start_stands",
    "threefold",
    "threefold_intended",
    "touched_impaired",
    "touched_piece_not_moved",
    "two_hands",
    "unpromoted",
    "wrong_claim",
});

static_assert(std::is_sorted(keys.begin(), keys.end()));

} // namespace

std::string_view Edition::article(std::string_view key) const {
    const auto found = articles.find(key);
    return found == articles.end() ? std::string_view{} : std::string_view{found->second.number};
}

std::string_view
Edition::article(std::string_view key, const ClassRules& rules, std::string_view language) const {
    const auto own = rules.articles.find(key);
    const auto found = own == rules.articles.end() ? articles.find(key) : own;
    if (found == articles.end()) return {};
    const Article& article = found->second;
    const auto translated = article.translated.find(language);
    return translated == article.translated.end() ? std::string_view{article.number}
                                                  : std::string_view{translated->second};
}

std::span<const std::string_view> article_keys() { return keys; }

} // namespace ansage::laws
