// ansage play: a table in real time, with real boards or none.
#include "app/cli/options.hpp"
#include "app/cli/text.hpp"
#include "app/commands/commands.hpp"
#include "app/console/server.hpp"
#include "app/play/board_port.hpp"
#include "app/play/table.hpp"
#include "app/shell/boot_time.hpp"
#include "app/shell/clock_face.hpp"
#include "app/shell/ears.hpp"
#include "app/shell/game_files.hpp"
#include "app/shell/game_resume.hpp"
#include "app/shell/outcome.hpp"
#include "app/shell/table_setup.hpp"
#include "table/names.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <tuple>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

// Where the journal keeps which boards were on which ports.
constexpr std::string_view ports_name = "play/boards";
constexpr Millis connect_limit{5000};

using Ports = table::PerColor<std::optional<std::string>>; // as they were given
using OpenBoards = table::PerColor<std::optional<PlayTable::OpenBoard>>;

struct Failure {
    Error error;
    ExitCode code = ExitCode::bad_input;
};

// Everything that a table needs before its first line.
struct Opened {
    TableKit kit;
    journal::Journal journal;
    table::State state;
    OpenBoards boards;
    Instant begin;
    Millis opened_at{0}; // wall clock, when the game was first opened
    bool is_resumed = false;
    std::optional<Millis> gap;
};

tl::unexpected<Failure> bad_input(Error error) {
    return tl::unexpected(Failure{.error = std::move(error)});
}

std::string board_option(Color color) {
    return fmt::format("{}-board", chess::to_string(color));
}

Ports ports_given(const Arguments& given) {
    Ports ports;
    for (const Color color : chess::both_colors) {
        ports[color] = given.value(board_option(color));
    }
    return ports;
}

// --- the header lines of a new table
// A seat that nobody described has the board of its port, or none.
std::string default_seat(Color color, const std::optional<std::string>& port) {
    const table::Seat seat = default_header().setup.seats[color];
    if (!port) {
        return fmt::format("{} none", table::to_string(seat.vision));
    }
    const std::optional<BoardProtocol> named = named_protocol(*port);
    if (named == BoardProtocol::dgt) {
        return "sighted identity";
    }
    if (named == BoardProtocol::peg) {
        return "impaired occupancy";
    }
    return fmt::format("{} {}", table::to_string(seat.vision), table::to_string(seat.board));
}

// One language for all, or "white=de black=en arbiter=nb".
std::string languages(const std::string& given) {
    return given.find('=') == std::string::npos
        ? fmt::format("white={0} black={0} arbiter={0}", given)
        : given;
}

struct Setting {
    std::string name;
    std::string value;
};

std::vector<Setting> settings_of(const Arguments& given, const Ports& ports) {
    std::vector<Setting> settings{
        {"clock", given.value_or("clock", "ansage")}, {"time", given.value_or("time", "90m+30s")}};
    for (const Color color : chess::both_colors) {
        const std::string name{chess::to_string(color)};
        settings.push_back({name, given.value(name).value_or(default_seat(color, ports[color]))});
    }
    for (const std::string_view name : {"profile", "words", "mode", "white-name", "black-name"}) {
        if (const auto value = given.value(name)) {
            settings.push_back({std::string{name}, *value});
        }
    }
    if (const auto language = given.value("language")) {
        settings.push_back({"language", languages(*language)});
    }
    return settings;
}

Result<TableHeader, Error> new_header(const Arguments& given, const Ports& ports) {
    TableHeader header = default_header();
    for (const Setting& setting : settings_of(given, ports)) {
        const std::string line = fmt::format("@{} {}", setting.name, setting.value);
        if (auto read = read_header_line(header, line); !read) {
            read.error().where = "--" + setting.name;
            return tl::unexpected(read.error());
        }
    }
    return header;
}

// --- boards
Result<void, Error> check_port(const table::Seat& seat, Color color, bool has_port) {
    const bool has_board = seat.board != table::BoardKind::none;
    if (has_board && !has_port) {
        return tl::unexpected(Error{
            fmt::format("{}'s board has no port", chess::to_string(color)),
            "--" + board_option(color),
            "give a port that 'ansage board list' shows, or write none for the board in the seat"});
    }
    if (!has_board && has_port) {
        return tl::unexpected(Error{
            fmt::format("{}'s seat has no board", chess::to_string(color)),
            "--" + board_option(color),
            fmt::format("name it in --{}, such as impaired occupancy", chess::to_string(color))});
    }
    return {};
}

Result<OpenBoards, Failure> open_boards(const table::TableSetup& setup, const Ports& ports) {
    OpenBoards boards;
    for (const Color color : chess::both_colors) {
        const table::Seat& seat = setup.seats[color];
        if (auto checked = check_port(seat, color, ports[color].has_value()); !checked) {
            return bad_input(checked.error());
        }
        if (!ports[color]) {
            continue;
        }
        BoardPort port = read_board_port(*ports[color], seat);
        auto stream = open_stream(port, connect_limit);
        if (!stream) {
            return tl::unexpected(Failure{stream.error(), ExitCode::unavailable});
        }
        boards[color] = PlayTable::OpenBoard{std::move(port), std::move(*stream)};
    }
    return boards;
}

