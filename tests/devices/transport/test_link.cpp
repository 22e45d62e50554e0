// SPDX-License-Identifier: GPL-3.0-or-later
// Driver and simulator with a real pty between them, moved by hand.
#include "chess/position.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/hands/hands.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/transport/link.hpp"
#include "new_pty.hpp"
#include "support/catch.hpp"

#include <random>

using namespace ansage;
using namespace ansage::devices;

namespace {

// A random game at the board: after every move the driver knows the board.
void play(Driver& driver, Simulator& simulator, unsigned seed) {
    Link link(driver, simulator, tests::new_pty());
    std::mt19937 random(seed);
    chess::Position position;
    base::Instant now;
    driver.start(now);
    REQUIRE(link.pump(now).has_value());
    for (int ply = 0; ply < 80 && position.has_legal_move(); ++ply) {
        const chess::MoveList moves = position.legal_moves();
        const chess::Move move = moves.begin()[random() % moves.size()];
        for (const hands::TimedAct& act : hands::acts_of(position, move, {})) {
            now = now + base::Millis{300};
            simulator.do_hand(act.act, now);
            REQUIRE(link.on_time(now).has_value());
        }
        position.play(move);
        const chess::Reading expected = driver.kind() == BoardKind::identity
            ? position.reading()
            : chess::occupancy_of(position.reading());
        REQUIRE(driver.reading() == expected);
    }
}

} // namespace

TEST_CASE("a game at a peg board over a real pty") {
    for (const BoardKind kind : {BoardKind::occupancy, BoardKind::identity}) {
        peg::PegDriver driver;
        peg::PegSimulator simulator({.kind = kind, .start = chess::Position{}.reading()});
        play(driver, simulator, 1);
    }
}

TEST_CASE("a game at a DGT board over a real pty") {
    dgt::DgtDriver driver;
    dgt::DgtSimulator simulator({.start = chess::Position{}.reading()});
    play(driver, simulator, 2);
}

TEST_CASE("a link knows which end wants to be woken first") {
    peg::PegDriver driver;
    peg::PegSimulator simulator({.kind = BoardKind::occupancy, .start = {}});
    Link link(driver, simulator, tests::new_pty());
    CHECK(link.next_deadline() == base::Instant{base::Millis{1000}});
    driver.start({});
    REQUIRE(link.pump({}).has_value());
    CHECK(link.next_deadline() == std::min(driver.next_deadline(), simulator.next_deadline()));
}
