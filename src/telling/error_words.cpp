// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/error_words.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ansage::telling {

namespace {

constexpr std::array error_ids{
    std::string_view{"error.no_command"},
    std::string_view{"error.unknown_command"},
    std::string_view{"error.unexpected"},
    std::string_view{"error.no_option"},
    std::string_view{"error.takes_no_value"},
    std::string_view{"error.needs_value"},
    std::string_view{"error.given_twice"},
    std::string_view{"error.nothing_to_do"},
    std::string_view{"error.not_read"},
    std::string_view{"error.cannot_be_read"},
    std::string_view{"error.not_written"},
    std::string_view{"error.no_folder"},
    std::string_view{"error.no_profile"},
    std::string_view{"error.no_language"},
    std::string_view{"error.no_such_journal"},
    std::string_view{"error.no_game_yet"},
    std::string_view{"error.no_journal"},
    std::string_view{"error.journal_exists"},
    std::string_view{"error.no_game"},
    std::string_view{"error.no_game_of"},
    std::string_view{"error.no_role"},
    std::string_view{"error.one_role"},
    std::string_view{"error.one_game"},
    std::string_view{"error.no_audio"},
    std::string_view{"error.no_audio_called"},
    std::string_view{"error.no_port"},
    std::string_view{"error.no_board_answers"},
    std::string_view{"error.hung_up"},
    std::string_view{"error.no_board"},
    std::string_view{"error.no_simulation"},
    std::string_view{"error.wants_word"},
    std::string_view{"error.wants_nothing"},
    std::string_view{"error.no_action"},
    std::string_view{"error.not_legal"},
    std::string_view{"error.no_move"},
    std::string_view{"error.two_moves"},
    std::string_view{"error.no_preset"},
    std::string_view{"error.no_time_chosen"},
    std::string_view{"error.no_period"},
    std::string_view{"error.no_placement"},
    std::string_view{"error.no_speed"},
    std::string_view{"error.wants_code"},
    std::string_view{"error.see_commands"},
    std::string_view{"error.see_help"},
    std::string_view{"error.lists_options"},
    std::string_view{"error.hall_help"},
    std::string_view{"error.write_value"},
    std::string_view{"error.once"},
    std::string_view{"error.leave_out"},
    std::string_view{"error.check_name"},
    std::string_view{"error.check_there"},
    std::string_view{"error.check_disk"},
    std::string_view{"error.choose_profile"},
    std::string_view{"error.auto_or"},
    std::string_view{"error.one_of_list"},
    std::string_view{"error.name_journal"},
    std::string_view{"error.name_a_journal"},
    std::string_view{"error.name_written"},
    std::string_view{"error.name_last"},
    std::string_view{"error.other_name"},
    std::string_view{"error.name_score"},
    std::string_view{"error.other_game"},
    std::string_view{"error.write_joining"},
    std::string_view{"error.write_role"},
    std::string_view{"error.connect_audio"},
    std::string_view{"error.list_ports"},
    std::string_view{"error.switched_on"},
    std::string_view{"error.cable"},
    std::string_view{"error.board_actions"},
    std::string_view{"error.look_before"},
    std::string_view{"error.uci_or_san"},
    std::string_view{"error.list_presets"},
    std::string_view{"error.give_time"},
    std::string_view{"error.time_like"},
    std::string_view{"error.as_fen"},
    std::string_view{"error.speeds"},
    std::string_view{"error.code_printed"},
    std::string_view{"error.arbiter_usage"},
    std::string_view{"error.board_watch_usage"},
    std::string_view{"error.board_check_usage"},
    std::string_view{"error.board_list_usage"},
    std::string_view{"error.board_simulate_usage"},
};

// In the place of what differs from one error to the next.
constexpr char gap = '\x01';
constexpr std::string_view gap_text{&gap, 1};

// What stands in the gaps of the pattern; nothing where the text is another sentence.
std::optional<std::vector<std::string>>
filled_with(std::string_view pattern, std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = pattern.find(gap);; at = pattern.find(gap)) {
        const std::string_view before = pattern.substr(0, at);
        if (!text.starts_with(before)) {
            return std::nullopt;
        }
        text.remove_prefix(before.size());
        if (at == std::string_view::npos) {
            return text.empty() ? std::optional{parts} : std::nullopt;
        }
        pattern.remove_prefix(at + 1);
        const std::string_view next = pattern.substr(0, pattern.find(gap));
        const bool is_last = next.size() == pattern.size();
        const std::size_t end = next.empty() ? text.size()
            : is_last                        ? text.rfind(next)
                                             : text.find(next);
        if (end == std::string_view::npos || end == 0) {
            return std::nullopt;
        }
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::optional<std::string> sentence_in(
    const wording::Catalogue& in, const wording::Catalogue& english, const std::string& text
) {
    for (const std::string_view id : error_ids) {
        const std::string pattern =
            english.sentence(id, {{"first", gap_text}, {"second", gap_text}});
        if (auto parts = filled_with(pattern, text)) {
            parts->resize(2);
            return in.sentence(
                id,
                {{"first", std::string_view{parts->front()}},
                 {"second", std::string_view{parts->back()}}}
            );
        }
    }
    return std::nullopt;
}

} // namespace

base::Error error_in(
    const wording::Catalogue& in, const wording::Catalogue& english, const base::Error& error
) {
    const auto what = sentence_in(in, english, error.what);
    const auto mend =
        error.mend.empty() ? std::optional{error.mend} : sentence_in(in, english, error.mend);
    return what && mend ? base::Error{*what, error.where, *mend} : error;
}

} // namespace ansage::telling
