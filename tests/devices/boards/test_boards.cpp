// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever board there is a row of: its simulator and its driver understand each other, and its
// options are read wherever it is named.
#include "chess/position.hpp"
#include "devices/boards/boards.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <set>

using namespace ansage;
using namespace ansage::devices;
using ansage::devices::testing::World;

namespace {

const std::string start_placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

struct Pair {
    Pair(const BoardRow& row, BoardKind kind, LineTime time)
        : driver(row.make_driver({.orientation = Orientation::straight}, time)),
          simulator(
              row.make_simulator({.kind = kind, .start = chess::Position{}.reading()}, time, {})
          ),
          world(*driver, *simulator) {
        world.start();
        world.pass(base::Millis{3000});
    }

    void act(std::string_view line) { world.act(parse_hand_act(line).value()); }

    [[nodiscard]] bool agree() const {
        const chess::Reading& truth = simulator->truth();
        const auto& told = driver->reading();
        const bool knows = driver->kind() == BoardKind::identity;
        return told && *told == (knows ? truth : chess::occupancy_of(truth));
    }

    std::unique_ptr<Driver> driver;
    std::unique_ptr<Simulator> simulator;
    World world;
};

// What devices/60-ansage.rules matches, a line each.
std::vector<std::string> rules_of_vendors() {
    std::ifstream file{ansage::tests::root() + "/devices/60-ansage.rules"};
    std::vector<std::string> rules;
    for (std::string line; std::getline(file, line);)
        if (line.find("ATTRS{idVendor}") != line.npos) rules.push_back(line);
    return rules;
}

bool matches(const std::string& rule, const UsbId& usb) {
    const auto product = rule.find("ATTRS{idProduct}");
    const bool is_product = product == rule.npos ||
        (usb.product && rule.find(fmt::format("{:04x}", *usb.product), product) != rule.npos);
    return is_product && rule.find(fmt::format("{:04x}", usb.vendor)) != rule.npos;
}

} // namespace

TEST_CASE("every board's driver and simulator tell the truth to each other") {
    for (const BoardRow& row : boards()) {
        for (const BoardKind kind : {BoardKind::occupancy, BoardKind::identity}) {
            for (const LineTime time : {LineTime::real, LineTime::virtual_time}) {
                INFO(row.name);
                Pair pair(row, kind, time);
                CHECK(pair.agree());
                pair.world.take_events();
                pair.act("lifts e2");
                pair.world.pass(base::Millis{500});
                pair.act("places e4 P");
                pair.world.pass(base::Millis{500});
                const bool knows = pair.driver->kind() == BoardKind::identity;
                CHECK(
                    pair.world.take_event_text() ==
                    (knows ? "lifts e2 P; places e4 P" : "lifts e2; places e4")
                );
                CHECK(pair.agree());
            }
        }
    }
}

TEST_CASE("every board that is unplugged is lost, and shows itself when it is back") {
    for (const BoardRow& row : boards()) {
        INFO(row.name);
        Pair pair(row, BoardKind::occupancy, LineTime::real);
        pair.world.take_events();
        pair.act("lost");
        pair.world.pass(base::Millis{8000});
        CHECK(pair.world.take_event_text() == "lost");
        pair.act("lifts e2");
        pair.act("back");
        pair.world.pass(base::Millis{4000});
        CHECK(pair.world.take_event_text().starts_with("back; shows "));
        CHECK(pair.agree());
    }
}

TEST_CASE("no two boards have the same name, and each has a seat and a title") {
    std::set<std::string_view> names;
    for (const BoardRow& row : boards()) {
        CHECK(names.insert(row.name).second);
        CHECK(find_board(row.name) == &row);
        CHECK(!row.title.empty());
        CHECK(row.seat.find(' ') != std::string_view::npos);
        CHECK(row.name.find(':') == std::string_view::npos);
    }
    CHECK(find_board("no such board") == nullptr);
    CHECK(board_names().starts_with("peg, dgt"));
}

TEST_CASE("whoever sits at the machine may use every board: udev has a rule for each number") {
    const std::vector<std::string> rules = rules_of_vendors();
    for (const BoardRow& row : boards()) {
        for (const UsbId& usb : row.usb) {
            INFO(fmt::format("{} {:04x}:{:04x}", row.name, usb.vendor, usb.product.value_or(0)));
            CHECK(std::ranges::any_of(rules, [&](const std::string& rule) {
                return matches(rule, usb);
            }));
        }
    }
}

TEST_CASE("a board is named by its protocol, its port and its options, as far as they are known") {
    struct Row {
        std::string text;
        std::string name;
        std::string port;
        BoardOptions options;
    };

    for (const Row& row : std::vector<Row>{
             {"/dev/ttyACM0", "", "/dev/ttyACM0", {}},
             {"peg:/dev/ttyACM0", "peg", "/dev/ttyACM0", {}},
             {"tcp:hall:4001", "", "tcp:hall:4001", {}},
             {"dgt:tcp:hall:4001,clock-left=black",
              "dgt",
              "tcp:hall:4001",
              {.clock_left = chess::Color::black}},
             {"dgt:/dev/ttyUSB0,orientation=turned,clock-left=white",
              "dgt",
              "/dev/ttyUSB0",
              {.orientation = Orientation::turned, .clock_left = chess::Color::white}},
             {"/dev/ttyUSB0,clock-left=auto", "", "/dev/ttyUSB0", {}},
         }) {
        INFO(row.text);
        const auto named = parse_board(row.text);
        REQUIRE(named.has_value());
        CHECK((named->row == nullptr ? "" : named->row->name) == row.name);
        CHECK(named->port == row.port);
        CHECK((named->options == row.options));
    }
}

TEST_CASE("a name before the port that no board has is no port") {
    for (const std::string text : {"frog:/dev/ttyUSB0", "DGT:/dev/ttyUSB0", ":/dev/ttyUSB0"}) {
        INFO(text);
        const auto named = parse_board(text);
        REQUIRE(!named.has_value());
        CHECK(named.error().what.text().ends_with("is no board that is known"));
        CHECK(named.error().mend.text().find("peg, dgt") != std::string::npos);
    }
    CHECK(parse_board("/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0").has_value());
}

TEST_CASE("an option that a board does not have is refused with those that it has") {
    for (const std::string text :
         {"peg:/dev/ttyACM0,clock-left=white",
          "dgt:/dev/ttyUSB0,clock-left=green",
          "dgt:/dev/ttyUSB0,clock-left",
          "dgt:/dev/ttyUSB0,",
          "/dev/ttyUSB0,colour=white"}) {
        INFO(text);
        const auto named = parse_board(text);
        REQUIRE(!named.has_value());
        CHECK(
            named.error().mend.text().find("orientation=auto|straight|turned") != std::string::npos
        );
    }
}
