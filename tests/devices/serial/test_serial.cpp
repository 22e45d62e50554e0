// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/serial/port.hpp"
#include "devices/serial/pretend_port.hpp"
#include "devices/transport/pty.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <sys/ioctl.h>

using namespace ansage;
using namespace ansage::devices;
using ansage::devices::testing::modem_questions;
using ansage::devices::testing::pretend_name;
using ansage::devices::testing::pretend_port;

namespace {

constexpr base::Millis limit{2000};

struct PretendedPort {
    PretendedPort()
        : pty(open_pty().value()) {
        pretend_port(pty.path);
    }

    PretendedPort(const PretendedPort&) = delete;
    PretendedPort& operator=(const PretendedPort&) = delete;

    ~PretendedPort() { pretend_port(""); }

    Pty pty;
};

std::vector<std::byte> every_byte() {
    std::vector<std::byte> bytes(256);
    unsigned value = 0;
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(value++); });
    return bytes;
}

std::vector<std::byte> read_some(Stream& stream, std::size_t size) {
    std::vector<std::byte> bytes(size);
    std::size_t taken = 0;
    while (taken < size) {
        const auto count = stream.read(std::span{bytes}.subspan(taken), limit);
        REQUIRE(count.has_value());
        taken += *count;
    }
    return bytes;
}

} // namespace

TEST_CASE("libserialport opens a port at each board's speed and every byte value passes") {
    for (const serial::LineSettings& line :
         {serial::peg_line,
          serial::dgt_line,
          serial::LineSettings{.baud = 38400, .is_dtr_low = true}}) {
        INFO(line.baud << " baud");
        PretendedPort port;
        const int before = modem_questions();
        auto stream = serial::open_port(pretend_name, line);
        REQUIRE(stream.has_value());
        CHECK(modem_questions() > before);
        REQUIRE(port.pty.board.write(every_byte(), limit).has_value());
        CHECK(read_some(*stream, 256) == every_byte());
        REQUIRE(stream->write(every_byte(), limit).has_value());
        CHECK(read_some(port.pty.board, 256) == every_byte());
    }
}

TEST_CASE("nothing to read on a serial port is not a hang-up, and a hang-up is") {
    PretendedPort port;
    auto stream = serial::open_port(pretend_name, serial::peg_line);
    REQUIRE(stream.has_value());
    std::array<std::byte, 16> buffer{};
    CHECK(stream->read_now(buffer).value() == 0);
    CHECK(stream->read(buffer, base::Millis{10}).error() == StreamError::timed_out);
    port.pty.board.close();
    CHECK(stream->read(buffer, limit).error() == StreamError::hung_up);
}

TEST_CASE("a serial port belongs to one program") {
    PretendedPort port;
    auto first = serial::open_port(pretend_name, serial::peg_line);
    REQUIRE(first.has_value());
    int is_exclusive = 0;
    REQUIRE(ioctl(first->number(), TIOCGEXCL, &is_exclusive) == 0);
    CHECK(is_exclusive == 1);
}

TEST_CASE("a serial port that is not there is one line of error") {
    for (const std::string path : {"/dev/ttyNOSUCH7", "nonsense", ""}) {
        INFO(path);
        const auto stream = serial::open_port(path, serial::dgt_line);
        REQUIRE(!stream.has_value());
        CHECK(stream.error().where == path);
        CHECK(stream.error().what == "cannot find the port (No such file or directory)");
        CHECK(stream.error().mend == "'ansage board list' shows the ports that are there");
    }
}

TEST_CASE("a file that is no serial port is told apart from one that is not there") {
    const auto stream = serial::open_port("/dev/null", serial::dgt_line);
    REQUIRE(!stream.has_value());
    CHECK(stream.error().what == "cannot find the port (not a serial port)");
}

TEST_CASE("ports are listed in order, whichever this machine has") {
    const auto ports = serial::list_ports();
    REQUIRE(ports.has_value());
    CHECK(std::ranges::is_sorted(*ports, {}, &serial::PortInfo::path));
    for (const serial::PortInfo& port : *ports) CHECK(port.path.starts_with("/dev/"));
}
