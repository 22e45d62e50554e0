// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong at a table: each kind of human error as one turn that somebody plays, and what
// the table must raise about it, when, and about whom.
#pragma once

#include "people.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace ansage::tests {

// What the table has to find; `found` and `in_time` are the verdict.
struct Expectation {
    table::AlertKind kind{};
    chess::Color about{};
    bool found = false;
    bool in_time = false;
};

struct LastMove {
    chess::Position before;
    chess::Move move;
};

// One turn in which something goes wrong.
struct Turn {
    Turn(People& at_table, chess::Move meant, chess::Move reply);

    People& people;
    chess::Move move; // that the mover means to play
    chess::Move next; // and his opponent after him
    chess::Color seat; // the mover, when the turn began
    chess::Position before; // what was on the record then
    std::optional<LastMove> last; // the opponent's, where the mover has still to carry it out
    std::vector<Expectation> expected;
    std::optional<chess::Ply> back_to; // the last that remains after the arbiter's ruling

    // Due by now: looked for among what has been raised and not been accounted for.
    void expect(table::AlertKind kind, chess::Color about);
    // May be raised, and need not.
    void allow(table::AlertKind kind, chess::Color about);
};

struct Mistake {
    std::string_view name;
    // Absent-minded people can do it here; false if not, and then nothing has been done.
    std::function<bool(Turn&)> play;
    // The turn leaves the clock with the mover, since he has not pressed; or plays both moves.
    bool takes_two_turns = false;
};

[[nodiscard]] std::span<const Mistake> mistakes();

} // namespace ansage::tests
