// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/table_header.hpp"

#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "table/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::Seat;

namespace {

using Status = Result<void, Error>;

template <class Enum>
Status read_name(Enum& into, std::string_view word, base::Phrase refusal, base::Phrase mend) {
    const std::optional<Enum> value = table::parse_name<Enum>(word);
    if (!value) {
        return terminal::refused(std::move(refusal), std::move(mend));
    }
    into = *value;
    return {};
}

Status read_yes_no(bool& into, std::string_view word) {
    if (word != "yes" && word != "no") {
        return terminal::refused(
            base::phrase("\"{}\" is neither yes nor no", word), base::phrase("write yes or no")
        );
    }
    into = word == "yes";
    return {};
}

Status read_duties(std::set<unsigned>& into, std::string_view list) {
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

Status read_hearing(Seat& seat, std::string_view value) {
    if (value != "impaired") {
        return terminal::refused(
            base::phrase("\"hearing={}\" is unknown", value),
            base::phrase("write hearing=impaired or leave it out")
        );
    }
    seat.hearing_impaired = true;
    return {};
}

Status read_seat_option(Seat& seat, std::string_view option) {
    const std::size_t equals = option.find('=');
    const std::string_view key = option.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? "" : option.substr(equals + 1);
    if (key == "hearing") {
        return read_hearing(seat, value);
    }
    if (key == "announces") {
        return read_name(
            seat.announces,
            value,
            base::phrase("\"{}\" is no way to announce", value),
            base::phrase("write self, assistant or device")
        );
    }
    if (key == "repeats") {
        return read_name(
            seat.repeats,
            value,
            base::phrase("\"{}\" is no way to repeat", value),
            base::phrase("write self, assistant or none")
        );
    }
    if (key == "squares") {
        return read_yes_no(seat.square_answers, value);
    }
    if (key == "device") {
        return read_duties(seat.device_duties, value);
    }
    if (key == "assistant") {
        return read_duties(seat.assistant_duties, value);
    }
    if (key == "alarms") {
        return read_name(
            seat.alarms,
            value,
            base::phrase("\"{}\" is no kind of alarm", value),
            base::phrase("write words, tones or none")
        );
    }
    return terminal::refused(
        base::phrase("\"{}\" is no option of a seat", option),
        base::phrase(
            "write hearing=, announces=, repeats=, squares=, device=, assistant= or alarms="
        )
    );
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

Status read_seat_line(TableHeader& header, Color color, std::string_view words) {
    Result<Seat, Error> seat = read_seat(words);
    if (!seat) {
        return tl::unexpected(seat.error());
    }
    const Seat& before = header.setup.seats[color];
    seat->interlock = before.interlock;
    seat->name = before.name;
    seat->language = before.language;
    header.setup.seats[color] = std::move(*seat);
    return {};
}

Status read_interlock(TableHeader& header, std::string_view value) {
    if (value != "white" && value != "black" && value != "both") {
        return terminal::refused(
            base::phrase("\"{}\" is no seat", value), base::phrase("write white, black or both")
        );
    }
    for (const Color color : chess::both_colors) {
        header.setup.seats[color].interlock = value == "both" || value == chess::to_string(color);
    }
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
        if (key == "arbiter") {
            header.setup.arbiter_language = language;
        } else {
            header.setup.seats[key == "white" ? Color::white : Color::black].language = language;
        }
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
    auto control = clock::parse_time_control(value);
    if (!control) {
        return tl::unexpected(control.error());
    }
    header.setup.time = std::move(*control);
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

using Reader = Status (*)(TableHeader&, std::string_view);

struct HeaderKey {
    std::string_view name;
    Reader read;
};

Status assign(std::string& into, std::string_view value) {
    into = value;
    return {};
}

constexpr std::array header_keys{
    HeaderKey{
        "profile",
        [](TableHeader& header, std::string_view value) { return assign(header.profile, value); }},
    HeaderKey{
        "words",
        [](TableHeader& header, std::string_view value) { return assign(header.words, value); }},
    HeaderKey{
        "mode",
        [](TableHeader& header, std::string_view value) {
            return read_name(
                header.setup.mode,
                value,
                base::phrase("\"{}\" is no mode", value),
                base::phrase("write tournament, club or training")
            );
        }},
    HeaderKey{"time", read_time},
    HeaderKey{
        "supervised",
        [](TableHeader& header, std::string_view value) {
            return read_yes_no(header.setup.supervised, value);
        }},
    HeaderKey{"arbiter-games", read_arbiter_games},
    HeaderKey{
        "arbiter-records",
        [](TableHeader& header, std::string_view value) {
            return read_yes_no(header.setup.arbiter_records, value);
        }},
    HeaderKey{
        "announced",
        [](TableHeader& header, std::string_view value) {
            return read_yes_no(header.setup.quickplay_announced, value);
        }},
    HeaderKey{"late", read_late},
    HeaderKey{"boards", read_boards},
    HeaderKey{
        "hall-rulings",
        [](TableHeader& header, std::string_view value) {
            return read_yes_no(header.setup.hall_rulings, value);
        }},
    HeaderKey{"interlock", read_interlock},
    HeaderKey{"start", read_start},
    HeaderKey{"chess960", read_chess960},
    HeaderKey{
        "white",
        [](TableHeader& header, std::string_view value) {
            return read_seat_line(header, Color::white, value);
        }},
    HeaderKey{
        "black",
        [](TableHeader& header, std::string_view value) {
            return read_seat_line(header, Color::black, value);
        }},
    HeaderKey{
        "white-name",
        [](TableHeader& header, std::string_view value) {
            return assign(header.setup.seats.white.name, value);
        }},
    HeaderKey{
        "black-name",
        [](TableHeader& header, std::string_view value) {
            return assign(header.setup.seats.black.name, value);
        }},
    HeaderKey{"language", read_language},
    HeaderKey{
        "clock",
        [](TableHeader& header, std::string_view value) {
            header.setup.is_clock_ours = value == own_clock;
            return assign(header.clock, value);
        }},
};

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
    Status status = read_name(
                        seat.vision,
                        parts[0],
                        base::phrase("\"{}\" is no vision", parts[0]),
                        base::phrase("write impaired or sighted")
    )
                        .and_then([&] {
                            return read_name(
                                seat.board,
                                parts[1],
                                base::phrase("\"{}\" is no board", parts[1]),
                                base::phrase("write identity, occupancy or none")
                            );
                        });
    for (std::size_t i = 2; status && i < parts.size(); ++i) {
        status = read_seat_option(seat, parts[i]);
    }
    status = status.and_then([&] { return check_duties(seat); }
    ).and_then([&] { return check_alarms(seat); });
    return status ? Result<Seat, Error>{seat} : tl::unexpected(status.error());
}

Result<void, Error> read_header_line(TableHeader& header, std::string_view line) {
    const std::string_view body = terminal::trim(line).substr(1);
    const std::size_t space = std::min(body.find_first_of(" \t"), body.size());
    const std::string_view name = body.substr(0, space);
    const auto key = std::ranges::find(header_keys, name, &HeaderKey::name);
    if (key == header_keys.end()) {
        return terminal::refused(
            base::phrase("\"@{}\" is no setting of a table", name),
            base::phrase("see the header in docs/table-script.md")
        );
    }
    const std::string_view value = terminal::trim(body.substr(space));
    if (value.empty()) {
        return terminal::refused(
            base::phrase("\"@{}\" has no value", name), base::phrase("write it after the name")
        );
    }
    header.text += std::string{terminal::trim(line)} + '\n';
    return key->read(header, value);
}

Result<TableHeader, Error> read_header(std::string_view text, std::string_view file) {
    TableHeader header = default_header();
    unsigned number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = terminal::trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty()) {
            continue;
        }
        Status status = line.front() == '@'
            ? read_header_line(header, line)
            : terminal::refused(
                  base::phrase("this is no header line"), base::phrase("begin it with @")
              );
        if (!status) {
            status.error().where = fmt::format("{}:{}", file, number);
            return tl::unexpected(status.error());
        }
    }
    return header;
}

TableHeader default_header() {
    TableHeader header;
    header.setup.time = *clock::parse_time_control("90m+30s");
    header.setup.seats.white = {
        .vision = table::Vision::impaired, .board = table::BoardKind::occupancy};
    header.setup.seats.black = {
        .vision = table::Vision::sighted, .board = table::BoardKind::identity};
    return header;
}

} // namespace ansage::acts
