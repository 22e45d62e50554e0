// ansage play: a table in real time, with real boards or none.
#include "app/cli/options.hpp"
#include "app/cli/text.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/play_settings.hpp"
#include "app/commands/play_talk.hpp"
#include "app/console/server.hpp"
#include "app/console/typed.hpp"
#include "app/play/board_port.hpp"
#include "app/play/recording_choice.hpp"
#include "app/play/table.hpp"
#include "app/setup/seat_files.hpp"
#include "app/setup/setup_terminal.hpp"
#include "app/setup/together.hpp"
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
// ... and what everybody accepted before the first move.
constexpr std::string_view agreed_name = "play/agreed";
constexpr Millis connect_limit{5000};

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
    std::optional<TableRecording> recording;
    Recovery recovered; // of a recording that was cut off
    Instant begin;
    Millis opened_at{0}; // wall clock, when the game was first opened
    bool is_resumed = false;
    std::optional<Millis> gap;
};

tl::unexpected<Failure> bad_input(Error error) {
    return tl::unexpected(Failure{.error = std::move(error)});
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
// What opponent and arbiter accept together goes into the journal; whoever does not accept opens no
// table.
Result<void, Failure>
agree(TableKit& kit, const TableHeader& header, const std::optional<SetupTalk>& talk) {
    if (!talk) {
        return {};
    }
    const auto agreed =
        agree_together(*talk, {.setup = kit.setup, .words = header.words, .clock = header.clock});
    if (!agreed) {
        return tl::unexpected(Failure{
            {"not everybody accepted", "set-up", "change the answers, or the options of play"},
            ExitCode::no});
    }
    kit.journal_header.profiles.push_back({std::string{agreed_name}, *agreed});
    return {};
}

Result<Opened, Failure> open_new(const Arguments& given, const std::optional<SetupTalk>& talk) {
    const auto settings = play_settings(given);
    if (!settings) {
        return bad_input(settings.error());
    }
    const Ports& ports = settings->ports;
    auto kit = load_table(settings->header, given.value_or("data", ""));
    if (!kit) {
        return bad_input(kit.error());
    }
    if (auto agreed = agree(*kit, settings->header, talk); !agreed) {
        return tl::unexpected(agreed.error());
    }
    auto boards = open_boards(kit->setup, ports);
    if (!boards) {
        return tl::unexpected(boards.error());
    }
    kit->journal_header.profiles.push_back({std::string{ports_name}, to_text(ports)});
    const auto path = new_journal_path(given.value("journal"), "play");
    const auto choice = recording_given(given);
    if (!path || !choice) {
        return bad_input(path ? choice.error() : path.error());
    }
    auto recording = open_recording(*choice, *path);
    if (!recording) {
        return tl::unexpected(Failure{recording.error(), ExitCode::unavailable});
    }
    if (*recording) {
        kit->journal_header.profiles.push_back(profile_of(*choice));
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
        .recording = std::move(*recording),
        .recovered = {},
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
    const auto choice = recording_again(given, game->header);
    if (!sessions || !choice) {
        return bad_input(sessions ? choice.error() : sessions.error());
    }
    auto recovered = recover_recordings(game->journal);
    if (!recovered) {
        return bad_input(recovered.error());
    }
    // The game goes on without a microphone too.
    auto recording = open_recording(*choice, game->journal.file());
    if (!recording) {
        recovered->problems.push_back(recording.error());
        recording = std::optional<TableRecording>{};
    }
    return Opened{
        .kit = std::move(game->kit),
        .journal = std::move(game->journal),
        .state = std::move(game->state),
        .boards = std::move(*boards),
        .recording = std::move(*recording),
        .recovered = *std::move(recovered),
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
        const auto outcome = outcome_of(event, state);
        if (outcome && (is_json_ || !repeats_an_outcome(event))) {
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
    for (const Error& problem : opened.recovered.problems) {
        print_error(problem);
    }
    PlayTable table{{
        .shell = Shell{std::move(opened.state), opened.kit.words, &opened.journal, opened.begin},
        .journal = &opened.journal,
        .voice = std::move(voice),
        .boards = std::move(opened.boards),
        .braille = std::move(braille),
        .console_code = code,
        .recording = std::move(opened.recording),
        .recovered = std::move(opened.recovered.reports),
        .help =
            {.topics = help_topics(table::ConsoleRole::arbiter, opened.state),
             .listeners = {table::ConsoleRole::arbiter}},
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

int play_opened(Opened opened, const Arguments& given, Voice voice) {
    auto braille = braille_given(given);
    if (!braille) {
        return fail({braille.error()});
    }
    return run_table(
        std::move(opened), std::move(voice), std::move(*braille), Printer{given.has("json")}
    );
}

// Set up with options, and accepted by opponent and arbiter.
int play_together(const Arguments& given) {
    auto opened_talk = open_talk(given);
    if (!opened_talk) {
        return fail({opened_talk.error()});
    }
    auto& [words, voice] = *opened_talk;
    auto opened = open_new(given, talk_at_terminal(voice, words));
    return opened ? play_opened(*std::move(opened), given, std::move(voice)) : fail(opened.error());
}

// A table set up by ear: the answers are options, and what does not work is asked again.
int play_by_ear(const Arguments& given) {
    auto sound = sound_of_machine(given);
    auto opened_talk = open_talk(given);
    if (!sound || !opened_talk) {
        return fail({sound ? opened_talk.error() : sound.error()});
    }
    auto& [words, voice] = *opened_talk;
    const SetupTalk talk = talk_at_terminal(voice, words);
    const std::string data = given.value_or("data", "");
    SetupAnswers answers = first_answers(given, words);
    while (true) {
        SetupOffers offers = offers_of_machine(words, data);
        offers.sound = *sound;
        const auto asked = ask_for_table(talk, offers, answers);
        if (!asked) {
            return to_int(ExitCode::done);
        }
        answers = *asked;
        const auto arguments = with_answers(given, to_options(answers));
        auto opened = arguments ? open_new(*arguments, talk)
                                : Result<Opened, Failure>{bad_input(arguments.error())};
        if (opened) {
            remember(answers, talk);
            begin_to_speak(voice, *arguments, answers, talk);
            return play_opened(*std::move(opened), *arguments, std::move(voice));
        }
        // What must be mended is heard too, before everything is asked again.
        if (opened.error().code != ExitCode::no) {
            talk.tell(base::to_line(opened.error().error), "en");
        }
    }
}

int play(const Arguments& given) {
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0) {
        // Closed, its number would go to the next file: a board's line must not be read as acts.
        std::ignore = ::open("/dev/null", O_RDONLY);
    }
    if (is_set_up_by_ear(given)) {
        return play_by_ear(given);
    }
    if (given.has("together")) {
        return play_together(given);
    }
    const auto resumed = given.value("resume");
    auto opened = resumed ? open_again(*resumed, given) : open_new(given, {});
    if (!opened) {
        return fail(opened.error());
    }
    auto voice = open_voice(given);
    return voice ? play_opened(std::move(*opened), given, std::move(*voice))
                 : fail({voice.error()});
}

} // namespace

int run_play(std::span<const std::string> arguments) {
    return run_with(play_options(), arguments, play);
}

} // namespace ansage::app
