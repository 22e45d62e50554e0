// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/flutter.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::session {

using base::Instant;
using base::Millis;
using table::BoardPart;
using table::BoardReport;
using table::InputBody;

namespace {

// Nobody lifts a piece three times a second for four seconds, nor sets up a board so fast with both
// hands.
constexpr Millis noise_window{4000};
constexpr unsigned most_of_one = 24;
constexpr unsigned most_of_board = 300;
constexpr Millis steady_after{3000};

constexpr std::size_t lever_source = 64;
constexpr std::size_t button_source = 65;
constexpr std::size_t board_source = 66;

// Absent: it comes from no sensor.
std::optional<std::size_t> source_of(const InputBody& input) {
    using Source = std::optional<std::size_t>;
    return std::visit(
        base::Overloaded{
            [](const table::Lifts& its) { return Source{its.square.index()}; },
            [](const table::Places& its) { return Source{its.square.index()}; },
            [](const table::Unsure& its) { return Source{its.square.index()}; },
            [](const table::Shows&) { return Source{board_source}; },
            [](const table::Presses&) { return Source{lever_source}; },
            [](const table::PressesButton&) { return Source{button_source}; },
            [](const auto&) { return Source{}; }},
        input
    );
}

// A press that was no hand's is gone; what stands on a square is told when that is known.
bool says_how_it_stands(std::size_t source) {
    return source < lever_source || source == board_source;
}

} // namespace

table::BoardReports FlutterGuard::report(std::size_t source, BoardReport what) const {
    table::BoardReports report{.board = board_, .report = what};
    if (source < squares) {
        report.square = chess::Square::from_index(static_cast<unsigned>(source));
    } else {
        report.part = source == lever_source ? BoardPart::lever
            : source == button_source        ? BoardPart::buttons
                                             : BoardPart::board;
    }
    return report;
}

bool FlutterGuard::withhold(std::size_t source, Instant now, std::deque<InputBody>& told) {
    Noise& noise = noise_[source];
    noise.last = now;
    if (noise.flutters) {
        ++noise.count;
        return true;
    }
    if (now - noise.since > noise_window) {
        noise.since = now;
        noise.lately = 0;
    }
    if (++noise.lately <= (source == board_source ? most_of_board : most_of_one)) return false;
    noise.flutters = true;
    noise.count = 1;
    told.emplace_back(report(source, BoardReport::flutters));
    return true;
}

void FlutterGuard::take(InputBody input, Instant now, std::deque<InputBody>& told) {
    const auto source = source_of(input);
    if (!source) {
        told.push_back(std::move(input));
        return;
    }
    const bool by_itself = *source != board_source && withhold(*source, now, told);
    // A press switches the clock, whatever else the board does.
    const bool with_all =
        !by_itself && says_how_it_stands(*source) && withhold(board_source, now, told);
    if (!by_itself && !with_all) {
        told.push_back(std::move(input));
        return;
    }
    if (!says_how_it_stands(*source)) return;
    // Only the newest of each square, or of the whole board and what came after.
    std::vector<InputBody>& withheld = noise_[by_itself ? *source : board_source].withheld;
    std::erase_if(withheld, [&](const InputBody& earlier) {
        return *source == board_source || source_of(earlier) == source;
    });
    withheld.push_back(std::move(input));
}

void FlutterGuard::on_time(Instant now, std::deque<InputBody>& told) {
    for (std::size_t source = 0; source < sources; ++source) {
        Noise& noise = noise_[source];
        if (!noise.flutters || now - noise.last < steady_after) continue;
        table::BoardReports steady = report(source, BoardReport::steady);
        steady.count = noise.count;
        told.emplace_back(steady);
        std::ranges::move(noise.withheld, std::back_inserter(told));
        noise = Noise{};
    }
}

std::optional<Instant> FlutterGuard::next_deadline() const {
    std::optional<Instant> next;
    for (const Noise& noise : noise_) {
        if (noise.flutters) {
            const Instant at = noise.last + steady_after;
            next = next ? std::min(*next, at) : at;
        }
    }
    return next;
}

} // namespace ansage::session
