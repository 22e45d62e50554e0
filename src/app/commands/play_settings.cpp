// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_settings.hpp"

#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/setup/seat_files.hpp"
#include "base/try.hpp"
#include "chess/player_words.hpp"
#include "files/files.hpp"
#include "hall/given.hpp"
#include "record/game_file.hpp"
#include "session/board_port.hpp"
#include "table/model/names.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/sounds.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Color;
using profiles::SeatProfile;

namespace {

using Seats = table::PerColor<std::optional<SeatProfile>>;

Result<Seats, Error> seats_given(const terminal::Arguments& given) {
    Seats seats;
    for (const Color color : chess::both_colors) {
        const auto value = given.value(chess::to_string(color));
        if (!value || !names_seat_file(*value)) continue;
        seats[color] = ANSAGE_TRY(read_seat_file(*value, data_given(given)));
    }
    return seats;
}

// A seat that nobody described has the board of its port, or none.
std::string default_seat(Color color, const std::optional<std::string>& port) {
    const table::Seat seat = acts::default_header().setup.seats[color];
    if (!port) return fmt::format("{} none", table::to_string(seat.vision));
    if (const auto named = session::seat_of_board(*port)) return std::string{*named};
    return fmt::format("{} {}", table::to_string(seat.vision), table::to_string(seat.board));
}

// Where the settings of a table come from.
struct Sources {
    const terminal::Arguments& given;
    const Seats& seats;
    const Choices& ports;
    const std::optional<record::Pairings>& pairing;
};

// What the seat file of a player says, if the file was named nearer than that option.
std::optional<std::string> habit_before(
    std::string_view option,
    const terminal::Arguments& given,
    const Seats& seats,
    Color color,
    std::string_view seat_key
) {
    const bool counts = seats[color] && given.goes_before(chess::to_string(color), option);
    return counts ? seats[color]->habit(seat_key) : std::nullopt;
}

// --white-tones, or the habit of the seat that was named.
std::optional<std::string> of_player(
    const terminal::Arguments& given, const Seats& seats, Color color, std::string_view seat_key
) {
    const std::string option = fmt::format("{}-{}", chess::to_string(color), seat_key);
    if (auto habit = habit_before(option, given, seats, color, seat_key)) return habit;
    auto value = given.value(option);
    return value || !seats[color] ? value : seats[color]->habit(seat_key);
}

std::string seat_of(const Sources& from, Color color) {
    const auto& seat = from.seats[color];
    return seat ? seat->seat
                : from.given.value(chess::to_string(color))
                      .value_or(default_seat(color, from.ports[color]));
}

std::optional<std::string> name_of(const Sources& from, Color color) {
    const std::string option = fmt::format("{}-name", chess::to_string(color));
    return from.pairing && from.given.goes_before("pairings", option)
        ? from.pairing->games.front().players[color].name
        : of_player(from.given, from.seats, color, "name");
}

// Of the table there is one of each: what was given, else White's habit, else Black's.
std::optional<std::string> of_table(const Sources& from, const acts::TableSetting& row) {
    if (row.seat_key == row.name) {
        for (const Color color : chess::both_colors) {
            if (auto habit = habit_before(row.name, from.given, from.seats, color, row.name))
                return habit;
        }
    }
    std::optional<std::string> value = from.given.value(row.name);
    if (value && row.placeholder.empty()) return "yes";
    for (const Color color : chess::both_colors) {
        if (!value && row.seat_key == row.name && from.seats[color])
            value = from.seats[color]->habit(row.seat_key);
    }
    return value || !row.is_always_stated ? value : row.access.write(acts::default_header());
}

// The terminal's for everybody, then each player's, then what was given; but what was named nearer
// stands last.
std::vector<std::string> languages_of(const Sources& from) {
    std::vector<std::string> lines;
    std::vector<std::string> nearer;
    if (const auto wording = acts::load_wording(data_given(from.given)))
        lines.push_back(acts::listeners_languages(telling::language_of_locale(**wording)));
    for (const Color color : chess::both_colors) {
        const std::string_view player = chess::to_string(color);
        const auto& seat = from.seats[color];
        if (const auto language = seat ? seat->habit("language") : std::nullopt) {
            auto& into = from.given.goes_before(player, "language") ? nearer : lines;
            into.push_back(fmt::format("{}={}", player, *language));
        }
    }
    if (const auto language = from.given.value("language"))
        lines.push_back(acts::listeners_languages(*language));
    lines.insert(lines.end(), nearer.begin(), nearer.end());
    return lines;
}

// A game begins from one position.
bool gives_way(const terminal::Arguments& given, std::string_view option) {
    return (option == "start" && given.goes_before("chess960", option)) ||
        (option == "chess960" && given.goes_before("start", option));
}

// What the header line of a row says, or its lines; none of what is no option or in no header.
std::vector<std::string> values_of(const Sources& from, const acts::TableSetting& row) {
    if (row.access.read == nullptr || row.help.empty()) return {};
    if (gives_way(from.given, row.name)) return {};
    if (row.name == "language") return languages_of(from);
    std::optional<std::string> value = of_table(from, row);
    for (const Color color : chess::both_colors) {
        const std::string_view seat = chess::to_string(color);
        value = row.name == seat                       ? seat_of(from, color)
            : row.name == fmt::format("{}-name", seat) ? name_of(from, color)
                                                       : value;
    }
    return value ? std::vector{*value} : std::vector<std::string>{};
}

// The game of this table in a round: that of --table, else of the hall's address.
Result<std::optional<record::Pairings>, Error> pairing_given(const terminal::Arguments& given) {
    const auto reports = ANSAGE_TRY(hall::reports_given(given));
    const auto file = given.value("pairings");
    if (!file) return std::nullopt;
    const std::string table = given.value_or("table", reports ? reports->address.table : "");
    const auto read = ANSAGE_TRY(files::read_text(*file));
    terminal::print_warning(read.remark);
    auto pairings = ANSAGE_TRY(record::read_pairings(read.text, *file));
    const record::Pairing* game = record::find_table(pairings, table);
    game = game != nullptr ? game : record::find_table(pairings, "table-" + table);
    if (game == nullptr) {
        return tl::unexpected(Error{
            table.empty() ? base::phrase("no table is named")
                          : base::phrase("\"{}\" plays no game", terminal::printable(table)),
            *file,
            base::phrase("name one of its tables with --table")});
    }
    pairings.games = {record::Pairing{*game}};
    return pairings;
}

Result<acts::TableHeader, Error> new_header(const Sources& from) {
    acts::TableHeader header = acts::default_header();
    for (const acts::TableSetting& row : acts::table_settings()) {
        for (const std::string& value : values_of(from, row))
            ANSAGE_TRY(acts::set(header, row.name, value));
    }
    if (header.setup.hall_rulings && header.setup.mode != table::Mode::tournament) {
        return tl::unexpected(Error{
            base::phrase("without an arbiter at the table nobody confirms a ruling"),
            "--hall-rulings",
            base::phrase("give --mode tournament, or leave it out")});
    }
    return header;
}

// The board that is usually there does not belong to a seat without one that is named now.
bool is_port_of_another_seat(
    const acts::TableHeader& header,
    const terminal::Arguments& given,
    const Seats& seats,
    Color color
) {
    const std::string_view player = chess::to_string(color);
    return header.setup.seats[color].board == table::BoardKind::none && !seats[color] &&
        given.goes_before(player, fmt::format("{}-board", player));
}

// "de" is both players', "white=de,black=en-uk" each one's.
std::optional<std::string> code_for(Color color, std::string_view list) {
    std::optional<std::string> code;
    for (const std::string& part : split_list(list)) {
        const std::size_t equals = part.find('=');
        const bool is_for_both = equals == std::string::npos;
        const std::string player = part.substr(0, equals);
        if (is_for_both || player == chess::to_string(color)) {
            code = is_for_both ? part : part.substr(equals + 1);
        } else if (player != chess::to_string(!color)) return part; // no code, and it is told so
    }
    return code;
}

// The error of what was given for a player, where that is.
template <class Value>
Result<void, Error> checked(const Result<Value, Error>& read, const base::Place& where) {
    if (read) return {};
    return tl::unexpected(Error{read.error().what, where, read.error().mend});
}

} // namespace

