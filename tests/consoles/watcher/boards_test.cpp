// SPDX-License-Identifier: GPL-3.0-or-later
// The boards that a watcher is shown are what their sensors told, after every event of every table
// script. What the sensors told is kept here from the inputs, and not asked of the table.
#include "base/overloaded.hpp"
#include "consoles/watcher/scripts.hpp"
#include "consoles/watcher/watched_game.hpp"
#include "table/model/names.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace ansage;
using chess::Color;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using nlohmann::json;

class Sensors {
public:
    explicit Sensors(const table::TableSetup& setup) {
        for (const Color color : chess::both_colors) {
            const Reading start = setup.start.reading();
            const bool is_blind = setup.seats[color].board == table::BoardKind::occupancy;
            boards_[color] = is_blind ? chess::occupancy_of(start) : start;
        }
    }

    void take(const table::InputBody& input) {
        std::visit(
            base::Overloaded{
                [&](const table::Lifts& lifted) {
                    boards_[lifted.board][lifted.square] = SquareReading::empty();
                },
                [&](const table::Places& placed) {
                    boards_[placed.board][placed.square] =
                        placed.piece ? SquareReading::of(*placed.piece) : SquareReading::occupied();
                },
                [&](const table::Unsure& unsure) {
                    boards_[unsure.board][unsure.square] = SquareReading::unsure();
                },
                [&](const table::Shows& shown) { boards_[shown.board] = shown.reading; },
                [&](const table::BoardReports& report) {
                    if (report.report == table::BoardReport::flutters && report.square)
                        boards_[report.board][*report.square] = SquareReading::unsure();
                },
                [](const auto&) {}},
            input
        );
    }

    const Reading& of(Color color) const { return boards_[color]; }

private:
    table::PerColor<Reading> boards_;
};

chess::SquareSet squares_in(const json& list) {
    chess::SquareSet squares;
    for (const json& name : list) squares.insert(*chess::parse_square(name.get<std::string>()));
    return squares;
}

// On an occupancy board: the record's piece where the reading fits it, else a nameless peg. Only
// where the board has not come to the last move yet, a peg may be what stood there before.
bool is_drawn_right(
    SquareReading drawn, SquareReading seen, const table::State& state, Color board, Square square
) {
    if (!seen.is_occupied() || seen.piece()) return drawn == seen;
    if (const auto piece = state.position().at(square)) return drawn == SquareReading::of(*piece);
    const chess::Ply matched = state.boards[board].matched;
    const auto before =
        matched < state.made() ? state.positions.after(matched).at(square) : std::nullopt;
    return drawn == (before ? SquareReading::of(*before) : SquareReading::occupied());
}

bool fits_record(SquareReading seen, std::optional<chess::Piece> piece) {
    if (seen.is_unsure()) return true;
    if (seen.piece()) return seen.piece() == piece;
    return seen.is_occupied() == piece.has_value();
}

void check_board(const json& line, const table::State& state, Color color, const Reading& seen) {
    const json& board = line["boards"][std::string{chess::to_string(color)}];
    INFO(chess::to_string(color) << ' ' << board.dump() << " seen " << chess::to_placement(seen));
    const auto drawn = chess::parse_placement(board["squares"].get<std::string>());
    REQUIRE(drawn);
    const chess::SquareSet unfit = squares_in(board["unfit"]);
    const chess::SquareSet wrong = squares_in(board["wrong"]);
    std::string problems;
    for (const Square square : chess::all_squares) {
        const bool is_unfit = !fits_record(seen[square], state.position().at(square));
        const bool is_right = is_drawn_right((*drawn)[square], seen[square], state, color, square);
        const bool is_marked = unfit.contains(square) == is_unfit;
        if (!is_right || !is_marked || (wrong.contains(square) && !is_unfit))
            problems += ' ' + chess::to_string(square);
    }
    CHECK(problems == "");
}

} // namespace

TEST_CASE("A watcher's boards are what the sensors told, after every event of every script") {
    std::size_t steps = 0;
    for (const auto& path : tests::table_scripts()) {
        INFO(path.string());
        tests::LoadedScript loaded = tests::load(path);
        const table::TableSetup setup = loaded.kit.setup;
        Sensors sensors{setup};
        consoles::WatchedGame watched{loaded.kit.words};
        consoles::StateLines states;
        tests::play(std::move(loaded), [&](const session::Happened& happened) {
            sensors.take(happened.input);
            std::ignore =
                watched.note({happened.input, happened.events, happened.after, happened.now});
            const auto line = states.next(
                watched.picture(happened.after, happened.now), {.stop = consoles::Stop::ply}
            );
            REQUIRE(line);
            const json parsed = json::parse(*line);
            for (const Color color : chess::both_colors) {
                if (setup.seats[color].board != table::BoardKind::none)
                    check_board(parsed, happened.after, color, sensors.of(color));
            }
            ++steps;
        });
    }
    CHECK(steps > 2000);
}
