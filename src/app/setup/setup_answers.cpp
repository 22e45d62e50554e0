// SPDX-License-Identifier: GPL-3.0-or-later
// What was answered at set-up: as options of `ansage play`, and as a player who is remembered.
#include "app/setup/setup_answers.hpp"

#include "acts/table_header.hpp"

#include <utility>

namespace ansage::app {

namespace {

std::string board_words(const std::string& port, const std::string& board) {
    return port.empty() ? "none" : board;
}

std::string own_seat(const SetupAnswers& answers) {
    std::string seat = answers.vision + ' ' + board_words(answers.port, answers.board) +
        " announces=" + answers.announces;
    if (answers.announces == "assistant") {
        seat += " repeats=assistant assistant=1,2";
    }
    const bool is_impaired = answers.vision == "impaired";
    if (is_impaired && answers.alarms != "none") {
        seat += " alarms=" + answers.alarms;
    }
    const bool has_identity = !answers.port.empty() && answers.board == "identity";
    if (is_impaired && has_identity && answers.squares == "yes") {
        seat += " squares=yes";
    }
    return seat;
}

// D.2.11: one who does not hear has an assistant where the player himself has none, unless the
// arbiter is to do without.
std::string opponents_seat(const SetupAnswers& answers) {
    const bool deaf = answers.opponent == "deaf";
    const std::string vision = answers.opponent == "impaired" ? "impaired" : "sighted";
    std::string seat = vision + ' ' + board_words(answers.opponent_port, answers.opponent_board);
    if (deaf) {
        seat += " hearing=impaired";
        const bool own = answers.announces != "assistant" && answers.opponent_assistant == "yes";
        seat += own ? " assistant=1,2" : "";
    }
    return seat;
}

} // namespace

std::vector<std::string> to_options(const SetupAnswers& answers) {
    const std::string other = answers.color == "white" ? "black" : "white";
    std::vector<std::string> options{
        "--" + answers.color,
        own_seat(answers),
        "--" + other,
        opponents_seat(answers),
        "--time",
        answers.time,
        "--words",
        answers.words,
        "--mode",
        answers.mode,
        "--window",
        answers.mode == "tournament"   ? answers.color
            : answers.color == "white" ? "both"
                                       : "both-black",
        "--language",
        answers.language};
    const auto add = [&](const std::string& option, const std::string& value) {
        if (!value.empty()) {
            options.insert(options.end(), {"--" + option, value});
        }
    };
    add("profile", answers.profile);
    add("braille-code", answers.braille.empty() ? "" : answers.color + '=' + answers.braille);
    add(answers.color + "-tones", answers.tones);
    add("arbiter-games", answers.arbiter_games == "1" ? "" : answers.arbiter_games);
    add("arbiter-records", answers.arbiter_records == "yes" ? "" : answers.arbiter_records);
    add(answers.color + "-name", answers.name);
    add(other + "-name", answers.opponent_name);
    add(answers.color + "-board", answers.port);
    // At any other table nobody confirms them.
    if (answers.hall_rulings == "yes" && answers.mode == "tournament") {
        options.emplace_back("--hall-rulings");
    }
    const bool is_split = answers.opponent_ear == "split";
    add(answers.color + "-ear", is_split ? answers.ear + " side=left" : answers.ear);
    add(other + "-ear", is_split ? answers.ear + " side=right" : answers.opponent_ear);
    add(other + "-board", answers.opponent_port);
    return options;
}

profiles::SeatProfile to_seat(const SetupAnswers& answers) {
    const auto known = [](const std::string& text) {
        return text.empty() ? std::nullopt : std::optional{text};
    };
    return {
        .seat = own_seat(answers),
        .name = known(answers.name),
        .language = known(answers.language),
        .board = known(answers.port),
        .braille = known(answers.braille),
        .tones = known(answers.tones),
        .words = known(answers.words),
        .time = known(answers.time),
        .mode = known(answers.mode)};
}

SetupAnswers answers_of(const profiles::SeatProfile& seat, SetupAnswers defaults) {
    if (const auto read = acts::read_seat(seat.seat)) {
        defaults.vision = read->vision == table::Vision::impaired ? "impaired" : "sighted";
        const bool identity = read->board == table::BoardKind::identity;
        defaults.board = identity ? "identity" : "occupancy";
        defaults.announces = read->announces == table::Announcer::self ? "self"
            : read->announces == table::Announcer::assistant           ? "assistant"
                                                                       : "device";
        defaults.alarms = read->alarms == table::Alarms::none ? "none"
            : read->alarms == table::Alarms::words            ? "words"
                                                              : "tones";
        defaults.squares = read->square_answers ? "yes" : "no";
    }
    defaults.name = seat.name.value_or(defaults.name);
    defaults.language = seat.language.value_or(defaults.language);
    defaults.port = seat.board.value_or(defaults.port);
    defaults.braille = seat.braille.value_or(defaults.braille);
    defaults.tones = seat.tones.value_or(defaults.tones);
    defaults.words = seat.words.value_or(defaults.words);
    defaults.time = seat.time.value_or(defaults.time);
    defaults.mode = seat.mode.value_or(defaults.mode);
    return defaults;
}

} // namespace ansage::app
