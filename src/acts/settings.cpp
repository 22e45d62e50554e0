// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/settings.hpp"

#include "acts/setting_values.hpp"
#include "base/check.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::Seat;
using table::TableSetup;

namespace {

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
    .answers = {
        {{"self", "setup.by_player"},
         {"assistant", "setup.by_assistant"},
         {"none", "setup.by_nobody"}}}};
constexpr Question<Seat> who_announces{
    .sentence = "setup.announces",
    .answers = {
        {{"self", "setup.by_player"},
         {"assistant", "setup.by_assistant"},
         {"device", "setup.by_device"}}}};
// The standing request, which the arbiter accepts together with the rest.
constexpr Question<Seat> which_alarms{
    .sentence = "setup.alarms",
    .answers =
        {{{"none", "setup.alarms_none"},
          {"words", "setup.alarms_words"},
          {"tones", "setup.alarms_tones"}}},
    .is_asked = is_impaired};
constexpr Question<Seat> which_squares{
    .sentence = "setup.squares",
    .answers = {{{"no", "setup.no"}, {"yes", "setup.yes"}}},
    .is_asked = has_identity_board};

constexpr auto seat_rows = std::to_array<SeatSetting>({
    {.giving = yields, .name = "hearing", .access = {.read = read_hearing, .write = hearing_of}},
    {.giving = yields,
     .name = "announces",
     .access = of_seat<&Seat::announces>,
     .question = who_announces},
    {.giving = yields,
     .name = "repeats",
     .access = of_seat<&Seat::repeats>,
     .question = who_repeats},
    {.giving = yields, .name = "device", .access = of_seat<&Seat::device_duties>},
    {.giving = yields, .name = "assistant", .access = of_seat<&Seat::assistant_duties>},
    {.giving = yields,
     .name = "alarms",
     .access = of_seat<&Seat::alarms>,
     .question = which_alarms},
    {.giving = yields,
     .name = "squares",
     .access = of_seat<&Seat::square_answers>,
     .question = which_squares},
    {.giving = yields, .name = "readback", .access = of_seat<&Seat::read_back>},
    {.giving = yields, .name = "earphone", .access = of_seat<&Seat::earphone>},
});

constexpr Question<TableHeader> which_mode{
    .sentence = "setup.mode",
    .answers = {
        {{"tournament", "setup.mode_tournament"},
         {"club", "setup.mode_club"},
         {"training", "setup.mode_training"}}}};
constexpr Question<TableHeader> how_many_games{
    .sentence = "setup.arbiter_games", .is_asked = is_watched};
constexpr Question<TableHeader> is_written_down{
    .sentence = "setup.arbiter_records",
    .answers = {{{"yes", "setup.yes"}, {"no", "setup.no"}}},
    .is_asked = is_watched};
constexpr Question<TableHeader> is_ruled_from_hall{
    .sentence = "setup.hall_rulings",
    .answers = {{{"no", "setup.no"}, {"yes", "setup.yes"}}},
    .is_asked = may_be_ruled_from_hall};

