// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a disputed game, with the people at it and what is counted beside it.
#pragma once

#include "dispute_plan.hpp"
#include "faulty_line.hpp"
#include "invariants.hpp"
#include "people.hpp"
#include "stopwatch.hpp"

#include <cstddef>
#include <string_view>

namespace ansage::tests {

struct DisputedTable {
    // All of them outlive it.
    DisputedTable(const Plan& plan, const Line& line, const Wrong& wrong, Dice& dice);
    DisputedTable(const DisputedTable&) = delete;
    DisputedTable& operator=(const DisputedTable&) = delete;
    ~DisputedTable() = default;

    [[nodiscard]] const table::State& state() const { return people.state(); }

    [[nodiscard]] bool is_over() const { return state().phase == table::Phase::ended; }

    // Nobody moves such a board away in a disputed game.
    [[nodiscard]] bool sees(chess::Color board) const { return people.has_sensors(board); }

    [[nodiscard]] bool has_arbiter() const { return plan.mode == table::Mode::tournament; }

    // 7.5.2; 3.4e and 7.4 of 2001 have the pawn go back.
    [[nodiscard]] bool becomes_queen() const;

    void expect(bool holds, std::string_view what) const { invariants.expect(holds, what); }

    // By `mover`, who takes his time.
    void play_and_press(chess::Move move);

    // First principle 1: the program has no ear, and what it did not hear is not "not done".
    [[nodiscard]] bool is_unseen_press() const;

    // --- by the arbiter, or by both players where none is
    void halt();
    void mend_and_resume();
    void accept(table::MatterNumber number);
    void take_back(table::MatterNumber number);
    void suggest_and_agree(table::AgreedAct act);

    [[nodiscard]] table::PerColor<base::Millis> remaining() const;

    const Plan& plan;
    Line line; // as both players have it in the end
    const Wrong& wrong;
    Dice& dice;
    People people;
    Punishment punishment;
    Invariants invariants;
    Stopwatch stopwatch;
    chess::Color mover; // who makes the fault
    std::size_t at = 0; // of the line, what comes next
    bool is_put_right = false;
    bool is_only_said = false; // an illegal move of which there are words alone
    bool is_ruled = false;
    bool is_offence_ruled = true; // if there is one
};

} // namespace ansage::tests
