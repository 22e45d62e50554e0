// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/link.hpp"

#include "base/try.hpp"

#include <algorithm>

namespace ansage::devices {
namespace {

// A pty holds about 4 KiB; what is under way at once stays well below.
constexpr std::size_t most_under_way = 2048;

using Done = base::Result<void, StreamError>;

// Reads exactly `count` bytes to `into`.
Done read_all(Stream& from, std::span<std::byte> into, base::Millis limit) {
    while (!into.empty()) {
        const auto count = ANSAGE_TRY(from.read(into, limit));
        into = into.subspan(count);
    }
    return {};
}

} // namespace

Done carry(
    std::span<const std::byte> bytes,
    Stream& from,
    Stream& to,
    std::vector<std::byte>& arrived,
    base::Millis limit
) {
    while (!bytes.empty()) {
        const auto piece = bytes.first(std::min(bytes.size(), most_under_way));
        bytes = bytes.subspan(piece.size());
        ANSAGE_TRY(from.write(piece, limit));
        const std::size_t before = arrived.size();
        arrived.resize(before + piece.size());
        ANSAGE_TRY(read_all(to, std::span{arrived}.subspan(before), limit));
    }
    return {};
}

Done Link::pump(base::Instant now) {
    while (true) {
        const auto to_host = ANSAGE_TRY(carry_to_host(now));
        const auto to_board = ANSAGE_TRY(carry_to_board(now));
        if (!to_host && !to_board) return {};
    }
}

std::optional<base::Instant> Link::next_deadline() const {
    const auto a = driver_->next_deadline();
    const auto b = simulator_->next_deadline();
    return a && b ? std::min(a, b) : (a ? a : b);
}

Done Link::on_time(base::Instant now) {
    simulator_->on_time(now);
    driver_->on_time(now);
    return pump(now);
}

base::Result<bool, StreamError> Link::carry_to_host(base::Instant now) {
    const auto bytes = simulator_->take_output();
    if (bytes.empty()) return false;
    arrived_.clear();
    ANSAGE_TRY(carry(bytes, pty_.board, pty_.host, arrived_));
    driver_->receive(arrived_, now);
    return true;
}

base::Result<bool, StreamError> Link::carry_to_board(base::Instant now) {
    const auto bytes = driver_->take_output();
    if (bytes.empty()) return false;
    arrived_.clear();
    ANSAGE_TRY(carry(bytes, pty_.host, pty_.board, arrived_));
    simulator_->receive(arrived_, now);
    return true;
}

} // namespace ansage::devices
