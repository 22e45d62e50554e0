// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chesslink/simulator.hpp"

namespace ansage::devices::chesslink {

using base::Millis;

namespace {

constexpr std::uint8_t usual_scan = 20;
constexpr std::uint8_t least_scan = 15;

} // namespace

ChessLinkSimulator::ChessLinkSimulator(
    const SimulatedBoard& board, LineTime time, base::Instant now, bool is_mirrored
)
    : ScanningSimulator(BoardKind::identity, board, now),
      is_mirrored_(is_mirrored) {
    kept_[scan_time_address] = usual_scan;
    // Every scan, as it comes from the factory.
    const Reports reports = time == LineTime::real ? Reports::every_scan : Reports::on_change;
    kept_[reports_address] = static_cast<std::uint8_t>(reports);
}

void ChessLinkSimulator::receive(std::span<const std::byte> bytes, base::Instant /*now*/) {
    if (!is_plugged()) return;
    // What is damaged it does not answer.
    reader_.receive(
        bytes, [this](char letter, std::string_view data) { answer(letter, data); }, [] {}
    );
}

void ChessLinkSimulator::answer(char letter, std::string_view data) {
    switch (static_cast<Command>(letter)) {
    case Command::status: say_scan(); return;
    case Command::version: say(Version{1, 4}); return;
    case Command::lights:
    case Command::lights_out: say(Done{static_cast<char>(letter | 0x20), ""}); return;
    case Command::write: write(data); return;
    case Command::read: read(data); return;
    case Command::reset: return; // it starts anew, and says nothing of it
    }
}

void ChessLinkSimulator::write(std::string_view data) {
    const auto address = read_hex(data.substr(0, 2));
    const auto value = read_hex(data.substr(2, 2));
    if (address && value) {
        kept_[*address] = *value;
        say(Done{'w', std::string{data}});
    }
}

void ChessLinkSimulator::read(std::string_view data) {
    if (const auto address = read_hex(data))
        say(Done{'r', to_hex(*address) + to_hex(kept_[*address])});
}

void ChessLinkSimulator::after_act(bool has_changed) {
    if (has_changed && kept_[reports_address] % 8 >= static_cast<std::uint8_t>(Reports::on_change))
        say_scan();
}

std::optional<Millis> ChessLinkSimulator::scan_every() const {
    if (kept_[reports_address] % 8 != static_cast<std::uint8_t>(Reports::every_scan))
        return std::nullopt;
    const unsigned units =
        kept_[scan_time_address] < least_scan ? usual_scan : kept_[scan_time_address];
    constexpr unsigned microseconds = 2048;
    return Millis{units * microseconds / 1000};
}

void ChessLinkSimulator::say_scan() {
    const chess::Reading seen = scan();
    Status status;
    for (unsigned index = 0; index < 64; ++index)
        status.reading.squares[is_mirrored_ ? index ^ 7U : index] = seen.squares[index];
    say(status);
}

void ChessLinkSimulator::say(const Message& message) {
    if (is_plugged()) send(encode(message));
}

} // namespace ansage::devices::chesslink