constexpr auto table_rows = std::to_array<TableSetting>({
    {.giving = opens,
     .name = "white",
     .placeholder = "SEAT",
     .help = "White's seat: impaired occupancy, sighted none, ...; or a seat file",
     .access = {.read = read_seat_line<Color::white>}},
    {.giving = opens,
     .name = "black",
     .placeholder = "SEAT",
     .help = "Black's seat",
     .access = {.read = read_seat_line<Color::black>}},
    {.giving = opens,
     .name = "white-board",
     .placeholder = "PORT",
     .help = "where White's board is plugged in",
     .seat_key = "board"},
    {.giving = opens,
     .name = "black-board",
     .placeholder = "PORT",
     .help = "where Black's board is plugged in"},
    {.giving = opens,
     .name = "white-name",
     .placeholder = "NAME",
     .help = "for the scoresheet",
     .access = {.read = read_player<Color::white>},
     .seat_key = "name"},
    {.giving = opens,
     .name = "black-name",
     .placeholder = "NAME",
     .help = "for the scoresheet",
     .access = {.read = read_player<Color::black>}},
    {.giving = opens,
     .name = "pairings",
     .placeholder = "FILE",
     .help = "both names as ansage hall pair wrote them for this table"},
    {.giving = opens,
     .name = "table",
     .placeholder = "NAME",
     .help = "which table of --pairings; that of --hall if not given"},
    {.giving = opens,
     .name = "time",
     .placeholder = "SPEC",
     .help = "the time control; 90m+30s if not given",
     .access = {.read = read_time, .write = of_header<&TableHeader::time>.write},
     .seat_key = "time",
     .is_always_stated = true},
    {.giving = opens,
     .name = "clock",
     .placeholder = "NAME",
     .help = "the official clock: ansage if not given",
     .access = {.read = read_clock, .write = of_header<&TableHeader::clock>.write},
     .is_always_stated = true},
    {.giving = opens,
     .name = "profile",
     .placeholder = "NAME",
     .help = "the edition of the Laws",
     .access = of_header<&TableHeader::profile>},
    {.giving = opens,
     .name = "words",
     .placeholder = "NAME",
     .help = "the vocabulary of the announcements",
     .access = of_header<&TableHeader::words>,
     .seat_key = "words"},
    {.giving = opens,
     .name = "mode",
     .placeholder = "tournament|club|training",
     .help = "how the Laws are kept",
     .access = of_setup<&TableSetup::mode>,
     .seat_key = "mode",
     .question = which_mode},
    {.giving = opens,
     .name = "supervised",
     .placeholder = "yes|no",
     .help = "whether the arbiter watches this game (A.4, B.2)",
     .access = of_setup<&TableSetup::supervised>},
    {.giving = opens,
     .name = "arbiter-games",
     .placeholder = "N",
     .help = "how many games the arbiter watches at once; 1 if not given",
     .range = {1, 9999},
     .access = {.read = read_arbiter_games, .write = games_of},
     .question = how_many_games},
    {.giving = opens,
     .name = "arbiter-records",
     .placeholder = "yes|no",
     .help = "whether he or an assistant writes the moves down",
     .access = of_setup<&TableSetup::arbiter_records>,
     .question = is_written_down},
    {.giving = opens, .name = "announced", .access = of_setup<&TableSetup::quickplay_announced>},
    {.giving = opens, .name = "late", .access = {.read = read_late}},
    {.giving = opens,
     .name = "boards",
     .placeholder = "1|2",
     .help = "one board for both, or one each (D.1)",
     .access = {.read = read_boards}},
    {.giving = opens,
     .name = "interlock",
     .placeholder = "white|black|both",
     .help = "whose press first has the move announced",
     .access = {.read = read_interlock}},
    {.giving = opens,
     .name = "start",
     .placeholder = "FEN",
     .help = "the position to begin from",
     .access = {.read = read_start}},
    {.giving = opens,
     .name = "chess960",
     .placeholder = "N",
     .help = "the starting position of that number, 0 to 959",
     .access = {.read = read_chess960}},
    {.giving = yields,
     .name = "language",
     .placeholder = "L",
     .help = "the listeners' language, such as de, or white=de,black=en",
     .access = {.read = read_language},
     .seat_key = "language"},
    {.giving = opens,
     .name = "journal",
     .placeholder = "FILE|DIR",
     .help = "where the journal goes"},
    {.giving = accompanies,
     .name = "record",
     .placeholder = "DEVICE",
     .help = "record the microphone; default: the default one"},
    {.giving = accompanies,
     .name = "record-codec",
     .placeholder = "flac|opus",
     .help = "flac if not given; opus is a third of the size"},
    {.giving = accompanies,
     .name = "record-continuous",
     .help = "all the time, not by the key v or white records"},
    {.giving = accompanies,
     .name = "consent",
     .placeholder = "LIST",
     .help = "white,black,arbiter: who consented to --record-continuous"},
    {.giving = accompanies,
     .name = "hear",
     .placeholder = "DEVICE",
     .help = "listen to the microphone for moves, never in a tournament; default: the default one"},
    {.giving = accompanies,
     .name = "heard",
     .placeholder = "white|black|both",
     .help = "who consents to be listened to; in a club both must",
     .access = {.read = read_heard}},
    {.giving = opens,
     .name = "resume",
     .placeholder = "FILE|last",
     .help = "go on with a journal; last: the newest"},
    {.giving = yields,
     .name = "damaged",
     .help = "with --resume: go on even if its end is missing"},
    {.giving = opens,
     .name = "adjourn",
     .help = "adjourn that game, or the newest, as it was cut off, and play no further"},
    {.giving = accompanies,
     .name = "audio",
     .placeholder = "default|none|DEVICE|FILE.wav",
     .help = "where the room is heard"},
    {.giving = accompanies,
     .name = "speech",
     .placeholder = "none",
     .help = "no speech, for users of a screen reader"},
    {.giving = accompanies,
     .name = "braille",
     .placeholder = "white|black|assistant|arbiter",
     .help = "whose the braille display is"},
    {.giving = opens,
     .name = "braille-code",
     .placeholder = "NAME",
     .help = "that players read, such as de, or white=de,black=en-uk",
     .seat_key = "braille"},
    {.giving = yields,
     .name = "white-tones",
     .placeholder = "LIST",
     .help = "heard as tones: taken, refused, clock, draw, settled, all",
     .seat_key = "tones"},
    {.giving = yields,
     .name = "black-tones",
     .placeholder = "LIST",
     .help = "the same for Black; none: everything in words"},
    {.giving = accompanies,
     .name = "data",
     .placeholder = "FOLDER",
     .help = "where profiles are looked for first"},
    {.giving = yields,
     .name = "window",
     .placeholder = "ROLE",
     .help = "whose console this terminal is: white, black, both at one keyboard, assistant or "
             "arbiter; "
             "table, if not given: every line names who acts"},
    {.giving = accompanies,
     .name = "enter",
     .placeholder = "press",
     .help = "with --window: a move alone announces and presses its clock"},
    {.giving = yields,
     .name = "together",
     .help = "opponent and arbiter accept what is set, before the first move"},
    {.giving = yields,
     .name = "page",
     .placeholder = "none|on|lan",
     .help =
         "each person's console as a page, for browsers on this machine, or on the network, too",
     .access = of_setup<&TableSetup::pages>},
    {.giving = opens, .name = "json", .help = "one JSON object a line"},
    {.giving = accompanies,
     .name = "hall",
     .placeholder = "ADDRESS",
     .help = "report to the hall mqtts://HOST/EVENT/TABLE; ansage hall setup"},
    {.giving = accompanies,
     .name = "hall-account",
     .placeholder = "FILE",
     .help = "who this table is there; ~/.config/ansage/hall/EVENT/TABLE.account if not given"},
    {.giving = yields,
     .name = "hall-rulings",
     .help = "arbiters of the hall may rule from there; each ruling is confirmed at this table",
     .access = of_setup<&TableSetup::hall_rulings>,
     .question = is_ruled_from_hall},
});

template <class Rows>
const auto& row_of(const Rows& rows, std::string_view name) {
    const auto* const found =
        std::ranges::find_if(rows, [name](const auto& row) { return row.name == name; });
    ANSAGE_CHECK(found != rows.end());
    return *found;
}

void add_row(terminal::Options& options, const TableSetting& row) {
    const std::string name{row.name};
    const std::string help{row.help};
    if (row.placeholder.empty()) options.flag(name, help);
    else if (row.placeholder == "FEN") options.fen(name, help);
    else if (row.range.most > 0) {
        options.number(name, std::string{row.placeholder}, help, row.range);
    } else options.value(name, std::string{row.placeholder}, help);
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
        return unknown_word(option, names);
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