record::BrailleChoice braille_codes_given(const terminal::Arguments& given) {
    record::BrailleChoice codes;
    for (const Color color : chess::both_colors)
        codes[color] = code_for(color, given.value_or("braille-code", ""));
    return codes;
}

Choices choices_given(const terminal::Arguments& given, std::string_view what) {
    return {given.value(fmt::format("white-{}", what)), given.value(fmt::format("black-{}", what))};
}

Result<PlaySettings, Error> play_settings(const terminal::Arguments& given) {
    const auto seats = ANSAGE_TRY(seats_given(given));
    PlaySettings settings{.braille = braille_codes_given(given)};
    for (const Color color : chess::both_colors) {
        settings.ports[color] = of_player(given, seats, color, "board");
        settings.tones[color] = of_player(given, seats, color, "tones");
        ANSAGE_TRY(checked(
            telling::parse_tones(settings.tones[color].value_or("none")),
            fmt::format("--{}-tones", chess::to_string(color))
        ));
        std::optional<std::string>& code = settings.braille[color];
        if (const auto habit = habit_before("braille-code", given, seats, color, "braille"))
            code = habit;
        if (!code && seats[color]) code = seats[color]->habit("braille");
        if (!code) continue;
        ANSAGE_TRY(checked(
            record::find_code(*code, given.value("data")),
            base::phrase("--braille-code, {}", chess::player_words(color))
        ));
    }
    settings.pairing = ANSAGE_TRY(pairing_given(given));
    settings.header = ANSAGE_TRY(new_header({given, seats, settings.ports, settings.pairing}));
    for (const Color color : chess::both_colors) {
        if (is_port_of_another_seat(settings.header, given, seats, color))
            settings.ports[color].reset();
    }
    return settings;
}

