#include "session/board_port.hpp"

#include "devices/dgt/driver.hpp"
#include "devices/peg/driver.hpp"
#include "devices/serial/port.hpp"
#include "devices/transport/pty.hpp"
#include "devices/transport/tcp.hpp"
#include "terminal/options.hpp"

#include <charconv>
#include <filesystem>

namespace ansage::session {

using base::Error;
using base::Millis;
using base::Result;
using devices::Stream;

namespace {

constexpr std::string_view peg_mark = "peg:";
constexpr std::string_view dgt_mark = "dgt:";
constexpr std::string_view tcp_mark = "tcp:";

Result<Stream, Error> open_tcp(const std::string& name, Millis limit) {
    const std::size_t colon = name.rfind(':');
    const std::size_t begin = tcp_mark.size();
    const std::string host = name.substr(begin, colon < begin ? 0 : colon - begin);
    std::uint16_t port = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + colon + 1, end, port);
    if (host.empty() || error != std::errc{} || rest != end) {
        return tl::unexpected(Error{
            "this is no TCP port", terminal::printable(name), "write tcp:HOST:PORT"});
    }
    return devices::connect_tcp(host, port, limit);
}

// Where a name leads now: /dev/serial/by-id/... is a link.
std::string real_path(const std::string& name) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(name, error);
    return error ? name : path.string();
}

} // namespace

std::optional<BoardProtocol> named_protocol(const std::string& text) {
    if (text.starts_with(peg_mark)) {
        return BoardProtocol::peg;
    }
    return text.starts_with(dgt_mark) ? std::optional{BoardProtocol::dgt} : std::nullopt;
}

BoardPort read_board_port(const std::string& text, const table::Seat& seat) {
    const std::optional<BoardProtocol> named = named_protocol(text);
    const bool normal =
        seat.vision == table::Vision::sighted && seat.board == table::BoardKind::identity;
    return {
        .protocol = named.value_or(normal ? BoardProtocol::dgt : BoardProtocol::peg),
        .port = named ? text.substr(peg_mark.size()) : text,
        .text = text,
    };
}

Result<Stream, Error> open_stream(const std::string& port, int baud, Millis limit) {
    if (port.starts_with(tcp_mark)) {
        return open_tcp(port, limit);
    }
    const std::string path = real_path(port);
    if (path.starts_with("/dev/pts/")) {
        return devices::open_terminal(path);
    }
    return devices::serial::open_port(path, {.baud = baud});
}

Result<Stream, Error> open_stream(const BoardPort& port, Millis limit) {
    const bool peg = port.protocol == BoardProtocol::peg;
    const auto line = peg ? devices::serial::peg_line : devices::serial::dgt_line;
    return open_stream(port.port, line.baud, limit);
}

std::unique_ptr<devices::Driver> make_driver(BoardProtocol protocol) {
    if (protocol == BoardProtocol::peg) {
        return std::make_unique<devices::peg::PegDriver>();
    }
    return std::make_unique<devices::dgt::DgtDriver>();
}

} // namespace ansage::session
