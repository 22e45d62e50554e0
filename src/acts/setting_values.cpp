// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/setting_values.hpp"

#include "base/try.hpp"
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "terminal/text.hpp"

#include <algorithm>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::Seat;

namespace {

Status set_start(TableHeader& header, const chess::Setup& setup) {
    const auto position = chess::Position::from_setup(setup);
    if (!position) {
        return terminal::refused(
            base::phrase("no game can start from that position"),
            base::phrase("give one king each, and the side to move may not take a king")
        );
    }
    header.setup.start = *position;
    return {};
}

} // namespace

tl::unexpected<Error>
unknown_word(std::string_view word, const std::vector<std::string_view>& known) {
    return terminal::refused(
        base::phrase("\"{}\" is unknown", word),
        base::phrase("write one of: {}", base::listed(known))
    );
}

Status read_value(bool& into, std::string_view word) {
    if (word != "yes" && word != "no") {
        return terminal::refused(
            base::phrase("\"{}\" is neither yes nor no", word), base::phrase("write yes or no")
        );
    }
    into = word == "yes";
    return {};
}

Status read_value(std::set<unsigned>& into, std::string_view list) {
    std::string_view rest = list;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::optional<unsigned> duty = terminal::parse_number(rest.substr(0, comma));
        if (!duty || *duty < 1 || *duty > 6) {
            return terminal::refused(
                base::phrase("\"{}\" is no list of duties", list),
                base::phrase("write numbers 1 to 6 of D.2.10 with commas between")
            );
        }
        into.insert(*duty);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return {};
}

Status read_value(std::string& into, std::string_view text) {
    into = text;
    return {};
}

namespace {

// "white", "black" or "both": what holds for each seat.
Status read_seats(TableHeader& header, std::string_view value, bool Seat::*member) {
    if (value != "white" && value != "black" && value != "both") {
        return terminal::refused(
            base::phrase("\"{}\" is no seat", value), base::phrase("write white, black or both")
        );
    }
    for (const Color color : chess::both_colors)
        header.setup.seats[color].*member = value == "both" || value == chess::to_string(color);
    return {};
}

} // namespace

Status read_interlock(TableHeader& header, std::string_view value) {
    return read_seats(header, value, &Seat::interlock);
}

// "none" where all were asked, and nobody consented.
Status read_heard(TableHeader& header, std::string_view value) {
    if (value == "none") {
        for (const Color color : chess::both_colors) header.setup.seats[color].heard = false;
        return {};
    }
    return read_seats(header, value, &Seat::heard);
}

// Pairs with blanks or commas between.
Status read_language(TableHeader& header, std::string_view value) {
    std::string pairs{value};
    std::ranges::replace(pairs, ',', ' ');
    for (const std::string& pair : terminal::split_words(pairs)) {
        const std::size_t equals = pair.find('=');
        const std::string key = pair.substr(0, equals);
        const std::string language = equals == std::string::npos ? "" : pair.substr(equals + 1);
        if (language.empty() || (key != "white" && key != "black" && key != "arbiter")) {
            return terminal::refused(
                base::phrase("\"{}\" names no listener's language", pair),
                base::phrase("write white=de black=en arbiter=nb")
            );
        }
        if (key == "arbiter") header.setup.arbiter_language = language;
        else header.setup.seats[key == "white" ? Color::white : Color::black].language = language;
    }
    return {};
}

Status read_start(TableHeader& header, std::string_view value) {
    const auto setup = chess::parse_fen(value);
    return setup ? set_start(header, *setup) : Status{tl::unexpected(setup.error())};
}

Status read_chess960(TableHeader& header, std::string_view value) {
    const std::optional<unsigned> number = terminal::parse_number(value);
    if (!number || *number > 959) {
        return terminal::refused(
            base::phrase("\"{}\" is no Chess960 position", value),
            base::phrase("write a number from 0 to 959")
        );
    }
    return set_start(header, chess::chess960_setup(*number));
}

Status read_time(TableHeader& header, std::string_view value) {
    auto control = ANSAGE_TRY(clock::parse_time_control(value));
    header.setup.time = std::move(control);
    header.time = value;
    return {};
}

// How many games one arbiter watches at once (A.4.1, B.2.1).
Status read_arbiter_games(TableHeader& header, std::string_view value) {
    const std::optional<unsigned> games = terminal::parse_number(value);
    if (!games || *games == 0) {
        return terminal::refused(
            base::phrase("\"{}\" is no number of games", value),
            base::phrase("write how many games the arbiter watches at once, 1 or more")
        );
    }
    header.setup.arbiter_games = *games;
    return {};
}

std::string games_of(const TableHeader& header) {
    return std::to_string(header.setup.arbiter_games);
}

// The waiting time that the competition announced (6.7.1).
Status read_late(TableHeader& header, std::string_view value) {
    const std::optional<base::Millis> time = terminal::parse_clock_time(value);
    if (!time) {
        return terminal::refused(
            base::phrase("\"{}\" is no time", value),
            base::phrase("write hours, minutes and seconds: 0:30:00")
        );
    }
    header.setup.late_after = *time;
    return {};
}

Status read_boards(TableHeader& header, std::string_view value) {
    const std::optional<unsigned> boards = terminal::parse_number(value);
    if (!boards || *boards > 2) {
        return terminal::refused(
            base::phrase("\"{}\" is no number of boards", value),
            base::phrase("write 1 or 2, or 0 for a clock alone")
        );
    }
    header.setup.boards = *boards;
    return {};
}

Status read_clock(TableHeader& header, std::string_view name) {
    header.setup.is_clock_ours = name == own_clock;
    return read_value(header.clock, name);
}

Status read_hearing(Seat& seat, std::string_view value) {
    seat.hearing_impaired = value == "impaired";
    return seat.hearing_impaired ? Status{} : unknown_word(value, {"impaired"});
}

std::string hearing_of(const Seat& seat) { return seat.hearing_impaired ? "impaired" : ""; }

} // namespace ansage::acts
