// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_settings.hpp"

#include "acts/listeners.hpp"
#include "acts/table_setup.hpp"
#include "app/setup/seat_files.hpp"
#include "chess/player_words.hpp"
#include "files/files.hpp"
#include "hall/given.hpp"
#include "record/game_file.hpp"
#include "session/board_port.hpp"
#include "table/names.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/sounds.hpp"

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

// What a person may give and still be asked for the table.
constexpr std::array<std::string_view, 12> personal_options{
    "speech",
    "audio",
    "language",
    "data",
    "braille",
    "enter",
    "hall",
    "hall-account",
    "record",
    "record-codec",
    "record-continuous",
    "consent"};

// Everything that says something of the table, or of what is printed.
constexpr std::array<std::string_view, 25> table_options{
    "white",   "black",     "white-board",   "black-board",     "white-name",   "black-name",
    "time",    "clock",     "profile",       "words",           "mode",         "supervised",
    "boards",  "interlock", "start",         "chess960",        "journal",      "resume",
    "adjourn", "json",      "arbiter-games", "arbiter-records", "braille-code", "table",
    "pairings"};

// Those that a header line of a table script has under the same name, and of which no seat has a
// habit.
constexpr std::array<std::string_view, 10> header_options{
    "profile",
    "supervised",
    "arbiter-games",
    "arbiter-records",
    "boards",
    "interlock",
    "start",
    "chess960",
    "white-name",
    "black-name"};

Result<Seats, Error> seats_given(const terminal::Arguments& given) {
    Seats seats;
    for (const Color color : chess::both_colors) {
        const auto value = given.value(chess::to_string(color));
        if (!value || !names_seat_file(*value)) {
            continue;
        }
        auto seat = read_seat_file(*value, given.value_or("data", ""));
        if (!seat) {
            return tl::unexpected(seat.error());
        }
        seats[color] = *std::move(seat);
    }
    return seats;
}

// A seat that nobody described has the board of its port, or none.
std::string default_seat(Color color, const std::optional<std::string>& port) {
    const table::Seat seat = acts::default_header().setup.seats[color];
    if (!port) {
        return fmt::format("{} none", table::to_string(seat.vision));
    }
    if (const auto named = session::seat_of_board(*port)) {
        return std::string{*named};
    }
    return fmt::format("{} {}", table::to_string(seat.vision), table::to_string(seat.board));
}

struct Setting {
    std::string name;
    std::string value;
};

// Of the table there is one of each: what was given, else White's habit, else Black's.
std::optional<std::string> of_table(
    const terminal::Arguments& given,
    std::string_view option,
    const Seats& seats,
    std::optional<std::string> SeatProfile::*habit
) {
    std::optional<std::string> value = given.value(option);
    for (const Color color : chess::both_colors) {
        if (!value && seats[color]) {
            value = (*seats[color]).*habit;
        }
    }
    return value;
}

void add(
    std::vector<Setting>& settings, std::string name, const std::optional<std::string>& value
) {
    if (value) {
        settings.push_back({std::move(name), *value});
    }
}

void add_seat(
    std::vector<Setting>& settings,
    Color color,
    const std::optional<SeatProfile>& seat,
    const std::optional<std::string>& port
) {
    const std::string name{chess::to_string(color)};
    settings.push_back({name, seat ? seat->seat : default_seat(color, port)});
    if (seat) {
        add(settings, name + "-name", seat->name);
        if (seat->language) {
            settings.push_back({"language", fmt::format("{}={}", name, *seat->language)});
        }
    }
}

