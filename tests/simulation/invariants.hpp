// SPDX-License-Identifier: GPL-3.0-or-later
// What has to hold of any dispute, looked at after every input. The first thing that does not ends
// the test, with the seed and the inputs in the words of a table script.
#pragma once

#include "dispute_plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ansage::tests {

class Invariants {
public:
    // Of the table with this state, which both outlive it.
    Invariants(const Plan& plan, const table::State& state);

    void look(const table::Input& input, const std::vector<table::Event>& events);

    // From now on somebody rules or ends the game, or nobody does.
    void let_rule(bool rules) { is_ruling_ = rules; }

    void expect(bool holds, std::string_view what) const;

private:
    [[nodiscard]] std::string told_setup() const;
    void check_agenda() const;
    void check_counts() const;
    void check_order_of_ends(base::Instant at) const;
    void check_path() const;

    const Plan& plan_;
    const table::State& state_;
    table::State replayed_; // by the events alone
    std::vector<std::string> told_; // the inputs, as a script has them
    bool is_ruling_ = false;
};

} // namespace ansage::tests
