// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/simulator.hpp"

#include "base/overloaded.hpp"
#include "devices/board/turning.hpp"

namespace ansage::devices::sentio {

using base::Instant;
using chess::Reading;
using chess::Seen;
using chess::Square;

SentioSimulator::SentioSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      next_frame_(now) {
    if (!settings_.frame_every) {
        say_frame();
        say_frame();
    }
}

void SentioSimulator::do_hand(const HandAct& act, Instant now) {
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
    }
}

void SentioSimulator::on_time(Instant now) {
    while (settings_.frame_every && next_frame_ <= now) {
        say_frame();
        next_frame_ = next_frame_ + *settings_.frame_every;
    }
}

std::optional<Instant> SentioSimulator::next_deadline() const {
    return settings_.frame_every ? std::optional{next_frame_} : std::nullopt;
}

void SentioSimulator::say_frame() {
    if (!is_plugged_) {
        return;
    }
    Reading seen;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        const Square own = settings_.is_turned ? turned_round(square) : square;
        const bool stands = truth_[square].is_occupied() && !blurred_.contains(square);
        seen[own] = stands ? Seen::occupied() : Seen::empty();
    }
    send(encode(seen));
}

} // namespace ansage::devices::sentio
