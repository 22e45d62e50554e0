// SPDX-License-Identifier: GPL-3.0-or-later
// How people really move pieces: every legal move of some positions, in every way that
// devices/hands knows, at both kinds of board, announced and not. The bar: all right and none
// false, on every way but the two that an occupancy board cannot tell without words, and the piece
// of a promotion. There the arbiter is asked.
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "devices/hands/hands.hpp"
#include "sitting.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;
using devices::hands::Style;

struct Place {
    std::string name;
    Position position;
};

std::vector<Place> read_places() {
    std::ifstream file{tests::root() + "/tests/data/table/positions.txt"};
    std::vector<Place> places;
    for (std::string line; std::getline(file, line);) {
        const std::size_t bar = line.find(" | ");
        if (line.starts_with('#') || bar == std::string::npos) continue;
        const auto setup = chess::parse_fen(line.substr(bar + 3));
        INFO(line);
        REQUIRE(setup.has_value());
        const auto position = Position::from_setup(*setup);
        REQUIRE(position.has_value());
        places.push_back({line.substr(0, bar), *position});
    }
    return places;
}

enum class Words : std::uint8_t { none, before, after };

struct Trial {
    table::BoardKind board{};
    table::Vision vision{};
    Words words{};
    Style style;
    table::Announcer announces = table::Announcer::self;
};

struct Result {
    std::optional<Move> completed;
    std::optional<table::HeardMove> announced; // by the device
    bool false_move = false; // another move was made on the way
    bool asked = false; // sensor_unclear, or promotion_not_announced
    bool alarmed = false; // any other alert
};

table::TableSetup setup_for(const Position& start, const Trial& trial) {
    static const laws::Edition edition = test_edition();
    table::TableSetup setup;
    setup.edition = edition;
    setup.time = *clock::parse_time_control("90m+30s");
    setup.start = start;
    const Color mover = start.turn();
    setup.seats[mover].vision = trial.vision;
    setup.seats[mover].board = trial.board;
    setup.seats[mover].announces = trial.announces;
    setup.seats[!mover].board = table::BoardKind::none;
    return setup;
}

// A sensor reports what changes: an occupancy board is silent about a piece that replaces another.
void do_act(
    Sitting& sitting, Color mover, const Trial& trial, Millis at, const devices::HandAct& act
) {
    const bool identity = trial.board == table::BoardKind::identity;
    if (const auto* lift = std::get_if<devices::Lift>(&act)) {
        sitting.submit(at, table::Lifts{.board = mover, .square = lift->square, .piece = {}});
        return;
    }
    const auto& place = std::get<devices::Place>(act);
    const chess::SquareReading seen = sitting.state().boards[mover].reading[place.square];
    if (identity || seen.is_empty()) {
        const auto piece = identity ? place.piece : std::nullopt;
        sitting.submit(at, table::Places{.board = mover, .square = place.square, .piece = piece});
    }
}

bool is_question(table::AlertKind kind) {
    return kind == table::AlertKind::sensor_unclear ||
        kind == table::AlertKind::promotion_not_announced;
}

Result judge(const Sitting& sitting, Move move) {
    Result result;
    for (const auto& made : sitting.all<table::Made>())
        result.false_move = result.false_move || made.move != move;
    for (const auto& testified : sitting.all<table::Testified>()) {
        if (testified.testimony.witness == table::Witness::announcement)
            result.announced = testified.testimony.move;
    }
    for (const auto& alert : sitting.all<table::Alerted>())
        (is_question(alert.kind) ? result.asked : result.alarmed) = true;
    if (!sitting.all<table::Completed>().empty())
        result.completed = sitting.state().plies.front().move;
    return result;
}

Result play(const Position& before, Move move, const Trial& trial) {
    const Color mover = before.turn();
    Sitting sitting{setup_for(before, trial)};
    sitting.submit(Millis{0}, table::Arbiter{table::ArbiterAct::starts});
    const table::Announces announces{.seat = mover, .by = {}, .move = heard(before, move)};
    if (trial.words == Words::before) sitting.submit(Millis{900}, announces);
    Millis at{1000};
    for (const auto& [offset, act] : devices::hands::acts_of(before, move, trial.style)) {
        at = Millis{1000} + offset;
        do_act(sitting, mover, trial, at, act);
    }
    if (trial.words == Words::after) sitting.submit(at + Millis{400}, announces);
    sitting.submit(at + Millis{700}, table::Presses{.seat = mover, .by = {}});
    sitting.reach(at + Millis{2000});
    return judge(sitting, move);
}

bool leaves_occupancy(const Position& before, Move move) {
    return chess::occupancy_of(before.reading()) ==
        chess::occupancy_of(before.after(move).reading());
}

// What no occupancy board can tell without words.
bool needs_words(const Position& before, Move move, const Style& style) {
    const auto acts = devices::hands::acts_of(before, move, style);
    const bool seen_gone = std::ranges::any_of(acts, [&](const auto& timed) {
        const auto* lift = std::get_if<devices::Lift>(&timed.act);
        return lift != nullptr && lift->square == move.to();
    });
    const bool unseen = before.is_capture(move) && !move.is_en_passant() && !seen_gone;
    return unseen || move.promotion() || leaves_occupancy(before, move);
}

