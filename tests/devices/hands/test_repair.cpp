// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "chess/repair.hpp"
#include "devices/hands/hands.hpp"
#include "support/catch.hpp"

#include <array>
#include <map>
#include <numeric>
#include <random>

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::hands;

namespace {

using chess::MovePiece;
using chess::PutOn;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using chess::TakeOff;

Reading reading_of(std::string_view placement) { return chess::parse_placement(placement).value(); }

std::string text_of(const std::vector<chess::Repair>& steps) {
    std::string text;
    for (const chess::Repair& step : steps) {
        text += text.empty() ? "" : ", ";
        text += to_string(step);
    }
    return text;
}

// The board after the steps; absent if a step cannot be done.
std::optional<Reading> after(Reading board, const std::vector<chess::Repair>& steps) {
    for (const TimedAct& act : acts_of(steps)) {
        if (const auto* lift = std::get_if<Lift>(&act.act)) {
            if (board[lift->square].is_empty()) return std::nullopt;
            board[lift->square] = SquareReading::empty();
        } else if (const auto* place = std::get_if<Place>(&act.act)) {
            if (!board[place->square].is_empty()) return std::nullopt;
            board[place->square] =
                place->piece ? SquareReading::of(*place->piece) : SquareReading::occupied();
        }
    }
    return board;
}

std::size_t kind_of(SquareReading seen) {
    const auto piece = seen.piece();
    return static_cast<std::size_t>(piece->color) * 6 + static_cast<std::size_t>(piece->role);
}

// The least number of movements, counted another way than the code counts it. Kinds of men are
// towns, a wrong square is a road from the kind that stands there to the kind that is wanted. A
// group of towns whose roads are balanced and never lead to "empty" needs one movement more.
std::size_t least_movements(const Reading& from, const Reading& to) {
    std::array<std::size_t, 12> group{};
    std::iota(group.begin(), group.end(), std::size_t{0});
    std::array<int, 12> surplus{};
    std::array<bool, 12> is_open{};
    std::array<bool, 12> is_used{};
    std::size_t movements = 0;
    for (unsigned index = 0; index < 64; ++index) {
        const SquareReading stands = from.squares[index];
        const SquareReading wanted = to.squares[index];
        if (stands == wanted) continue;
        if (wanted.is_occupied()) {
            ++movements;
            is_used[kind_of(wanted)] = true;
            --surplus[kind_of(wanted)];
            is_open[kind_of(wanted)] = is_open[kind_of(wanted)] || stands.is_empty();
        }
        if (stands.is_occupied()) {
            is_used[kind_of(stands)] = true;
            ++surplus[kind_of(stands)];
            is_open[kind_of(stands)] = is_open[kind_of(stands)] || wanted.is_empty();
        }
        if (wanted.is_occupied() && stands.is_occupied()) {
            const std::size_t old = group[kind_of(stands)];
            const std::size_t joined = group[kind_of(wanted)];
            std::ranges::replace(group, old, joined);
        }
    }
    std::map<std::size_t, bool> is_group_open;
    for (std::size_t kind = 0; kind < 12; ++kind) {
        if (is_used[kind]) {
            bool& open = is_group_open[group[kind]];
            open = open || is_open[kind] || surplus[kind] != 0;
        }
        movements += surplus[kind] > 0 ? static_cast<std::size_t>(surplus[kind]) : 0;
    }
    for (const auto& [number, open] : is_group_open) movements += open ? 0 : 1;
    return movements;
}

struct RepairRow {
    std::string from;
    std::string to;
    std::string steps;
};

} // namespace

