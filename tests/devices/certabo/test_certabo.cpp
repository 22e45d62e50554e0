// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/position.hpp"
#include "devices/certabo/driver.hpp"
#include "devices/certabo/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::certabo;
using namespace ansage::devices::testing;

namespace {

const std::string start_text = "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

chess::Reading placed(std::string_view placement) {
    return chess::parse_placement(placement).value();
}

struct Table {
    explicit Table(
        chess::Reading start = chess::Position{}.reading(),
        BoardOptions near = {},
        bool is_turned = false
    )
        : driver(near),
          simulator({.start = start, .is_turned = is_turned}),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{3000});
    }

    void act(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{500});
    }

    [[nodiscard]] bool is_true() const { return world.told() == simulator.truth(); }

    CertaboDriver driver;
    CertaboSimulator simulator;
    World world;
};

Chip chip(std::uint8_t number) { return {1, 2, 3, 4, number}; }

// Pieces and, where asked for, second queens, each with a chip of its own.
Frame learnt_frame(bool has_spares) {
    Frame frame{};
    const auto start = chess::Position{}.reading();
    for (unsigned index = 0; index < 64; ++index) {
        const bool stands = start[chess::Square::from_index(index ^ 56U)].is_occupied();
        const bool is_spare = has_spares && (index == 19 || index == 43); // d6, d3
        frame[index] = stands || is_spare ? chip(static_cast<std::uint8_t>(index + 1)) : no_chip;
    }
    return frame;
}

} // namespace

TEST_CASE("Certabo byte logs give the events that they name") {
    CertaboDriver driver;
    ByteLog(driver, "certabo-vectors.log").run();
    CHECK(driver.chips().size() == 34);
}

TEST_CASE("a Certabo whose lines are wrapped, and that answers for its lights, is read") {
    CertaboDriver driver;
    ByteLog(driver, "certabo-wrapped.log").run();
}

TEST_CASE("a Certabo learns its set from the start position, and then tells its pieces' names") {
    Table table;
    CHECK(table.world.take_event_text() == start_text);
    table.act("lifts e2");
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "lifts e2 P; places e4 P");
    table.act("lifts d1");
    table.act("places h5 Q");
    CHECK(table.world.take_event_text() == "lifts d1 Q; places h5 Q");
    CHECK(table.is_true());
    CHECK(table.driver.info().name == "Certabo");
}

TEST_CASE("a set that was never seen in the start position is not guessed at") {
    Table table(placed("8/8/4k3/8/8/3K4/4P3/8"));
    table.world.pass(base::Millis{6000});
    CHECK(table.world.take_event_text().empty());
    REQUIRE(table.driver.problem());
    CHECK(table.driver.problem()->mend.text().find("start position") != std::string::npos);
    table.world.act(SetBoard{chess::Position{}.reading()});
    table.world.pass(base::Millis{3000});
    CHECK(table.world.take_event_text() == start_text);
    CHECK(!table.driver.problem());
}

TEST_CASE("a set that is known is read at once, whatever stands there") {
    const auto reading = placed("8/8/4k3/8/8/3K4/4P3/8");
    Table learnt;
    CertaboSimulator other({.start = reading});
    World found(learnt.driver, other);
    found.start();
    found.pass(base::Millis{500});
    CHECK(learnt.driver.reading() == reading);
}

TEST_CASE("a square's chip is what most frames say, and second queens belong to the set") {
    for (const bool has_spares : {false, true}) {
        const Frame frame = learnt_frame(has_spares);
        Calibration calibration;
        bool is_learnt = false;
        for (unsigned count = 0; count < 9; ++count) {
            Frame noisy = frame;
            noisy[count] = chip(200); // each square once
            noisy[30] = chip(static_cast<std::uint8_t>(210 + count)); // an empty square
            is_learnt = calibration.add(noisy);
            CHECK(is_learnt == (count + 1 >= Calibration::least_frames));
        }
        CHECK(calibration.chips().size() == (has_spares ? 34U : 32U));
        Frame later{};
        later[0] = frame[3]; // the black queen on a8
        later[1] = has_spares ? frame[43] : no_chip;
        later[2] = chip(200);
        const std::string expected = has_spares ? "qQ6/8/8/8/8/8/8/8" : "q7/8/8/8/8/8/8/8";
        CHECK(reading_of(later, calibration.chips()) == placed(expected));
    }
}

TEST_CASE("two squares with one chip are no set, and no more is a missing piece") {
    Frame frame = learnt_frame(false);
    frame[0] = frame[1];
    Calibration calibration;
    for (int count = 0; count < 20; ++count) CHECK(!calibration.add(frame));
    frame = learnt_frame(false);
    frame[63] = no_chip;
    Calibration other;
    for (int count = 0; count < 20; ++count) CHECK(!other.add(frame));
}

TEST_CASE("a Certabo that lies turned is learnt where it is said") {
    Table table(chess::Position{}.reading(), {.orientation = Orientation::turned}, true);
    CHECK(table.is_true());
    table.act("lifts e2");
    CHECK(table.world.take_event_text().ends_with("lifts e2 P"));
    Table learnt; // its set, which then is put on a board that lies turned
    CertaboSimulator turned({.start = chess::Position{}.reading(), .is_turned = true});
    World found(learnt.driver, turned);
    found.start();
    found.pass(base::Millis{3000});
    CHECK(found.take_event_text().ends_with("turned; " + start_text));
}

TEST_CASE("a Certabo that falls silent is lost, and shows itself when it is back") {
    Table table;
    table.world.take_events();
    table.act("lost");
    table.world.pass(base::Millis{5000});
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("back");
    table.world.pass(base::Millis{1000});
    CHECK(
        table.world.take_event_text() == "back; shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"
    );
}

TEST_CASE("every frame is read as it is written, whatever pieces it is cut into") {
    std::mt19937 random(3);
    NumberFrames reader{numbers_of_a_frame};
    Bytes bytes;
    std::vector<Frame> written(20);
    for (Frame& frame : written) {
        for (Chip& each : frame)
            std::ranges::generate(each, [&] { return static_cast<std::uint8_t>(random()); });
        const auto text = encode(frame);
        bytes.insert(bytes.end(), text.begin(), text.end());
    }
    std::vector<Frame> read;
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t size = std::min<std::size_t>(random() % 300, bytes.size() - begin);
        reader.receive(
            std::span{bytes}.subspan(begin, size),
            [&](std::span<const std::uint8_t> numbers) { read.push_back(frame_of(numbers)); },
            [] { FAIL("damage"); }
        );
        begin += size;
    }
    CHECK(read == written);
}
