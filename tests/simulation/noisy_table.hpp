// SPDX-License-Identifier: GPL-3.0-or-later
// A table at whose boards sensors err: hands act on the boards, time passes, and the table hears
// what the sensors tell of both.
#pragma once

#include "devices/noise/noise.hpp"
#include "people.hpp"
#include "tables.hpp"

#include <string>
#include <vector>

namespace ansage::tests {

// Who sits there, at which boards.
struct Seating {
    table::PerColor<Player> players;
    table::PerColor<const devices::noise::Scanning*> scannings; // never null
};

// Boards that fit the players; a peg board for whoever does not see.
Seating any_seating(Dice& dice);

chess::Square any_of(chess::SquareSet squares, Dice& dice);

class NoisyTable {
public:
    NoisyTable(table::TableSetup setup, const Seating& seating);
    NoisyTable(const NoisyTable&) = delete;
    NoisyTable& operator=(const NoisyTable&) = delete;
    virtual ~NoisyTable() = default;

    [[nodiscard]] const table::State& state() const { return state_; }

    [[nodiscard]] Instant now() const { return now_; }

    [[nodiscard]] const devices::noise::Scanning& scanning(chess::Color color) const {
        return *scannings_[color];
    }

    [[nodiscard]] devices::noise::Sensors& sensors(chess::Color color) {
        return color == chess::Color::white ? white_ : black_;
    }

    // From the piece to a clock beside the board a hand takes longer than the board needs to look;
    // the lever of a peg board is nearer.
    [[nodiscard]] Millis reach_for_clock(chess::Color seat) const;

    void pass(Millis time) { pass_until(now_ + time); }

    // What is being said has been said by then.
    void pass_until(Instant end);

    // What time alone brings about comes first, as in the shell.
    void submit(const table::InputBody& body);

    void tell(std::string text);

    [[nodiscard]] const std::vector<std::string>& story() const { return story_; }

    void begin_story() { story_.clear(); }

protected:
    virtual void hand_over(const table::InputBody& body) { take(decide(body)); }

    std::vector<table::Event> decide(const table::InputBody& body) {
        return table::step(state_, {now_, body});
    }

    // Everything that the table decides.
    virtual void take(const std::vector<table::Event>& events) = 0;
    // Before the table hears of it.
    virtual void heard(const devices::SensorEvent& event) = 0;

private:
    void report(chess::Color color);
    void settle_words();

    table::PerColor<const devices::noise::Scanning*> scannings_;
    devices::noise::Sensors white_;
    devices::noise::Sensors black_;
    table::State state_;
    Instant now_{};
    std::vector<std::string> story_;
};

} // namespace ansage::tests
