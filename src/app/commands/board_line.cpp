// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/board_line.hpp"

#include "session/boot_time.hpp"

#include <algorithm>
#include <array>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;

namespace {

constexpr Millis connect_limit{5000};
constexpr Millis write_limit{1000};
// How long a board has to show that it speaks a protocol before the next one is tried.
constexpr Millis guess_for{2500};
constexpr Millis longest_step{100};

} // namespace

Instant board_now() {
    return {session::boot_time()};
}

BoardLine::BoardLine(
    const devices::BoardRow& row, const devices::BoardOptions& options, std::string port
)
    : row_(&row),
      port_(std::move(port)),
      driver_(row.make_driver(options, devices::LineTime::real)) {}

Result<void, Error> BoardLine::open() {
    auto stream = session::open_stream(port_, row_->line, connect_limit);
    if (!stream) {
        return tl::unexpected(stream.error());
    }
    stream_ = *std::move(stream);
    driver_->start(board_now());
    return {};
}

void BoardLine::step(Millis longest) {
    flush_output();
    if (!stream_.is_open()) {
        return;
    }
    const auto deadline = driver_->next_deadline();
    const Millis limit = deadline
        ? std::clamp(*deadline - board_now(), Millis{1}, std::max(longest, Millis{1}))
        : longest;
    std::array<std::byte, 1024> buffer{};
    const auto count = stream_.read(buffer, limit);
    if (count) {
        driver_->receive(std::span{buffer}.first(*count), board_now());
    } else if (count.error() != devices::StreamError::timed_out) {
        hang_up();
        return;
    }
    driver_->on_time(board_now());
    flush_output();
}

void BoardLine::flush_output() {
    const auto bytes = driver_->take_output();
    if (!bytes.empty() && stream_.is_open() && !stream_.write(bytes, write_limit)) {
        hang_up();
    }
}

void BoardLine::hang_up() {
    stream_.close();
    driver_->hung_up(board_now());
}

Result<std::unique_ptr<BoardLine>, Error> recognise_board(const devices::NamedBoard& named) {
    for (const devices::BoardRow& row : devices::boards()) {
        if (named.row != nullptr && named.row != &row) {
            continue;
        }
        auto line = std::make_unique<BoardLine>(row, named.options, named.port);
        if (auto opened = line->open(); !opened) {
            return tl::unexpected(opened.error());
        }
        const Instant end = board_now() + guess_for;
        while (line->is_open() && !line->driver().reading() && board_now() < end) {
            line->step(longest_step);
        }
        if (line->driver().reading()) {
            return line;
        }
    }
    return nullptr;
}

} // namespace ansage::app
