// SPDX-License-Identifier: GPL-3.0-or-later
// ansage board list|watch|check|simulate: find, watch, check and simulate boards.
#include "acts/vocabulary.hpp"
#include "app/commands/board_line.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/overloaded.hpp"
#include "base/try.hpp"
#include "session/board_places.hpp"
#include "telling/position_words.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <poll.h>

namespace ansage::app {
namespace {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;

constexpr Millis reopen_after{1000};
constexpr Millis longest_step{250};
constexpr std::int64_t longest_watch_seconds = 86'400; // a day

// Ports.

using Place = session::BoardPlace;

std::string usb_text(const Place& place) {
    if (!place.usb_vendor || !place.usb_product) return "";
    return fmt::format("{:04x}:{:04x}", *place.usb_vendor, *place.usb_product);
}

std::vector<std::string_view> names_of(const std::vector<const devices::BoardRow*>& rows) {
    std::vector<std::string_view> names;
    std::ranges::transform(rows, std::back_inserter(names), &devices::BoardRow::name);
    return names;
}

std::string name_list(const Place& place, const wording::Catalogue& in) {
    std::string list;
    for (const devices::BoardRow* row : place.boards) {
        list = list.empty()
            ? std::string{row->name}
            : in.sentence("board_list.or", {{"first", list}, {"second", row->name}});
    }
    return list;
}

std::string to_text(const Place& place, const wording::Catalogue& in) {
    std::vector<std::string> parts;
    for (const std::string& part :
         {place.description, place.maker, place.product, usb_text(place), place.serial_number})
        if (!part.empty()) parts.push_back(terminal::printable(part));
    if (!place.boards.empty()) {
        const std::string list = name_list(place, in);
        parts.push_back(in.sentence("board_list.may_be", {{"list", list}}));
    }
    const std::string port = in.sentence("board_list.port", {{"text", place.path}});
    return fmt::format("{}{}{}", port, parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

nlohmann::ordered_json to_json(const Place& place) {
    return {
        {"port", place.path},
        {"description", place.description},
        {"maker", place.maker},
        {"product", place.product},
        {"usb", usb_text(place)},
        {"serial", place.serial_number},
        {"may_be", names_of(place.boards)}};
}

// The board that answers; empty: none.
using Asked = Result<std::string, Error>;

// Opens the port: whatever else is plugged in there hears what boards are asked.
Asked board_at(const Place& place) {
    return recognise_board({.row = nullptr, .port = place.path}).map([](const auto& line) {
        return line ? std::string{line->row().name} : std::string{};
    });
}

// All at once, for a port at which nothing answers takes some seconds, and somebody waits.
std::vector<std::future<Asked>>
ask_places(const std::vector<Place>& places, const wording::Catalogue& in) {
    terminal::print_notice(in.sentence("board_list.asks"));
    std::vector<std::future<Asked>> asked;
    asked.reserve(places.size());
    for (const Place& place : places)
        asked.push_back(std::async(std::launch::async, board_at, std::cref(place)));
    return asked;
}

std::string answer_text(const Asked& asked, const wording::Catalogue& in) {
    if (!asked) return in.sentence("board_list.not_opened");
    return asked->empty() ? in.sentence("board_list.no_answer")
                          : in.sentence("board_list.answers", {{"text", *asked}});
}

void tell_place(
    const Place& place,
    const std::optional<Asked>& asked,
    bool is_json,
    const wording::Catalogue& in
) {
    if (!is_json) {
        terminal::print_line(to_text(place, in) + (asked ? ", " + answer_text(*asked, in) : ""));
    } else {
        nlohmann::ordered_json object = to_json(place);
        if (asked) object["answers"] = asked->value_or("");
        terminal::print_json(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    if (asked && !*asked) terminal::print_error(asked->error());
}

terminal::Answer list_ports(const terminal::Arguments& arguments) {
    const auto reader = ANSAGE_TRY(reader_given(arguments));
    const wording::Catalogue& in = reader.in();
    const auto places = ANSAGE_TRY(session::list_board_places().map_error(terminal::unavailable));
    const bool is_json = arguments.has("json");
    std::vector<std::future<Asked>> asked;
    if (arguments.has("ask") && !places.empty()) asked = ask_places(places, in);
    for (std::size_t i = 0; i < places.size(); ++i) {
        tell_place(
            places[i], asked.empty() ? std::nullopt : std::optional{asked[i].get()}, is_json, in
        );
    }
    if (places.empty() && !is_json) terminal::print_line(in.sentence("board_list.none"));
    return terminal::ExitCode::done;
}

// Watching.

struct WatchSettings {
    devices::NamedBoard named;
    std::optional<Millis> duration;
    bool is_json = false;
    Reader reader;
    phonetics::Vocabulary vocabulary; // of the pieces
};

// What a board reports, in a sentence: nothing is told by signs, by case or by a FEN.
class EventWords {
public:
    EventWords(const wording::Catalogue& in, const phonetics::Vocabulary& vocabulary)
        : in_(in),
          words_(vocabulary, in, [](const phonetics::Announcement& word) {
              return phonetics::to_text(word);
          }) {}

    std::string of(const devices::SensorEvent& event) const {
        return std::visit(
            base::Overloaded{
                [&](const devices::Lifted& e) { return about("board_watch.lifts", e); },
                [&](const devices::Placed& e) { return about("board_watch.places", e); },
                [&](const devices::Unsure& e) { return at("board_watch.unsure", e.square); },
                [&](const devices::Shows& e) { return shown(e.reading); },
                [&](const devices::Pressed& e) {
                    return say("board_watch.button_" + std::string{to_string(e.button)});
                },
                [&](const devices::Lever& e) {
                    return say("board_watch.presses_" + std::string{chess::to_string(e.side)});
                },
                [&](const devices::ClockReport& e) { return clock(e); },
                [&](const devices::Lost&) { return say("board_watch.lost"); },
                [&](const devices::Back&) { return say("board_watch.back"); },
                [&](const devices::Turned& e) {
                    return say(e.turned ? "board_watch.turned" : "board_watch.not_turned");
                },
            },
            event
        );
    }

private:
    std::string say(std::string_view id) const { return in_.sentence(id); }

    std::string at(std::string_view id, chess::Square square) const {
        const std::string name = chess::to_string(square);
        return in_.sentence(id, {{"square", name}});
    }

    // An identity board names the piece.
    template <class Event>
    std::string about(std::string_view id, const Event& event) const {
        const std::string piece = event.piece ? words_.colored_piece(*event.piece) : std::string{};
        return at(id, event.square) + (piece.empty() ? "" : ", " + piece);
    }

    std::string shown(const chess::Reading& reading) const {
        const std::string ranks = words_.ranks(reading);
        return ranks.empty() ? say("board_watch.shows_nothing")
                             : in_.sentence("board_watch.shows", {{"board", ranks}});
    }

    std::string clock(const devices::ClockReport& report) const {
        if (!report.is_there) return say("board_watch.clock_gone");
        const auto& [white, black] = report.sides;
        std::string text = in_.sentence(
            "board_watch.clock", {{"white_time", white.remaining}, {"black_time", black.remaining}}
        );
        const auto add = [&](bool is_so, std::string_view id) {
            text += is_so ? ", " + say(id) : std::string{};
        };
        add(white.flag, "board_watch.flag_white");
        add(black.flag, "board_watch.flag_black");
        add(report.running == chess::Color::white, "board_watch.runs_white");
        add(report.running == chess::Color::black, "board_watch.runs_black");
        add(!report.running, "board_watch.runs_nobody");
        add(report.battery_low, "board_watch.battery_low");
        add(report.is_side_guessed, "board_watch.sides_guessed");
        return text;
    }

    const wording::Catalogue& in_;
    telling::PositionWords words_;
};

// A driver on a line: finds out which board it is, and opens the line again after a hang-up.
class Watch {
public:
    explicit Watch(WatchSettings settings)
        : settings_(std::move(settings)),
          began_(board_now()) {}

    // Whoever hears no line does not know whether anything is listened to.
    terminal::Answer run() {
        if (!settings_.is_json)
            tell("board_watch.opens", terminal::printable(settings_.named.port));
        while (!line_) {
            line_ = ANSAGE_TRY(recognise_board(settings_.named).map_error(terminal::unavailable));
            if (!line_ && is_over()) {
                return tl::unexpected(terminal::unavailable(
                    {base::phrase("no board answers"),
                     terminal::printable(settings_.named.port),
                     base::phrase("is it switched on, and is it the right port?")}
                ));
            }
        }
        if (!settings_.is_json) tell("board_watch.answers", line_->row().title);
        for (report(); !is_over(); report()) step();
        return terminal::ExitCode::done;
    }

private:
    void tell(std::string_view id, std::string_view text) const {
        terminal::print_line(settings_.reader.in().sentence(id, {{"text", text}}));
    }

    bool is_over() const {
        return settings_.duration && board_now() - began_ >= *settings_.duration;
    }

    void step() {
        if (line_->is_open()) {
            line_->step(longest_step);
        } else {
            ::poll(nullptr, 0, static_cast<int>(reopen_after.count()));
            std::ignore = line_->open();
        }
    }

    void report() {
        const EventWords words{settings_.reader.in(), settings_.vocabulary};
        for (const devices::SensorEvent& event : line_->driver().take_events()) {
            const std::string text =
                settings_.is_json ? devices::to_string(event) : words.of(event);
            const auto at = (board_now() - began_).count();
            if (settings_.is_json) {
                terminal::print_json(nlohmann::ordered_json{{"at_ms", at}, {"event", text}}.dump());
            } else {
                terminal::print_line(
                    fmt::format("{}:{:02}.{:03} {}", at / 60000, at / 1000 % 60, at % 1000, text)
                );
            }
        }
        const auto problem = line_->driver().problem();
        if (problem && !std::exchange(has_complained_, true)) terminal::print_error(*problem);
    }

    WatchSettings settings_;
    Instant began_;
    std::unique_ptr<BoardLine> line_;
    bool has_complained_ = false;
};

// "auto" or a board's name.
Result<void, Error>
read_protocol(const terminal::Arguments& arguments, devices::NamedBoard& named) {
    const std::string name = arguments.value_or("protocol", "auto");
    const devices::BoardRow* row = devices::find_board(name);
    if (row == nullptr && name != "auto") {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no board that is known", terminal::printable(name)),
            "--protocol",
            base::phrase("write auto or one of {}", devices::board_names())});
    }
    named.row = row != nullptr ? row : named.row;
    return {};
}

// What can be said after a port too.
Result<void, Error> read_choices(const terminal::Arguments& arguments, devices::NamedBoard& named) {
    for (const devices::BoardOption& option : devices::board_options()) {
        if (option.values.empty()) continue; // a file, after the port only
        if (arguments.has(option.name))
            option.set(named.options, arguments.choice(option.name, option.values));
    }
    return read_protocol(arguments, named);
}

// The vocabulary that is called after a language; German is that of the Laws' own words.
Result<phonetics::Vocabulary, Error>
pieces_in(const std::string& language, const terminal::Arguments& arguments) {
    const auto data = arguments.value("data");
    auto own = acts::find_vocabulary(language, data);
    return own ? std::move(own) : acts::find_vocabulary(std::nullopt, data);
}

terminal::Answer watch(const terminal::Arguments& arguments) {
    auto named = ANSAGE_TRY(devices::parse_board(arguments.words()[1]));
    ANSAGE_TRY(read_choices(arguments, named));
    const auto seconds = arguments.number("for");
    auto reader = ANSAGE_TRY(reader_given(arguments));
    auto vocabulary = ANSAGE_TRY(pieces_in(reader.language, arguments));
    WatchSettings settings{
        .named = std::move(named),
        .duration = {},
        .is_json = arguments.has("json"),
        .reader = std::move(reader),
        .vocabulary = std::move(vocabulary)};
    if (seconds) settings.duration = Millis{*seconds * 1000};
    return Watch{std::move(settings)}.run();
}

struct Action {
    std::string_view name;
    std::size_t words; // with its own name
    base::Phrase (*usage)();
    terminal::Answer (*run)(const terminal::Arguments&);
};

constexpr std::array actions{
    Action{"list", 1, [] { return base::phrase("write ansage board list"); }, list_ports},
    Action{"watch", 2, [] { return base::phrase("write ansage board watch PORT"); }, watch},
    Action{"check", 2, [] { return base::phrase("write ansage board check PORT"); }, check_board},
    Action{
        "simulate",
        2,
        [] { return base::phrase("write ansage board simulate and a board's name"); },
        simulate_board},
};

terminal::Answer run_board(const terminal::Arguments& arguments) {
    const std::vector<std::string>& words = arguments.words();
    const std::string name = words.empty() ? "" : words.front();
    const auto* const action = std::ranges::find(actions, name, &Action::name);
    if (action == actions.end()) {
        const base::Phrase what = words.empty()
            ? base::phrase("nothing to do")
            : base::phrase("\"{}\" is no action", terminal::printable(name));
        return tl::unexpected(Error{
            what,
            "ansage board",
            base::phrase("write list, watch PORT, check PORT or simulate BOARD")});
    }
    if (words.size() != action->words) {
        return tl::unexpected(Error{
            action->words != 1 ? base::phrase("{} needs one word after it", name)
                               : base::phrase("{} needs nothing after it", name),
            "ansage board",
            action->usage()});
    }
    return action->run(arguments);
}

terminal::Options board_options() {
    return terminal::Options{
        "board",
        "list|watch PORT|check PORT|simulate BOARD",
        "list prints the ports, and which boards the numbers of a USB device speak for; with --ask "
        "it "
        "opens each and asks what answers there. watch opens its port, and prints what a board "
        "reports, a line each. check finds "
        "out which board answers, and asks it whether it does what it should; a peg board, whether "
        "it keeps to its protocol. simulate makes a board on a port of its own, prints the port, "
        "and moves its pieces as the lines of the standard input say: lifts e2, places e4 P, "
        "presses, button time, unsure e4, shows PLACEMENT, lost, back. PORT is a device or "
        "tcp:HOST:PORT, after a board's name where it is known, and before its options: "
        "dgt:/dev/ttyUSB0,clock-left=black. BOARD is one of " +
            devices::board_names() + "."}
        .flag("json", "one JSON object a line")
        .flag("ask", "list: open each port and ask")
        .value("language", "L", "of what is told; else the terminal's")
        .value("protocol", "auto|BOARD", "watch: which board it is")
        .value("orientation", "auto|straight|turned", "watch: which way round it lies")
        .value("clock-left", "auto|white|black", "watch: who sits at the left end of its clock")
        .number("for", "SECONDS", "watch: end after so long", {1, longest_watch_seconds})
        .value("kind", "occupancy|identity", "simulate peg: which sensors it has")
        .fen("fen", "simulate: the pieces that stand on it")
        .flag("turned", "simulate: it lies the wrong way round");
}

} // namespace

const terminal::Command board_command{
    "board", "find, watch, check and simulate boards", {{board_options, run_board}}};

} // namespace ansage::app