// "white peg:/dev/ttyACM0", a line each.
std::string to_text(const Ports& ports) {
    std::string text;
    for (const Color color : chess::both_colors) {
        if (ports[color]) {
            text += fmt::format("{} {}\n", chess::to_string(color), *ports[color]);
        }
    }
    return text;
}

// "white peg:/dev/ttyACM0"
void read_stored_port(std::string_view line, Ports& ports) {
    for (const Color color : chess::both_colors) {
        const std::string start = fmt::format("{} ", chess::to_string(color));
        if (line.starts_with(start) && !ports[color]) {
            ports[color] = line.substr(start.size());
        }
    }
}

// The ports of last time, where none are given now.
Ports ports_stored(const journal::Header& header, Ports ports) {
    const auto stored = std::ranges::find(header.profiles, ports_name, &journal::Profile::name);
    if (stored == header.profiles.end()) {
        return ports;
    }
    std::string_view text = stored->text;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        read_stored_port(text.substr(0, end), ports);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return ports;
}

// --- a new table, or one gone on with
Result<Opened, Failure> open_new(const Arguments& given) {
    const Ports ports = ports_given(given);
    const auto header = new_header(given, ports);
    if (!header) {
        return bad_input(header.error());
    }
    auto kit = load_table(*header, given.value_or("data", ""));
    if (!kit) {
        return bad_input(kit.error());
    }
    auto boards = open_boards(kit->setup, ports);
    if (!boards) {
        return tl::unexpected(boards.error());
    }
    kit->journal_header.profiles.push_back({std::string{ports_name}, to_text(ports)});
    const auto path = new_journal_path(given.value("journal"), "play");
    if (!path) {
        return bad_input(path.error());
    }
    const journal::Session session = session_now({});
    auto journal = journal::Journal::create(*path, kit->journal_header, session);
    if (!journal) {
        return bad_input(journal.error());
    }
    table::State state = table::open_table(kit->setup);
    return Opened{
        .kit = std::move(*kit),
        .journal = std::move(*journal),
        .state = std::move(state),
        .boards = std::move(*boards),
        .begin = {},
        .opened_at = session.wall_clock,
        .is_resumed = false,
        .gap = {},
    };
}

Result<Opened, Failure> open_again(const std::string& name, const Arguments& given) {
    auto game = find_journal(name).and_then([&](const std::filesystem::path& path) {
        return resume_game(path, given.value_or("data", ""));
    });
    if (!game) {
        return bad_input(game.error());
    }
    auto boards = open_boards(game->kit.setup, ports_stored(game->header, ports_given(given)));
    if (!boards) {
        return tl::unexpected(boards.error());
    }
    const auto sessions = game->journal.sessions();
    if (!sessions) {
        return bad_input(sessions.error());
    }
    return Opened{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .boards = std::move(*boards),
        .begin = game->begin,
        .opened_at = sessions->front().wall_clock,
        .is_resumed = true,
        .gap = game->gap,
    };
}

// --- what is printed
// Text for ears, key word first, or one JSON object a line.
class Printer {
public:
    explicit Printer(bool is_json)
        : is_json_(is_json) {}

    void outcome(const table::Event& event, const table::State& state) const {
        if (const auto outcome = outcome_of(event, state)) {
            line(is_json_ ? to_json(*outcome, 0) : to_line(*outcome));
        }
    }

    // "journal /home/anna/game.ansage"
    void fact(std::string_view key, const std::string& value) const {
        line(
            is_json_ ? fmt::format(R"({{"kind":"{}","text":{}}})", key, json_text(value))
                     : fmt::format("{} {}", key, value)
        );
    }

    void summary(const table::State& state, Instant now) const {
        if (is_json_) {
            line(summary_json(state, now));
        }
    }

private:
    static void line(const std::string& text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
    }

    bool is_json_;
};

// For sh, which a path with blanks would confuse.
std::string quoted(const std::string& path) {
    const auto is_plain = [](unsigned char letter) {
        return std::isalnum(letter) != 0 ||
            std::string_view{"/._-+"}.find(static_cast<char>(letter)) != std::string_view::npos;
    };
    if (std::ranges::all_of(path, is_plain)) {
        return path;
    }
    std::string text = "'";
    for (const char letter : path) {
        text += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    }
    return text + "'";
}

// Beside the journal. A disk that is full does not stop the table.
void write_sheet(
    const table::State& state, const std::string& journal, Millis opened_at, const Printer& printer
) {
    scoresheet::PgnGame game = scoresheet_of(state);
    const std::time_t day = std::chrono::duration_cast<std::chrono::seconds>(opened_at).count();
    const auto date =
        std::ranges::find(game.tags, "Date", &std::pair<std::string, std::string>::first);
    if (date != game.tags.end()) {
        date->second = fmt::format("{:%Y.%m.%d}", fmt::localtime(day));
    }
    std::filesystem::path sheet = journal;
    sheet.replace_extension(".pgn");
    if (const auto written = write_file(sheet, scoresheet::to_pgn(game)); !written) {
        print_error(written.error());
        return;
    }
    printer.fact("scoresheet", sheet.string());
}

