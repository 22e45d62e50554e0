// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_settings.hpp"

#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/setup/seat_files.hpp"
#include "chess/player_words.hpp"
#include "files/files.hpp"
#include "hall/given.hpp"
#include "record/game_file.hpp"
#include "session/board_port.hpp"
#include "table/model/names.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/sounds.hpp"

#include <algorithm>
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
        auto seat = read_seat_file(*value, given.value_or("data", ""));
        if (!seat) return tl::unexpected(seat.error());
        seats[color] = *std::move(seat);
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
    const Ports& ports;
    const std::optional<record::Pairings>& pairing;
};

// --white-tones, else the habit of the seat that was named.
std::optional<std::string> of_player(
    const terminal::Arguments& given, const Seats& seats, Color color, std::string_view seat_key
) {
    auto value = given.value(fmt::format("{}-{}", chess::to_string(color), seat_key));
    return value || !seats[color] ? value : seats[color]->habit(seat_key);
}

std::string seat_of(const Sources& from, Color color) {
    const auto& seat = from.seats[color];
    return seat ? seat->seat
                : from.given.value(chess::to_string(color))
                      .value_or(default_seat(color, from.ports[color]));
}

std::optional<std::string> name_of(const Sources& from, Color color) {
    const bool is_given = from.given.has(fmt::format("{}-name", chess::to_string(color)));
    return from.pairing && !is_given ? from.pairing->games.front().players[color].name
                                     : of_player(from.given, from.seats, color, "name");
}

// Of the table there is one of each: what was given, else White's habit, else Black's.
std::optional<std::string> of_table(const Sources& from, const acts::TableSetting& row) {
    std::optional<std::string> value = from.given.value(row.name);
    if (value && row.placeholder.empty()) return "yes";
    for (const Color color : chess::both_colors)
        if (!value && row.seat_key == row.name && from.seats[color])
            value = from.seats[color]->habit(row.seat_key);
    return value || !row.is_always_stated ? value : row.access.write(acts::default_header());
}

// The terminal's for everybody, then each player's, then what was given.
std::vector<std::string> languages_of(const Sources& from) {
    std::vector<std::string> lines;
    if (const auto wording = acts::load_wording(from.given.value_or("data", "")))
        lines.push_back(acts::listeners_languages(telling::language_of_locale(**wording)));
    for (const Color color : chess::both_colors) {
        const auto& seat = from.seats[color];
        if (const auto language = seat ? seat->habit("language") : std::nullopt)
            lines.push_back(fmt::format("{}={}", chess::to_string(color), *language));
    }
    if (const auto language = from.given.value("language"))
        lines.push_back(acts::listeners_languages(*language));
    return lines;
}

// What the header line of a row says, or its lines; none of what is no option or in no header.
std::vector<std::string> values_of(const Sources& from, const acts::TableSetting& row) {
    if (row.access.read == nullptr || row.help.empty()) return {};
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
    const auto file = given.value("pairings");
    const auto reports = hall::reports_given(given);
    if (!file || !reports) {
        return !reports
            ? Result<std::optional<record::Pairings>, Error>{tl::unexpected(reports.error())}
            : std::optional<record::Pairings>{};
    }
    const std::string table =
        given.value_or("table", *reports ? (*reports)->address.table : std::string{});
    return files::read_file(*file)
        .and_then([&](const std::string& text) { return record::read_pairings(text, *file); })
        .and_then([&](record::Pairings pairings) -> Result<std::optional<record::Pairings>, Error> {
            const record::Pairing* game = record::find_table(pairings, table);
            game = game != nullptr ? game : record::find_table(pairings, "table-" + table);
            if (game == nullptr) {
                return tl::unexpected(Error{
                    table.empty()
                        ? base::phrase("no table is named")
                        : base::phrase("\"{}\" plays no game", terminal::printable(table)),
                    *file,
                    base::phrase("name one of its tables with --table")});
            }
            pairings.games = {record::Pairing{*game}};
            return std::optional{std::move(pairings)};
        });
}

