// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/simulator.hpp"

#include "chess/position.hpp"

namespace ansage::devices::certabo {

using chess::Reading;
using chess::Square;

namespace {

constexpr unsigned frames_to_learn = Calibration::least_frames + 1;

Chip chip_of(chess::Piece piece, unsigned number) {
    const auto kind =
        static_cast<unsigned>(piece.role) * 2 + (piece.color == chess::Color::white ? 0U : 1U);
    return {77, 0, 16, static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(number)};
}

} // namespace

Chips simulated_chips() {
    Chips chips;
    const Reading start = chess::Position{}.reading();
    for (unsigned index = 0; index < 64; ++index) {
        if (const auto piece = start[Square::from_index(index)].piece()) {
            unsigned number = 0;
            while (!chips.emplace(chip_of(*piece, number), *piece).second) ++number;
        }
    }
    return chips;
}

CertaboSimulator::CertaboSimulator(const SimulatedBoard& board, LineTime time, base::Instant now)
    : ScanningSimulator(BoardKind::identity, board, now, scans(time, base::Millis{150})) {
    if (!scan_every()) say_scans(frames_to_learn);
}

void CertaboSimulator::after_act(bool /*has_changed*/) {
    if (!scan_every()) say_scans(3);
}

void CertaboSimulator::say_scan() {
    if (!is_plugged()) return;
    static const Chips chips = simulated_chips();
    Frame frame{};
    std::map<Chip, bool> used;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        const auto piece = seen(square).piece();
        Chip& chip = frame[own(square).index() ^ 56U];
        if (!piece) {
            // What an empty square says changes, and is no chip of the set.
            chip = ++noise_ % 7 == 0 ? Chip{1, 2, 3, 4, static_cast<std::uint8_t>(noise_ % 256)}
                                     : no_chip;
            continue;
        }
        unsigned number = 0;
        while (used[chip_of(*piece, number)] && chips.contains(chip_of(*piece, number + 1)))
            ++number;
        chip = chip_of(*piece, number);
        used[chip] = true;
    }
    send(encode(frame));
}

} // namespace ansage::devices::certabo