TEST_CASE("a board is put right in the fewest movements") {
    for (const RepairRow& row : std::vector<RepairRow>{
             {"8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8", ""},
             {"8/8/8/8/4P3/8/8/8", "8/8/8/4P3/8/8/8/8", "move e4 e5 P"},
             {"8/8/8/8/4P3/8/8/8", "8/8/8/8/8/8/8/8", "take off e4 P"},
             {"8/8/8/8/8/8/8/8", "8/8/8/8/4P3/8/8/8", "put on e4 P"},
             {"8/8/8/8/4P3/8/8/8", "8/8/8/8/4p3/8/8/8", "take off e4 P, put on e4 p"},
             // Two changed places: one has to wait beside the board.
             {"8/8/8/8/4P3/8/8/4K3",
              "8/8/8/8/4K3/8/8/4P3",
              "take off e1 K, move e4 e1 P, put on e4 K"},
             // The nearest of two.
             {"8/8/8/8/8/P7/8/P7", "8/8/8/8/P7/8/8/P7", "move a3 a4 P"},
             {"Q7/8/8/8/8/8/8/Q7", "8/Q7/8/8/8/8/8/1Q6", "move a1 b1 Q, move a8 a7 Q"},
             // A chain: every square is empty when a piece comes.
             {"8/8/8/8/8/8/8/PNB5",
              "8/8/8/8/8/8/8/1PNB4",
              "move c1 d1 B, move b1 c1 N, move a1 b1 P"},
             // The spare knight breaks the circle of knight and bishop.
             {"8/8/8/8/8/8/N7/NB6",
              "8/8/8/8/8/8/8/BN6",
              "take off a1 N, move b1 a1 B, move a2 b1 N"},
             // Occupancy: what stands there is not known, what is wanted is.
             {"8/8/8/8/4x3/8/8/8", "8/8/8/4P3/8/8/8/8", "move e4 e5 P"},
             {"8/8/8/8/4x3/8/8/8", "8/8/8/8/8/8/8/8", "take off e4"},
             {"8/8/8/8/8/8/8/8", "8/8/8/8/4x3/8/8/8", "put on e4"},
             {"8/8/8/8/4x3/8/8/8", "8/8/8/8/4Q3/8/8/8", ""},
             // What a sensor is unsure of is left alone.
             {"8/8/8/8/4?3/8/8/8", "8/8/8/8/8/8/8/8", ""},
         }) {
        INFO(row.from << " to " << row.to);
        CHECK(text_of(repairs(reading_of(row.from), reading_of(row.to))) == row.steps);
    }
}

TEST_CASE("after an elbow: any board is put right, in the fewest movements, on empty squares only"
) {
    std::mt19937 random(3);
    for (int round = 0; round < 3000; ++round) {
        Reading from = chess::Position{}.reading();
        Reading to = from;
        std::shuffle(to.squares.begin(), to.squares.end(), random);
        from = to;
        const auto mess = random() % 12;
        for (unsigned long knock = 0; knock < mess; ++knock)
            std::swap(from.squares[random() % 64], from.squares[random() % 64]);
        for (auto lost = random() % 3; lost > 0; --lost) {
            from.squares[random() % 64] = SquareReading::empty();
            from.squares[random() % 64] = to.squares[random() % 64];
        }
        const auto steps = repairs(from, to);
        INFO(
            chess::to_placement(from) << " to " << chess::to_placement(to) << ": " << text_of(steps)
        );
        CHECK(after(from, steps) == to);
        CHECK(steps.size() == least_movements(from, to));
    }
}

TEST_CASE("an occupancy board is put right in the fewest movements") {
    std::mt19937 random(5);
    for (int round = 0; round < 1000; ++round) {
        Reading from;
        Reading to;
        for (unsigned index = 0; index < 64; ++index) {
            from.squares[index] =
                random() % 3 == 0 ? SquareReading::occupied() : SquareReading::empty();
            to.squares[index] =
                random() % 3 == 0 ? SquareReading::occupied() : SquareReading::empty();
        }
        const auto steps = repairs(from, to);
        const auto result = after(from, steps);
        REQUIRE(result.has_value());
        CHECK(chess::occupancy_of(*result) == to);
        const int spare = (from.occupied() & ~to.occupied()).size();
        const int missing = (to.occupied() & ~from.occupied()).size();
        CHECK(steps.size() == static_cast<std::size_t>(std::max(spare, missing)));
    }
}