std::vector<Error> given_in_vain(const terminal::Arguments& given) {
    // Pages may be served or not each time, and rulings from the hall are refused.
    constexpr std::array<std::string_view, 2> looked_at{"page", "hall-rulings"};
    constexpr std::array<std::string_view, 3> others{"pairings", "journal", "together"};
    std::vector<Error> in_vain;
    for (const acts::TableSetting& row : acts::table_settings()) {
        const bool is_stated =
            row.access.read != nullptr && std::ranges::find(looked_at, row.name) == looked_at.end();
        const bool counts = is_stated || std::ranges::find(others, row.name) != others.end();
        if (!counts || !given.is_typed(row.name)) continue;
        in_vain.push_back(
            {base::phrase("a game that is resumed goes on as it was begun"),
             fmt::format("--{}", row.name),
             base::phrase("leave it out; it changes nothing")}
        );
    }
    return in_vain;
}

bool is_set_up_by_ear(const terminal::Arguments& given) {
    const bool is_told =
        std::ranges::any_of(acts::table_settings(), [&](const acts::TableSetting& row) {
            // Settings of one's own are where the answers begin. JSON is for programs.
            const bool counts = row.name == "json" ? given.has(row.name) : given.is_typed(row.name);
            return row.giving == acts::Giving::opens && counts;
        });
    return !is_told && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

Result<SetupAnswers, Error> with_settings(SetupAnswers answers, const terminal::Arguments& given) {
    const Color own = answers.color;
    for (const acts::TableSetting& row : acts::table_settings()) {
        if (!given.has(row.name) || row.access.write == nullptr) continue;
        const std::string value = row.placeholder.empty() ? "yes" : *given.value(row.name);
        ANSAGE_TRY(checked(row.access.read(answers.table, value), fmt::format("--{}", row.name)));
    }
    if (const auto language = given.value("language")) {
        acts::TableHeader header = acts::default_header();
        ANSAGE_TRY(acts::set(header, "language", acts::listeners_languages(*language)));
        answers.own.seat.language = header.setup.seats[own].language;
    }
    const Seats seats = ANSAGE_TRY(seats_given(given));
    const std::string_view player = chess::to_string(own);
    if (seats[own]) answers = answers_of(*seats[own], std::move(answers));
    else if (const auto seat = given.value(player)) {
        ANSAGE_TRY(checked(acts::read_seat(*seat), fmt::format("--{}", player)));
        answers = answers_of({.seat = *seat}, std::move(answers));
    }
    for (const Color color : chess::both_colors) {
        SetupPlayer& who = color == own ? answers.own : answers.opponent;
        who.port = of_player(given, seats, color, "board").value_or(who.port);
        who.seat.name = of_player(given, seats, color, "name").value_or(who.seat.name);
    }
    answers.tones = of_player(given, seats, own, "tones").value_or(answers.tones);
    answers.braille = braille_codes_given(given)[own].value_or(answers.braille);
    return answers;
}

Result<terminal::Arguments, Error>
with_answers(const terminal::Arguments& given, const SetupAnswers& set_up) {
    const terminal::Options options = play_options();
    std::vector<std::string> answers = to_options(set_up);
    for (const terminal::Options::Option& option : options.all()) {
        const auto rows = acts::table_settings();
        const auto row = std::ranges::find(rows, option.name, &acts::TableSetting::name);
        const auto value = given.is_typed(option.name) ? given.value(option.name) : std::nullopt;
        // Who hears through what is no row.
        if (value && (row == rows.end() || row->giving == acts::Giving::accompanies)) {
            const std::string_view equals = option.placeholder.empty() ? "" : "=";
            answers.push_back(fmt::format("--{}{}{}", option.name, equals, *value));
        }
    }
    terminal::Arguments all = ANSAGE_TRY(options.parse(answers));
    // Settings began the answers, and nothing may be the answer.
    for (const std::string& name : all.names())
        if (!all.is_typed(name) && is_answered(set_up, name)) all.forget(name);
    return all;
}

terminal::Options play_options() {
    terminal::Options options{
        "play",
        "",
        "run a table; alone at a terminal it asks for everything. Each line of the standard input "
        "is an act: arbiter starts, white announces "
        "Eva zwei Eva vier, black presses; quit ends. PORT is a device, peg:DEVICE, dgt:DEVICE or "
        "tcp:HOST:PORT"};
    acts::add_settings(options);
    telling::add_ear_options(options);
    return options.refuse_empty_values()
        .take_settings(options_with_settings)
        .only_typed({"resume", "damaged", "adjourn", "consent", "hall-rulings", "data"});
}

} // namespace ansage::app
