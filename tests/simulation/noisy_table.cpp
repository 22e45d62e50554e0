// SPDX-License-Identifier: GPL-3.0-or-later
#include "noisy_table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::tests {

using chess::Color;
using devices::noise::Scanning;
using devices::noise::Sensors;
using table::BoardKind;

namespace {

const Scanning& any_scanning(const Player& player, Dice& dice) {
    const bool impaired = player.vision == table::Vision::impaired;
    std::vector<const Scanning*> fitting;
    for (const Scanning& one : devices::noise::scannings) {
        const bool is_identity = one.kind == devices::BoardKind::identity;
        const bool is_peg = one.name == "peg";
        if (is_identity == (player.board == BoardKind::identity) &&
            (is_identity || is_peg == impaired))
            fitting.push_back(&one);
    }
    return *fitting[dice.below(fitting.size())];
}

} // namespace

Seating any_seating(Dice& dice) {
    Seating seating;
    for (const Color color : chess::both_colors) seating.players[color] = any_player(dice);
    for (const Color color : chess::both_colors)
        seating.scannings[color] = &any_scanning(seating.players[color], dice);
    return seating;
}

chess::Square any_of(chess::SquareSet squares, Dice& dice) {
    std::size_t skip = dice.below(static_cast<std::size_t>(squares.size()));
    for (const chess::Square square : squares)
        if (skip-- == 0) return square;
    return squares.first();
}

NoisyTable::NoisyTable(table::TableSetup setup, const Seating& seating)
    : scannings_(seating.scannings),
      white_(*scannings_.white, setup.start.reading()),
      black_(*scannings_.black, setup.start.reading()),
      state_(table::open_table(std::move(setup))) {}

Millis NoisyTable::reach_for_clock(Color seat) const {
    const bool is_lever = scanning(seat).name == "peg";
    return is_lever ? Millis{0} : scanning(seat).every * scanning(seat).agreeing;
}

void NoisyTable::pass_until(Instant end) {
    while (true) {
        Instant next = end;
        for (const Color color : chess::both_colors)
            if (const auto due = sensors(color).next_deadline()) next = std::min(next, *due);
        now_ = std::max(now_, next);
        for (const Color color : chess::both_colors) report(color);
        if (next < end) continue;
        submit(table::TimeReached{});
        settle_words();
        return;
    }
}

void NoisyTable::settle_words() {
    while (!state_.unfinished.empty()) {
        const std::uint64_t id = state_.unfinished.begin()->first;
        submit(table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::finished});
    }
}

void NoisyTable::submit(const table::InputBody& body) {
    if (!std::holds_alternative<table::TimeReached>(body)) hand_over(table::TimeReached{});
    hand_over(body);
}

void NoisyTable::report(Color color) {
    for (const devices::SensorEvent& event : sensors(color).on_time(now_)) {
        tell(fmt::format("{} {}", chess::to_string(color), devices::to_string(event)));
        heard(event);
        if (const auto* lifted = std::get_if<devices::Lifted>(&event))
            submit(table::Lifts{.board = color, .square = lifted->square, .piece = lifted->piece});
        else if (const auto* placed = std::get_if<devices::Placed>(&event))
            submit(table::Places{.board = color, .square = placed->square, .piece = placed->piece});
    }
}

void NoisyTable::tell(std::string text) {
    story_.push_back(fmt::format("{} {}", now_.since_open.count() % 100'000, std::move(text)));
}

} // namespace ansage::tests
