// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/simulator.hpp"

#include "base/overloaded.hpp"
#include "devices/board/turning.hpp"

#include <algorithm>

namespace ansage::devices::chessnut {

using base::Instant;
using chess::Reading;
using chess::Seen;
using chess::Square;

namespace {

constexpr unsigned simulated_percent = 83;

} // namespace

ChessnutSimulator::ChessnutSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      next_report_(now) {}

void ChessnutSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    heard_.insert(heard_.end(), bytes.begin(), bytes.end());
    const auto takes = [&](Command command) {
        const auto expected = encode(command);
        const bool is_it = heard_.size() >= expected.size() &&
            std::equal(expected.begin(), expected.end(), heard_.begin());
        if (is_it) {
            heard_.erase(
                heard_.begin(), heard_.begin() + static_cast<std::ptrdiff_t>(expected.size())
            );
        }
        return is_it;
    };
    while (heard_.size() >= encode(Command::report).size()) {
        if (takes(Command::report)) {
            next_report_ = is_reporting_ ? next_report_ : now;
            is_reporting_ = is_plugged_;
            if (!settings_.report_every) {
                say_board();
                say_board();
            }
        } else if (!takes(Command::battery)) {
            heard_.erase(heard_.begin());
        } else if (is_plugged_) {
            send(encode(Battery{.percent = simulated_percent}));
        }
    }
}

void ChessnutSimulator::do_hand(const HandAct& act, Instant now) {
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
            [](const PressButton&) {}, // its buttons are the maker's programs'
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
            },
            [&](const BlurSensor& a) { blurred_.insert(a.square); },
            [&](const PullCable&) {
                is_plugged_ = false;
                is_reporting_ = false;
                discard_output();
            },
            [&](const PlugCable&) {
                is_plugged_ = true;
                next_report_ = now;
            },
        },
        act
    );
    if (!settings_.report_every) {
        say_board();
        say_board();
    }
}

void ChessnutSimulator::on_time(Instant now) {
    while (settings_.report_every && is_reporting_ && next_report_ <= now) {
        say_board();
        next_report_ = next_report_ + *settings_.report_every;
    }
}

std::optional<Instant> ChessnutSimulator::next_deadline() const {
    return settings_.report_every && is_reporting_ ? std::optional{next_report_} : std::nullopt;
}

void ChessnutSimulator::say_board() {
    if (!is_reporting_) {
        return;
    }
    Reading seen;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        const Square own = settings_.is_turned ? turned_round(square) : square;
        seen[own] = blurred_.contains(square) ? Seen::empty() : truth_[square];
    }
    // The tail counts on; what it means is not described.
    send(encode(seen, ++reports_));
}

} // namespace ansage::devices::chessnut
