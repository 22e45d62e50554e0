// SPDX-License-Identifier: GPL-3.0-or-later
// Real ptys and sockets of this machine, each wait with a time limit.
#include "devices/transport/link.hpp"
#include "devices/transport/pty.hpp"
#include "devices/transport/tcp.hpp"
#include "new_pty.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <numeric>

using namespace ansage;
using namespace ansage::devices;

namespace {

using Bytes = std::vector<std::byte>;

constexpr base::Millis limit{2000};
constexpr base::Millis at_once{0};

// All 256 values, again and again.
Bytes some_bytes(std::size_t size) {
    Bytes bytes(size);
    unsigned value = 0;
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(value++);
    return bytes;
}

Bytes read_all_there_is(Stream& stream, std::size_t size) {
    Bytes all;
    std::array<std::byte, 64> buffer{};
    while (all.size() < size) {
        const auto count = stream.read(buffer, limit);
        REQUIRE(count.has_value());
        all.insert(all.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(*count));
    }
    return all;
}

} // namespace

TEST_CASE("a pty carries every byte value both ways, unchanged") {
    Pty pty = tests::new_pty();
    const Bytes bytes = some_bytes(1024);
    REQUIRE(pty.board.write(bytes, limit).has_value());
    CHECK(read_all_there_is(pty.host, bytes.size()) == bytes);
    REQUIRE(pty.host.write(bytes, limit).has_value());
    CHECK(read_all_there_is(pty.board, bytes.size()) == bytes);
}

TEST_CASE("nothing to read is nothing, and waiting for it ends") {
    Pty pty = tests::new_pty();
    Bytes buffer(16);
    CHECK(pty.host.read_now(buffer).value() == 0);
    CHECK(pty.board.read_now(buffer).value() == 0);
    CHECK(pty.host.read(buffer, base::Millis{10}).error() == StreamError::timed_out);
}

TEST_CASE("writing to an end that nobody reads ends") {
    Pty pty = tests::new_pty();
    const Bytes bytes = some_bytes(1'000'000);
    CHECK(pty.board.write(bytes, base::Millis{10}).error() == StreamError::timed_out);
}

TEST_CASE("either end of a pty notices that the other hung up") {
    Bytes buffer(16);
    Pty one = tests::new_pty();
    one.board.close();
    CHECK(one.host.read(buffer, limit).error() == StreamError::hung_up);
    Pty other = tests::new_pty();
    other.host.close();
    CHECK(other.board.read(buffer, limit).error() == StreamError::hung_up);
}

TEST_CASE("a pty is opened by its path like any terminal") {
    Pty pty = tests::new_pty();
    auto second = open_terminal(pty.path);
    REQUIRE(second.has_value());
    const Bytes bytes = some_bytes(300);
    REQUIRE(second->write(bytes, limit).has_value());
    CHECK(read_all_there_is(pty.board, bytes.size()) == bytes);
}

TEST_CASE("what waited in a terminal before it was opened is thrown away") {
    Pty pty = tests::new_pty();
    REQUIRE(pty.board.write(some_bytes(100), limit).has_value());
    auto second = open_terminal(pty.path);
    REQUIRE(second.has_value());
    Bytes buffer(16);
    CHECK(second->read(buffer, base::Millis{10}).error() == StreamError::timed_out);
}

TEST_CASE("a terminal that is not there is one line of error") {
    const auto missing = open_terminal("/dev/pts/no-such-port");
    REQUIRE(!missing.has_value());
    CHECK(
        base::to_line(missing.error()) ==
        "/dev/pts/no-such-port: cannot open the port (No such file or directory); 'ansage board "
        "list' shows the ports that are there"
    );
    const auto file = open_terminal(ansage::tests::root() + "/CMakeLists.txt");
    REQUIRE(!file.has_value());
    CHECK(file.error().what == "cannot open the port (Inappropriate ioctl for device)");
}

TEST_CASE("carrying reads as many bytes as it wrote, however many") {
    Pty pty = tests::new_pty();
    for (const std::size_t size : {0U, 1U, 40U, 2047U, 2048U, 2049U, 10000U, 100000U}) {
        INFO(size << " bytes");
        const Bytes bytes = some_bytes(size);
        Bytes arrived;
        REQUIRE(carry(bytes, pty.board, pty.host, arrived).has_value());
        CHECK(arrived == bytes);
        REQUIRE(carry(bytes, pty.host, pty.board, arrived).has_value());
        CHECK(arrived.size() == 2 * size);
    }
}

TEST_CASE("TCP carries bytes over the loopback interface") {
    auto listener = TcpListener::open(0);
    REQUIRE(listener.has_value());
    CHECK(listener->accept(at_once).error() == StreamError::timed_out);
    auto near = connect_tcp("127.0.0.1", listener->port(), limit);
    REQUIRE(near.has_value());
    auto far = listener->accept(limit);
    REQUIRE(far.has_value());
    const Bytes bytes = some_bytes(5000);
    Bytes arrived;
    REQUIRE(carry(bytes, *near, *far, arrived).has_value());
    CHECK(arrived == bytes);
    far->close();
    CHECK(near->read(arrived, limit).error() == StreamError::hung_up);
    // The first write finds out, the second is refused; neither ends the program.
    std::ignore = near->write(bytes, limit);
    CHECK(near->write(bytes, limit).error() == StreamError::hung_up);
}

TEST_CASE("a TCP port where nobody listens is one line of error") {
    std::uint16_t port = 0;
    {
        auto listener = TcpListener::open(0);
        REQUIRE(listener.has_value());
        port = listener->port();
    }
    const auto stream = connect_tcp("127.0.0.1", port, limit);
    REQUIRE(!stream.has_value());
    CHECK(stream.error().what == "cannot connect (Connection refused)");
    CHECK(stream.error().where == "tcp:127.0.0.1:" + std::to_string(port));
}
