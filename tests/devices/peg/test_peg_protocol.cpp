// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/protocol.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>
#include <random>
#include <sstream>

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::peg;

namespace {

std::string body(std::string line) {
    REQUIRE(line.ends_with("\n"));
    return line.substr(0, line.find('*'));
}

std::string sealed(std::string_view text) { return fmt::format("{}*{:04X}", text, checksum(text)); }

std::string verdict(std::string_view line) {
    const auto parsed = parse_board_line(line);
    return parsed ? body(to_wire(*parsed)) : std::string{to_string(parsed.error())};
}

const std::string start_state =
    "state rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR 0 255 1 2 3 4";

const std::vector<std::string> good_bodies{
    "0 0 hello 1 occupancy levers,buttons,beeper,vibration kitchen-board 0.3",
    "9999 4294967295 hello 1 identity - x 1",
    "17 1000 " + start_state,
    "17 1000 state x?....../......../......../......../......../......../......../.......x 0 0 0 0 "
    "0 0",
    "1 5 up e2",
    "1 5 up e2 P",
    "1 5 down e4 k",
    "1 5 unsure a1",
    "1 5 lever white 255",
    "1 5 lever black 0",
    "1 5 button announce 1",
    "1 5 button repeat 2",
    "1 5 button time 3",
    "1 5 button draw 4",
    "1 5 ok beep",
    "1 5 no vibrate unsupported",
    "1 5 tilt",
};

} // namespace

TEST_CASE("the checksum is CRC-16/CCITT-FALSE") {
    CHECK(checksum("") == 0xFFFF);
    CHECK(checksum("123456789") == 0x29B1);
    CHECK(checksum("state") == 0x3E19);
}

TEST_CASE("every line from the board is written as it is read") {
    for (const std::string& text : good_bodies) {
        INFO(text);
        CHECK(verdict(sealed(text)) == text);
        CHECK(verdict(sealed(text) + "\r") == text);
        CHECK((sealed(text) + "\n").size() <= longest_line);
    }
}

TEST_CASE("a line with a right checksum and wrong fields is malformed") {
    for (const std::string text :
         {"",
          "1",
          "1 5",
          "x 5 up e2",
          "10000 5 up e2",
          "-1 5 up e2",
          "1 4294967296 up e2",
          "1  5 up e2",
          "1 5 up e2 ",
          " 1 5 up e2",
          "1 5 up",
          "1 5 up i2",
          "1 5 up e2 X",
          "1 5 up e2 PP",
          "1 5 up e2 P P",
          "1 5 down e9",
          "1 5 unsure",
          "1 5 unsure e2 P",
          "1 5 lever green 1",
          "1 5 lever white",
          "1 5 lever white 256",
          "1 5 button fire 1",
          "1 5 button time x",
          "1 5 ok",
          "1 5 no beep",
          "1 5 hello 1 occupancy - name",
          "1 5 hello x occupancy - name 1",
          "1 5 hello 1 psychic - name 1",
          "1 5 state",
          "1 5 state x 0 0 0 0 0 0",
          "1 5 state "
          "......../......../......../......../......../......../......../....... 0 0 0 0 0 0",
          "1 5 state "
          "......../......../......../......../......../......../......../.......y 0 0 0 0 0 0",
          "1 5 state "
          "........./......./......../......../......../......../......../........ 0 0 0 0 0 0",
          "1 5 state "
          "......../......../......../......../......../......../......../........ 0 0 0 0 0",
          "1 5 state "
          "......../......../......../......../......../......../......../........ 0 0 0 0 0 256",
          "1 5 a b c d e f g h i j k l"}) {
        INFO(text);
        CHECK(verdict(sealed(text)) == "malformed");
    }
}

TEST_CASE("a line without its checksum, or with another, says nothing") {
    for (const std::string& line :
         {std::string{"1 5 up e2"},
          std::string{"1 5 up e2*"},
          std::string{"1 5 up e2*0000"},
          std::string{"1 5 up e2*12345"},
          std::string{"*"},
          std::string{""},
          sealed("1 5 up e2") + "0",
          sealed("1 5 up e2") + " ",
          sealed("1 5 up e2") + "2 5 up e3"}) {
        INFO(line);
        CHECK(verdict(line) == "checksum missing or wrong");
    }
}

TEST_CASE("no line survives one or two flipped bits") {
    std::mt19937 random(1);
    for (const std::string& text : good_bodies) {
        const std::string line = sealed(text);
        const std::size_t bits = line.size() * 8;
        for (std::size_t first = 0; first < bits; ++first) {
            std::string damaged = line;
            const auto flip = [&](std::size_t bit) {
                damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            };
            flip(first);
            CHECK((!parse_board_line(damaged) || body(to_wire(*parse_board_line(damaged))) == text)
            );
            flip(random() % bits);
            const auto twice = parse_board_line(damaged);
            CHECK((!twice || body(to_wire(*twice)) == text));
        }
    }
}

TEST_CASE("every line from the host is written as it is read, with and without its checksum") {
    for (const std::string text :
         {"hello 1", "state", "beep 1", "beep 5000", "vibrate 120", "dance"}) {
        INFO(text);
        for (const std::string& line : {text, sealed(text), text + "\r"}) {
            const auto parsed = parse_host_line(line);
            REQUIRE(parsed.has_value());
            CHECK(body(to_wire(*parsed)) == text);
        }
    }
}

TEST_CASE("a line from the host that cannot be read is not obeyed") {
    const auto error_of = [](std::string_view line) {
        const auto parsed = parse_host_line(line);
        return parsed ? "read" : to_string(parsed.error());
    };
    for (const std::string line :
         {"",
          "hello",
          "hello x",
          "hello 256",
          "state now",
          "beep",
          "beep 0",
          "beep 5001",
          "beep -1",
          "vibrate long",
          " state"}) {
        INFO(line);
        CHECK(error_of(line) == "malformed");
    }
    CHECK(error_of("state*0000") == "checksum missing or wrong");
    CHECK(error_of("state*") == "checksum missing or wrong");
}

TEST_CASE("lines are cut at line feeds, however the bytes come") {
    const std::string text = fmt::format("one\ntwo\r\n\n{:z>200}\nthree\nfour", "");
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        LineReader reader;
        std::string seen;
        for (std::size_t at = 0; at < text.size(); at += piece) {
            const std::string part = text.substr(at, piece);
            reader.receive(std::as_bytes(std::span{part}), [&](auto line) {
                seen += line ? *line : to_string(line.error());
                seen += ';';
            });
        }
        INFO("pieces of " << piece);
        CHECK(seen == "one;two\r;too long;three;");
    }
}

TEST_CASE("the example session in the protocol's text is valid line by line") {
    std::ifstream file(ansage::tests::root() + "/docs/peg-board-protocol.md");
    REQUIRE(file.is_open());
    int from_board = 0;
    int from_host = 0;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        INFO("docs/peg-board-protocol.md:" << number << ": " << line);
        if (line.starts_with("< ")) {
            ++from_board;
            CHECK(parse_board_line(line.substr(2)).has_value());
        } else if (line.starts_with("> ")) {
            ++from_host;
            CHECK(line.find('*') != std::string::npos);
            CHECK(parse_host_line(line.substr(2)).has_value());
        }
    }
    CHECK(from_board == 10);
    CHECK(from_host == 4);
}
