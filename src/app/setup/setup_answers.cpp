// SPDX-License-Identifier: GPL-3.0-or-later
// What was answered at set-up: as options of `ansage play`, and as a player who is remembered.
#include "app/setup/setup_answers.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ansage::app {

using acts::SeatSetting;
using acts::TableSetting;

namespace {

table::BoardKind board_of(const SetupPlayer& player) {
    return player.port.empty() ? table::BoardKind::none : player.seat.board;
}

// D.2.11: one who does not hear has an assistant where the player himself has none, unless the
// arbiter is to do without.
table::Seat opponents_seat(const SetupAnswers& answers) {
    table::Seat seat = answers.opponent.seat;
    seat.board = board_of(answers.opponent);
    const bool assisted = answers.own.seat.announces == table::Announcer::assistant;
    if (seat.hearing_impaired && !assisted && answers.opponent_assistant)
        seat.assistant_duties = {1, 2};
    return seat;
}

// What a seat file keeps that is no setting of the table; null: it is one.
template <class Answers>
auto own_answer(std::string_view seat_key, Answers& answers) {
    return seat_key == "name"    ? &answers.own.seat.name
        : seat_key == "language" ? &answers.own.seat.language
        : seat_key == "board"    ? &answers.own.port
        : seat_key == "braille"  ? &answers.braille
        : seat_key == "tones"    ? &answers.tones
                                 : nullptr;
}

} // namespace

SetupAnswers::SetupAnswers()
    : own{.seat = {.vision = table::Vision::impaired, .board = table::BoardKind::occupancy}},
      table{acts::default_header()} {
    table.profile.clear();
    table.words = "fide";
}

table::Seat own_seat(const SetupAnswers& answers) {
    table::Seat seat = answers.own.seat;
    seat.board = board_of(answers.own);
    if (seat.announces == table::Announcer::assistant) {
        seat.repeats = table::Repeater::assistant;
        seat.assistant_duties = {1, 2};
    }
    if (seat.hearing_impaired && answers.own_assistant) seat.assistant_duties = {1, 2};
    for (const SeatSetting& row : acts::seat_settings()) {
        const auto is_asked = row.question.is_asked;
        if (is_asked != nullptr && !is_asked(seat, {}))
            std::ignore = row.access.read(seat, row.access.write({}));
    }
    return seat;
}

std::vector<std::string> to_options(const SetupAnswers& answers) {
    const std::string own{chess::to_string(answers.color)};
    const std::string other{chess::to_string(!answers.color)};
    const bool has_arbiter = answers.table.setup.mode == table::Mode::tournament;
    const bool is_white = answers.color == chess::Color::white;
    std::vector<std::string> options;
    const auto add = [&](const std::string& option, const std::string& value) {
        if (!value.empty()) options.insert(options.end(), {"--" + option, value});
    };
    add(own, acts::to_words(own_seat(answers), true));
    add(other, acts::to_words(opponents_seat(answers), false));
    add("window", has_arbiter ? own : is_white ? "both" : "both-black");
    add("language", answers.own.seat.language);
    for (const TableSetting& row : acts::table_settings()) {
        const auto write = row.access.write;
        const auto is_asked = row.question.is_asked;
        const acts::Occasion any{.is_quick = true, .has_hall = true};
        if (write == nullptr || (is_asked != nullptr && !is_asked(answers.table, any))) continue;
        const bool is_other = write(answers.table) != write(SetupAnswers{}.table);
        if (row.placeholder.empty() && is_other) options.emplace_back("--" + std::string{row.name});
        else if (is_other || row.seat_key == row.name)
            add(std::string{row.name}, write(answers.table));
    }
    add("braille-code", answers.braille.empty() ? "" : own + '=' + answers.braille);
    add(own + "-tones", answers.tones);
    add(own + "-name", answers.own.seat.name);
    add(other + "-name", answers.opponent.seat.name);
    add(own + "-board", answers.own.port);
    const bool is_split = answers.opponent.ear == "split";
    add(own + "-ear", answers.own.ear + (is_split ? " side=left" : ""));
    add(other + "-ear", is_split ? answers.own.ear + " side=right" : answers.opponent.ear);
    add(other + "-board", answers.opponent.port);
    return options;
}

bool is_answered(const SetupAnswers& answers, std::string_view option) {
    constexpr std::array<std::string_view, 9> always{
        "white",
        "black",
        "white-board",
        "black-board",
        "white-name",
        "black-name",
        "window",
        "language",
        "braille-code"};
    const bool is_row = std::ranges::any_of(acts::table_settings(), [&](const TableSetting& row) {
        return row.name == option && row.access.write != nullptr;
    });
    return is_row || std::ranges::find(always, option) != always.end() ||
        option == std::string{chess::to_string(answers.color)} + "-tones";
}

profiles::SeatProfile to_seat(const SetupAnswers& answers) {
    profiles::SeatProfile seat{.seat = acts::to_words(own_seat(answers), true)};
    for (const std::string_view key : acts::seat_keys()) {
        const std::string* const own = own_answer(key, answers);
        std::string answer =
            own != nullptr ? *own : acts::table_setting(key).access.write(answers.table);
        if (!answer.empty()) seat.habits.emplace_back(key, std::move(answer));
    }
    return seat;
}

namespace {

void take(const table::Seat& known, table::Seat& into) {
    into.vision = known.vision;
    into.hearing_impaired = known.hearing_impaired;
    // Without a port it is not known which kind a board would be.
    const bool has_board = known.board != table::BoardKind::none;
    into.board = has_board ? known.board : table::BoardKind::occupancy;
    for (const SeatSetting& row : acts::seat_settings()) {
        if (!row.question.sentence.empty())
            std::ignore = row.access.read(into, row.access.write(known));
    }
}

} // namespace

SetupAnswers answers_of(const profiles::SeatProfile& seat, SetupAnswers defaults) {
    if (const auto known = acts::read_seat(seat.seat)) take(*known, defaults.own.seat);
    for (const auto& [key, habit] : seat.habits) {
        if (std::string* const own = own_answer(key, defaults)) {
            *own = habit;
        } else {
            // What cannot be read any more is asked as if it had never been kept.
            std::ignore = acts::table_setting(key).access.read(defaults.table, habit);
        }
    }
    return defaults;
}

} // namespace ansage::app
