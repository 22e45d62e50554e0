// SPDX-License-Identifier: GPL-3.0-or-later
// Every table script, typed line by line at the terminal of a table instead of being handed to it,
// and its sensors as bytes of a peg board on a pty: what the scripts prove, people get who type and
// whose boards have sensors.
#include "acts/script.hpp"
#include "acts/script_check.hpp"
#include "acts/table_setup.hpp"
#include "devices/boards/boards.hpp"
#include "devices/transport/link.hpp"
#include "files/files.hpp"
#include "session/script_seat.hpp"
#include "session/sensor_input.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "table/decide.hpp"
#include "telling/outcome.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>

namespace ansage::session {

namespace {

namespace fs = std::filesystem;

// A person who types what the script has for him.
class Typist {
public:
    class Lines final : public LineSource {
    public:
        explicit Lines(std::deque<std::string>& typed)
            : typed_(typed) {}

        std::optional<Line> take() override {
            if (typed_.empty()) {
                return std::nullopt;
            }
            Line line{.text = std::move(typed_.front())};
            typed_.pop_front();
            return line;
        }

        int event_fd() const override { return -1; }

    private:
        std::deque<std::string>& typed_;
    };

    std::unique_ptr<LineSource> lines() { return std::make_unique<Lines>(typed_); }

    // What ends a game or changes a clock is asked again, and meant.
    void told(const table::Event& event) {
        const auto* said = std::get_if<table::Said>(&event.body);
        if (said != nullptr && said->message.id == "console.confirm_act") {
            typed_.emplace_front("yes");
            ++confirmed;
        }
    }

    std::size_t confirmed = 0;

    bool type(const acts::ScriptLine& line) {
        const std::size_t blank = line.text.find_first_of(" \t");
        typed_.push_back(line.text.substr(blank + 1));
        return true;
    }

private:
    std::deque<std::string> typed_;
};

// A question before the act is no outcome of it.
std::vector<telling::Outcome> outcomes_of(const consoles::Decided& decided) {
    std::vector<telling::Outcome> outcomes;
    if (std::holds_alternative<table::Replies>(decided.input)) {
        return outcomes;
    }
    for (const table::Event& event : decided.events) {
        if (auto outcome =
                telling::outcome_of(event, {decided.input, decided.before, decided.after})) {
            outcomes.push_back(*std::move(outcome));
        }
    }
    return outcomes;
}

// A board with sensors, its simulator, and the pty between them.
class WiredBoard {
public:
    WiredBoard(table::BoardKind kind, const chess::Reading& pieces)
        : driver_(peg().make_driver(
              {.orientation = devices::Orientation::straight}, devices::LineTime::virtual_time
          )),
          simulator_(peg().make_simulator(
              {.kind = kind == table::BoardKind::identity ? devices::BoardKind::identity
                                                          : devices::BoardKind::occupancy,
               .start = pieces},
              devices::LineTime::virtual_time,
              {}
          )),
          link_(*driver_, *simulator_, devices::open_pty().value()) {
        driver_->start({});
        REQUIRE(link_.settle({}));
        std::ignore = driver_->take_events(); // what it shows as it greets
    }

    // What the bytes say of what the line does; none if no hand can do that at a board.
    [[nodiscard]] std::vector<devices::SensorEvent> act(const std::string& words, Instant now) {
        // Which piece a hand lifts is for the sensor to tell.
        constexpr std::size_t lift_without_piece = std::string_view{"lifts e2"}.size();
        const bool lifts = words.starts_with("lifts ");
        const auto hand =
            devices::parse_hand_act(words.substr(0, lifts ? lift_without_piece : words.npos));
        if (!hand) {
            return {};
        }
        simulator_->do_hand(*hand, now);
        REQUIRE(link_.settle(now));
        return driver_->take_events();
    }

private:
    static const devices::BoardRow& peg() { return *devices::find_board("peg"); }

