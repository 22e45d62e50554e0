// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chesslink/driver.hpp"

#include "chess/position.hpp"

#include <fmt/format.h>

namespace ansage::devices::chesslink {

using chess::Reading;
using chess::Square;

namespace {

Reading seen_as(const Reading& raw, bool is_turned, bool is_mirrored) {
    constexpr unsigned other_file = 7;
    constexpr unsigned other_end = 63;
    Reading reading;
    for (unsigned index = 0; index < 64; ++index) {
        const unsigned mirrored = is_mirrored ? index ^ other_file : index;
        reading.squares[is_turned ? other_end - mirrored : mirrored] = raw.squares[index];
    }
    return reading;
}

} // namespace

ChessLinkDriver::ChessLinkDriver(DriverSettings settings)
    : ScanningDriver({.poll_every = settings.poll_every, .lost_after = settings.lost_after}),
      settings_(settings),
      is_turned_(settings.orientation == Orientation::turned) {}

void ChessLinkDriver::reset() { reader_.reset(); }

void ChessLinkDriver::ask() {
    if (info_.firmware.empty()) send(encode(Command::version));
    send(encode(Command::status));
}

// A status may come between a command and its answer, so that each is known by its own letter.
void ChessLinkDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](char letter, std::string_view data) {
            const auto message = decode(letter, data);
            if (!message) {
                ++damages_;
                damaged();
                return;
            }
            heard();
            if (const auto* status = std::get_if<Status>(&*message)) {
                on_status(status->reading);
            } else if (const auto* version = std::get_if<Version>(&*message)) {
                info_.name = "Millennium ChessLink";
                info_.firmware = fmt::format("{}.{:02}", version->high, version->low);
            }
        },
        [this] {
            ++damages_;
            damaged();
        }
    );
}

void ChessLinkDriver::on_status(const Reading& raw) {
    look(raw);
    saw(to_players(raw));
}

// In the start position of chess king and queen tell the ends of a rank apart.
void ChessLinkDriver::look(const Reading& raw) {
    static const Reading start = chess::Position{}.reading();
    for (const bool turned : {false, true}) {
        const bool is_free = settings_.orientation == Orientation::automatic;
        for (const bool mirrored : {false, true}) {
            const bool may_be = is_free || turned == is_turned_;
            const bool is_news = turned != is_turned_ || mirrored != is_mirrored_;
            if (!may_be || !is_news || seen_as(raw, turned, mirrored) != start) continue;
            is_mirrored_ = mirrored;
            if (std::exchange(is_turned_, turned) != turned) emit(Turned{turned});
            say_whole();
            return;
        }
    }
}

Reading ChessLinkDriver::to_players(const Reading& raw) const {
    return seen_as(raw, is_turned_, is_mirrored_);
}

} // namespace ansage::devices::chesslink
