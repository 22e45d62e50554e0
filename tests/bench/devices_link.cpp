// SPDX-License-Identifier: GPL-3.0-or-later
// What one move costs on its way over a real pty: hand acts, simulator, pty, driver, events.
#include "chess/position.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/transport/link.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;

namespace {

const std::array acts{
    "lifts g1", "places f3 N", "presses white", "lifts f3", "places g1 N", "presses black"};

// Six acts, each a burst of its own.
std::size_t shuffle_knight(Link& link, Driver& driver, Simulator& simulator) {
    std::size_t events = 0;
    for (const char* const act : acts) {
        simulator.do_hand(parse_hand_act(act).value(), {});
        if (!link.pump({})) return 0;
        events += driver.take_events().size();
    }
    return events;
}

// Six acts in one burst.
std::size_t shuffle_knight_at_once(Link& link, Driver& driver, Simulator& simulator) {
    for (const char* const act : acts) simulator.do_hand(parse_hand_act(act).value(), {});
    return link.pump({}) ? driver.take_events().size() : 0;
}

} // namespace

TEST_CASE("bytes of a move from the hand to the events") {
    peg::PegDriver peg_driver;
    peg::PegSimulator peg_board({.kind = BoardKind::occupancy, .start = chess::Position{}.reading()}
    );
    Link peg_link(peg_driver, peg_board, open_pty().value());
    peg_driver.start({});
    REQUIRE(peg_link.pump({}).has_value());

    dgt::DriverSettings near;
    near.verify_after = std::nullopt;
    dgt::DgtDriver dgt_driver(near);
    dgt::DgtSimulator dgt_board({.start = chess::Position{}.reading(), .clock_ticks = false});
    Link dgt_link(dgt_driver, dgt_board, open_pty().value());
    dgt_driver.start({});
    REQUIRE(dgt_link.pump({}).has_value());

    BENCHMARK("peg board, six bursts") { return shuffle_knight(peg_link, peg_driver, peg_board); };
    BENCHMARK("peg board, six acts in one burst") {
        return shuffle_knight_at_once(peg_link, peg_driver, peg_board);
    };
    BENCHMARK("DGT board, six bursts") { return shuffle_knight(dgt_link, dgt_driver, dgt_board); };
    BENCHMARK("DGT board, six acts in one burst") {
        return shuffle_knight_at_once(dgt_link, dgt_driver, dgt_board);
    };
}
