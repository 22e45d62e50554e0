// SPDX-License-Identifier: GPL-3.0-or-later
// The DGT protocol has no checksum. What is visibly damaged is asked for again at once; what is not
// is found out by the next reading of the whole board.
#include "chess/position.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::dgt;
using namespace ansage::devices::testing;

namespace {

// DriverSettings::verify_every, and the answer.
constexpr base::Millis recovery{5100};

SimulatorSettings simulated() {
    SimulatorSettings settings;
    settings.start = chess::Position{}.reading();
    settings.clock_ticks = false;
    return settings;
}

struct FaultyTable {
    FaultyTable()
        : simulator(simulated()),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{500});
        world.take_events();
    }

    void act(std::string_view line) { world.act(parse_hand_act(line).value()); }

    bool is_true() const { return world.told() == simulator.truth(); }

    DgtDriver driver;
    DgtSimulator simulator;
    World world;
};

long levers_in(const std::vector<SensorEvent>& events) {
    return std::ranges::count_if(events, [](const SensorEvent& event) {
        return std::holds_alternative<Lever>(event);
    });
}

} // namespace

TEST_CASE("one fault at any byte of a field update: the board is right with the next dump") {
    for (const Fault fault : all_faults) {
        for (std::size_t at = 0; at < 5 * 8; ++at) {
            INFO(name_of(fault) << " at byte " << at / 8 << ", variation " << at % 8);
            FaultyTable table;
            table.world.set_wire([&](Bytes bytes) {
                return with_fault(std::move(bytes), fault, at / 8, static_cast<unsigned>(at));
            });
            table.act("lifts e2");
            table.world.mend_wire();
            table.world.pass(recovery);
            const auto events = table.world.take_events();
            CHECK(table.is_true());
            CHECK(!events.empty());
        }
    }
}

TEST_CASE("a fault in the lever's message: the press arrives once, with the next report") {
    for (const Fault fault : {Fault::drop, Fault::repeat, Fault::cut_tail, Fault::repeat_burst}) {
        for (std::size_t at = 0; at < 10; ++at) {
            INFO(name_of(fault) << " at byte " << at);
            FaultyTable table;
            table.world.set_wire([&](Bytes bytes) {
                return with_fault(std::move(bytes), fault, at, 0);
            });
            table.act("presses white");
            table.world.mend_wire();
            table.world.pass(recovery);
            CHECK(levers_in(table.world.take_events()) == 1);
        }
    }
}

TEST_CASE("a dump that is cut at any byte is asked for again") {
    for (std::size_t at = 0; at < 67; ++at) {
        INFO("cut after byte " << at);
        DgtDriver driver;
        DgtSimulator simulator(simulated());
        World world(driver, simulator);
        world.set_wire([&](Bytes bytes) {
            bytes.resize(std::min(at, bytes.size()));
            return bytes;
        });
        world.start();
        world.mend_wire();
        world.pass(base::Millis{1100});
        CHECK(world.told() == simulator.truth());
    }
}

TEST_CASE("dgt: a line that hangs up at any byte of a burst, and is opened again") {
    for (std::size_t at = 0; at < 20; ++at) {
        INFO("hung up after byte " << at);
        FaultyTable table;
        table.simulator.do_hand(parse_hand_act("lifts e2").value(), table.world.now());
        table.simulator.do_hand(parse_hand_act("places e4 P").value(), table.world.now());
        table.simulator.do_hand(parse_hand_act("presses white").value(), table.world.now());
        Bytes burst = table.simulator.take_output();
        REQUIRE(burst.size() == 20);
        burst.resize(at);
        table.driver.receive(burst, table.world.now());
        table.driver.hung_up(table.world.now());
        table.world.start();
        table.world.pass(base::Millis{1100});
        CHECK(table.is_true());
        CHECK(levers_in(table.world.take_events()) == 1);
    }
}

TEST_CASE("dgt: a long game over a bad wire: the board is right whenever the wire has rested") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        FaultyTable table;
        const chess::Reading pieces = chess::Position{}.reading();
        for (int round = 0; round < 20; ++round) {
            table.world.set_wire([&](Bytes bytes) {
                const Fault fault = all_faults[random() % all_faults.size()];
                const auto noise = static_cast<unsigned>(random());
                const bool is_faulty = random() % 3 == 0;
                return is_faulty ? with_fault(std::move(bytes), fault, random(), noise) : bytes;
            });
            for (int step = 0; step < 6; ++step) {
                const chess::Square square = chess::Square::from_index(random() % 64);
                const auto piece = pieces[chess::Square::from_index(random() % 16)].piece();
                const bool is_lift = random() % 2 == 0;
                table.world.act(is_lift ? HandAct{Lift{square}} : HandAct{Place{square, piece}});
                table.world.pass(base::Millis{random() % 700});
            }
            table.world.mend_wire();
            table.world.pass(recovery);
            REQUIRE(table.is_true());
        }
        CHECK(table.driver.damages() > 0);
        CHECK(!table.simulator.was_mistreated());
    }
}