Result<Voice, Error> open_voice(const Arguments& given) {
    AudioChoice choice = parse_audio(given.value_or("audio", "default"));
    if (given.value_or("speech", "") == "none") {
        choice = {AudioChoice::Kind::none, {}};
    }
    const auto ears = ears_given(given);
    if (!ears) {
        return tl::unexpected(ears.error());
    }
    auto voice = Voice::open(choice, *ears);
    if (voice && voice->problem()) {
        print_error(*voice->problem());
    }
    return voice;
}

int fail(const Failure& failure) {
    print_error(failure.error);
    return to_int(failure.code);
}

// What a console needs to join: the arbiter's code, and the table's name where there are several.
void tell_consoles(const PlayTable& table, const std::string& code, const Printer& printer) {
    const auto name = table.console_table();
    if (!name) {
        print_error(name.error());
        return;
    }
    printer.fact("code", code);
    if (*name != "table") {
        printer.fact("table", *name);
    }
}

int run_table(
    Opened opened, Voice voice, std::unique_ptr<BrailleConsole> braille, const Printer& printer
) {
    const std::string journal = opened.journal.file();
    const FaceWriter face{opened.begin, boot_time()};
    const auto tell = [&](const table::Event& event, const table::State& state) {
        face.note(event, state);
        printer.outcome(event, state);
        if (std::holds_alternative<table::Ended>(event.body)) {
            write_sheet(state, journal, opened.opened_at, printer);
        }
    };
    printer.fact("journal", journal);
    const std::string code = new_code();
    PlayTable table{{
        .shell = Shell{std::move(opened.state), opened.kit.words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(voice),
        .boards = std::move(opened.boards),
        .braille = std::move(braille),
        .console_code = code,
        .told = tell,
    }};
    tell_consoles(table, code, printer);
    const bool goes_on = opened.is_resumed && table.state().phase != table::Phase::ended;
    auto done = goes_on ? table.resume(opened.gap) : Result<void, Error>{};
    done = done.and_then([&] { return table.play(); });
    if (!done) {
        return fail({done.error()});
    }
    if (table.state().phase != table::Phase::ended) {
        printer.fact("resume", "ansage play --resume " + quoted(journal));
    }
    printer.summary(table.state(), table.now());
    return to_int(ExitCode::done);
}

int play(const Arguments& given) {
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0) {
        // Closed, its number would go to the next file: a board's line must not be read as acts.
        std::ignore = ::open("/dev/null", O_RDONLY);
    }
    const auto resumed = given.value("resume");
    auto opened = resumed ? open_again(*resumed, given) : open_new(given);
    if (!opened) {
        return fail(opened.error());
    }
    auto voice = open_voice(given);
    if (!voice) {
        return fail({voice.error()});
    }
    auto braille = braille_given(given);
    if (!braille) {
        return fail({braille.error()});
    }
    return run_table(
        std::move(*opened), std::move(*voice), std::move(*braille), Printer{given.has("json")}
    );
}

} // namespace

int run_play(std::span<const std::string> arguments) {
    Options options{
        "play",
        "",
        "run a table. Each line of the standard input is an act: arbiter starts, white announces "
        "Eva zwei Eva vier, black presses; quit ends. PORT is a device, peg:DEVICE, dgt:DEVICE or "
        "tcp:HOST:PORT"};
    options.value("white", "SEAT", "White's seat: impaired occupancy, sighted none, ...")
        .value("black", "SEAT", "Black's seat")
        .value("white-board", "PORT", "where White's board is plugged in")
        .value("black-board", "PORT", "where Black's board is plugged in")
        .value("white-name", "NAME", "for the scoresheet")
        .value("black-name", "NAME", "for the scoresheet")
        .value("time", "SPEC", "the time control; 90m+30s if not given")
        .value("clock", "NAME", "the official clock: ansage if not given")
        .value("profile", "NAME", "the edition of the Laws")
        .value("words", "NAME", "the vocabulary of the announcements")
        .value("mode", "MODE", "tournament, club or training")
        .value("language", "L", "the listeners' language, such as de, or white=de black=en")
        .value("journal", "FILE|DIR", "where the journal goes")
        .value("resume", "FILE", "go on with a journal; last: the newest")
        .value("audio", "default|none|DEVICE|FILE.wav", "where the room is heard")
        .value("speech", "none", "no speech, for users of a screen reader")
        .value("braille", "OWNER", "a braille display for white, black, assistant or arbiter")
        .value("data", "FOLDER", "where profiles are looked for first")
        .flag("json", "one JSON object a line");
    add_ear_options(options);
    return run_with(options, arguments, play);
}

} // namespace ansage::app
