// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/board_port.hpp"

#include "base/text.hpp"
#include "devices/transport/hid.hpp"
#include "devices/transport/pty.hpp"
#include "devices/transport/tcp.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <filesystem>

namespace ansage::session {

using base::Error;
using base::Millis;
using base::Result;
using devices::Stream;

namespace {

constexpr std::string_view tcp_mark = "tcp:";
constexpr std::string_view ble_mark = "ble:";

Result<Stream, Error> open_tcp(const std::string& name, Millis limit) {
    const std::size_t colon = name.rfind(':');
    const std::size_t begin = tcp_mark.size();
    const std::string host = name.substr(begin, colon < begin ? 0 : colon - begin);
    const auto port = base::parse_number<std::uint16_t>(std::string_view{name}.substr(colon + 1));
    if (host.empty() || !port) {
        return tl::unexpected(Error{
            base::phrase("this is no TCP port"),
            terminal::printable(name),
            base::phrase("write tcp:HOST:PORT")});
    }
    return devices::connect_tcp(host, *port, limit);
}

// Finding a board and connecting take some seconds, whatever patience there is for ports.
Result<Stream, Error>
open_ble(const std::string& name, const devices::BoardRow& row, Millis limit) {
    constexpr Millis least{5000};
    if (!row.gatt) {
        return tl::unexpected(Error{
            base::phrase("a {} does not speak over Bluetooth LE", row.title),
            terminal::printable(name),
            base::phrase("name the board before ble:, such as chessnut:ble:ADDRESS")});
    }
    const std::string address = name.substr(ble_mark.size());
    return devices::bluetooth::open_gatt(address, *row.gatt, std::max(limit, least));
}

// Where a name leads now: /dev/serial/by-id/... is a link.
std::string real_path(const std::string& name) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(name, error);
    return error ? name : path.string();
}

bool is_radio(const std::string& port) {
    return port.starts_with(ble_mark) || real_path(port).starts_with("/dev/rfcomm");
}

} // namespace

Result<BoardPort, Error> read_board_port(
    const std::string& text,
    const table::TableSetup& setup,
    chess::Color color,
    const wording::Catalogue& in
) {
    auto named = devices::parse_board(text);
    if (!named) return tl::unexpected(named.error());
    if (setup.mode == table::Mode::tournament && is_radio(named->port)) {
        return tl::unexpected(Error{
            base::as_it_is(in.sentence("problem.radio")), terminal::printable(text), {}});
    }
    const table::Seat& seat = setup.seats[color];
    const bool normal =
        seat.vision == table::Vision::sighted && seat.board == table::BoardKind::identity;
    const devices::BoardRow* usual = devices::find_board(normal ? "dgt" : "peg");
    return BoardPort{
        .row = named->row != nullptr ? named->row : usual,
        .options = named->options,
        .port = named->port,
        .text = text,
    };
}

std::optional<std::string_view> seat_of_board(const std::string& text) {
    const auto named = devices::parse_board(text);
    return named && named->row != nullptr ? std::optional{named->row->seat} : std::nullopt;
}

Result<Stream, Error>
open_stream(const std::string& port, const devices::BoardRow& row, Millis limit) {
    if (port.starts_with(tcp_mark)) return open_tcp(port, limit);
    if (port.starts_with(ble_mark)) return open_ble(port, row, limit);
    const std::string path = real_path(port);
    if (path.starts_with("/dev/pts/")) return devices::open_terminal(path);
    if (path.starts_with("/dev/hidraw")) return devices::open_hid(path);
    return devices::serial::open_port(path, row.line);
}

bool suits(const std::string& port, const devices::BoardRow& row) {
    if (port.starts_with(ble_mark)) return row.gatt.has_value();
    const bool is_serial = port.starts_with("/dev/tty");
    return !is_serial ||
        std::ranges::any_of(row.usb, [](const devices::UsbId& usb) { return !usb.is_own; });
}

Stream open_or_wait(const BoardPort& port, Millis limit) {
    auto stream = open_stream(port.port, *port.row, limit);
    if (!stream) {
        const Error& error = stream.error();
        terminal::print_error(
            {error.what, error.where, base::phrase("it is waited for; {}", error.mend)}
        );
    }
    return stream ? *std::move(stream) : Stream{};
}

void PortMemory::learn(const BoardPort& port) {
    const auto ports = devices::serial::list_ports();
    const std::string path = real_path(port.port);
    device_.reset();
    for (std::size_t i = 0; ports && i < ports->size(); ++i)
        if ((*ports)[i].path == path && (*ports)[i].usb_vendor) device_ = (*ports)[i];
}

// The old name alone proves nothing: another device may have it by now.
Result<Stream, Error> PortMemory::open(const BoardPort& port, Millis limit) const {
    if (!device_) return open_stream(port.port, *port.row, limit);
    const auto ports = devices::serial::list_ports();
    if (!ports) return tl::unexpected(ports.error());
    const auto path = devices::serial::find_again(*device_, *ports);
    if (path) return open_stream(*path, *port.row, limit);
    return tl::unexpected(Error{
        base::phrase("cannot find the port"),
        terminal::printable(port.port),
        base::phrase("'ansage board list' shows the ports that are there")});
}

} // namespace ansage::session
