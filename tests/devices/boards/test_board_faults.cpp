// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever board there is a row of, on a line that drops, doubles, flips and inserts bytes, cuts
// frames, stalls and hangs up: nothing is told long enough to be judged that was never so, and
// within one reading of quiet the board is right.
#include "chess/position.hpp"
#include "devices/boards/boards.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

#include <deque>

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::testing;

namespace {

// What a table waits before it judges a sighted player's board (settle_identity).
constexpr base::Millis judged_after{300};
// The slowest board's own full reading: a DGT is read again every five seconds.
constexpr base::Millis full_reading{5100};
const chess::Reading game_start = chess::Position{}.reading();

struct FaultyPair {
    FaultyPair(const BoardRow& row, BoardKind kind)
        : driver(row.make_driver({.orientation = Orientation::straight}, LineTime::real)),
          simulator(row.make_simulator({.kind = kind, .start = game_start}, LineTime::real, {})),
          world(*driver, *simulator),
          row_(row) {}

    // As far as this board knows it.
    [[nodiscard]] chess::Reading truth() const {
        const bool knows = driver->kind() == BoardKind::identity;
        return knows ? simulator->truth() : chess::occupancy_of(simulator->truth());
    }

    [[nodiscard]] bool is_true() const {
        return driver->reading() && *driver->reading() == truth();
    }

    [[nodiscard]] std::string_view name() const { return row_.name; }

    std::unique_ptr<Driver> driver;
    std::unique_ptr<Simulator> simulator;
    World world;

private:
    const BoardRow& row_;
};

template <class Check>
void for_every_board(Check check) {
    for (const BoardRow& row : boards()) {
        for (const BoardKind kind : {BoardKind::occupancy, BoardKind::identity}) {
            INFO(row.name);
            check(row, kind);
        }
    }
}

// One byte in a hundred dropped, doubled, flipped or preceded by another.
Bytes noisy(const Bytes& bytes, std::mt19937& random) {
    Bytes heard;
    for (const std::byte byte : bytes) {
        const auto luck = random() % 400;
        if (luck == 0) continue;
        if (luck == 1) heard.push_back(byte);
        else if (luck == 2) heard.push_back(static_cast<std::byte>(random() & 0xFFU));
        heard.push_back(luck == 3 ? byte ^ (std::byte{1} << (random() % 8U)) : byte);
    }
    return heard;
}

// A square that is told to be as it never was in the last seconds.
class FalseWatch {
public:
    explicit FalseWatch(FaultyPair& pair)
        : pair_(pair) {
        remember();
    }

    void act(const HandAct& act) {
        pair_.world.act(act);
        remember();
    }

    // Lets time pass in steps, and keeps the longest time for which something false stood.
    void pass(base::Millis duration) {
        constexpr base::Millis step{10};
        for (base::Millis passed{0}; passed < duration; passed += step) {
            pair_.world.pass(step);
            const auto& told = pair_.driver->reading();
            stood_ = told && tells_false(*told) ? stood_ + step : base::Millis{0};
            longest_ = std::max(longest_, stood_);
            judgeable_ += stood_ == judged_after ? 1U : 0U;
        }
    }

    [[nodiscard]] base::Millis longest() const { return longest_; }

    // How often something false stood long enough to be judged.
    [[nodiscard]] unsigned judgeable() const { return judgeable_; }

private:
    static constexpr std::size_t remembered = 100; // hands

    void remember() {
        truths_.push_back(pair_.truth());
        if (truths_.size() > remembered) truths_.pop_front();
    }

    [[nodiscard]] bool tells_false(const chess::Reading& told) const {
        for (unsigned index = 0; index < 64; ++index) {
            const chess::Square square = chess::Square::from_index(index);
            const bool was_so = std::ranges::any_of(truths_, [&](const chess::Reading& truth) {
                return truth[square] == told[square];
            });
            if (!told[square].is_unsure() && !was_so) return true;
        }
        return false;
    }

    FaultyPair& pair_;
    std::deque<chess::Reading> truths_;
    base::Millis stood_{0};
    base::Millis longest_{0};
    unsigned judgeable_ = 0;
};

HandAct any_act(std::mt19937& random, const chess::Reading& now) {
    const chess::Square square = chess::Square::from_index(random() % 64);
    if (now[square].is_occupied()) return Lift{square};
    const chess::Square of =
        chess::Square::from_index(static_cast<unsigned>(random() % 16 + (random() % 2) * 48));
    return Place{square, game_start[of].piece()};
}

} // namespace

