// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/board_line.hpp"

#include "base/try.hpp"
#include "session/board_places.hpp"
#include "session/boot_time.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;

namespace {

constexpr Millis connect_limit{5000};
constexpr Millis write_limit{1000};
// How long a board has to show that it speaks a protocol before the next one is tried. Opening its
// port starts many a peg board anew.
constexpr Millis guess_peg_for{2500};
constexpr Millis guess_for{2000};
constexpr Millis longest_step{100};

// One that is named alone; else those that its numbers or its name speak for, and behind a serial
// converter, which anybody may buy, then all others.
std::vector<const devices::BoardRow*> rows_to_try(const devices::NamedBoard& named) {
    if (named.row != nullptr) return {named.row};
    std::vector<const devices::BoardRow*> rows;
    if (const auto places = session::list_board_places()) {
        const auto place = std::ranges::find(*places, named.port, &session::BoardPlace::path);
        rows = place == places->end() ? rows : place->boards;
    }
    const bool is_told = !rows.empty() && !named.port.starts_with("/dev/tty");
    for (const devices::BoardRow& row : devices::boards()) {
        const bool is_new = std::ranges::find(rows, &row) == rows.end();
        if (!is_told && is_new && session::suits(named.port, row)) rows.push_back(&row);
    }
    return rows;
}

} // namespace

Instant board_now() { return {session::boot_time()}; }

BoardLine::BoardLine(
    const devices::BoardRow& row, const devices::BoardOptions& options, std::string port
)
    : row_(&row),
      port_(std::move(port)),
      driver_(row.make_driver(options, devices::LineTime::real)) {}

Result<void, Error> BoardLine::open() {
    stream_ = ANSAGE_TRY(session::open_stream(port_, *row_, connect_limit));
    driver_->start(board_now());
    return {};
}

void BoardLine::step(Millis longest) {
    flush_output();
    if (!stream_.is_open()) return;
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
    if (!bytes.empty() && stream_.is_open() && !stream_.write(bytes, write_limit)) hang_up();
}

void BoardLine::hang_up() {
    stream_.close();
    driver_->hung_up(board_now());
}

Result<std::unique_ptr<BoardLine>, Error> recognise_board(const devices::NamedBoard& named) {
    Error error;
    bool was_open = false;
    for (const devices::BoardRow* row : rows_to_try(named)) {
        auto line = std::make_unique<BoardLine>(*row, named.options, named.port);
        if (auto opened = line->open(); !opened) {
            error = opened.error();
            continue;
        }
        was_open = true;
        const Instant end = board_now() + (row->name == "peg" ? guess_peg_for : guess_for);
        while (line->is_open() && !line->driver().reading() && board_now() < end)
            line->step(longest_step);
        // One that cannot show its pieces yet says why.
        if (line->driver().reading() || line->driver().problem()) return line;
    }
    return was_open ? Result<std::unique_ptr<BoardLine>, Error>{nullptr} : tl::unexpected(error);
}

} // namespace ansage::app
