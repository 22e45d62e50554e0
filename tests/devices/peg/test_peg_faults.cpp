// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the wire does, the driver knows the true board again within one state period, says
// nothing about squares that no hand touched, and does not swallow a press of a clock lever.
#include "chess/position.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::peg;
using namespace ansage::devices::testing;

namespace {

constexpr base::Millis recovery{1100};

struct FaultyTable {
    FaultyTable()
        : simulator({.kind = BoardKind::occupancy, .start = chess::Position{}.reading()}),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{500});
        world.take_events();
    }

    void act(std::string_view line) { world.act(parse_hand_act(line).value()); }

    bool is_true() const { return world.told() == chess::occupancy_of(simulator.truth()); }

    PegDriver driver;
    PegSimulator simulator;
    World world;
};

bool is_about(const SensorEvent& event, const chess::SquareSet& squares) {
    if (const auto* lifted = std::get_if<Lifted>(&event)) return squares.contains(lifted->square);
    if (const auto* placed = std::get_if<Placed>(&event)) return squares.contains(placed->square);
    return !std::holds_alternative<Unsure>(event);
}

template <class Event>
long count_of(const std::vector<SensorEvent>& events) {
    return std::ranges::count_if(events, [](const SensorEvent& event) {
        return std::holds_alternative<Event>(event);
    });
}

// A line of an act is about 25 bytes; more positions than that repeat.
constexpr std::size_t positions = 32;

} // namespace

TEST_CASE("one fault at any byte of a line: the board is right and nothing is made up") {
    const chess::SquareSet touched = chess::SquareSet{*chess::parse_square("e2")};
    for (const Fault fault : all_faults) {
        for (std::size_t at = 0; at < positions * 8; ++at) {
            INFO(name_of(fault) << " at byte " << at / 8 << ", variation " << at % 8);
            FaultyTable table;
            table.world.set_wire([&](Bytes bytes) {
                return with_fault(std::move(bytes), fault, at / 8, static_cast<unsigned>(at * 37));
            });
            table.act("lifts e2");
            table.world.mend_wire();
            table.world.pass(recovery);
            const auto events = table.world.take_events();
            CHECK(table.is_true());
            // Said as it was, or seen in a full reading afterwards: never swallowed.
            CHECK(count_of<Lifted>(events) + count_of<Shows>(events) >= 1);
            CHECK(count_of<Lifted>(events) <= 1);
            for (const SensorEvent& event : events) {
                INFO(to_string(event));
                CHECK(is_about(event, touched));
            }
        }
    }
}

TEST_CASE("one fault at any byte of a lever's line: the press arrives exactly once") {
    for (const Fault fault : all_faults) {
        for (std::size_t at = 0; at < positions * 8; ++at) {
            INFO(name_of(fault) << " at byte " << at / 8 << ", variation " << at % 8);
            FaultyTable table;
            table.world.set_wire([&](Bytes bytes) {
                return with_fault(std::move(bytes), fault, at / 8, static_cast<unsigned>(at * 37));
            });
            table.act("presses black");
            table.world.mend_wire();
            table.world.pass(recovery);
            const auto events = table.world.take_events();
            REQUIRE(count_of<Lever>(events) == 1);
            CHECK(
                std::ranges::find(events, SensorEvent{Lever{chess::Color::black}}) != events.end()
            );
        }
    }
}

TEST_CASE("peg: a line that hangs up at any byte of a burst, and is opened again") {
    for (std::size_t at = 0; at < 160; ++at) {
        INFO("hung up after byte " << at);
        FaultyTable table;
        table.simulator.do_hand(parse_hand_act("lifts e2").value(), table.world.now());
        table.simulator.do_hand(parse_hand_act("places e4 P").value(), table.world.now());
        table.simulator.do_hand(parse_hand_act("presses white").value(), table.world.now());
        Bytes burst = table.simulator.take_output();
        burst.resize(std::min(at, burst.size()));
        table.driver.receive(burst, table.world.now());
        table.driver.hung_up(table.world.now());
        table.world.start();
        table.world.pass(recovery);
        const auto events = table.world.take_events();
        CHECK(table.is_true());
        CHECK(count_of<Lost>(events) == 1);
        CHECK(count_of<Back>(events) == 1);
        CHECK(count_of<Lever>(events) == 1);
    }
}

TEST_CASE("peg: a long game over a bad wire: the board is right whenever the wire has rested") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        FaultyTable table;
        for (int round = 0; round < 30; ++round) {
            chess::SquareSet touched;
            table.world.set_wire([&](Bytes bytes) {
                const Fault fault = all_faults[random() % all_faults.size()];
                const bool is_faulty = random() % 3 == 0;
                return is_faulty
                    ? with_fault(std::move(bytes), fault, random(), static_cast<unsigned>(random()))
                    : bytes;
            });
            for (int step = 0; step < 6; ++step) {
                const chess::Square square = chess::Square::from_index(random() % 64);
                touched.insert(square);
                const bool is_lift = random() % 2 == 0;
                table.world.act(is_lift ? HandAct{Lift{square}} : HandAct{Place{square, {}}});
                table.world.pass(base::Millis{random() % 700});
            }
            table.world.mend_wire();
            table.world.pass(recovery);
            REQUIRE(table.is_true());
            for (const SensorEvent& event : table.world.take_events()) {
                INFO(to_string(event));
                CHECK(is_about(event, touched));
            }
        }
        CHECK(table.driver.damaged_lines() > 0);
    }
}
