// SPDX-License-Identifier: GPL-3.0-or-later
// What proofs share that bring table scripts to a table on the ways on which people do: which
// scripts there are, what of them is an outcome, and boards with sensors whose bytes go over a pty.
#pragma once

#include "acts/script.hpp"
#include "consoles/ear_log.hpp"
#include "devices/boards/boards.hpp"
#include "devices/transport/link.hpp"
#include "session/participant.hpp"
#include "session/sensor_input.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/places.hpp"
#include "telling/outcome.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ansage::session {

// A question before the act is no outcome of it.
inline std::vector<telling::Outcome> outcomes_of(const consoles::Decided& decided) {
    std::vector<telling::Outcome> outcomes;
    if (std::holds_alternative<table::Replies>(decided.input)) return outcomes;
    for (const table::Event& event : decided.events) {
        if (auto outcome =
                telling::outcome_of(event, {decided.input, decided.before, decided.after}))
            outcomes.push_back(*std::move(outcome));
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
        REQUIRE(link_.pump({}));
        std::ignore = driver_->take_events(); // what it shows as it greets
    }

    // What the bytes say of what the line does; none if no hand can do that at a board.
    [[nodiscard]] std::vector<devices::SensorEvent>
    act(const std::string& words, base::Instant now) {
        // Which piece a hand lifts is for the sensor to tell.
        constexpr std::size_t lift_without_piece = std::string_view{"lifts e2"}.size();
        const bool lifts = words.starts_with("lifts ");
        const auto hand =
            devices::parse_hand_act(words.substr(0, lifts ? lift_without_piece : words.npos));
        if (!hand) return {};
        simulator_->do_hand(*hand, now);
        REQUIRE(link_.pump(now));
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
        if (!color || !boards_[*color]) return false;
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
                if constexpr (requires { input.board; } && !is_clock) return input.board;
                return std::nullopt;
            },
            body
        );
    }

    Ways& ways_;
    table::PerColor<std::unique_ptr<WiredBoard>> boards_;
};

// "win", where "... Type win." was said.
inline std::string last_word_of(std::string_view words) {
    const std::size_t begin = words.rfind(' ') + 1;
    return std::string{words.substr(begin, words.size() - begin - 1)};
}

// Those whose lines may be typed. At a keyboard a letter that means two pieces is asked for and not
// refused (tests/consoles/typed_moves_test.cpp).
inline std::vector<std::filesystem::path> all_scripts() {
    constexpr auto asked_for = "D.2.1-a-letter-that-means-two-pieces.table";
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(tests::root() + "/tests/scripts")) {
        const std::filesystem::path& path = entry.path();
        if (path.extension() == ".table" && path.filename() != asked_for) paths.push_back(path);
    }
    std::ranges::sort(paths);
    return paths;
}

} // namespace ansage::session