std::vector<Setting> settings_of(
    const terminal::Arguments& given,
    const Ports& ports,
    const Seats& seats,
    const std::optional<record::Pairings>& pairing
) {
    std::vector<Setting> settings{{"clock", given.value_or("clock", "ansage")}};
    if (const auto wording = acts::load_wording(given.value_or("data", ""))) {
        const std::string language = telling::language_of_locale(**wording);
        settings.push_back({"language", acts::listeners_languages(language)});
    }
    const auto time = of_table(given, "time", seats, &SeatProfile::time);
    settings.push_back({"time", time.value_or("90m+30s")});
    for (const Color color : chess::both_colors) {
        const auto value = given.value(chess::to_string(color));
        if (value && !seats[color]) {
            settings.push_back({std::string{chess::to_string(color)}, *value});
        } else {
            add_seat(settings, color, seats[color], ports[color]);
        }
    }
    for (const Color color : chess::both_colors) {
        if (pairing) {
            const std::string& name = pairing->games.front().players[color].name;
            settings.push_back({std::string{chess::to_string(color)} + "-name", name});
        }
    }
    add(settings, "words", of_table(given, "words", seats, &SeatProfile::words));
    add(settings, "mode", of_table(given, "mode", seats, &SeatProfile::mode));
    for (const std::string_view name : header_options) {
        add(settings, std::string{name}, given.value(name));
    }
    if (given.has("hall-rulings")) {
        settings.push_back({"hall-rulings", "yes"});
    }
    if (const auto language = given.value("language")) {
        settings.push_back({"language", acts::listeners_languages(*language)});
    }
    return settings;
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

Result<acts::TableHeader, Error> new_header(
    const terminal::Arguments& given,
    const Ports& ports,
    const Seats& seats,
    const std::optional<record::Pairings>& pairing
) {
    acts::TableHeader header = acts::default_header();
    for (const Setting& setting : settings_of(given, ports, seats, pairing)) {
        const std::string line = fmt::format("@{} {}", setting.name, setting.value);
        if (auto read = acts::read_header_line(header, line); !read) {
            read.error().where = "--" + setting.name;
            return tl::unexpected(read.error());
        }
    }
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
        if (is_for_both || part.substr(0, equals) == chess::to_string(color)) {
            code = part.substr(is_for_both ? 0 : equals + 1);
        } else if (part.substr(0, equals) != chess::to_string(!color)) {
            return std::string{part}; // no code, and it is told so
        }
        list.remove_prefix(std::min(part.size() + 1, list.size()));
    }
    return code;
}