TEST_CASE("on a line with one bad byte in a hundred hardly anything is told that was never so") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        unsigned judgeable = 0; // of 360 hands
        for (unsigned seed = 1; seed <= 4; ++seed) {
            INFO("seed " << seed);
            std::mt19937 random(seed);
            FaultyPair pair(row, kind);
            pair.world.start();
            pair.world.pass(base::Millis{1200});
            REQUIRE(pair.is_true());
            FalseWatch watch(pair);
            for (int round = 0; round < 3; ++round) {
                pair.world.set_wire([&](const Bytes& bytes) { return noisy(bytes, random); });
                for (int act = 0; act < 30; ++act) {
                    watch.act(any_act(random, pair.simulator->truth()));
                    watch.pass(base::Millis{400 + random() % 1200});
                }
                pair.world.mend_wire();
                watch.pass(full_reading);
                CHECK(pair.is_true());
            }
            judgeable += watch.judgeable();
        }
        // A DGT board has no checksum at all.
        CHECK(judgeable <= (row.name == "dgt" ? 1U : 0U));
    });
}

TEST_CASE("a frame of any board that is cut at any byte does no harm beyond one reading") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        std::size_t longest = 1;
        for (std::size_t cut = 0; cut < longest; ++cut) {
            INFO("cut after byte " << cut);
            FaultyPair pair(row, kind);
            pair.world.start();
            pair.world.pass(base::Millis{1200});
            std::size_t passed = 0;
            FalseWatch watch(pair);
            pair.world.set_wire([&](Bytes bytes) {
                const std::size_t begin = passed;
                passed += bytes.size();
                bytes.resize(std::clamp<std::size_t>(cut - std::min(begin, cut), 0, bytes.size()));
                return bytes;
            });
            watch.act(Lift{*chess::parse_square("e2")});
            watch.pass(base::Millis{200});
            longest = std::max(longest, std::min<std::size_t>(passed, 90));
            pair.world.mend_wire();
            watch.pass(full_reading);
            CHECK(pair.is_true());
            CHECK(watch.longest() < judged_after);
        }
    });
}

TEST_CASE("a line that stalls, and then says everything at once, loses nothing") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        for (const int seconds : {1, 2, 5, 20}) {
            INFO(seconds << " seconds");
            FaultyPair pair(row, kind);
            pair.world.start();
            pair.world.pass(base::Millis{1200});
            Bytes held;
            FalseWatch watch(pair);
            pair.world.set_wire([&](const Bytes& bytes) {
                held.insert(held.end(), bytes.begin(), bytes.end());
                return Bytes{};
            });
            watch.act(Lift{*chess::parse_square("e2")});
            watch.pass(base::Millis{seconds * 1000});
            pair.world.mend_wire();
            pair.driver->receive(held, pair.world.now());
            watch.pass(full_reading);
            CHECK(pair.is_true());
            CHECK(watch.longest() == base::Millis{0});
        }
    });
}

TEST_CASE("a line that hangs up in the middle of a frame is read anew when it is open again") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        for (std::size_t cut = 0; cut < 40; ++cut) {
            FaultyPair pair(row, kind);
            pair.world.start();
            pair.world.pass(base::Millis{1200});
            pair.world.set_wire([&](Bytes bytes) {
                bytes.resize(std::min(cut, bytes.size()));
                return bytes;
            });
            pair.world.act(Lift{*chess::parse_square("e2")});
            pair.world.pass(base::Millis{100});
            pair.driver->hung_up(pair.world.now());
            pair.world.act(Lift{*chess::parse_square("d2")});
            pair.world.mend_wire();
            pair.world.start();
            pair.world.pass(full_reading);
            CHECK(pair.is_true());
        }
    });
}

TEST_CASE("whatever comes on a line, no driver breaks") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        std::mt19937 random(7);
        FaultyPair pair(row, kind);
        pair.world.start();
        for (int burst = 0; burst < 2000; ++burst) {
            Bytes bytes(random() % 200);
            for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFFU);
            pair.driver->receive(bytes, pair.world.now());
            pair.world.pass(base::Millis{1});
        }
        pair.world.pass(base::Millis{4000} + full_reading);
        CHECK(pair.is_true());
    });
}

// Programs of others are attached, say what they like, and are ended in the middle of a word.
TEST_CASE("whatever a host says, no board breaks, and the next host hears it at once") {
    for_every_board([](const BoardRow& row, BoardKind kind) {
        std::mt19937 random(11);
        FaultyPair pair(row, kind);
        pair.world.start();
        pair.world.pass(base::Millis{1200});
        for (int burst = 0; burst < 2000; ++burst) {
            Bytes bytes(random() % 60);
            for (std::byte& byte : bytes)
                byte = static_cast<std::byte>(random() & (random() % 2 == 0 ? 0x7FU : 0xFFU));
            pair.simulator->receive(bytes, pair.world.now());
            if (burst % 7 == 0)
                pair.simulator->do_hand(any_act(random, pair.simulator->truth()), pair.world.now());
            pair.simulator->on_time(pair.world.now());
            CHECK(pair.simulator->take_output().size() < 200'000);
        }
        pair.driver->hung_up(pair.world.now());
        pair.world.pass(base::Millis{1000});
        pair.world.start();
        pair.world.pass(full_reading);
        CHECK(pair.is_true());
    });
}
