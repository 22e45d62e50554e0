// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/noise/noise.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ansage::devices::noise {

using base::Instant;
using base::Millis;
using chess::Reading;
using chess::SquareReading;

namespace {

constexpr int ranks = 8;
constexpr Millis slow_by{300};

bool lasts(const Disturbance& one, Instant now) {
    return one.from <= now && now < one.from + one.length;
}

int distance(chess::Square one, chess::Square other) {
    const auto apart = [](auto a, auto b) {
        return std::abs(static_cast<int>(a) - static_cast<int>(b));
    };
    return std::max(apart(one.file(), other.file()), apart(one.rank(), other.rank()));
}

} // namespace

Sensors::Sensors(const Scanning& scanning, const Reading& start)
    : scanning_(scanning),
      truth_(scanning.kind == BoardKind::identity ? start : chess::occupancy_of(start)) {
    for (const chess::Square square : chess::all_squares) {
        wires_[square.index()] = square;
        squares_[square.index()] = {
            .before = truth_[square],
            .changed_at = {},
            .told = truth_[square],
            .seen = truth_[square],
            .agreeing = scanning.agreeing};
    }
}

void Sensors::swap_wires(chess::Square one, chess::Square other) {
    std::swap(wires_[one.index()], wires_[other.index()]);
}

void Sensors::do_hand(const HandAct& act, Instant now) {
    const auto set = [&](chess::Square square, SquareReading stands) {
        Square& its = squares_[square.index()];
        its.before = std::exchange(truth_[square], stands);
        its.changed_at = now;
    };
    std::visit(
        base::Overloaded{
            [&](const Lift& a) { set(a.square, SquareReading::empty()); },
            [&](const Place& a) {
                const bool is_known = a.piece && scanning_.kind == BoardKind::identity;
                set(a.square, is_known ? SquareReading::of(*a.piece) : SquareReading::occupied());
            },
            [](const auto&) {},
        },
        act
    );
    skip_to(now);
    busy_until_ = now + settles_within();
    for (const Disturbance& one : disturbances_)
        if (one.fault == Fault::slow_magnet) busy_until_ = busy_until_ + slow_by;
}

void Sensors::disturb(const Disturbance& disturbance) {
    std::erase_if(disturbances_, [&](const Disturbance& one) {
        return one.from + one.length + settles_within() < looked_at_;
    });
    disturbances_.push_back(disturbance);
}

// Rank after rank, or all of them at once.
Millis Sensors::step() const { return scanning_.every / (scanning_.is_by_rank ? ranks : 1); }

Millis Sensors::settles_within() const { return scanning_.every * (scanning_.agreeing + 1); }

Instant Sensors::next_step(Instant after) const {
    return Instant{after.since_open + step() - after.since_open % step()};
}

void Sensors::skip_to(Instant now) {
    looked_at_ = std::max(looked_at_, Instant{now.since_open - now.since_open % step()});
}

// A board that nothing happens to need not be looked at.
std::optional<Instant> Sensors::next_deadline() const {
    const Instant next = next_step(looked_at_);
    if (next <= busy_until_ || !untold_.empty()) return next;
    std::optional<Instant> first;
    for (const Disturbance& one : disturbances_) {
        const Instant begins = std::max(next, next_step(one.from));
        if (next <= one.from + one.length + settles_within())
            first = std::min(first.value_or(begins), begins);
    }
    return first;
}

bool Sensors::is_disturbed(Fault fault, Instant now) const {
    return std::ranges::any_of(disturbances_, [&](const Disturbance& one) {
        return one.fault == fault && lasts(one, now);
    });
}

SquareReading Sensors::neighbour_of(chess::Square square) const {
    for (const chess::Square other : chess::all_squares)
        if (distance(square, other) == 1 && truth_[other].is_occupied()) return truth_[other];
    return SquareReading::empty();
}

SquareReading Sensors::see(chess::Square square, Instant now) const {
    const Square& its = squares_[square.index()];
    SquareReading seen = truth_[square];
    for (const Disturbance& one : disturbances_) {
        if (one.square != square || !lasts(one, now)) continue;
        const bool is_odd = (now - one.from) / scanning_.every % 2 != 0;
        if (one.fault == Fault::drop_out || (one.fault == Fault::flicker && !is_odd)) {
            seen = SquareReading::empty();
        } else if (one.fault == Fault::stuck) seen = its.seen;
        else if (one.fault == Fault::crosstalk && seen.is_empty()) seen = neighbour_of(square);
        else if (one.fault == Fault::slow_magnet && now < its.changed_at + slow_by)
            seen = its.before;
    }
    return seen;
}

void Sensors::look(chess::Square square, Instant now, std::vector<SensorEvent>& changes) {
    Square& its = squares_[square.index()];
    const SquareReading seen = see(square, now);
    its.agreeing = seen == its.seen ? its.agreeing + 1 : 1;
    its.seen = seen;
    if (its.agreeing < scanning_.agreeing || seen == its.told) return;
    const SquareReading before = std::exchange(its.told, seen);
    const chess::Square told = wires_[square.index()];
    if (seen.is_empty()) changes.emplace_back(Lifted{told, before.piece()});
    else changes.emplace_back(Placed{told, seen.piece()});
}

void Sensors::look_at_all(Instant now) {
    const auto rank = static_cast<int>(now.since_open / step() % ranks);
    std::vector<SensorEvent> changes;
    for (const chess::Square square : chess::all_squares) {
        if (!scanning_.is_by_rank || static_cast<int>(square.rank()) == rank)
            look(square, now, changes);
    }
    // In one report a piece was lifted before it was placed.
    if (!scanning_.is_by_rank) {
        std::stable_partition(changes.begin(), changes.end(), [](const SensorEvent& event) {
            return std::holds_alternative<Lifted>(event);
        }); // clang 14 cannot read the one of std::ranges
    }
    for (const SensorEvent& change : changes) {
        if (is_disturbed(Fault::repeated_reports, now)) untold_.push_back(change);
        untold_.push_back(change);
    }
}

std::vector<SensorEvent> Sensors::on_time(Instant now) {
    for (auto next = next_deadline(); next && *next <= now; next = next_deadline()) {
        looked_at_ = *next;
        look_at_all(*next);
    }
    if (is_disturbed(Fault::late_reports, looked_at_)) return {};
    return std::exchange(untold_, {});
}

} // namespace ansage::devices::noise