Result<void, Error>
check_code(const std::optional<std::string>& code, Color color, const terminal::Arguments& given) {
    if (!code) {
        return {};
    }
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

std::string board_option(Color color) {
    return fmt::format("{}-board", chess::to_string(color));
}

Ports ports_given(const terminal::Arguments& given) {
    Ports ports;
    for (const Color color : chess::both_colors) {
        ports[color] = given.value(board_option(color));
    }
    return ports;
}

record::BrailleChoice braille_codes_given(const terminal::Arguments& given) {
    record::BrailleChoice codes;
    for (const Color color : chess::both_colors) {
        codes[color] = code_for(color, given.value_or("braille-code", ""));
    }
    return codes;
}

Choices tones_given(const terminal::Arguments& given) {
    Choices tones;
    for (const Color color : chess::both_colors) {
        tones[color] = given.value(fmt::format("{}-tones", chess::to_string(color)));
    }
    return tones;
}

Result<PlaySettings, Error> play_settings(const terminal::Arguments& given) {
    const auto seats = seats_given(given);
    if (!seats) {
        return tl::unexpected(seats.error());
    }
    Ports ports = ports_given(given);
    record::BrailleChoice codes = braille_codes_given(given);
    Choices tones = tones_given(given);
    for (const Color color : chess::both_colors) {
        if (!tones[color] && (*seats)[color]) {
            tones[color] = (*seats)[color]->tones;
        }
        if (auto checked = check_tones(tones[color], color); !checked) {
            return tl::unexpected(checked.error());
        }
        if (!ports[color] && (*seats)[color]) {
            ports[color] = (*seats)[color]->board;
        }
        if (!codes[color] && (*seats)[color]) {
            codes[color] = (*seats)[color]->braille;
        }
        if (auto checked = check_code(codes[color], color, given); !checked) {
            return tl::unexpected(checked.error());
        }
    }
    auto pairing = pairing_given(given);
    if (!pairing) {
        return tl::unexpected(pairing.error());
    }
    return new_header(given, ports, *seats, *pairing).map([&](acts::TableHeader header) {
        return PlaySettings{
            std::move(header),
            std::move(ports),
            std::move(codes),
            std::move(tones),
            *std::move(pairing)};
    });
}

bool is_set_up_by_ear(const terminal::Arguments& given) {
    const bool is_told =
        std::ranges::any_of(table_options, [&](std::string_view name) { return given.has(name); });
    return !is_told && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

Result<terminal::Arguments, Error>
with_answers(const terminal::Arguments& given, std::vector<std::string> answers) {
    for (const std::string_view name : personal_options) {
        const auto value = given.value(name);
        if (value && name != "language") {
            const bool is_flag = name == "record-continuous";
            answers.push_back(
                is_flag ? fmt::format("--{}", name) : fmt::format("--{}={}", name, *value)
            );
        }
    }
    for (const telling::EarOption& ear : telling::ear_options) {
        if (const auto value = given.value(ear.name)) {
            answers.push_back(fmt::format("--{}={}", ear.name, *value));
        }
    }
    return play_options().parse(answers);
}

terminal::Options play_options() {
    terminal::Options options{
        "play",
        "",
        "run a table; alone at a terminal it asks for everything. Each line of the standard input "
        "is an act: arbiter starts, white announces "
        "Eva zwei Eva vier, black presses; quit ends. PORT is a device, peg:DEVICE, dgt:DEVICE or "
        "tcp:HOST:PORT"};
    options
        .value(
            "white", "SEAT", "White's seat: impaired occupancy, sighted none, ...; or a seat file"
        )
        .value("black", "SEAT", "Black's seat")
        .value("white-board", "PORT", "where White's board is plugged in")
        .value("black-board", "PORT", "where Black's board is plugged in")
        .value("white-name", "NAME", "for the scoresheet")
        .value("black-name", "NAME", "for the scoresheet")
        .value("pairings", "FILE", "both names as ansage hall pair wrote them for this table")
        .value("table", "NAME", "which table of --pairings; that of --hall if not given")
        .value("time", "SPEC", "the time control; 90m+30s if not given")
        .value("clock", "NAME", "the official clock: ansage if not given")
        .value("profile", "NAME", "the edition of the Laws")
        .value("words", "NAME", "the vocabulary of the announcements")
        .value("mode", "tournament|club|training", "how the Laws are kept")
        .value("supervised", "yes|no", "whether the arbiter watches this game (A.4, B.2)")
        .value("arbiter-games", "N", "how many games the arbiter watches at once; 1 if not given")
        .value("arbiter-records", "yes|no", "whether he or an assistant writes the moves down")
        .value("boards", "1|2", "one board for both, or one each (D.1)")
        .value("interlock", "white|black|both", "whose press first has the move announced")
        .fen("start", "the position to begin from")
        .value("chess960", "N", "the starting position of that number, 0 to 959")
        .value("language", "L", "the listeners' language, such as de, or white=de,black=en")
        .value("journal", "FILE|DIR", "where the journal goes")
        .value("record", "DEVICE", "record the microphone; default: the default one")
        .value("record-codec", "flac|opus", "flac if not given; opus is a third of the size")
        .flag("record-continuous", "all the time, not by the key v or white records")
        .value("consent", "LIST", "white,black,arbiter: who consented to --record-continuous")
        .value("resume", "FILE|last", "go on with a journal; last: the newest")
        .flag("damaged", "with --resume: go on even if its end is missing")
        .flag("adjourn", "adjourn that game, or the newest, as it was cut off, and play no further")
        .value("audio", "default|none|DEVICE|FILE.wav", "where the room is heard")
        .value("speech", "none", "no speech, for users of a screen reader")
        .value("braille", "white|black|assistant|arbiter", "whose the braille display is")
        .value("braille-code", "NAME", "that players read, such as de, or white=de,black=en-uk")
        .value("white-tones", "LIST", "heard as tones: taken, refused, clock, draw, settled, all")
        .value("black-tones", "LIST", "the same for Black; none: everything in words")
        .value("data", "FOLDER", "where profiles are looked for first")
        .value(
            "window",
            "ROLE",
            "whose console this terminal is: white, black, both at one keyboard, assistant or "
            "arbiter; table, if not given: every line names who acts"
        )
        .value("enter", "press", "with --window: a move alone announces and presses its clock")
        .flag("together", "opponent and arbiter accept what is set, before the first move")
        .flag("json", "one JSON object a line");
    hall::add_options(options);
    options.flag(
        "hall-rulings",
        "arbiters of the hall may rule from there; each ruling is confirmed at this table"
    );
    telling::add_ear_options(options);
    return options.refuse_empty_values();
}

} // namespace ansage::app