std::string row_of(const Position& before, Move move, const Style& style) {
    using namespace devices::hands;
    if (move.is_castling()) {
        constexpr std::array names{
            "king first", "rook first", "both up, king down first", "both up, rook down first"};
        return fmt::format("castling, {}", names[static_cast<std::size_t>(style.castling)]);
    }
    if (move.promotion()) return "promotion";
    if (move.is_en_passant()) return "en passant";
    if (before.is_capture(move)) {
        constexpr std::array names{
            "captured piece first", "capturing piece first", "captured never seen gone"};
        return fmt::format("capture, {}", names[static_cast<std::size_t>(style.capture)]);
    }
    constexpr std::array names{
        "lift, place", "new square first", "slid over the squares between", "another piece nudged"};
    return names[static_cast<std::size_t>(style.passage)];
}

struct Count {
    unsigned tried = 0;
    unsigned right = 0;
    unsigned false_moves = 0;
    unsigned asked = 0;
};

using Counts = std::map<std::string, Count>;

void count(Counts& counts, const std::string& row, const Result& result, Move move) {
    Count& its = counts[row];
    ++its.tried;
    its.right += result.completed == move ? 1U : 0U;
    its.false_moves += result.false_move ? 1U : 0U;
    its.asked += result.asked ? 1U : 0U;
}

std::string text_of(const Place& place, Move move, const Trial& trial) {
    return fmt::format(
        "{}: {}, {}, {} {}, words {}",
        place.name,
        chess::to_uci(place.position, move, chess::CastlingStyle::king_takes_rook),
        devices::hands::to_string(trial.style),
        table::to_string(trial.vision),
        table::to_string(trial.board),
        static_cast<int>(trial.words)
    );
}

void check_trial(Counts& counts, const Place& place, Move move, const Trial& trial) {
    const Result result = play(place.position, move, trial);
    count(counts, row_of(place.position, move, trial.style), result, move);
    INFO(text_of(place, move, trial));
    CHECK_FALSE(result.false_move);
    const bool asks = trial.words == Words::none && trial.board == table::BoardKind::occupancy &&
        needs_words(place.position, move, trial.style);
    if (asks) {
        CHECK(result.asked);
    } else {
        CHECK(result.completed == move);
        CHECK_FALSE(result.asked);
    }
    if (trial.style.castling != devices::hands::CastlingOrder::rook_first &&
        trial.style.passage != devices::hands::Passage::nudging)
        CHECK_FALSE(result.alarmed); // 4.4.2 and 4.3 speak of those two
}

void try_all(Counts& counts, const Trial& like) {
    for (const Place& place : read_places()) {
        for (const Move move : place.position.legal_moves()) {
            for (const Style& style : devices::hands::styles_for(place.position, move)) {
                Trial trial = like;
                trial.style = style;
                check_trial(counts, place, move, trial);
            }
        }
    }
}

void print(const std::string& title, const Counts& counts) {
    fmt::print("{}\n", title);
    for (const auto& [row, count] : counts) {
        fmt::print(
            "  {}: {} tried, {} right, {} false, {} asked\n",
            row,
            count.tried,
            count.right,
            count.false_moves,
            count.asked
        );
    }
}

} // namespace

TEST_CASE("An occupancy board with words tells every move, however it is executed") {
    Counts counts;
    try_all(
        counts,
        {.board = table::BoardKind::occupancy,
         .vision = table::Vision::impaired,
         .words = Words::before}
    );
    try_all(
        counts,
        {.board = table::BoardKind::occupancy,
         .vision = table::Vision::impaired,
         .words = Words::after}
    );
    try_all(
        counts,
        {.board = table::BoardKind::occupancy,
         .vision = table::Vision::sighted,
         .words = Words::after}
    );
    print("occupancy, announced", counts);
}

TEST_CASE("An occupancy board without words never guesses") {
    Counts counts;
    try_all(
        counts,
        {.board = table::BoardKind::occupancy,
         .vision = table::Vision::impaired,
         .words = Words::none}
    );
    print("occupancy, not a word", counts);
}

// First principle 3: by its shape alone, so that it is silent a little more often.
TEST_CASE("A device announces the move that was executed, or nothing, and never another one") {
    for (const auto board : {table::BoardKind::occupancy, table::BoardKind::identity}) {
        Counts counts;
        for (const Place& place : read_places()) {
            for (const Move move : place.position.legal_moves()) {
                for (const Style& style : devices::hands::styles_for(place.position, move)) {
                    const Trial trial{
                        .board = board,
                        .vision = table::Vision::impaired,
                        .words = Words::none,
                        .style = style,
                        .announces = table::Announcer::device};
                    const Result result = play(place.position, move, trial);
                    const auto& announced = result.announced;
                    INFO(text_of(place, move, trial));
                    CHECK((!announced || announced->move == move));
                    CHECK((announced || result.asked || result.completed == move));
                    Count& its = counts[row_of(place.position, move, style)];
                    ++its.tried;
                    its.right += announced ? 1U : 0U;
                    its.asked += result.asked ? 1U : 0U;
                }
            }
        }
        print(fmt::format("{}, announced by the device", table::to_string(board)), counts);
        for (const std::string row : {"lift, place", "capture, captured piece first", "en passant"})
            CHECK(counts[row].right == counts[row].tried);
    }
}

TEST_CASE("An identity board tells every move, with words or without") {
    Counts counts;
    for (const Words words : {Words::none, Words::before, Words::after}) {
        try_all(
            counts,
            {.board = table::BoardKind::identity, .vision = table::Vision::impaired, .words = words}
        );
        try_all(
            counts,
            {.board = table::BoardKind::identity, .vision = table::Vision::sighted, .words = words}
        );
    }
    print("identity", counts);
}

} // namespace ansage::tests
