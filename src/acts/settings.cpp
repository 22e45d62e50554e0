// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/settings.hpp"

#include "base/check.hpp"
#include "base/try.hpp"
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::Seat;
using table::TableSetup;

namespace {

using Status = Result<void, Error>;

tl::unexpected<Error> unknown(std::string_view word, const std::vector<std::string_view>& known) {
    return terminal::refused(
        base::phrase("\"{}\" is unknown", word),
        base::phrase("write one of: {}", base::listed(known))
    );
}

// --- values as they are written
template <base::Enumeration Enum>
Status read_value(Enum& into, std::string_view word) {
    const auto value = base::parse_name<Enum>(word);
    if (!value) {
        const auto& names = base::enumerator_names<Enum>;
        return unknown(word, {names.begin(), names.end()});
    }
    into = *value;
    return {};
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

template <class Value>
std::string text_of(const Value& value) {
    if constexpr (std::is_same_v<Value, std::set<unsigned>>)
        return fmt::format("{}", fmt::join(value, ","));
    else if constexpr (std::is_same_v<Value, bool>) return value ? "yes" : "no";
    else if constexpr (std::is_enum_v<Value>) return std::string{table::to_string(value)};
    else return fmt::format("{}", value);
}

// A member of a seat, of a header, or of the set-up in it.
template <auto member, class Subject>
decltype(auto) part_of(Subject& subject) {
    if constexpr (requires { subject.*member; }) return (subject.*member);
    else return (subject.setup.*member);
}

template <class Subject, auto member>
constexpr Access<Subject> access{
    [](Subject& into, std::string_view text) { return read_value(part_of<member>(into), text); },
    [](const Subject& from) { return text_of(part_of<member>(from)); }};

template <auto member>
constexpr Access<TableHeader> table_access = access<TableHeader, member>;
template <auto member>
constexpr Access<Seat> seat_access = access<Seat, member>;

// --- those that are more than a member
Status read_interlock(TableHeader& header, std::string_view value) {
    if (value != "white" && value != "black" && value != "both") {
        return terminal::refused(
            base::phrase("\"{}\" is no seat", value), base::phrase("write white, black or both")
        );
    }
    for (const Color color : chess::both_colors)
        header.setup.seats[color].interlock = value == "both" || value == chess::to_string(color);
    return {};
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

template <Color color>
Status read_seat_line(TableHeader& header, std::string_view words) {
    return read_seat(words).map([&](Seat seat) {
        Seat& into = header.setup.seats[color];
        seat.interlock = into.interlock;
        seat.name = into.name;
        seat.language = into.language;
        into = std::move(seat);
    });
}

template <Color color>
Status read_player(TableHeader& header, std::string_view name) {
    return read_value(header.setup.seats[color].name, name);
}

Status read_clock(TableHeader& header, std::string_view name) {
    header.setup.is_clock_ours = name == own_clock;
    return read_value(header.clock, name);
}

Status read_hearing(Seat& seat, std::string_view value) {
    seat.hearing_impaired = value == "impaired";
    return seat.hearing_impaired ? Status{} : unknown(value, {"impaired"});
}

std::string hearing_of(const Seat& seat) { return seat.hearing_impaired ? "impaired" : ""; }

// --- who is asked
// A.4, B.2: in rapid and blitz the number of games that an arbiter watches, and whether they are
// written down, decide which rules apply.
bool is_watched(const TableHeader& header, const Occasion& occasion) {
    return header.setup.mode == table::Mode::tournament && occasion.is_quick;
}

// Each ruling is confirmed by the arbiter at the table.
bool may_be_ruled_from_hall(const TableHeader& header, const Occasion& occasion) {
    return header.setup.mode == table::Mode::tournament && occasion.has_hall;
}

// A sighted player looks at clock and board (D.2.6).
bool is_impaired(const Seat& seat, const Occasion& /*occasion*/) {
    return seat.vision == table::Vision::impaired;
}

bool has_identity_board(const Seat& seat, const Occasion& occasion) {
    return is_impaired(seat, occasion) && seat.board == table::BoardKind::identity;
}

// --- the rows
using enum Giving;

constexpr Question<Seat> who_repeats{
    "",
    {{{"self", "setup.by_player"},
      {"assistant", "setup.by_assistant"},
      {"none", "setup.by_nobody"}}}};
constexpr Question<Seat> who_announces{
    "setup.announces",
    {{{"self", "setup.by_player"},
      {"assistant", "setup.by_assistant"},
      {"device", "setup.by_device"}}}};
// The standing request, which the arbiter accepts together with the rest.
constexpr Question<Seat> which_alarms{
    "setup.alarms",
    {{{"none", "setup.alarms_none"},
      {"words", "setup.alarms_words"},
      {"tones", "setup.alarms_tones"}}},
    is_impaired};
constexpr Question<Seat> which_squares{
    "setup.squares", {{{"no", "setup.no"}, {"yes", "setup.yes"}}}, has_identity_board};

constexpr auto seat_rows = std::to_array<SeatSetting>({
    {{yields, "hearing"}, {{read_hearing, hearing_of}}},
    {{yields, "announces"}, {seat_access<&Seat::announces>, "", who_announces}},
    {{yields, "repeats"}, {seat_access<&Seat::repeats>, "", who_repeats}},
    {{yields, "device"}, {seat_access<&Seat::device_duties>}},
    {{yields, "assistant"}, {seat_access<&Seat::assistant_duties>}},
    {{yields, "alarms"}, {seat_access<&Seat::alarms>, "", which_alarms}},
    {{yields, "squares"}, {seat_access<&Seat::square_answers>, "", which_squares}},
    {{yields, "readback"}, {seat_access<&Seat::read_back>}},
    {{yields, "earphone"}, {seat_access<&Seat::earphone>}},
});

constexpr Question<TableHeader> which_mode{
    "setup.mode",
    {{{"tournament", "setup.mode_tournament"},
      {"club", "setup.mode_club"},
      {"training", "setup.mode_training"}}}};
constexpr Question<TableHeader> how_many_games{"setup.arbiter_games", {}, is_watched};
constexpr Question<TableHeader> is_written_down{
    "setup.arbiter_records", {{{"yes", "setup.yes"}, {"no", "setup.no"}}}, is_watched};
constexpr Question<TableHeader> is_ruled_from_hall{
    "setup.hall_rulings", {{{"no", "setup.no"}, {"yes", "setup.yes"}}}, may_be_ruled_from_hall};

constexpr auto table_rows = std::to_array<TableSetting>({
    {{opens,
      "white",
      "SEAT",
      "White's seat: impaired occupancy, sighted none, ...; or a seat file"},
     {{read_seat_line<Color::white>}}},
    {{opens, "black", "SEAT", "Black's seat"}, {{read_seat_line<Color::black>}}},
    {{opens, "white-board", "PORT", "where White's board is plugged in"}, {{}, "board"}},
    {{opens, "black-board", "PORT", "where Black's board is plugged in"}},
    {{opens, "white-name", "NAME", "for the scoresheet"}, {{read_player<Color::white>}, "name"}},
    {{opens, "black-name", "NAME", "for the scoresheet"}, {{read_player<Color::black>}}},
    {{opens, "pairings", "FILE", "both names as ansage hall pair wrote them for this table"}},
    {{opens, "table", "NAME", "which table of --pairings; that of --hall if not given"}},
    {{opens, "time", "SPEC", "the time control; 90m+30s if not given"},
     {{read_time, table_access<&TableHeader::time>.write}, "time", {}, true}},
    {{opens, "clock", "NAME", "the official clock: ansage if not given"},
     {{read_clock, table_access<&TableHeader::clock>.write}, "", {}, true}},
    {{opens, "profile", "NAME", "the edition of the Laws"}, {table_access<&TableHeader::profile>}},
    {{opens, "words", "NAME", "the vocabulary of the announcements"},
     {table_access<&TableHeader::words>, "words"}},
    {{opens, "mode", "tournament|club|training", "how the Laws are kept"},
     {table_access<&TableSetup::mode>, "mode", which_mode}},
    {{opens, "supervised", "yes|no", "whether the arbiter watches this game (A.4, B.2)"},
     {table_access<&TableSetup::supervised>}},
    {{opens, "arbiter-games", "N", "how many games the arbiter watches at once; 1 if not given"},
     {{read_arbiter_games, games_of}, "", how_many_games}},
    {{opens, "arbiter-records", "yes|no", "whether he or an assistant writes the moves down"},
     {table_access<&TableSetup::arbiter_records>, "", is_written_down}},
    {{opens, "announced"}, {table_access<&TableSetup::quickplay_announced>}},
    {{opens, "late"}, {{read_late}}},
    {{opens, "boards", "1|2", "one board for both, or one each (D.1)"}, {{read_boards}}},
    {{opens, "interlock", "white|black|both", "whose press first has the move announced"},
     {{read_interlock}}},
    {{opens, "start", "FEN", "the position to begin from"}, {{read_start}}},
    {{opens, "chess960", "N", "the starting position of that number, 0 to 959"}, {{read_chess960}}},
    {{yields, "language", "L", "the listeners' language, such as de, or white=de,black=en"},
     {{read_language}, "language"}},
    {{opens, "journal", "FILE|DIR", "where the journal goes"}},
    {{accompanies, "record", "DEVICE", "record the microphone; default: the default one"}},
    {{accompanies, "record-codec", "flac|opus", "flac if not given; opus is a third of the size"}},
    {{accompanies, "record-continuous", "", "all the time, not by the key v or white records"}},
    {{accompanies, "consent", "LIST", "white,black,arbiter: who consented to --record-continuous"}},
    {{opens, "resume", "FILE|last", "go on with a journal; last: the newest"}},
    {{yields, "damaged", "", "with --resume: go on even if its end is missing"}},
    {{opens,
      "adjourn",
      "",
      "adjourn that game, or the newest, as it was cut off, and play no further"}},
    {{accompanies, "audio", "default|none|DEVICE|FILE.wav", "where the room is heard"}},
    {{accompanies, "speech", "none", "no speech, for users of a screen reader"}},
    {{accompanies, "braille", "white|black|assistant|arbiter", "whose the braille display is"}},
    {{opens, "braille-code", "NAME", "that players read, such as de, or white=de,black=en-uk"},
     {{}, "braille"}},
    {{yields, "white-tones", "LIST", "heard as tones: taken, refused, clock, draw, settled, all"},
     {{}, "tones"}},
    {{yields, "black-tones", "LIST", "the same for Black; none: everything in words"}},
    {{accompanies, "data", "FOLDER", "where profiles are looked for first"}},
    {{yields,
      "window",
      "ROLE",
      "whose console this terminal is: white, black, both at one keyboard, assistant or arbiter; "
      "table, if not given: every line names who acts"}},
    {{accompanies,
      "enter",
      "press",
      "with --window: a move alone announces and presses its clock"}},
    {{yields, "together", "", "opponent and arbiter accept what is set, before the first move"}},
    {{opens, "json", "", "one JSON object a line"}},
    {{accompanies,
      "hall",
      "ADDRESS",
      "report to the hall mqtts://HOST/EVENT/TABLE; ansage hall setup"}},
    {{accompanies,
      "hall-account",
      "FILE",
      "who this table is there; ~/.config/ansage/hall/EVENT/TABLE.account if not given"}},
    {{yields,
      "hall-rulings",
      "",
      "arbiters of the hall may rule from there; each ruling is confirmed at this table"},
     {table_access<&TableSetup::hall_rulings>, "", is_ruled_from_hall}},
});

template <class Rows>
const auto& row_of(const Rows& rows, std::string_view name) {
    const auto* const found = std::ranges::find(rows, name, &SettingOption::name);
    ANSAGE_CHECK(found != rows.end());
    return *found;
}

void add_row(terminal::Options& options, const TableSetting& row) {
    const std::string name{row.name};
    const std::string help{row.help};
    if (row.placeholder.empty()) options.flag(name, help);
    else if (row.placeholder == "FEN") options.fen(name, help);
    else options.value(name, std::string{row.placeholder}, help);
}

// --- seats
// "announces=device"
Status read_seat_option(Seat& seat, std::string_view option) {
    const std::size_t equals = std::min(option.find('='), option.size());
    const auto* const row =
        std::ranges::find(seat_rows, option.substr(0, equals), &SeatSetting::name);
    if (row == seat_rows.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(seat_rows, std::back_inserter(names), &SeatSetting::name);
        return unknown(option, names);
    }
    return row->access.read(seat, option.substr(std::min(equals + 1, option.size())));
}

// D.2.10.3-6 are for the impaired player's assistant only.
Status check_duties(const Seat& seat) {
    const bool too_many = !seat.assistant_duties.empty() && *seat.assistant_duties.rbegin() > 2;
    if (seat.vision == table::Vision::sighted && too_many) {
        return terminal::refused(
            base::phrase("a sighted player's assistant performs duties 1 and 2 only (D.2.11)"),
            base::phrase("leave out the others")
        );
    }
    return {};
}

// A sighted player looks at the clock (D.2.6).
Status check_alarms(const Seat& seat) {
    if (seat.vision == table::Vision::sighted && seat.alarms != table::Alarms::none) {
        return terminal::refused(
            base::phrase("only a visually impaired player is told the time (D.2.6)"),
            base::phrase("leave out alarms=")
        );
    }
    return {};
}

} // namespace

Result<Seat, Error> read_seat(std::string_view words) {
    const std::vector<std::string> parts = terminal::split_words(words);
    if (parts.size() < 2) {
        return tl::unexpected(Error{
            base::phrase("a seat needs a vision and a board"),
            {},
            base::phrase("write impaired occupancy, or sighted identity")});
    }
    Seat seat;
    Status status = read_value(seat.vision, parts[0]).and_then([&] {
        return read_value(seat.board, parts[1]);
    });
    for (std::size_t i = 2; status && i < parts.size(); ++i)
        status = read_seat_option(seat, parts[i]);
    return status.and_then([&] { return check_duties(seat); }
    ).and_then([&] {
         return check_alarms(seat);
     }).map([&] { return seat; });
}

std::string to_words(const Seat& seat, bool was_asked) {
    std::string words = text_of(seat.vision) + ' ' + text_of(seat.board);
    for (const SeatSetting& row : seat_rows) {
        const std::string value = row.access.write(seat);
        const bool is_asked_of_all =
            !row.question.sentence.empty() && row.question.is_asked == nullptr;
        if (value != row.access.write(Seat{}) || (was_asked && is_asked_of_all))
            words += fmt::format(" {}={}", row.name, value);
    }
    return words;
}

// --- rows by name
std::span<const TableSetting> table_settings() { return table_rows; }

std::span<const SeatSetting> seat_settings() { return seat_rows; }

const TableSetting& table_setting(std::string_view name) { return row_of(table_rows, name); }

const SeatSetting& seat_setting(std::string_view name) { return row_of(seat_rows, name); }

Result<void, Error> set(TableHeader& header, std::string_view name, std::string_view value) {
    return read_header_line(header, fmt::format("@{} {}", name, value)).map_error([&](Error error) {
        error.where = fmt::format("--{}", name);
        return error;
    });
}

std::vector<std::string_view> seat_keys() {
    std::vector<std::string_view> keys;
    for (const TableSetting& row : table_rows)
        if (!row.seat_key.empty()) keys.push_back(row.seat_key);
    return keys;
}

terminal::Options&
add_settings(terminal::Options& options, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) add_row(options, table_setting(name));
    return options;
}

terminal::Options& add_settings(terminal::Options& options) {
    for (const TableSetting& row : table_rows)
        if (!row.help.empty()) add_row(options, row);
    return options;
}

} // namespace ansage::acts