    std::unique_ptr<devices::Driver> driver_;
    std::unique_ptr<devices::Simulator> simulator_;
    devices::Link link_;
};

// How the lines of all scripts came to their tables.
struct Ways {
    std::size_t typed = 0;
    std::size_t confirmed = 0;
    std::size_t as_bytes = 0;
    // Of sensors, but no peg board on a straight line says just that: a cable that is pulled, a
    // board that lies the other way round, what is told of a loose sensor, a square that is lifted
    // twice, a slip of its sensor.
    std::vector<std::string> not_as_bytes;
};

// The boards of a table, as a participant: what their bytes say is submitted in turn.
class WiredBoards {
public:
    WiredBoards(const table::State& state, Ways& ways)
        : ways_(ways) {
        for (const chess::Color color : chess::both_colors) {
            if (state.seat(color).board != table::BoardKind::none) {
                boards_[color] = std::make_unique<WiredBoard>(
                    state.seat(color).board, state.boards[color].reading
                );
            }
        }
    }

    // False: the line is none of a board's, or its bytes say something else.
    bool act(const acts::ScriptLine& line, Table& table) {
        const auto color = board_of(*line.act.body);
        if (!color || !boards_[*color]) {
            return false;
        }
        constexpr std::size_t time_and_actor = 2;
        const std::string words =
            terminal::join_words(terminal::split_words(line.text), time_and_actor);
        const auto events = boards_[*color]->act(words, table.now());
        const bool is_same = events.size() == 1 && devices::to_string(events.front()) == words;
        if (!is_same) {
            ways_.not_as_bytes.push_back(line.text);
            return false;
        }
        ++ways_.as_bytes;
        return table.submit(nullptr, *input_of(events.front(), *color));
    }

private:
    static std::optional<chess::Color> board_of(const table::InputBody& body) {
        return std::visit(
            []<class Input>(const Input& input) -> std::optional<chess::Color> {
                // A peg board has no clock that tells its times.
                constexpr bool is_clock = std::is_same_v<Input, table::ClockShows>;
                if constexpr (requires { input.board; } && !is_clock) {
                    return input.board;
                }
                return std::nullopt;
            },
            body
        );
    }

    Ways& ways_;
    table::PerColor<std::unique_ptr<WiredBoard>> boards_;
};

std::vector<std::string>
problems_when_typed(const acts::Script& script, acts::TableKit kit, Ways& ways) {
    std::vector<acts::LineOutcomes> outcomes(script.lines.size());
    Typist typist;
    table::State state = table::open_table(std::move(kit.setup));
    WiredBoards boards{state, ways};
    std::vector<Seat> seats;
    seats.push_back(make_telling_seat([&](const table::Event& event,
                                          const table::State& /*state*/) { typist.told(event); }));
    seats.push_back(make_listener_seat());
    seats.push_back(make_terminal_seat(typist.lines(), {}, Confirms::yes));
    seats.push_back(make_script_seat(
        script,
        outcomes_of,
        outcomes,
        [&](const acts::ScriptLine& line, Table& table) {
            return boards.act(line, table) || typist.type(line);
        }
    ));
    Session session{{
        .shell = Shell{std::move(state), std::move(kit.words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
    ways.confirmed += typist.confirmed;
    return check_script(script, outcomes);
}

std::vector<fs::path> all_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(ANSAGE_ROOT "/tests/scripts")) {
        if (entry.path().extension() == ".table") {
            paths.push_back(entry.path());
        }
    }
    std::ranges::sort(paths);
    return paths;
}

} // namespace

TEST_CASE("Every table script also passes when its lines are typed at the table", "[session]") {
    Ways ways;
    for (const fs::path& path : all_scripts()) {
        INFO(path.string());
        const auto text = files::read_file(path);
        REQUIRE(text);
        const auto script = acts::parse_script(*text, path.filename().string());
        REQUIRE(script);
        auto kit = acts::load_table(script->header, ANSAGE_SHARE);
        REQUIRE(kit);
        CHECK(problems_when_typed(*script, *std::move(kit), ways) == std::vector<std::string>{});
        ++ways.typed;
    }
    CHECK(ways.typed >= 622);
    CHECK(ways.confirmed >= 100);
    CAPTURE(ways.not_as_bytes);
    CHECK(ways.as_bytes >= 2000);
    CHECK(ways.not_as_bytes.size() <= 18);
}

} // namespace ansage::session