Result<void, Error>
read_row(acts::TableHeader& header, const Sources& from, const acts::TableSetting& row) {
    Result<void, Error> read;
    for (const std::string& value : values_of(from, row))
        read = read.and_then([&] { return acts::set(header, row.name, value); });
    return read;
}

Result<acts::TableHeader, Error> new_header(const Sources& from) {
    acts::TableHeader header = acts::default_header();
    for (const acts::TableSetting& row : acts::table_settings())
        if (auto read = read_row(header, from, row); !read) return tl::unexpected(read.error());
    if (header.setup.hall_rulings && header.setup.mode != table::Mode::tournament) {
        return tl::unexpected(Error{
            base::phrase("without an arbiter at the table nobody confirms a ruling"),
            "--hall-rulings",
            base::phrase("give --mode tournament, or leave it out")});
    }
    return header;
}

// "de" is both players', "white=de,black=en-uk" each one's.
std::optional<std::string> code_for(Color color, std::string_view list) {
    std::optional<std::string> code;
    while (!list.empty()) {
        const std::string_view part = list.substr(0, list.find(','));
        const std::size_t equals = part.find('=');
        const bool is_for_both = equals == std::string_view::npos;
        if (is_for_both || part.substr(0, equals) == chess::to_string(color))
            code = part.substr(is_for_both ? 0 : equals + 1);
        else if (part.substr(0, equals) != chess::to_string(!color))
            return std::string{part}; // no code, and it is told so
        list.remove_prefix(std::min(part.size() + 1, list.size()));
    }
    return code;
}

Result<void, Error>
check_code(const std::optional<std::string>& code, Color color, const terminal::Arguments& given) {
    if (!code) return {};
    return record::find_code(*code, given.value("data"))
        .map([](const auto&) {})
        .map_error([&](Error error) {
            error.where = base::phrase("--braille-code, {}", chess::player_words(color));
            return error;
        });
}

Result<void, Error> check_tones(const std::optional<std::string>& tones, Color color) {
    return telling::parse_tones(tones.value_or("none"))
        .map([](const telling::Tones&) {})
        .map_error([&](Error error) {
            error.where = fmt::format("--{}-tones", chess::to_string(color));
            return error;
        });
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
    const auto seats = seats_given(given);
    if (!seats) return tl::unexpected(seats.error());
    PlaySettings settings{.braille = braille_codes_given(given)};
    for (const Color color : chess::both_colors) {
        settings.ports[color] = of_player(given, *seats, color, "board");
        settings.tones[color] = of_player(given, *seats, color, "tones");
        if (auto checked = check_tones(settings.tones[color], color); !checked)
            return tl::unexpected(checked.error());
        std::optional<std::string>& code = settings.braille[color];
        if (!code && (*seats)[color]) code = (*seats)[color]->habit("braille");
        if (auto checked = check_code(code, color, given); !checked)
            return tl::unexpected(checked.error());
    }
    auto pairing = pairing_given(given);
    if (!pairing) return tl::unexpected(pairing.error());
    settings.pairing = *std::move(pairing);
    return new_header({given, *seats, settings.ports, settings.pairing})
        .map([&](acts::TableHeader header) {
            settings.header = std::move(header);
            return settings;
        });
}

bool is_set_up_by_ear(const terminal::Arguments& given) {
    const bool is_told =
        std::ranges::any_of(acts::table_settings(), [&](const acts::TableSetting& row) {
            return row.giving == acts::Giving::opens && given.has(row.name);
        });
    return !is_told && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

Result<terminal::Arguments, Error>
with_answers(const terminal::Arguments& given, std::vector<std::string> answers) {
    const terminal::Options options = play_options();
    for (const terminal::Options::Option& option : options.all()) {
        const auto rows = acts::table_settings();
        const auto row = std::ranges::find(rows, option.name, &acts::TableSetting::name);
        const auto value = given.value(option.name);
        // Who hears through what is no row.
        if (value && (row == rows.end() || row->giving == acts::Giving::accompanies)) {
            const std::string_view equals = option.placeholder.empty() ? "" : "=";
            answers.push_back(fmt::format("--{}{}{}", option.name, equals, *value));
        }
    }
    return options.parse(answers);
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
    return options.refuse_empty_values();
}

} // namespace ansage::app
