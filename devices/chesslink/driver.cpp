// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chesslink/driver.hpp"

#include "chess/position.hpp"

#include <fmt/format.h>

namespace ansage::devices::chesslink {

using chess::Reading;

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

ChessLinkDriver::ChessLinkDriver(const BoardOptions& options, LineTime time)
    : ScanningDriver({.kind = BoardKind::identity, .name = "Millennium ChessLink"}, options, time),
      orientation_(options.orientation),
      is_turned_(orientation_ == Orientation::turned) {}

void ChessLinkDriver::ask() {
    if (info().firmware.empty()) send(encode(Command::version));
    send(encode(Command::status));
}

void ChessLinkDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](char letter, std::string_view data) { on_message(letter, data); },
        [this] { damaged(); }
    );
}

// A status may come between a command and its answer, so that each is known by its own letter.
void ChessLinkDriver::on_message(char letter, std::string_view data) {
    const auto message = decode(letter, data);
    if (!message) {
        damaged();
        return;
    }
    heard();
    if (const auto* status = std::get_if<Status>(&*message)) {
        look(status->reading);
        saw(seen_as(status->reading, is_turned_, is_mirrored_));
    } else if (const auto* version = std::get_if<Version>(&*message)) {
        known().firmware = fmt::format("{}.{:02}", version->high, version->low);
    }
}

// In the start position of chess king and queen tell the ends of a rank apart.
void ChessLinkDriver::look(const Reading& raw) {
    static const Reading start = chess::Position{}.reading();
    for (const bool turned : {false, true}) {
        const bool is_free = orientation_ == Orientation::automatic;
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

} // namespace ansage::devices::chesslink
