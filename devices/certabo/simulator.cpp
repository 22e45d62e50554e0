// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/simulator.hpp"

#include "base/overloaded.hpp"
#include "chess/position.hpp"
#include "devices/board/turning.hpp"

#include <algorithm>

namespace ansage::devices::certabo {

using base::Instant;
using chess::Reading;
using chess::Seen;
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
            while (!chips.emplace(chip_of(*piece, number), *piece).second) {
                ++number;
            }
        }
    }
    return chips;
}

CertaboSimulator::CertaboSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      next_frame_(now) {
    for (unsigned frame = 0; !settings_.frame_every && frame < frames_to_learn; ++frame) {
        say_frame();
    }
}

void CertaboSimulator::do_hand(const HandAct& act, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const Lift& a) {
                truth_[a.square] = Seen::empty();
                blurred_.erase(a.square);
            },
            [&](const Place& a) {
                truth_[a.square] = a.piece ? Seen::of(*a.piece) : Seen::occupied();
                blurred_.erase(a.square);
            },
            [](const PressLever&) {}, // it has no clock
            [](const PressButton&) {}, // and no buttons
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
            },
            [&](const BlurSensor& a) { blurred_.insert(a.square); },
            [&](const PullCable&) {
                is_plugged_ = false;
                discard_output();
            },
            [&](const PlugCable&) {
                is_plugged_ = true;
                next_frame_ = now;
            },
        },
        act
    );
    if (!settings_.frame_every) {
        say_frame();
        say_frame();
        say_frame();
    }
}

void CertaboSimulator::on_time(Instant now) {
    while (settings_.frame_every && next_frame_ <= now) {
        say_frame();
        next_frame_ = next_frame_ + *settings_.frame_every;
    }
}

std::optional<Instant> CertaboSimulator::next_deadline() const {
    return settings_.frame_every ? std::optional{next_frame_} : std::nullopt;
}

void CertaboSimulator::say_frame() {
    if (!is_plugged_) {
        return;
    }
    static const Chips chips = simulated_chips();
    Frame frame{};
    std::map<Chip, bool> used;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        const auto piece = blurred_.contains(square) ? std::nullopt : truth_[square].piece();
        const Square own = settings_.is_turned ? turned_round(square) : square;
        Chip& chip = frame[own.index() ^ 56U];
        if (!piece) {
            // What an empty square says changes, and is no chip of the set.
            chip = ++noise_ % 7 == 0 ? Chip{1, 2, 3, 4, static_cast<std::uint8_t>(noise_ % 256)}
                                     : no_chip;
            continue;
        }
        unsigned number = 0;
        while (used[chip_of(*piece, number)] && chips.contains(chip_of(*piece, number + 1))) {
            ++number;
        }
        chip = chip_of(*piece, number);
        used[chip] = true;
    }
    send(encode(frame));
}

} // namespace ansage::devices::certabo
